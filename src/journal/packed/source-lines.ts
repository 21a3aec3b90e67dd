import { IntList } from './int-list.js'
import { packSources, unpackSources } from './packed-ints.js'

/** Lines of one source file in equal steps: `line`, `line + step`, … `count` of them. */
export interface LineRun {
  /** Index of the file within the run of the command. */
  file: number
  line: number
  step: number
  count: number
  /** Where its rows are not all that an entry holds: the first night of the first row, and the nights of each; the rows follow each other. */
  nights?: { from: number; length: number }
}

/** Rows that follow each other: lines in equal steps, each of as many of the nights from `from` up to `until`. */
export interface RowRun extends Omit<LineRun, 'nights'> {
  from: number
  until: number
}

/** The runs of lines each entry of a batch came from, packed in the order of the entries. */
export function encodeSources(entries: readonly (readonly LineRun[])[]): Uint8Array {
  const ints = new IntList()
  for (const runs of entries) addSources(ints, runs)
  return packSources(ints.view())
}

/** Adds the runs of one entry more. */
export function addSources(ints: IntList, runs: readonly LineRun[]): void {
  const hasNights = isSeveralRows(runs)
  // What earlier versions stored has no nights, and its number of runs is not negative.
  ints.push(hasNights ? -runs.length : runs.length)
  for (const { file, line, step, count, nights } of runs) {
    ints.push(file)
    ints.push(line)
    ints.push(step)
    ints.push(count)
    if (!hasNights) continue
    ints.push(nights?.from ?? 0)
    ints.push(nights?.length ?? 0)
  }
}

/** Adds the rows of one entry more, which holds nothing else. */
export function addRows(ints: IntList, { file, line, step, count, from, until }: RowRun): void {
  ints.push(count > 1 ? -1 : 1)
  ints.push(file)
  ints.push(line)
  ints.push(count > 1 ? step : 0)
  ints.push(count)
  if (count === 1) return
  ints.push(from)
  ints.push((until - from) / count)
}

/** Whether an entry is made of several rows that are known to lie apart. */
export function isSeveralRows(runs: readonly LineRun[]): boolean {
  return runs.some(({ nights, count }) => nights !== undefined && (runs.length > 1 || count > 1))
}

/** The runs of entries [from, until). */
export function decodeSources(bytes: Uint8Array, from: number, until: number): LineRun[][] {
  const ints = unpackSources(bytes)
  const entries: LineRun[][] = []
  let at = 0
  for (let entry = 0; entry < until; entry += 1) {
    const stored = ints[at++] as number
    const count = Math.abs(stored)
    const width = stored < 0 ? 6 : 4
    if (entry >= from) {
      const runs: LineRun[] = []
      for (let i = 0; i < count; i += 1) {
        const [file, line, step, lines, first = 0, length = 0] = ints.subarray(
          at + i * width,
          at + (i + 1) * width,
        ) as unknown as [number, number, number, number, number?, number?]
        runs.push({ file, line, step, count: lines, ...(length === 0 ? {} : { nights: { from: first, length } }) })
      }
      entries.push(runs)
    }
    at += count * width
  }
  return entries
}

/** Sorts lines and packs them into the fewest runs that a greedy walk finds. Lines that repeat are kept once. */
export function packLines(runs: readonly LineRun[]): LineRun[] {
  if (runs.length < 2) return [...runs]
  const lines = runs.flatMap((run) => [...linesOf(run)].map((line) => ({ file: run.file, line })))
  lines.sort((a, b) => a.file - b.file || a.line - b.line)
  const packed: LineRun[] = []
  for (const { file, line } of lines) {
    const last = packed.at(-1)
    if (last === undefined || last.file !== file) packed.push({ file, line, step: 0, count: 1 })
    else if (last.line + last.step * (last.count - 1) === line) continue
    else if (last.count === 1) Object.assign(last, { step: line - last.line, count: 2 })
    else if (last.line + last.step * last.count === line) last.count += 1
    else packed.push({ file, line, step: 0, count: 1 })
  }
  return packed
}

export function* linesOf(run: LineRun): Iterable<number> {
  for (let i = 0; i < run.count; i += 1) yield run.line + i * run.step
}

/** The rows of a run that touch [from, until); all of it where their nights are not known. */
export function runWithin(run: LineRun, from: number, until: number): LineRun[] {
  const { line, step, count, nights } = run
  if (nights === undefined) return [run]
  const first = Math.max(0, Math.floor((from - nights.from) / nights.length))
  const end = Math.min(count, Math.ceil((until - nights.from) / nights.length))
  if (first >= end) return []
  return [
    {
      ...run,
      line: line + first * step,
      step: end - first === 1 ? 0 : step,
      count: end - first,
      nights: { from: nights.from + first * nights.length, length: nights.length },
    },
  ]
}

/** [from, until) cut at the borders of the rows that it was made of. */
export function rowSpans(runs: readonly LineRun[], from: number, until: number): { from: number; until: number }[] {
  const borders = new Set([until])
  for (const { count, nights } of runs) {
    for (let row = 0; nights !== undefined && row <= count; row += 1) {
      const night = nights.from + row * nights.length
      if (night > from && night < until) borders.add(night)
    }
  }
  let start = from
  return [...borders]
    .sort((a, b) => a - b)
    .map((end) => {
      const span = { from: start, until: end }
      start = end
      return span
    })
}
