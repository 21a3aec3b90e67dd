/** Dates, months and weekdays as people write them. */

export { type DateForm, dateFormOf, type DateReading, formatsOf, readDate } from './date.js'
export { exchangedBack, ExchangedDates } from './exchanged-dates.js'
export { monthOf } from './month.js'
export { readDays } from './read-weekdays.js'
export { weekdayMask } from './weekday-names.js'
