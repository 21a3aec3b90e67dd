import type { CellObject } from 'write-excel-file/node'
import type { Kind } from '../reading/index.js'
import { templateColumns, type TemplateColumn, type TemplateRow } from './template.js'

const WIDTHS: Readonly<Record<string, number>> = { _room: 24, _weekday: 9, date: 12, closed_to_departure: 19 }
const WIDTH = 14
const DAY_MS = 86_400_000
/** A spreadsheet's numbers keep so many digits of an id. */
const DIGITS_MAX = 15

/** A template as a workbook of one sheet whose header stays in sight: dates are dates, prices numbers with two decimals. */
export async function templateWorkbook(kind: Kind, rows: readonly TemplateRow[]): Promise<Buffer> {
  const { default: write } = await import('write-excel-file/node')
  const columns = templateColumns(kind, rows)
  const header = columns.map(({ name }): CellObject => ({ value: name, fontWeight: 'bold' }))
  const body = rows.map((row) => columns.map((column) => cellOf(column, row)))
  return write([header, ...body], {
    sheet: kind.name,
    stickyRowsCount: 1,
    columns: columns.map(({ name }) => ({ width: WIDTHS[name] ?? WIDTH })),
  }).toBuffer()
}

function cellOf({ type, value }: TemplateColumn, row: TemplateRow): CellObject | null {
  const text = value(row)
  if (type === 'date') return { value: new Date(row.night * DAY_MS), type: Date, format: 'yyyy-mm-dd' }
  if (text === undefined) return null
  if (type === 'amount') return { value: Number(text), type: Number, format: '0.00##' }
  if (type === 'number' || (type === 'id' && /^\d+$/.test(text) && text.length <= DIGITS_MAX))
    return { value: Number(text), type: Number }
  return { value: text, type: String, ...(type === 'id' ? { format: '@' } : {}) }
}
