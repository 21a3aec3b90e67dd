import { bytesOf, intsOf } from './cell-block.js'
import { IntList } from './int-list.js'

/** Lines of one source file in equal steps: `line`, `line + step`, … `count` of them. */
export interface LineRun {
  /** Index of the file within the run of the command. */
  file: number
  line: number
  step: number
  count: number
}

/** The runs of lines each entry of a batch came from, packed in the order of the entries. */
export function encodeSources(entries: readonly (readonly LineRun[])[]): Uint8Array {
  const ints = new IntList()
  for (const runs of entries) addSources(ints, runs)
  return bytesOf(ints.copy())
}

/** Adds the runs of one entry more. */
export function addSources(ints: IntList, runs: readonly LineRun[]): void {
  ints.push(runs.length)
  for (const { file, line, step, count } of runs) {
    ints.push(file)
    ints.push(line)
    ints.push(step)
    ints.push(count)
  }
}

/** The runs of entries [from, until). */
export function decodeSources(bytes: Uint8Array, from: number, until: number): LineRun[][] {
  const ints = intsOf(bytes)
  const entries: LineRun[][] = []
  let at = 0
  for (let entry = 0; entry < until; entry += 1) {
    const count = ints[at++] as number
    if (entry >= from) {
      const runs: LineRun[] = []
      for (let i = 0; i < count; i += 1) {
        const [file, line, step, lines] = ints.subarray(at + i * 4, at + i * 4 + 4) as unknown as [number, number, number, number]
        runs.push({ file, line, step, count: lines })
      }
      entries.push(runs)
    }
    at += count * 4
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
