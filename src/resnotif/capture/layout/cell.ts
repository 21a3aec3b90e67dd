import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { bytesTo, widthOf } from './columns.js'
import type { LaidOut } from './laid-out.js'

/** What psql writes at the end of a line of a cell that goes on in the next one, before the border of the column. */
const MARKS = /[+↵](?=[|│]|[ \t\r]*$)/g
/** A line that goes on so, of a message: nothing stands between its tags but a carriage return, as psql shows one. */
const GOES_ON = />(?:\\r)?[ \t]*[+↵](?:[|│][^<>]*)?[ \t\r]*$/
/** What stands before a line of a cell that is not its first one: columns that have no more lines, or have some of their own. */
const HEAD = /^(?: *[|│])* ?/
const UNFIT =
  'a message in a column of psql whose lines do not end at one place: write it without columns ("psql -A -t")'

interface Row {
  start: number
  end: number
  text: string
  /** Columns of a terminal where a mark stands. */
  marks: number[]
}

/** The cell of a table of psql, or of its records with `-x`, whose text has several lines. */
export function cellAround(of: Traced, view: string, floor: number, at: number): LaidOut | undefined {
  const own = rowAt(view, at)
  const above = rowBefore(view, floor, own)
  if (!GOES_ON.test(own.text) && (above === undefined || !GOES_ON.test(above.text))) return undefined
  const rows = GOES_ON.test(own.text) ? [own] : [above as Row, own]
  for (let one = rowBefore(view, floor, rows[0] as Row); one !== undefined && one.marks.length > 0;)
    one = rowBefore(view, floor, (rows.unshift(one), one))
  if (own.marks.length > 0)
    for (let one = rowBehind(view, own); one !== undefined; one = rowBehind(view, one)) {
      rows.push(one)
      if (one.marks.length === 0) break
    }
  return takenOut(of, view, rows)
}

function takenOut(of: Traced, view: string, rows: readonly Row[]): LaidOut {
  const last = rows.at(-1) as Row
  const marked = rows.filter(({ marks }) => marks.length > 0)
  const found = { name: 'table', start: (rows[0] as Row).start, end: last.end } as const
  const edge = marked[0]?.marks.findLast((column) => marked.every(({ marks }) => marks.includes(column)))
  const heads = rows.slice(1).map(({ text }) => widthOf(HEAD.exec(text)?.[0] ?? ''))
  const left = Math.min(...heads)
  if (edge === undefined || left < 1 || last.marks.length > 0) return { ...found, text: UNFIT }
  // A column before it that has several lines of its own leaves no blanks there.
  if (/^[^<]*[|│]/.test(textFrom(rows[0] as Row, left))) return { ...found, text: UNFIT }
  const rewriting = new Rewriting(of)
  for (const row of rows) {
    const [from, to] = [bytesTo(row.text, left), bytesTo(row.text, edge)]
    const cell = Buffer.from(view.slice(row.start + from, row.start + to), 'latin1')
      .toString()
      .trimEnd()
    const hasReturn = cell.endsWith('\\r')
    const end = row.start + from + Buffer.byteLength(cell) - (hasReturn ? 2 : 0)
    rewriting.keep(row.start + from, end)
    if (hasReturn) rewriting.put('\r', end)
    if (row !== last) rewriting.put('\n', end)
  }
  return { ...found, text: rewriting.end() }
}

const textFrom = ({ text }: Row, column: number): string => Buffer.from(text).subarray(bytesTo(text, column)).toString()

function rowAt(view: string, at: number): Row {
  const start = view.lastIndexOf('\n', at - 1) + 1
  const end = lineEnd(view, at)
  const text = Buffer.from(view.slice(start, end), 'latin1').toString()
  const marks = [...text.matchAll(MARKS)].map(({ index }) => widthOf(text.slice(0, index)))
  return { start, end, text, marks }
}

const rowBefore = (view: string, floor: number, { start }: Row): Row | undefined =>
  start <= floor ? undefined : rowAt(view, start - 1)
const rowBehind = (view: string, { end }: Row): Row | undefined =>
  end >= view.length ? undefined : rowAt(view, end + 1)
