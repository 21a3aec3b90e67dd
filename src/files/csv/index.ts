/** Records of delimited text. */

export { CsvRecords } from './csv-records.js'
export type { CsvRecord } from './record.js'
