/** Merges the rows of a hotel night by night. */

export { contradictedRows, contradictingRows, type FileNames } from './bad-rows.js'
export { type HotelRows, lengthOf, placeOf, rowsOf, type Stretch, withoutRows } from './hotel-rows.js'
export { mergeHotel } from './merge.js'
export { countValues, type MergedHotel, type MergedRange, type MergedSeries, sourcesOf } from './merged.js'
export { type RowPlace, rowOfValue } from './row-of-value.js'
export { type LogLimits, RowLog } from './row-log.js'
export { isEqualValue, withPartners } from './values.js'
