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
