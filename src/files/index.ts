/** From files of any kind to checked rows. */

export { checkOutput, headOf, placeBeside, refuseOwnFile } from './bytes/index.js'
export {
  columnNames,
  isCodeTable,
  type Mapping,
  parseMap,
  readCodeTable,
  readMapping,
  REJECTS_COLUMNS,
  tableText,
} from './columns/index.js'
export { readDate } from './dates/index.js'
export { type ExplainedColumn, type ExplainedFile, explainFiles } from './explain.js'
export { findCodes, type FoundCode } from './found-codes.js'
export { currencyDoubt, type GuessedFile, guessFile, isServiceId, openColumnsOf } from './guess-file.js'
export type { GuessedColumn, GuessedEncoding, GuessedTable } from './guess/index.js'
export { kindOf } from './kinds/index.js'
export { openOriginals, type OriginalRow, type Originals } from './originals.js'
export { readFile } from './read-file.js'
export { checkOptions } from './read-options.js'
export { readRows } from './read-rows.js'
export {
  type BadRow,
  type CellFields,
  type CodeSection,
  type CodeTable,
  type ColumnPlan,
  type ColumnReport,
  countRows,
  DATE_CELLS,
  DATE_FORMATS,
  fileTitle,
  FileWatch,
  inputFault,
  type InputFile,
  type Kind,
  type ReadContext,
  type ReadNotice,
  type ReadOptions,
  type RefusedCell,
  type Row,
  type RowChunk,
} from './reading/index.js'
export { NamedColumns } from './records/index.js'
export { mappingText, type OpenColumn } from './rows/index.js'
export { templateCsv, type TemplateRow } from './template/index.js'
export { AS_READ, markedText, textAndMark } from './values/index.js'
