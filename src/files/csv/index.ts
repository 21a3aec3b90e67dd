/** Records of delimited text. */

export { CsvRecords } from './csv-records.js'
export { dateText } from './line-date.js'
export type { CsvRecord } from './record.js'
export type { FollowedCells } from './plain-lines.js'
