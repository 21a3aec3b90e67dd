/** Bookings that are changed, cancelled or repeated. */

export { cancel } from './cancel.js'
export { cancelFirst } from './cancel-first.js'
export { modifyDates } from './modify-dates.js'
export { modifyGuests } from './modify-guests.js'
export { modifyRoom } from './modify-room.js'
export { repeat } from './repeat.js'
export { succession } from './succession.js'
