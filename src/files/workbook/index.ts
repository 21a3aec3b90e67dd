/** The parts of a workbook file. */

export { AROUND_BYTES_MAX, COLUMN_MAX, FilledCells, refuseLongTexts, refuseOverlaps, ROW_BYTES_MAX } from './bounds.js'
export { cellText, dayOfNumber, sheetDay } from './cell-text.js'
export { mayHoldNearDays, momentOf, nearDayIn } from './near-days.js'
export type { SheetValue } from './sheet-value.js'
export { openWorkbook, type Workbook } from './workbook.js'
export { attributesOf, tagsOf } from './xml-tags.js'
export { storedZip } from './zip.js'
