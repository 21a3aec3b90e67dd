import type { RefusedCell } from '../reading/index.js'
import { agreedValue, markProblem, OpenProblem, Problem, type Read, ShownProblem, showText } from '../values/index.js'

interface CellFault {
  at: number
  problem: Problem
}

const SPACE = 0x20
const DELETE = 0x7f

/** What is said about a record that is refused. */
interface Refusal {
  field: string
  value: string
  reason: string
  remedy?: string
}

/** Reads cells of one record after the other and keeps what is wrong with the current one. */
export class RecordCells {
  #faults: CellFault[] = []
  /** True where another reading of a column would have taken a cell. */
  isOpen = false

  get hasFaults(): boolean {
    return this.#faults.length > 0
  }

  get faultCount(): number {
    return this.#faults.length
  }

  /** @param remedy of a blank cell */
  need<T>(read: Read<T>, cells: readonly string[], at: number, fallback: T, remedy?: string): T {
    if (isFilled(cells[at])) return this.optional(read, cells, at, fallback)
    this.note(at, new Problem('is blank', remedy))
    return fallback
  }

  optional<T, F>(read: Read<T>, cells: readonly string[], at: number, fallback: F): T | F {
    const text = at < 0 ? '' : (cells[at] as string)
    if (!isFilled(text)) return fallback
    const value = valueOf(read, text)
    if (!(value instanceof Problem)) return value
    this.note(at, value)
    return fallback
  }

  /** A cell of a refused record, and what it says by itself. */
  refused<T, V>(read: Read<T>, cells: readonly string[], at: number, shown: (value: T) => V): RefusedCell {
    const text = at < 0 ? '' : (cells[at] as string)
    const value = isFilled(text) ? valueOf(read, text) : undefined
    return {
      text,
      isWrong: at >= 0 && this.isWrong(at),
      value: value === undefined || value instanceof Problem ? undefined : shown(value),
    }
  }

  isWrong(at: number): boolean {
    return this.#faults.some((fault) => fault.at === at)
  }

  note(at: number, problem: Problem): void {
    if (problem instanceof OpenProblem) this.isOpen = true
    if (!this.#faults.some((fault) => fault.at === at)) this.#faults.push({ at, problem })
  }

  clear(): void {
    this.#faults = []
    this.isOpen = false
  }

  /** Everything that is wrong with the record, under the first cell of it. */
  refusal(cells: readonly string[], names: readonly string[]): Refusal {
    const [first, ...more] = this.#faults as [CellFault, ...CellFault[]]
    const others = more.map(({ at, problem }) => `${showText(names[at] ?? '')} ${problem.reason}`)
    const { remedy } = first.problem
    return {
      field: names[first.at] ?? '',
      value: showText(cells[first.at] ?? ''),
      reason: [first.problem.reason, ...others].join('; '),
      ...(remedy === undefined ? {} : { remedy }),
    }
  }
}

function valueOf<T>(read: Read<T>, text: string): T | Problem {
  const value = read(text)
  if (!(value instanceof Problem) || value instanceof ShownProblem) return value
  return markProblem(text) ?? agreedValue(text, read) ?? value
}

/** True where a cell says something. */
export function isFilled(text: string | undefined): boolean {
  if (text === undefined || text === '') return false
  const first = text.charCodeAt(0)
  return (first > SPACE && first < DELETE) || text.trim() !== ''
}
