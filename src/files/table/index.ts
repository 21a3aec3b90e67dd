/** Tables with a header line, from text or a sheet. */

export { readCsvRecords } from './csv.js'
export { delimiterOf } from './delimiter.js'
export { isTitle } from './header-line.js'
export { openTable, readTable, type RecordBlock } from './table.js'
