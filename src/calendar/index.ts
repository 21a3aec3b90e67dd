/** Nights, weekdays and stays. */

export { CodedSets } from './coded-sets.js'
export { dayIn, FIRST_TIME_ZONE, LAST_TIME_ZONE } from './day-in.js'
export { FieldSets, type NightFields } from './field-sets.js'
export { EVERY_DAY, formatNight, isDay, type Night, nightOf, parseNight, weekday } from './night.js'
export { PerSet } from './per-set.js'
export {
  align,
  append,
  clip,
  countNights,
  difference,
  overlay,
  overlayFields,
  type Segment,
  type Span,
  withinFields,
  withoutFields,
} from './segment.js'
export { checkStay, type StayNight, type StayObstacle } from './stay.js'
export { coverByWeekdays, type MaskedSegment } from './weekday-cover.js'
export { NO_VALUE, textOfHundredths, ValueCodes } from './value-codes.js'
export { countWeekdays, dayNames, daysText, expandWeekdays, hasWeekday } from './weekdays.js'
