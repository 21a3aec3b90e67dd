import type { CoveredSeries, Journal, PackedBatch, ReplacedRow, RunFile, Target } from '../../journal/index.js'
import type { FilledBatch, WireNames } from '../requests/index.js'

/** Where a plan's batches go while it is made. */
export interface PlanRecord {
  add(batch: FilledBatch): void
  /** Which nights the files held for a hotel. */
  cover(hotel: string, covered: readonly CoveredSeries[]): void
  /** Rows of the hotel that lost nights to later ones. */
  replace(hotel: string, rows: readonly ReplacedRow[]): void
  /** Makes the plan sendable and returns its run number. */
  complete(totals: Record<string, unknown>): number | undefined
  /** Removes whatever was written: nothing of this plan can be sent. */
  discard(): void
}

/** For a dry run. */
export const noRecord: PlanRecord = {
  add: () => undefined,
  cover: () => undefined,
  replace: () => undefined,
  complete: () => undefined,
  discard: () => undefined,
}

/** Batches are written in transactions of about this size, so that no other process waits long for the journal. */
const WRITE_BYTES = 4_000_000
const COVERED_KEPT = 1000

export interface RecordedRun {
  target: Target
  kind: string
  files: readonly RunFile[]
  command: Record<string, unknown>
  wire: WireNames
}

/** Writes the plan into the journal; until `complete` it is not sendable. */
export function journalRecord(journal: Journal, run: RecordedRun): PlanRecord {
  let id: number | undefined
  let waiting: PackedBatch[] = []
  let waitingBytes = 0
  let seq = 0
  let replaced: { hotel: string; rows: readonly ReplacedRow[] }[] = []
  let covered: { hotel: string; series: readonly CoveredSeries[] }[] = []
  const open = () => (id ??= journal.runs.create({ ...run, wire: { ...run.wire } }))
  const flush = () => {
    if (waiting.length === 0 && covered.length === 0) return
    const runId = open()
    journal.transaction(() => {
      if (waiting.length > 0) journal.batches.add(runId, seq, waiting)
      journal.coverage.add(runId, covered)
      for (const { hotel, rows } of replaced) journal.replaced.add(runId, hotel, rows)
    })
    seq += waiting.length
    covered = []
    replaced = []
    waiting = []
    waitingBytes = 0
  }
  return {
    add: (batch) => {
      waiting.push(batch.pack())
      waitingBytes += batch.bytes
      if (waitingBytes >= WRITE_BYTES) flush()
    },
    cover: (hotel, series) => {
      covered.push({ hotel, series })
      if (covered.length >= COVERED_KEPT) flush()
    },
    // The nights that the hotel covers follow, and with them it is written.
    replace: (hotel, rows) => void (rows.length > 0 && replaced.push({ hotel, rows })),
    complete: (totals) =>
      journal.transaction(() => {
        flush()
        journal.runs.planned(open(), totals, seq === 0 ? 'nothing-to-do' : 'ready')
        return id
      }),
    discard: () => {
      if (id !== undefined) journal.runs.discard(id)
      waiting = []
      covered = []
      replaced = []
    },
  }
}
