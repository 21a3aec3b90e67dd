import type { Piece, Problem } from '../../journal/index.js'
import type { SendOutcome } from './send-outcome.js'

/** The part of a batch that one request carries. */
type Part = Pick<Piece, 'seq' | 'fromEntry' | 'untilEntry'>

/** What all that is told of one request says. */
interface OfRequest {
  /** Number of the request in this attempt, from 1: what becomes of it is told under the same. */
  request: number
  hotel: string
  /** Number of the batch in the plan. */
  batch: number
  /** Entries of the batch in the request: the first of them, from 0, and how many. */
  firstEntry: number
  entries: number
}

/** What becomes of the entries of a refused request: it ends there, they go out again in smaller parts, or more is given up with them. */
export type AfterRefusal = 'over' | 'split' | 'batch-given-up' | 'hotel-given-up' | 'run-stops'

/**
 * What happens to the requests of a run, as it happens. `sent`: it was handed to the connection; whether it left is told by what follows. `acknowledged` comes
 * once that is on record in the journal. `isProbe`: it was sent to find out about others, and its entries go out again with them.
 */
export type RequestEvent = OfRequest &
  (
    | { event: 'sent' }
    | { event: 'acknowledged'; isProbe?: true }
    | { event: 'refused'; code?: string; message: string; after: AfterRefusal; isProbe?: true }
    | { event: 'throttled'; retryAfterMs?: number; mayHaveArrived: boolean }
    | { event: 'failed'; code: string; message: string; mayHaveArrived: boolean; retryAfterMs?: number }
  )

/** Numbers the requests of a run and tells what becomes of each. */
export class RequestTeller {
  #requests = 0

  /** @param tell undefined where nobody listens */
  constructor(private readonly tell: ((event: RequestEvent) => void) | undefined) {}

  /** A request is on its way. */
  begin(hotel: string, { seq, fromEntry, untilEntry }: Part): RequestNews | undefined {
    if (this.tell === undefined) return undefined
    this.#requests += 1
    const request = {
      request: this.#requests,
      hotel,
      batch: seq,
      firstEntry: fromEntry,
      entries: untilEntry - fromEntry,
    }
    this.tell({ event: 'sent', ...request })
    return new RequestNews(request, this.tell)
  }
}

/** What becomes of one request. */
export class RequestNews {
  constructor(
    private readonly request: OfRequest,
    private readonly tell: (event: RequestEvent) => void,
  ) {}

  acknowledged(isProbe = false): void {
    this.tell({ event: 'acknowledged', ...this.request, ...(isProbe ? { isProbe } : {}) })
  }

  refused({ code, message }: Problem, after: AfterRefusal, isProbe = false): void {
    const why = { ...(code === undefined ? {} : { code }), message }
    this.tell({ event: 'refused', ...this.request, ...why, after, ...(isProbe ? { isProbe } : {}) })
  }

  /**
   * An outcome that judges nothing.
   * @param mayHaveArrived whether the service may have done what was asked
   */
  unjudged(outcome: SendOutcome, mayHaveArrived: boolean): void {
    if (outcome.fate === 'acknowledged' || outcome.fate === 'rejected') return
    const wait =
      outcome.fate !== 'stop' && outcome.retryAfterMs !== undefined ? { retryAfterMs: outcome.retryAfterMs } : {}
    if (outcome.fate === 'throttled') return this.tell({ event: 'throttled', ...this.request, ...wait, mayHaveArrived })
    const { code, message } = outcome.fault
    this.tell({ event: 'failed', ...this.request, code, message, mayHaveArrived, ...wait })
  }
}
