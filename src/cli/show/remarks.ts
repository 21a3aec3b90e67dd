/** What the service said beside a success. */
export interface Remark {
  /** As a warning, or as a text that is more than its word of success. */
  kind: 'warns' | 'adds'
  text: string
  /** Answers in which it stood. */
  times: number
}

/** The most different remarks that one command tells. */
const MOST = 100

/** The remarks of one command, each once. */
export class Remarks {
  readonly #heard = new Map<string, Remark>()

  /** Whether it is to be told: it is new, and not one of too many. */
  hear(kind: Remark['kind'], text: string): boolean {
    const known = this.#heard.get(text)
    if (known !== undefined) known.times += 1
    if (known !== undefined || this.#heard.size >= MOST) return false
    this.#heard.set(text, { kind, text, times: 1 })
    return true
  }

  /** All of them, in the order in which they were heard. */
  all(): readonly Remark[] {
    return [...this.#heard.values()]
  }
}

/** A remark on a line of its own. */
export function remarkLine({ kind, text, times }: Remark): string {
  return `The service ${kind}: ${kind === 'adds' ? `"${text}"` : text}${timesOf(times)}`
}

/** A remark as a value of a document. */
export function remarkText({ text, times }: Remark): string {
  return `${text}${timesOf(times)}`
}

/** A push hears the same of every batch. */
const timesOf = (times: number): string => (times === 1 ? '' : ` (in ${times.toLocaleString('en')} answers)`)
