import Table from 'cli-table3'
import { bold, dim } from 'ansis'
import type { Terminal } from './terminal.js'
import type { Column } from './view.js'

const BARE = {
  top: '', 'top-mid': '', 'top-left': '', 'top-right': '',
  bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ',
}

// Terminal escapes in data from a service or a file must not act on the person's screen.
const CONTROL = /\p{Cc}/gu

function visible(cell: string): string {
  return cell.replace(/[\t\r\n]+/g, ' ').replace(CONTROL, '\u{FFFD}')
}

/** A table without rules: bold head, columns two blanks apart, long cells cut to fit the terminal; `paint` colours a cell that is ready. */
export function drawTable(shown: readonly Column<never>[], rows: readonly (readonly string[])[], { width }: Terminal, paint = (cell: string, _row: number, _column: number): string => cell): string {
  const clean = rows.map((row) => row.map(visible))
  const longest = Math.max(16, Math.floor(width / 2))
  const table = new Table({
    head: shown.map(({ name }) => bold(name)),
    chars: BARE,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colAligns: shown.map(({ align }) => align ?? 'left'),
  })
  table.push(...clean.map((row, y) => row.map((cell, x) => paint(cell.length > longest ? `${cell.slice(0, longest - 1)}…` : cell, y, x))))
  return trimLines(table.toString())
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
