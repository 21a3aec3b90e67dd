/** Rules about stays, nights and amounts. */

export { checkAmounts } from './amounts.js'
export { checkBooked, checkIdentity } from './identity.js'
export { checkNights } from './nights.js'
export { checkProducts } from './products.js'
export { checkStays } from './stay.js'
export { checkKnownCodes, type KnownCodes } from './known-codes.js'
export { checkServices } from './services.js'
export { checkUnitNights } from './unit-nights.js'
