import { type BadRow, type Kind, type ReadOptions, rejectedRowsOf, writeRejects } from '../bulk/index.js'
import type { Journal } from '../journal/index.js'

interface Rejected {
  file: number
  line: number
  reason: string
}

/** The file that `--rejects` names: rows that a check or the service refused, as they stood, with the reason. */
export class RejectsFile {
  readonly #to: string | undefined
  readonly #paths: readonly string[]
  readonly #options: ReadOptions
  readonly #kind: Kind
  readonly #rows: Rejected[] = []

  constructor(to: string | undefined, paths: readonly string[], options: ReadOptions, kind: Kind) {
    this.#to = to
    this.#paths = paths
    this.#options = options
    this.#kind = kind
  }

  add({ fileIndex, line, field, reason }: BadRow): void {
    if (this.#to !== undefined) this.#rows.push({ file: fileIndex, line, reason: field === undefined ? reason : `${field}: ${reason}` })
  }

  /**
   * Writes what was collected and, with a run, what the service refused of it.
   * @returns where it was written and how many rows, or undefined where there is nothing to write
   */
  async write(journal?: Journal, runId?: number): Promise<{ file: string; rows: number } | undefined> {
    if (this.#to === undefined) return undefined
    const refused = journal === undefined || runId === undefined ? [] : [...rejectedRowsOf(journal, runId)].map(({ fileIndex, line, reason }) => ({ file: fileIndex, line, reason }))
    const rejected = [...this.#rows, ...refused]
    if (rejected.length === 0) return undefined
    const rows = await writeRejects({ files: this.#paths.map((name) => ({ name })), kind: this.#kind, options: this.#options, rejected, to: this.#to })
    return { file: this.#to, rows }
  }
}
