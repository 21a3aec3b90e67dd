/** Finds and counts properties. */

export { countFacets, distributorTypesOf } from './facets.js'
export type { Place } from './geo.js'
export {
  countMatches,
  findMatches,
  type Match,
  type SearchFilter,
  SORT_FIELDS,
  type SortField,
  sortMatches,
  type SortOrder,
} from './search.js'
