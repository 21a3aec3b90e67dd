/** Finds and counts properties. */

export { countFacets, distributorTypesOf } from './facets.js'
export type { Place } from './geo.js'
export { PropertyIndex } from './property-index.js'
export {
  countProperties,
  findMatches,
  type Match,
  type SearchFilter,
  SORT_FIELDS,
  type SortField,
  type SortOrder,
} from './search.js'
export { sortedPage } from './sorted-page.js'
