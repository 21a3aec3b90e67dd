/** Days as messages tell them, and what RoomRates and their Rates are the prices of: which nights, which unit of time, and which of them are of the same rooms. */

export { beginOf, hasDatedRates, isUndated, nightsBegun, nightsBegunIn, nightsBegunTogether } from './begun.js'
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
  nightsSpanOf,
  type Span,
  spanOf,
} from './days.js'
export {
  ageGroupOf,
  ageGroupWords,
  behindAmount,
  chargeTypeOf,
  forPeople,
  forUnit,
  ownRatesOf,
  rateTimeOf,
  rateUnitOf,
  TIME_UNITS,
  unitOfTime,
} from './prices.js'
export { shareNights } from './shared.js'
export { followInTurn, listRooms, ofFullestNight } from './turns.js'
