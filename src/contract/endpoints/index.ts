/** Endpoints of rates, inventory, products, reservations, units and sign-in. */

export { inventory, rates, room } from './rooms-rates-inventory.js'
export { auth } from './auth.js'
export { GuestCounts, product } from './product.js'
export { ratePlan, RatePlan, RatePlanCreate } from './rate-plan.js'
export {
  Card,
  hasCheckDigit,
  Reservation,
  ReservationCreate,
  type ReservationRecord,
  type ReservationRequest,
  STATE_UNKNOWN,
} from './reservation-fields.js'
export { reservation } from './reservation.js'
export { REPLACED_LISTS, Unit, UnitAdd, UnitUpdate } from './unit-fields.js'
export { unit } from './unit.js'
