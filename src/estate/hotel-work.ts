import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal, RunRecord } from '../journal/index.js'
import {
  bodyWriter,
  type OutgoingBatch,
  type PieceReport,
  type SendGuard,
  type SendOutcome,
  sendNextPiece,
} from '../push/index.js'
import { endRun } from './end.js'
import type { Change, Fields, Next, Task, TaskHold } from './engine/index.js'
import type { Estate } from './estate.js'
import { counterOf, KEY, type Line, PART, readLine } from './keys.js'
import { columnsOf } from './pull.js'
import { type EstateRun, runOf } from './runs.js'

/** How long a hotel is tried whose requests fail. */
export interface Patience {
  /** Failures in a row before nothing more is sent to it in this attempt. */
  tries: number
  /** The first wait, milliseconds; each is twice the one before. */
  firstWaitMs: number
}

const PATIENCE: Patience = { tries: 8, firstWaitMs: 500 }
const LONGEST_WAIT_MS = 30_000
const ENGINE_AWAY_MS = 1_000

/** What a piece came to, for whoever watches the service as a whole. */
export type PieceNews = Pick<PieceReport, 'unjudged' | 'isUnconnected' | 'requests' | 'acknowledged' | 'events'> & {
  hotel: string
  run: number
}

interface HotelWork {
  estate: Estate
  /** Of this process, in memory: holds the hotels that are just at work. */
  journal: Journal
  send(run: RunRecord, batch: OutgoingBatch, guard: SendGuard): Promise<SendOutcome>
  heard(news: PieceNews): void
  patience?: Patience | undefined
}

/** The record of a run and its writer, read once. */
interface OpenRun {
  attempt: number
  record: RunRecord
  writer: ReturnType<typeof bodyWriter>
}

/** What a piece has changed. */
interface Sent {
  line: Line
  set?: { key: string; field: string; value: Buffer }[]
  report?: PieceReport
}

const lineOf = ({ id }: EstateRun, hotel: string): string => `${id} ${hotel}`

/** Works on the hotels of runs, one piece a task, so that each task of the queue costs the one request that its limit counts. */
export class HotelWorker {
  readonly #open = new Map<number, OpenRun>()
  readonly #at = new Set<string>()

  constructor(private readonly work: HotelWork) {}

  /**
   * Sends the next piece of a hotel and has what became of it in the store before the task goes on. An answer that cannot be written is kept until it can.
   */
  async take({ id, data: { run: runId, hotel = '' }, wasLost, hold }: Task): Promise<Next> {
    const { estate } = this.work
    const { store } = estate.engine
    const [run, bytes] = await Promise.all([runOf(store, runId), store.field(KEY.lines(runId), hotel)])
    if (run === undefined || bytes === undefined) return 'over'
    const line = readLine(bytes)
    if (line.state !== 'queued' || (run.state !== 'sending' && run.state !== 'ready')) return 'over'
    if (run.stopAskedAt !== undefined) return this.#write({ run, hotel, bytes, line: { ...line, state: 'stopped' } })
    // A process that was asleep may be given a hotel that it is still at.
    if (this.#at.has(lineOf(run, hotel))) return { afterMs: ENGINE_AWAY_MS }
    this.#at.add(lineOf(run, hotel))
    try {
      const kept = await store.read(KEY.hotel(run.kind, hotel))
      const sent = await this.#send({ run, hotel, line, kept, hold })
      // Whoever has it now sends it, and writes what became of it.
      if (sent === undefined) return 'lost'
      const next = await this.#write({ run, hotel, bytes, before: line, ...sent, wasLost: wasLost === true })
      const { report } = sent
      if (report === undefined) return next
      this.work.heard({ ...report, hotel, run: runId })
      // Requests beyond the one that the queue has counted are paid for before anything else goes out.
      if (report.requests > 1)
        await estate.engine.addFirst(
          Array.from({ length: report.requests - 1 }, (_, at) => ({
            id: `spent-${id}-${line.version}-${at}`,
            name: 'spent' as const,
            data: { run: runId },
          })),
        )
      return next
    } finally {
      this.#at.delete(lineOf(run, hotel))
    }
  }

  /** The next piece, and what has changed with it; undefined where the task was lost. Whatever goes wrong here but the engine is the hotel's own trouble. */
  async #send({
    run,
    hotel,
    line,
    kept,
    hold,
  }: {
    run: EstateRun
    hotel: string
    line: Line
    kept: Fields
    hold: TaskHold
  }): Promise<Sent | undefined> {
    const { journal, estate } = this.work
    const target = journal.runs.targetId(estate.target, { create: true }) as number
    const owner = { target, kind: run.kind, hotel }
    const place = { hotel, firstSeq: line.batches[0], lastSeq: line.batches[1] }
    try {
      const { record, writer } = this.#runOf(run, target)
      for (const name of [PART.plan(run.id), PART.fates(run.id), PART.known]) {
        const part = kept.get(name)
        if (part !== undefined) journal.slices.put(part, target)
      }
      if (line.attempt !== run.attempt) journal.slices.tryAgain(run.id, place)
      const planned = journal.slices.planMark(run.id, place)
      const send = (batch: OutgoingBatch): Promise<SendOutcome> => this.work.send(record, batch, hold)
      const report = await sendNextPiece({ journal, run: record, hotel: place, writer, send })
      if (hold.signal.aborted && report.unjudged !== undefined) return undefined
      const parts = {
        [PART.fates(run.id)]: journal.slices.fates(run.id, place),
        ...(journal.slices.planMark(run.id, place) === planned
          ? {}
          : { [PART.plan(run.id)]: journal.slices.plan(run.id, place) }),
        ...(report.acknowledged === 0 ? {} : { [PART.known]: journal.slices.known(owner) }),
      }
      const key = KEY.hotel(run.kind, hotel)
      return {
        report,
        set: Object.entries(parts).map(([field, part]) => ({ key, field, value: Buffer.from(part) })),
        line: {
          ...this.#stateAfter(report, line),
          batches: line.batches,
          counts: journal.slices.counts(run.id, place),
          attempt: run.attempt,
          version: line.version,
        },
      }
    } catch (error) {
      if (hold.signal.aborted) return undefined
      const message = error instanceof Error ? error.message : String(error)
      return { line: { ...line, state: 'blocked', why: { code: 'UNEXPECTED', message, host: estate.host } } }
    } finally {
      journal.slices.drop(owner)
    }
  }

  #runOf(run: EstateRun, target: number): OpenRun {
    const { journal } = this.work
    const open = this.#open.get(run.id)
    if (open?.attempt === run.attempt) return open
    journal.slices.putRun(run.record, target, { ...columnsOf(run), state: 'sending' })
    const record = journal.getRun(run.id) as RunRecord
    const fresh = { attempt: run.attempt, record, writer: open?.writer ?? bodyWriter(record) }
    this.#open.set(run.id, fresh)
    return fresh
  }

  #stateAfter(
    { unjudged, isUnconnected, isLeft }: PieceReport,
    { tries }: Line,
  ): Pick<Line, 'state' | 'tries' | 'why'> {
    if (unjudged === undefined) return { state: isLeft ? 'queued' : 'done', tries: 0 }
    const isOwn = unjudged.fate === 'failed' || (unjudged.fate === 'stop' && unjudged.fault.code === 'UNEXPECTED')
    if (!isOwn || isUnconnected) return { state: 'queued', tries }
    if (tries + 1 < (this.work.patience ?? PATIENCE).tries) return { state: 'queued', tries: tries + 1 }
    const { code, message } = unjudged.fault
    return { state: 'blocked', tries: tries + 1, why: { code, message, host: this.work.estate.host } }
  }

  /** What was answered is kept until the engine takes it. */
  async #change(change: Change): Promise<number[] | undefined> {
    for (;;)
      try {
        return await this.work.estate.engine.store.change(change)
      } catch {
        await sleep(ENGINE_AWAY_MS)
      }
  }

  /** All that has changed with a piece, in one change: as long as nobody else has taken the hotel over meanwhile. */
  async #write({
    run,
    hotel,
    bytes,
    line,
    before = line,
    set = [],
    report,
    wasLost = false,
  }: {
    run: EstateRun
    hotel: string
    bytes: Buffer
    line: Line
    before?: Line
    set?: { key: string; field: string; value: Buffer }[]
    report?: PieceReport
    wasLost?: boolean
  }): Promise<Next> {
    const { estate } = this.work
    const key = KEY.run(run.id)
    const closes = line.state !== 'queued'
    const grown = (['batches', 'nights'] as const).flatMap((what) =>
      line.counts[what].map((count, fate) => ({
        key,
        field: counterOf(what, fate),
        by: count - (before.counts[what][fate] ?? 0),
      })),
    )
    const counted = {
      requests: report?.requests ?? 0,
      extraRequests: report?.extraRequests ?? 0,
      throttled: report?.unjudged?.fate === 'throttled' ? 1 : 0,
      failed: report?.unjudged?.fate === 'failed' && report.unjudged.reach !== 'unsent' ? 1 : 0,
      blocked: line.state === 'blocked' ? 1 : 0,
    }
    const add = [...grown, ...Object.entries(counted).map(([field, by]) => ({ key, field, by }))].filter(
      ({ by }) => by !== 0,
    )
    const counts = await this.#change({
      when: [{ key: KEY.lines(run.id), field: hotel, is: bytes }],
      set: [
        ...set,
        {
          key: KEY.lines(run.id),
          field: hotel,
          value: JSON.stringify({ ...line, version: line.version + 1 } satisfies Line),
        },
        ...(wasLost ? [{ key, field: 'wasCut', value: '1' }] : []),
      ],
      add: [...add, ...(closes ? [{ key, field: 'open', by: -1 }] : [])],
    })
    // Another worker has had it meanwhile, or what was written before the engine went away had arrived: the line tells.
    if (counts === undefined) return 'again'
    if (closes) {
      if ((counts.at(-1) ?? 0) <= 0) await endRun(estate, run.id)
      return 'over'
    }
    if (line.tries === before.tries || line.tries === 0) return 'again'
    const own = Math.min(LONGEST_WAIT_MS, (this.work.patience ?? PATIENCE).firstWaitMs * 2 ** (line.tries - 1))
    const asked = report?.unjudged?.fate === 'failed' ? report.unjudged.retryAfterMs : undefined
    return { afterMs: Math.max(own, asked ?? 0) }
  }
}
