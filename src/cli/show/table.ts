import Table from 'cli-table3'
import { bold, dim } from 'ansis'
import { type Column, printable, type Terminal } from '../terminal/index.js'

const BARE = {
  top: '', 'top-mid': '', 'top-left': '', 'top-right': '',
  bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ',
}

function visible(cell: string): string {
  return printable(cell.replace(/[\t\r\n]+/g, ' '))
}

const GAP = 2
/** The library draws no more rows at a time than the stack holds. */
const ROWS_AT_ONCE = 1000
/** Ids and codes are no longer than this, and stay whole. */
const LEAST_WIDTH = 20

/** A table without rules: bold head, columns two blanks apart, long cells cut to fit the terminal; `paint` colours a cell that is ready. */
export function drawTable(shown: readonly Column<never>[], rows: readonly (readonly string[])[], terminal: Terminal, paint = (cell: string, _row: number, _column: number): string => cell): string {
  const clean = rows.map((row) => row.map(visible))
  const widths = fittingWidths(shown, clean, terminal)
  const cells = clean.map((row, y) => row.map((cell, x) => paint(cut(cell, widths[x]), y, x)))
  const common = { chars: BARE, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true }, colAligns: shown.map(({ align }) => align ?? 'left') }
  const head = shown.map(({ name }) => bold(name))
  // Parts are as wide as each other; a table that is drawn whole finds its widths itself.
  const wide = cells.length > ROWS_AT_ONCE ? { colWidths: widths.map((one, x) => one * (clean.every((row) => isNarrow(row[x])) ? 1 : 2)) } : {}
  const parts: string[] = []
  for (let at = 0; at === 0 || at < cells.length; at += ROWS_AT_ONCE) {
    const table = new Table({ ...common, ...wide, head: at === 0 ? head : [] })
    table.push(...cells.slice(at, at + ROWS_AT_ONCE))
    parts.push(table.toString())
  }
  return trimLines(parts.join('\n'))
}

/** Whether every character takes one column. */
function isNarrow(cell = ''): boolean {
  return /^[\x20-\x7e]*$/.test(cell)
}

function cut(cell: string, width = cell.length): string {
  return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell
}

/** Widths with which the columns fit beside each other: the widest texts give way first, numbers and heads never. */
function fittingWidths(shown: readonly Column<never>[], rows: readonly (readonly string[])[], { stdout, width }: Terminal): number[] {
  const longest = Math.max(LEAST_WIDTH, Math.floor(width / 2))
  const widths = shown.map(({ name, isWhole }, x) => Math.max(name.length, Math.min(isWhole === true ? Infinity : longest, rows.reduce((most, row) => Math.max(most, row[x]?.length ?? 0), 0))))
  // What goes into a pipe has no edge.
  if (!stdout) return widths
  const least = shown.map(({ name, align, isWhole }, x) => (align === 'right' || isWhole === true ? (widths[x] as number) : Math.max(name.length, LEAST_WIDTH)))
  for (let over = widths.reduce((sum, one) => sum + one + GAP, -GAP) - width; over > 0; over -= 1) {
    const spare = widths.map((one, x) => (one > (least[x] as number) ? one : 0))
    const widest = spare.indexOf(Math.max(...spare))
    if (spare[widest] === 0) break
    widths[widest] = (widths[widest] as number) - 1
  }
  return widths
}

/** Name and value of each field of one record. */
export function drawPairs(pairs: readonly (readonly [string, string])[]): string {
  const table = new Table({ chars: BARE, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true } })
  table.push(...pairs.map(([name, value]) => [dim(name), visible(value)]))
  return trimLines(table.toString())
}

function trimLines(text: string): string {
  return text.split('\n').map((line) => line.trimEnd()).join('\n')
}
