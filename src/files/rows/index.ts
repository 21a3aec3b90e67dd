/** Checks records and makes rows of them. */

export type { RowBatch } from './batch.js'
export { RowChecker } from './check-row.js'
export type { FileReading, OpenColumn } from './file-reading.js'
export { FileSurvey, findingOf } from './file-survey.js'
export { keepingOf, mappingText } from './mapping-keep.js'
