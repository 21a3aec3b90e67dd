/** Views and steps of the property commands. */

export {
  exportProperty,
  planDocument,
  type PlannedApply,
  type ReadDocument,
  readDocument,
  refuseSameProperty,
  runApply,
} from './apply.js'
export { alreadyThere, createProperty } from './create.js'
export { facetColumns, facetRows } from './facets.js'
export { refuseSecrets } from './held-secrets.js'
export { withHouseLocks } from './house-lock.js'
export { offerColumns, offerRows } from './offers.js'
export { replacedLists } from './replaced-lists-view.js'
