/** Batches and nights packed for the database. */

export {
  type CellBlock,
  decodeBlock,
  encodeBlock,
  nightsOfSeries,
  plainRanges,
  type SeriesRanges,
  type StoredBlock,
} from './cell-block.js'
export { columnsOf, columnsOfCodes, type FieldColumn, type FieldColumns, setsOf, valueAt } from './field-columns.js'
export { bytesOf, IntList, intsOf } from './int-list.js'
export { BatchPacker, type NewBatch, packBatch, type PackedBatch, unpackBatch } from './packed-batch.js'
export { PackedCells } from './packed-cells.js'
export {
  decodeSources,
  encodeSources,
  isSeveralRows,
  type LineRun,
  linesOf,
  packLines,
  rowSpans,
  runWithin,
} from './source-lines.js'
