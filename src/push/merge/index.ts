/** Merges the rows of a hotel night by night. */

export { contradictedRows, contradictingRows, type FileNames } from './bad-rows.js'
export { ValueCounter } from './count-values.js'
export { isEqualValue } from './equal-value.js'
export { type HotelRows, placeOf, rowsOf, type Stretch, withoutRows } from './hotel-rows.js'
export { mergeHotel } from './merge.js'
export type { MergedHotel, MergedRange, MergedSeries } from './merged.js'
export { withPartners } from './partners.js'
export { type LogLimits, RowLog } from './row-log.js'
