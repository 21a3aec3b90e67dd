export { EVERY_DAY, formatNight, nightOf, parseNight, weekday, type Night } from './night.js'
export { align, append, clip, countNights, difference, mergeNeighbours, overlay, type Segment, type Span } from './segment.js'
export { expandWeekdays } from './weekdays.js'
export { FieldSets, type NightFields } from './field-sets.js'
