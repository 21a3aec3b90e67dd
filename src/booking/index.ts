/** Creates, confirms and settles reservations: what was asked is in the journal before it is sent, and nothing is booked twice. */

export { book } from './book.js'
export { type Booking, comparedOf, LOOK_AGAIN_MS, newChannelId, type ReservationBody } from './booking.js'
export { confirmBooking } from './confirm-booking.js'
export { confirmDuplicate } from './confirm-duplicate.js'
export {
  asKnown,
  asRepeated,
  byBooking,
  contradictionIn,
  createdNotice,
  deliveryNotice,
  isInPart,
  othersNotice,
  unprovenNotice,
  withUnproven,
} from './found/index.js'
export { giveUp } from './give-up.js'
export { noteStates } from './note-state.js'
export { mayBeBehind, neverSilent, putOffMs, type Questions, type Tell, waitPutOff } from './put-off.js'
export { reconcile, type Settled } from './reconcile.js'
export { checkSellable } from './sellable.js'
export { checkTotal, movedTotal, otherTotal, withTotal } from './total.js'
export { Unwritten, unwrittenNotice } from './unwritten.js'
export { type GuestCounts, isDivisionOpen } from './unit-guests.js'
