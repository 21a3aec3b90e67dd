/** How the facts of two messages differ, in a hotel's words. */

export type { FactChange } from './change.js'
export { compareFacts, pairReservations, type ReservationPair } from './compare.js'
export { guestPairs, renamedGuests } from './guests.js'
export { isLaidOut } from './layout.js'
export { moneyInFull, moneyText, nightsOf, taxText, unitText } from './prices.js'
