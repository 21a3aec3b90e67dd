import { bold, dim } from 'ansis'
import { printable } from '../../printable.js'
import { type Column, type Terminal, widthOf, wrap } from '../terminal/index.js'

function visible(cell: string): string {
  return printable(cell.replace(/[\t\r\n]+/g, ' '))
}

const GAP = 2
/** A code without blanks is no longer than this, and stays whole: an id, a time, an e-mail address. */
const CODE_WIDTH = 40
const CODE = /^(?:[^\s/]*|\d{4}-\d\d-\d\d \d\d:\d\dZ)$/
/** A text that gives way keeps its longest word whole where that is as wide as this. */
const TEXT_MIN = 12
const TEXT_MAX = 24
const TEXT_EASY = 32
/** Lines of one text in a table: who wants more asks with --no-truncate, or for the record. */
const LINES = 3
const INDENT = '    '
/** So much of a text is searched for its longest word. */
const LOOKED_AT = 400

/** How a table is drawn beyond what the terminal says. */
export interface TableOptions {
  /** Colours a line of a cell that is ready. */
  paint?: (cell: string, row: number, column: number) => string
  /** Without: no line of names above. */
  hasHead?: boolean
  /** Every text to its end. */
  isWhole?: boolean
  /** Columns that hold nothing stay, because they were asked for. */
  keepsEmpty?: boolean
}

interface Sheet {
  shown: readonly Column<never>[]
  /** Clean cells by row. */
  rows: readonly (readonly string[])[]
  /** Where each column stood, for whoever paints it. */
  places: readonly number[]
}

/**
 * A table without rules: bold head, columns two blanks apart. What does not fit the terminal gives way in this order: times lose their seconds, columns without a
 * value go, texts are wrapped at words, and the last columns go to a line of their own below the row. Ids, codes and numbers stay whole.
 */
export function drawTable(
  shown: readonly Column<never>[],
  cells: readonly (readonly string[])[],
  terminal: Terminal,
  { paint = (cell) => cell, hasHead = true, isWhole = false, keepsEmpty = false }: TableOptions = {},
): string {
  const all: Sheet = { shown, rows: cells.map((row) => row.map(visible)), places: shown.map((_, x) => x) }
  // What goes into a pipe has no edge.
  const edge = terminal.stdout ? terminal.width : Infinity
  const sheet = roomOf(naturalWidths(all, edge)) <= edge ? all : smaller(all, edge, keepsEmpty)
  const natural = naturalWidths(sheet, edge)
  const least = roomOf(natural) <= edge ? natural : floorsOf(sheet, natural, TEXT_MIN)
  // Where a column has to go below the row anyway, no text needs to be narrow.
  const floors = roomOf(least) <= edge ? least : floorsOf(sheet, natural, TEXT_EASY)
  const beside = countBeside(floors, edge)
  const widths = given(natural.slice(0, beside), floors, edge)
  const lines = sheet.rows.flatMap((row, y) => {
    const parts = row.slice(0, beside).map((cell, x) => {
      const most = isWhole || sheet.shown[x]?.isWhole === true ? Infinity : LINES
      return edge === Infinity ? [cell] : wrap(cell, widths[x] as number, most)
    })
    const height = Math.max(1, ...parts.map(({ length }) => length))
    const painted = Array.from({ length: height }, (_, at) =>
      lineOf(
        parts.map((part) => part[at] ?? ''),
        widths,
        sheet.shown,
        (cell, x) => paint(cell, y, sheet.places[x] as number),
      ),
    )
    return [...painted, ...below(sheet, y, beside, edge, isWhole ? Infinity : LINES)]
  })
  const names = sheet.shown.slice(0, beside).map(({ name }) => name)
  const head = hasHead ? [lineOf(names, widths, sheet.shown, (name) => bold(name))] : []
  return [...head, ...lines].join('\n')
}

const roomOf = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one + GAP, -GAP)

const namesWidth = ({ name }: Column<never>): number => name.length

function naturalWidths({ shown, rows }: Sheet, edge: number): number[] {
  return shown.map((column, x) =>
    rows.reduce((most, row) => Math.max(most, Math.min(edge, widthOf(row[x] ?? '', edge))), namesWidth(column)),
  )
}

const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d{1,9})?Z$/

/** The same table without seconds and without columns that hold nothing. */
function smaller({ shown, rows }: Sheet, edge: number, keepsEmpty: boolean): Sheet {
  const short = rows.map((row) => row.map((cell) => cell.replace(MOMENT, '$1 $2Z')))
  const all = { shown, rows: short, places: shown.map((_, x) => x) }
  if (keepsEmpty || roomOf(naturalWidths(all, edge)) <= edge) return all
  const places = all.places.filter((x) => short.some((row) => (row[x] ?? '') !== ''))
  return {
    shown: places.map((x) => shown[x] as Column<never>),
    rows: short.map((row) => places.map((x) => row[x] ?? '')),
    places,
  }
}

/** The least that each column takes: numbers and codes all they need, a text its longest word within bounds. */
function floorsOf({ shown, rows }: Sheet, natural: readonly number[], textMin: number): number[] {
  return shown.map((column, x) => {
    const width = natural[x] as number
    const cells = rows.map((row) => row[x] ?? '')
    if (column.align === 'right' || (width <= CODE_WIDTH && cells.every((cell) => CODE.test(cell)))) return width
    const longest = cells.reduce(
      (most, cell) =>
        cell
          .slice(0, LOOKED_AT)
          .split(/[ /]/)
          .reduce((most, word) => Math.max(most, Math.min(TEXT_MAX, widthOf(word, TEXT_MAX))), most),
      textMin,
    )
    return Math.max(namesWidth(column), Math.min(width, longest))
  })
}

/** How many columns from the left stand beside each other; at least one does. */
function countBeside(floors: readonly number[], edge: number): number {
  let count = floors.length
  while (count > 1 && roomOf(floors.slice(0, count)) > edge) count -= 1
  return count
}

/** Widths with which the columns fit: the widest texts give way first. */
function given(natural: readonly number[], floors: readonly number[], edge: number): number[] {
  const widths = [...natural]
  for (let over = roomOf(widths) - edge; over > 0; over -= 1) {
    const spare = widths.map((one, x) => (one > (floors[x] as number) ? one : 0))
    const widest = spare.indexOf(Math.max(...spare))
    if (spare[widest] === 0) break
    widths[widest] = (widths[widest] as number) - 1
  }
  return widths
}

function lineOf(
  cells: readonly string[],
  widths: readonly number[],
  shown: readonly Column<never>[],
  paint: (cell: string, column: number) => string,
): string {
  const padded = cells.map((cell, x) => {
    const isRight = shown[x]?.align === 'right'
    // Behind the last column there is nothing to stand in line.
    const blanks =
      x === cells.length - 1 && !isRight ? '' : ' '.repeat(Math.max(0, (widths[x] as number) - widthOf(cell)))
    const painted = cell === '' ? '' : paint(cell, x)
    return isRight ? `${blanks}${painted}` : `${painted}${blanks}`
  })
  return padded.join(' '.repeat(GAP)).trimEnd()
}

/** The columns that do not fit beside the others, name and value, on lines below their row. */
function below({ shown, rows }: Sheet, y: number, beside: number, edge: number, most: number): string[] {
  const lines: string[] = []
  let taken = 0
  for (const [x, { name, isWhole }] of [...shown.entries()].slice(beside)) {
    const cell = rows[y]?.[x] ?? ''
    if (cell === '') continue
    const room = edge - INDENT.length
    const [first = '', ...rest] = wrap(`${name} ${cell}`, room, isWhole === true ? Infinity : most)
    const width = rest.length > 0 ? room : widthOf(first, room)
    const painted = first.startsWith(`${name} `) ? `${dim(name)}${first.slice(name.length)}` : first
    if (lines.length > 0 && taken + SEPARATOR.length + width <= room) {
      lines[lines.length - 1] += `${SEPARATOR}${painted}`
      taken += SEPARATOR.length + width
    } else {
      lines.push(`${INDENT}${painted}`, ...rest.map((line) => `${INDENT}${line}`))
      taken = width
    }
  }
  return lines
}

const SEPARATOR = ' · '

/** Name and value of each field of one record; on a terminal a long value goes on below itself. */
export function drawPairs(pairs: readonly (readonly [string, string])[], terminal?: Terminal): string {
  const names = pairs.reduce((most, [name]) => Math.max(most, widthOf(name)), 0) + GAP
  const edge = terminal?.stdout === true ? terminal.width : Infinity
  const room = Math.max(edge - names, TEXT_MAX)
  return pairs
    .map(([name, value]) => {
      const cell = visible(value)
      const lines = edge === Infinity ? [cell] : wrap(cell, room)
      const head = `${dim(name)}${' '.repeat(names - widthOf(name))}`
      return lines.map((line, at) => `${at === 0 ? head : ' '.repeat(names)}${line}`.trimEnd()).join('\n')
    })
    .join('\n')
}
