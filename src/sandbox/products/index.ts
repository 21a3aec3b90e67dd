/** What can be sold for a stay, and for how much. */

export { listProducts } from './product-list.js'
export { findOffer, type Offer, type WantedStay } from './product-offer.js'
export { searchProducts } from './product-search.js'
export { openStayFilter } from './stay-filter.js'
export { readStayDates, refusePastStay, type StayDates, todayOf } from './stay-request.js'
export { type PropertyNights, readPropertyNights } from './stay-terms.js'
export { maxOccupancyOf } from './stay-unit.js'
