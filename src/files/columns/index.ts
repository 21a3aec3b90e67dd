/** Which column of a file is which field, by its header, a mapping or a flag. */

export { refuseReadAgain } from './as-read.js'
export { isCodeTable, readCodeTable, tableText } from './code-table.js'
export { IdReaders } from './codes.js'
export { columnNames, headerKey, knownHeaders, nearestName } from './columns.js'
export { headerCurrencies } from './header-currency.js'
export { resolveColumns, unknownColumn } from './header.js'
export { LoneLetters } from './lone-letters.js'
export { parseMap } from './map.js'
export { type Mapping, readMapping } from './mapping.js'
export { saysOpen } from './opposite-header.js'
export { hasRejectsColumns, REJECTS_COLUMNS } from './reject-columns.js'
