/** Properties as callers may see them. */

export { hotelOf, mayRead, ownProperty, readableProperty, readableUnit } from './access.js'
export { detailsOf, sitemapOf } from './data-files.js'
export { viewFacility, viewIdentifiers, viewMedia, viewReview } from './property-record-view.js'
export { viewInfo, viewProperty, viewPropertyRow } from './property-view.js'
