import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { bytesTo, widthOf } from './columns.js'
import type { LaidOut } from './laid-out.js'

/** A row: a border, cells, a border. */
const ROW = /^[ \t]{0,40}([|│║┃]).*\1[ \t\r]*$/
/** What divides rows: `|---|`, `+---+` is none of a row. */
const RULE = /^[ \t]{0,40}[|│║┃][-+=:─━═|│║┃┼╪ \t]{1,10000}[ \t\r]*$/
const ROWS_MIN = 2

interface Row {
  start: number
  end: number
  text: string
  /** Columns of a terminal where borders may stand. */
  borders: ReadonlySet<number>
  width: number
}

/** The column of a table around a place, in which a cell has a row for each of its lines: `.mode box`, `.mode table` and `.mode markdown` of SQLite, and others. */
export function tableAround(of: Traced, view: string, floor: number, at: number): LaidOut | undefined {
  const own = rowAt(view, at)
  if (own === undefined) return undefined
  const rows = [own]
  for (let one = above(view, floor, own); one !== undefined && one.width === own.width; one = above(view, floor, one))
    rows.unshift(one)
  for (let one = below(view, own); one !== undefined && one.width === own.width; one = below(view, one)) rows.push(one)
  if (rows.length < ROWS_MIN) return undefined
  const borders = [...own.borders].filter((column) => rows.every((row) => row.borders.has(column)))
  const place = widthOf(Buffer.from(view.slice(own.start, at), 'latin1').toString())
  const left = borders.findLast((column) => column < place)
  const right = borders.find((column) => column > place)
  if (left === undefined || right === undefined) return undefined
  const rewriting = new Rewriting(of)
  for (const { start, text } of rows) {
    const [from, to] = [bytesTo(text, left + 2), bytesTo(text, right)]
    const cell = Buffer.from(text).subarray(from, to).toString().trimEnd()
    rewriting.keep(start + from, start + from + Buffer.byteLength(cell))
    rewriting.put('\n', start + to)
  }
  const [first, last] = [rows[0] as Row, rows.at(-1) as Row]
  return { name: 'table', text: rewriting.end(), start: first.start, end: last.end }
}

function rowAt(view: string, at: number): Row | undefined {
  const start = view.lastIndexOf('\n', at - 1) + 1
  const end = lineEnd(view, at)
  if (end - start > LINE_MAX) return undefined
  const text = Buffer.from(view.slice(start, end), 'latin1').toString()
  const border = ROW.exec(text)?.[1]
  if (border === undefined || RULE.test(text)) return undefined
  const borders = new Set<number>()
  let width = 0
  for (const [i, part] of text.trimEnd().split(border).entries()) {
    if (i > 0) borders.add(width++)
    width += widthOf(part)
  }
  return { start, end, text, borders, width }
}

/** No table is as wide. */
const LINE_MAX = 20_000

const above = (view: string, floor: number, { start }: Row): Row | undefined =>
  start <= floor ? undefined : rowAt(view, start - 1)
const below = (view: string, { end }: Row): Row | undefined => (end >= view.length ? undefined : rowAt(view, end + 1))

/** What SQLite writes below the names of several columns (`.mode column`). */
const RULER = /^-{1,20000}(?: {2}-{1,20000}){1,60} {0,20}\r?$/gm

/** Columns without borders: where each begins and ends, and where their rows begin. */
export interface Ruler {
  rows: number
  columns: readonly { from: number; to: number }[]
}

/** The rulers of a text, in their order. */
export const rulersIn = (view: string): Ruler[] =>
  view.includes('-  -')
    ? [...view.matchAll(RULER)].map(({ index, 0: line }) => ({
        rows: Math.min(view.length, lineEnd(view, index) + 1),
        columns: [...line.matchAll(/-{1,20000}/g)].map(({ index: from, 0: own }) => ({ from, to: from + own.length })),
      }))
    : []

/** The cell around a place of a table whose columns a ruler divides. @param rulers those of the view */
export function columnAround(
  of: Traced,
  view: string,
  rulers: readonly Ruler[],
  { floor, at }: { floor: number; at: number },
): LaidOut | undefined {
  const ruler = rulers.findLast(({ rows }) => rows <= at)
  if (ruler === undefined) return undefined
  const top = Math.max(floor, ruler.rows)
  const lineAt = (place: number): { start: number; end: number; text: string } => {
    const start = view.lastIndexOf('\n', place - 1) + 1
    const end = lineEnd(view, place)
    return { start, end, text: Buffer.from(view.slice(start, Math.min(end, start + LINE_MAX)), 'latin1').toString() }
  }
  const own = lineAt(at)
  const place = widthOf(Buffer.from(view.slice(own.start, at), 'latin1').toString())
  const column = ruler.columns.find(({ from, to }) => place > from && place <= to)
  if (column === undefined || own.start < top) return undefined
  const cut = (text: string, from: number, to: number): string =>
    Buffer.from(text).subarray(bytesTo(text, from), bytesTo(text, to)).toString()
  /** Whether the row has something in another column, or goes beyond all of them. */
  const isFirst = (text: string): boolean =>
    ruler.columns.some((one) => one !== column && cut(text, one.from, one.to).trim() !== '')
  const isOwn = (text: string): boolean =>
    text.trim() !== '' &&
    cut(text, column.from - 2, column.from).trim() === '' &&
    widthOf(text.trimEnd()) <= (ruler.columns.at(-1)?.to ?? 0)
  if (!isOwn(own.text)) return undefined
  const lines = [own]
  for (let first = own; !isFirst(first.text) && first.start > top;) {
    first = lineAt(first.start - 1)
    if (!isOwn(first.text)) break
    lines.unshift(first)
  }
  for (let last = own; last.end < view.length;) {
    last = lineAt(last.end + 1)
    if (!isOwn(last.text) || isFirst(last.text)) break
    lines.push(last)
  }
  if (lines.length < ROWS_MIN) return undefined
  const rewriting = new Rewriting(of)
  for (const { start, text } of lines) {
    const cell = cut(text, column.from, column.to).trimEnd()
    const from = start + bytesTo(text, column.from)
    rewriting.keep(from, from + Buffer.byteLength(cell))
    rewriting.put('\n', from + Buffer.byteLength(cell))
  }
  return { name: 'table', text: rewriting.end(), start: lines[0]?.start ?? at, end: lines.at(-1)?.end ?? at }
}
