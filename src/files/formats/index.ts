/** Number formats and text looks of workbook cells. */

export { CellFormat } from './cell-format.js'
export { MarkedCells } from './marked-cells.js'
export { StyleTable } from './style-table.js'
