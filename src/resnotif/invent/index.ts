/** Reservations that nobody made, for load and for tests of a PMS: the same ones for the same seed. */

export { type Invented, inventedMessage, type InventOptions, inventRow } from './messages.js'
export { asSource, dayAfter, type House, type InventedProduct, type InventedReservation } from './reservation.js'
