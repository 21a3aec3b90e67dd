/** Reservation bodies and cards as a person gives them. */

export { readCard } from './read-card.js'
export { reconcileAnswer } from './reconcile-answer.js'
export { readReservation, refuseUndivided, RESERVATION_FIELD_FLAGS, reservationFlags } from './reservation-body.js'
