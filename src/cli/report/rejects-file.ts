import { Fault } from '../../errors.js'
import type { BadRow, InputFile, Kind, ReadOptions } from '../../files/index.js'
import type { Journal } from '../../journal/index.js'
import {
  type KeptRejects,
  nightsOfRun,
  refusedNightsOf,
  type RejectsInput,
  rejectsPlace,
  removeStaleRejects,
  writePlannedRejects,
  writeRejects,
} from '../../push/index.js'

interface Rejected {
  file: number
  line: number
  reason: string
}

/** What became of the rejects of a run. */
export interface WrittenRejects {
  /** Where they are; absent where they could not be written. */
  file?: string
  rows: number
  /** Why they could not be written as their files have them, or not at all. */
  problem?: string
}

/** The file that `--rejects` names: rows that a check or the service refused, as they stood, with the reason. */
export class RejectsFile {
  #to: string | undefined
  readonly #kept: KeptRejects
  readonly #files: readonly InputFile[]
  readonly #options: ReadOptions
  readonly #kind: Kind
  readonly #rows: Rejected[] = []

  constructor(
    to: string | undefined,
    files: readonly InputFile[],
    options: ReadOptions,
    kind: Kind,
    kept: KeptRejects,
  ) {
    this.#to = to
    this.#kept = kept
    this.#files = files
    this.#options = options
    this.#kind = kind
  }

  add({ fileIndex, line, field, reason }: BadRow): void {
    if (this.#to !== undefined)
      this.#rows.push({ file: fileIndex, line, reason: field === undefined ? reason : `${field}: ${reason}` })
  }

  /**
   * Writes what a check has refused. To be called before the first request: it also proves that the file can be written.
   * @returns where it was written and how many rows, or undefined where there is nothing to write
   * @throws Fault USAGE, INVALID_INPUT, UNEXPECTED
   */
  async write(): Promise<(WrittenRejects & { file: string }) | undefined> {
    return this.#to === undefined || this.#rows.length === 0
      ? undefined
      : { file: this.#to, rows: await this.#writeRows(this.#to, this.#rows) }
  }

  /**
   * Whether the file can be written, in case the service refuses rows.
   * @param besides other files that are read, which it must not replace
   * @throws Fault USAGE
   */
  async checkTarget(besides: readonly string[]): Promise<void> {
    this.#to = await settledRejects(this.#to, this.#kept, { files: this.#files, besides })
  }

  /** Before the first request: rejects of an earlier push are removed where this one has written none, and that is told. */
  async removeStale(notice: (line: string) => void): Promise<void> {
    if (this.#rows.length === 0) await clearRejects(this.#to, this.#kept, notice)
  }

  /**
   * Writes what a check and the service refused. Never throws: a run that was sent has to be told whatever becomes of this file. Where the rows cannot be
   * found in their files any more, those that the service refused are written as they were sent.
   */
  async writeAfter(journal: Journal, runId: number): Promise<WrittenRejects | undefined> {
    const to = this.#to
    if (to === undefined) return undefined
    const refused = refusedRowsOf(journal, runId)
    if (refused.length === 0 && this.#rows.length === 0) return undefined
    const rejected = [...this.#rows, ...refused]
    // A line that a check has refused too stays whole.
    const checked = new Set(this.#rows.map(({ file, line }) => `${file}:${line}`))
    const parts = {
      nights: [...nightsOfRun(journal, runId, ['rejected', 'untried', 'unanswered'])].filter(
        ({ reason }) => reason !== undefined,
      ),
      byLine: refusedNightsOf(journal, runId),
      lines: refused.filter(({ file, line }) => !checked.has(`${file}:${line}`)),
      replaced: journal.replaced.of(runId),
    }
    try {
      return { file: to, rows: await this.#writeRows(to, rejected, parts) }
    } catch (error) {
      // What was written before the first request stays: it holds the rows that a check refused.
      if (refused.length === 0) return { file: to, rows: this.#rows.length }
      return plannedRejects(journal, runId, this.#rows.length === 0 ? to : `${to}.refused.ndjson`, this.#kept, error)
    }
  }

  async #writeRows(to: string, rejected: readonly Rejected[], refused?: RejectsInput['refused']): Promise<number> {
    await this.#kept.free(to)
    const rows = await writeRejects({
      files: this.#files,
      kind: this.#kind,
      options: this.#options,
      rejected,
      ...(refused === undefined ? {} : { refused }),
      to,
    })
    await this.#kept.keep(to)
    return rows
  }
}

/** Each line that the service refused, once for each reason. */
function refusedRowsOf(journal: Journal, runId: number): Rejected[] {
  const rows = new Map<string, Rejected>()
  for (const { file, line, reason } of refusedNightsOf(journal, runId))
    rows.set(JSON.stringify([file, line, reason]), { file, line, reason })
  return [...rows.values()]
}

/**
 * Where the rejects go: where they are wanted, or beside a file of somebody, which is told.
 * @throws Fault USAGE
 */
export async function settledRejects(
  wanted: string | undefined,
  kept: KeptRejects,
  { files, besides = [] }: { files: readonly InputFile[]; besides?: readonly string[] },
): Promise<string | undefined> {
  if (wanted === undefined) return undefined
  const to = await rejectsPlace({ files, to: wanted, besides })
  if (to !== wanted)
    kept.tell(
      `${wanted} is a file that no earlier --rejects has written, and is left as it is. Rows that are refused are written to ${to}.`,
    )
  return to
}

/** Removes the rejects of an earlier push, unless somebody has changed them, and tells it. */
export async function clearRejects(
  to: string | undefined,
  kept: KeptRejects,
  notice: (line: string) => void,
): Promise<void> {
  if (to !== undefined) await kept.free(to)
  if (to !== undefined && (await removeStaleRejects(to)))
    notice(`${to} held rows that an earlier push refused; it was removed.`)
}

/** The refused rows of a run as they were sent, for a run whose files are not at hand. Never throws. */
export async function plannedRejects(
  journal: Journal,
  runId: number,
  to: string,
  kept: KeptRejects,
  reason?: unknown,
): Promise<WrittenRejects | undefined> {
  try {
    if (hasRefused(journal, runId)) await kept.free(to)
    const rows = await writePlannedRejects({ journal, runId, to })
    if (rows > 0) await kept.keep(to)
    return rows === 0 ? undefined : { file: to, rows, ...(reason === undefined ? {} : { problem: textOf(reason) }) }
  } catch (error) {
    return { rows: 0, problem: textOf(error) }
  }
}

function hasRefused(journal: Journal, runId: number): boolean {
  return journal.pieces.of(runId, ['rejected', 'untried', 'unanswered']).some(({ problem }) => problem !== undefined)
}

function textOf(error: unknown): string {
  return error instanceof Fault || error instanceof Error ? error.message : String(error)
}
