/** What look-ups find: whether it is the booking that was asked for, and how that is told. */

export { idOf, namesOf } from './names.js'
export { byBooking, contradictionIn, namelessWords, namesBooking, statesOf } from './rows.js'
export { unknownState } from './state-words.js'
export {
  asKnown,
  asRepeated,
  createdNotice,
  deliveryNotice,
  isInPart,
  othersNotice,
  unprovenNotice,
  withUnproven,
} from './told.js'
export { isGone, isModified, mismatchWith, weigh, type Weighed } from './weigh.js'
