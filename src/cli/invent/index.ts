/** Invented reservations on the command line. */

export { type GenerateFlags, generateReservations } from './generate.js'
export { readHotel, readProducts } from './products.js'
