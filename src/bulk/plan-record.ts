import type { Journal, NewBatch, RunFile, Target } from '../journal/index.js'
import type { WireNames } from './request-text.js'

/** Where a plan's batches go while it is made. */
export interface PlanRecord {
  add(batch: NewBatch): void
  /** Makes the plan sendable and returns its run number. */
  complete(totals: Record<string, unknown>): number | undefined
  /** Removes whatever was written: nothing of this plan can be sent. */
  discard(): void
}

/** For a dry run. */
export const noRecord: PlanRecord = { add: () => undefined, complete: () => undefined, discard: () => undefined }

/** Batches are written in transactions of about this size, so that no other process waits long for the journal. */
const WRITE_BYTES = 4_000_000

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
  let waiting: NewBatch[] = []
  let waitingBytes = 0
  let seq = 0
  const open = () => (id ??= journal.runs.create({ ...run, wire: { ...run.wire } }))
  const flush = () => {
    if (waiting.length === 0) return
    journal.batches.add(open(), seq, waiting)
    seq += waiting.length
    waiting = []
    waitingBytes = 0
  }
  return {
    add: (batch) => {
      waiting.push(batch)
      waitingBytes += batch.bytes
      if (waitingBytes >= WRITE_BYTES) flush()
    },
    complete: (totals) => journal.transaction(() => {
      flush()
      journal.runs.planned(open(), totals, seq === 0 ? 'done' : 'ready')
      return id
    }),
    discard: () => {
      if (id !== undefined) journal.runs.discard(id)
      waiting = []
    },
  }
}
