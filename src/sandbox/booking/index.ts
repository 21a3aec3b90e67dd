/** Sells, holds and changes reservations. */

export { bookableRooms } from './bookable-rooms.js'
export { type BookingChange, type BookingChanged, cancelBooking, modifyBooking } from './booking-changes.js'
export { faultOfCard, maskCard } from './card.js'
export { Holds } from './holds.js'
export { sellStay } from './reservation-sale.js'
export { viewReservation } from './reservation-view.js'
