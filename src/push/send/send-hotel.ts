import {
  isSeveralRows,
  type Journal,
  type PackedCells,
  type PendingHotel,
  type Piece,
  type PiecePart,
  type Problem,
} from '../../journal/index.js'
import { fateOf } from '../../outcome/index.js'
import { isUnconnected, type Pacer, type Turn } from '../pace/index.js'
import type { RequestWriter } from '../requests/index.js'
import type { FateWriter } from './fate-writer.js'
import type { RequestNews, RequestTeller } from './request-events.js'
import type { Judgement, OutgoingBatch, SendOutcome } from './send-outcome.js'
import { isHotelProblem, isSameProblem, probeEntries, splitPiece } from './split-piece.js'

/** Sees to the service as a whole: what becomes of the run after each answer. */
export interface ServiceWatch {
  /** Waits while nothing can be sent. */
  pass(): Promise<void>
  heard(hotel: string, turn: Turn, outcome: SendOutcome): 'judged' | 'again' | 'aside' | 'stop'
  /** A whole batch was rejected; true when the run stops because of it. */
  refused(hotel: string, problem: Problem): boolean
}

export interface HotelSending {
  journal: Journal
  run: number
  writer: RequestWriter
  fates: Pick<FateWriter, 'settle' | 'rejectPending' | 'unanswered' | 'countRequest'>
  pacer: Pick<Pacer, 'turn' | 'settle'>
  /** Aborted when no further request may start. */
  halt: AbortSignal
  watch: ServiceWatch
  /** Hears of every request. */
  teller: RequestTeller
  send(batch: OutgoingBatch): Promise<SendOutcome>
  onSettled(): void
}

/** What the pace learns from an outcome. */
function answeredBy(outcome: SendOutcome): Parameters<Pacer['settle']>[1] {
  if (outcome.fate === 'throttled') return { kind: 'refused', waitMs: outcome.retryAfterMs }
  if (outcome.fate === 'failed' && isUnconnected(outcome.fault)) return { kind: 'unsent' }
  if ((outcome.fate === 'failed' || outcome.fate === 'stop') && outcome.reach === 'unsent') return { kind: 'unsent' }
  if (outcome.fate === 'failed') return { kind: 'failed', waitMs: outcome.retryAfterMs }
  return { kind: outcome.fate === 'stop' ? 'lost' : 'accepted' }
}

/** Whether the service may have done what was asked, and has not said so. */
function isUnanswered(outcome: SendOutcome): boolean {
  if (outcome.fate === 'failed')
    return outcome.reach !== 'unsent' && !isUnconnected(outcome.fault) && fateOf(outcome.fault) !== 'absent'
  return (outcome.fate === 'stop' || outcome.fate === 'throttled') && outcome.reach === 'unanswered'
}

/** Sends the batches of one hotel in order, one request at a time, and narrows a rejected batch down to its guilty entries. */
export class HotelSender {
  readonly #probed = new Set<number>()
  #isAside = false
  #batch = { seq: -1, entries: 0 }
  /** The request that was judged last. */
  #news: RequestNews | undefined
  /** Of the batch, while it is being sent: many hotels may be waiting for their turn. */
  #read: PackedCells | undefined

  constructor(
    private readonly sending: HotelSending,
    private readonly hotel: PendingHotel,
  ) {}

  async run(): Promise<void> {
    const { journal, run, halt } = this.sending
    while (!halt.aborted && !this.#isAside) {
      const piece = journal.batches.nextPiece(run, this.hotel.firstSeq, this.hotel.lastSeq)
      if (piece === undefined) return
      if (piece.seq !== this.#batch.seq) {
        this.#batch = { seq: piece.seq, entries: journal.batches.entryCount(run, piece.seq) }
        this.#read = undefined
      }
      await this.#take(piece)
      this.sending.onSettled()
    }
  }

  async #take(piece: Piece): Promise<void> {
    const isSingle = piece.untilEntry - piece.fromEntry === 1
    if (piece.isSuspect && !isSingle) return this.#settle({ piece, fate: 'split', parts: splitPiece(piece, undefined) })
    const outcome = await this.#send(piece, !this.#isWhole(piece))
    if (outcome === undefined) return
    const news = this.#news
    if (outcome.fate === 'acknowledged') {
      await this.#settle({ piece, fate: 'acknowledged' })
      return news?.acknowledged()
    }
    const { problem } = outcome
    if (this.#isWhole(piece) && this.sending.watch.refused(this.hotel.hotel, problem))
      return news?.refused(problem, 'run-stops')
    if (isHotelProblem(problem)) {
      await this.#settle({ piece, fate: 'rejected', problem })
      await this.sending.fates.rejectPending({
        firstSeq: piece.seq,
        lastSeq: this.hotel.lastSeq,
        problem,
        tried: [],
      })
      return news?.refused(problem, 'hotel-given-up')
    }
    if (!isSingle) {
      const parts = this.#withMergedOpen(piece, splitPiece(piece, problem))
      await this.#settle({ piece, fate: 'split', parts, problem })
      return news?.refused(problem, parts.every((part) => part.problem !== undefined) ? 'over' : 'split')
    }
    // Rows of one value share an entry; the service may refuse it for one of them.
    if (this.sending.journal.batches.entryRows.count(piece) > 1) {
      // What a few rows of one entry meet says nothing of the other entries, which have other values: in a small batch each is tried.
      if (this.#batch.entries > 1 && probeEntries(this.#batch.entries).length === 0) this.#probed.add(piece.seq)
      await this.#settle({ piece, fate: 'split-rows', problem })
      this.#batch = { seq: -1, entries: 0 }
      return news?.refused(problem, 'split')
    }
    await this.#settle({ piece, fate: 'rejected', problem })
    const tried = await this.#refusedProbes(piece, problem)
    news?.refused(problem, tried === undefined ? 'over' : 'batch-given-up')
    if (tried !== undefined)
      await this.sending.fates.rejectPending({ firstSeq: piece.seq, lastSeq: piece.seq, problem, tried })
  }

  /** An entry that the service has named is still sent alone where several rows made it. */
  #withMergedOpen({ run, seq, fromEntry }: Piece, parts: PiecePart[]): PiecePart[] {
    let from = fromEntry
    return parts.flatMap((part) => {
      const first = from
      from = part.untilEntry
      if (part.problem === undefined) return [part]
      const { problem } = part
      const lines = this.sending.journal.batches.sources(run, seq, first, part.untilEntry)
      return lines.map((runs, at) => ({ untilEntry: first + at + 1, ...(isSeveralRows(runs) ? {} : { problem }) }))
    })
  }

  #isWhole(piece: Piece): boolean {
    return piece.fromEntry === 0 && piece.untilEntry === this.#batch.entries
  }

  #cells(): PackedCells {
    const { journal, run } = this.sending
    return (this.#read ??= journal.batches.cells(run, this.#batch.seq))
  }

  /** Sends until the service has judged it. Undefined when the run has to stop first, or the hotel is left for later. */
  async #send(
    { seq, fromEntry, untilEntry }: Pick<Piece, 'seq' | 'fromEntry' | 'untilEntry'>,
    isExtra: boolean,
  ): Promise<Judgement | undefined> {
    const { pacer, halt, fates, writer, send, watch, teller } = this.sending
    const { hotel } = this.hotel
    for (let isRepeat = false; ; isRepeat = true) {
      await watch.pass()
      const turn = await pacer.turn(hotel, halt)
      if (turn === undefined) return undefined
      this.#news = teller.begin(hotel, { seq, fromEntry, untilEntry })
      const outcome = await send({
        hotel,
        seq,
        halt,
        writeBody: () => writer.body(hotel, this.#cells().part(fromEntry, untilEntry)),
      })
      const answered = answeredBy(outcome)
      if (answered.kind !== 'unsent') fates.countRequest(isExtra && !isRepeat)
      pacer.settle(turn, answered)
      if (isUnanswered(outcome)) await fates.unanswered({ seq, fromEntry, untilEntry })
      this.#news?.unjudged(outcome, isUnanswered(outcome))
      const next = watch.heard(hotel, turn, outcome)
      if (next === 'judged') return outcome as Judgement
      this.#read = undefined
      this.#isAside = next === 'aside'
      if (next !== 'again') return undefined
    }
  }

  /**
   * When the very first entry of a large batch is refused and nothing of it was accepted, a few others are tried alone. If every one is refused for the same
   * reason, the rest is given up and thousands of requests are saved; what was not sent alone is not called refused.
   * @returns the entries that were refused alone, or undefined where the batch is tried on
   */
  async #refusedProbes(piece: Piece, problem: Problem): Promise<number[] | undefined> {
    const { journal, run } = this.sending
    const probes = probeEntries(this.#batch.entries)
    if (
      probes.length === 0 ||
      piece.fromEntry !== 0 ||
      this.#probed.has(piece.seq) ||
      journal.batches.hasAcknowledged(run, piece.seq)
    )
      return undefined
    this.#probed.add(piece.seq)
    for (const entry of probes) {
      const outcome = await this.#send({ seq: piece.seq, fromEntry: entry, untilEntry: entry + 1 }, true)
      if (outcome?.fate === 'acknowledged') this.#news?.acknowledged(true)
      if (outcome?.fate === 'rejected') this.#news?.refused(outcome.problem, 'over', true)
      if (outcome?.fate !== 'rejected' || !isSameProblem(outcome.problem, problem)) return undefined
    }
    // An entry that several rows were merged into may be refused for one of them.
    return probes.filter((fromEntry) => journal.batches.entryRows.count({ run, seq: piece.seq, fromEntry }) === 1)
  }

  #settle(settlement: Parameters<FateWriter['settle']>[0]['settlement']): Promise<void> {
    return this.sending.fates.settle({ hotel: this.hotel.hotel, cells: this.#cells(), settlement })
  }
}
