import { bold, dim } from 'ansis'
import { printable } from '../../printable.js'
import type { Column, Terminal } from '../terminal/index.js'
import stringWidth from 'string-width'

function visible(cell: string): string {
  return printable(cell.replace(/[\t\r\n]+/g, ' '))
}

const GAP = 2
/** Ids and codes are no longer than this, and stay whole. */
const LEAST_WIDTH = 20

/** A table without rules: bold head, columns two blanks apart, long cells cut to fit the terminal; `paint` colours a cell that is ready. */
export function drawTable(
  shown: readonly Column<never>[],
  rows: readonly (readonly string[])[],
  terminal: Terminal,
  paint = (cell: string, _row: number, _column: number): string => cell,
): string {
  const clean = rows.map((row) => row.map(visible))
  const widths = fittingWidths(shown, clean, terminal)
  const cells = clean.map((row, y) => row.map((cell, x) => paint(cut(cell, widths[x]), y, x)))
  return inColumns(
    [shown.map(({ name }) => bold(name)), ...cells],
    shown.map(({ align }) => align),
  )
}

/** Rows of ready cells in columns as wide as their widest cell. Each cell is measured once: a text of a foreign service may be long. */
function inColumns(rows: readonly (readonly string[])[], aligns: readonly Column<never>['align'][] = []): string {
  const measured = rows.map((row) => row.map((cell) => stringWidth(cell)))
  const widths = measured.reduce<number[]>((most, row) => row.map((width, x) => Math.max(width, most[x] ?? 0)), [])
  const lineOf = (row: readonly string[], y: number): string => {
    const padded = row.map((cell, x) => {
      const blanks = ' '.repeat((widths[x] as number) - (measured[y]?.[x] as number))
      return aligns[x] === 'right' ? `${blanks}${cell}` : `${cell}${blanks}`
    })
    return padded.join(' '.repeat(GAP)).trimEnd()
  }
  return rows.map(lineOf).join('\n')
}

function cut(cell: string, width = cell.length): string {
  return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell
}

/** Widths with which the columns fit beside each other: the widest texts give way first, numbers and heads never. */
function fittingWidths(
  shown: readonly Column<never>[],
  rows: readonly (readonly string[])[],
  { stdout, width }: Terminal,
): number[] {
  const longest = Math.max(LEAST_WIDTH, Math.floor(width / 2))
  const widths = shown.map(({ name, isWhole }, x) =>
    Math.max(
      name.length,
      Math.min(
        isWhole === true ? Infinity : longest,
        rows.reduce((most, row) => Math.max(most, row[x]?.length ?? 0), 0),
      ),
    ),
  )
  // What goes into a pipe has no edge.
  if (!stdout) return widths
  const least = shown.map(({ name, align, isWhole }, x) =>
    align === 'right' || isWhole === true ? (widths[x] as number) : Math.max(name.length, LEAST_WIDTH),
  )
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
  return inColumns(pairs.map(([name, value]) => [dim(name), visible(value)]))
}
