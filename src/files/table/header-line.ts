import { weekdayMask } from '../dates/index.js'
import { isDateHeader, isTaken, monthAboveDays } from '../matrix/index.js'
import type { ReadContext } from '../reading/index.js'

/** Lines among which a header is looked for; below that a file has none. */
export const HEADER_LINES_MAX = 12
const LINE_CHARACTERS = 20_000
const SEPARATORS = [',', ';', '\t', '|'] as const

/**
 * Finds the header below lines that say one thing only, such as the name of the hotel, or the weekdays of the columns.
 * @param separator where a person has named it
 * @returns the place of the header among the lines; 'undecided' where more lines may show it
 */
export function headerAt(
  lines: readonly string[],
  separator: string | undefined,
  context: ReadContext,
): number | 'undecided' {
  const filled: number[] = []
  for (let at = 0; at < lines.length && filled.length < HEADER_LINES_MAX; at += 1)
    if ((lines[at] as string).trim() !== '') filled.push(at)
  const [first] = filled
  if (first === undefined) return 'undecided'
  for (const at of filled) {
    const found = (separator === undefined ? SEPARATORS : [separator]).find((one) =>
      isHeader(cellsOf(lines[at] as string, one), context),
    )
    if (found === undefined) continue
    const isBelowTitles = filled.every((above) => above >= at || isTitle(cellsOf(lines[above] as string, found)))
    return isBelowTitles ? at : first
  }
  return filled.length < HEADER_LINES_MAX ? 'undecided' : first
}

/** True for a row that says one thing only or nothing, or names weekdays. */
export function isTitle(cells: readonly string[]): boolean {
  const filled = new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))
  const [only = ''] = filled
  return filled.size < 2 ? monthAboveDays(only) === undefined : areWeekdays([...filled])
}

/** True for two or more cells that all name weekdays. */
export function areWeekdays(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.every((cell) => weekdayMask(cell.slice(0, 20).replace(/\.$/, '')) > 0)
}

/** True where cells are names that are known, or dates or months beside them. */
function isHeader(cells: readonly string[], context: ReadContext): boolean {
  const names = cells.filter((cell) => cell !== '' && !cell.startsWith('_'))
  const known = names.filter((name) => isTaken(name, context)).length
  if (known >= 2) return true
  const dates = names.filter((name) => isDateHeader(name) || monthAboveDays(name) !== undefined).length
  return dates + known >= 2
}

function cellsOf(line: string, separator: string): string[] {
  return line
    .slice(0, LINE_CHARACTERS)
    .split(separator)
    .map((cell) => cell.replaceAll('"', '').trim())
}
