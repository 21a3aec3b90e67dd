/** Reads a notification: stays, products, guests. */

export { type BookedFacts, isCancel, readFacts, tellFacts, tellWhole } from './booked.js'
export { type CapturedMessage, captureMessage } from './captured.js'
export {
  ageOn,
  dayNumber,
  dayText,
  dayUseOf,
  durationWords,
  endOf,
  isDuration,
  isEmptyDate,
  nightsIn,
  type Span,
  spanOf,
} from './rates/index.js'
export {
  codesAsLabel,
  COMPOSITE,
  type GuestProduct,
  hasCompositeRphs,
  listProducts,
  type MessageProduct,
  productOfGuest,
  rphOf,
} from './guest-products.js'
export { dayUseWords, strayHotels, type ToldDays, toldDaysOf } from './stay.js'
export {
  ageGroupOf,
  ageGroupWords,
  behindAmount,
  chargeTypeOf,
  forPeople,
  forUnit,
  listRooms,
  beginOf,
  hasDatedRates,
  isUndated,
  nightsBegun,
  nightsBegunIn,
  nightsBegunTogether,
  ownRatesOf,
  rateTimeOf,
  TIME_UNITS,
  unitOfTime,
  shareNights,
} from './rates/index.js'
export {
  childOrAdult,
  customerOf,
  INFANT_AGES,
  isAgeCode,
  type NameParts,
  namePartsOf,
  oddKind,
  openCountOf,
  personName,
} from './person.js'
export {
  groupBy,
  type OpenUnits,
  openUnitsOf,
  openUnitsText,
  ratedProductsOf,
  unitsAtOnce,
  unitsByType,
  unitsIn,
} from './products.js'
export { wholeNumber } from '../xml/index.js'
export {
  headerOf,
  hotelCodesOf,
  idsOf,
  isInHeader,
  type Message,
  type MessageGuest,
  type MessageReservation,
  pathOf,
  readMessage,
  serviceRphsIn,
  type StayNode,
} from './read.js'
export { isRetransmission, markRetransmission } from './retransmission.js'
export { withSingleUnits } from './single-units.js'
export { type StarredPlace, starredPlaces, starredSecrets } from './starred.js'
export { isCancellation, isCancelledAt, markStatus, statusIn, statusOf } from './status.js'
export { carriesToken, isSameSecret } from './username-token.js'
export { wrapMessage } from './wrap.js'
