import type { Journal, PendingRefusal, Piece, SettledPiece } from '../../journal/index.js'

/** A change of the journal that waits for the next commit. */
type Change =
  | { kind: 'settle'; fate: SettledPiece }
  | { kind: 'reject-pending'; refusal: PendingRefusal }
  | { kind: 'unanswered'; entries: Entries }

/** Entries of a batch. */
type Entries = Pick<Piece, 'seq' | 'fromEntry' | 'untilEntry'>

/**
 * Puts fates into the journal. Those that come in together share one commit; each promise resolves once its fate is on disk.
 */
export class FateWriter {
  #waiting: { change: Change; resolve: () => void; reject: (error: unknown) => void }[] = []
  #requests = 0
  #extraRequests = 0

  constructor(
    private readonly journal: Journal,
    private readonly run: number,
    private readonly owner: { target: number; kind: string },
  ) {}

  settle(fate: SettledPiece): Promise<void> {
    return this.#enqueue({ kind: 'settle', fate })
  }

  /** Gives up all that has no fate yet in these batches. */
  rejectPending(refusal: Omit<PendingRefusal, 'run'>): Promise<void> {
    return this.#enqueue({ kind: 'reject-pending', refusal: { run: this.run, ...refusal } })
  }

  /** A request for these went out and brought no usable answer. */
  unanswered(entries: Entries): Promise<void> {
    return this.#enqueue({ kind: 'unanswered', entries })
  }

  countRequest(isExtra: boolean): void {
    this.#requests += 1
    if (isExtra) this.#extraRequests += 1
  }

  /** Writes what is waiting, and the number of requests. */
  flush(): void {
    if (this.#waiting.length === 0 && this.#requests === 0) return
    const batch = this.#waiting
    this.#waiting = []
    const [requests, extra] = [this.#requests, this.#extraRequests]
    this.#requests = 0
    this.#extraRequests = 0
    try {
      this.journal.transaction(() => {
        for (const { change } of batch) {
          if (change.kind === 'settle') this.journal.batches.settle(this.owner, [change.fate])
          else if (change.kind === 'unanswered') this.journal.doubts.note({ run: this.run, ...change.entries })
          else this.journal.batches.rejectPending(change.refusal)
        }
        this.journal.runs.countRequests(this.run, requests, extra)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
      if (batch.length === 0) throw error
      return
    }
    for (const { resolve } of batch) resolve()
  }

  #enqueue(change: Change): Promise<void> {
    if (this.#waiting.length === 0) setImmediate(() => this.flush())
    return new Promise((resolve, reject) => this.#waiting.push({ change, resolve, reject }))
  }
}
