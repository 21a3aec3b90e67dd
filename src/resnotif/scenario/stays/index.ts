/** Bookings of several shapes, each a single Commit. */

export { children } from './children.js'
export { families } from './families.js'
export { oneNight } from './one-night.js'
export { twoPrices } from './two-prices.js'
export { twoProducts } from './two-products.js'
export { twoRooms } from './two-rooms.js'
