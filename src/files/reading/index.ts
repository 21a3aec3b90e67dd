/** What readers work with: options, rows, notices and faults of input. */

export {
  DATE_CELLS,
  DATE_FORMATS,
  type DateCells,
  type DateFormat,
  DECIMAL_MARKS,
  type DecimalMark,
  type Encoding,
  type EncodingFact,
  RANGE_ENDS,
  type RangeEnd,
} from './choices.js'
export type { CodeMaps, CodeSection, CodeTable } from './code-maps.js'
export { type ColumnPlan, type KeyName, keysAt } from './column-plan.js'
export { FileWatch } from './file-watch.js'
export { fileTitle, inputFault, inputFaults } from './input-fault.js'
export type {
  ColumnReport,
  FileFacts,
  FileFormat,
  InputFile,
  ReadContext,
  ReadNotice,
  ReadOptions,
  RecordSurvey,
  RefusedCell,
} from './reading.js'
export {
  type BadRow,
  type CellFields,
  countRows,
  type FieldSpec,
  type FieldType,
  type Kind,
  type Row,
  type RowChunk,
} from './row.js'
