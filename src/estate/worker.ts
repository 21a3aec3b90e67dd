import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { steadyMs } from '../clock.js'
import { Fault } from '../errors.js'
import { type Journal, openJournal, type RunRecord } from '../journal/index.js'
import type { OutgoingBatch, SendGuard, SendOutcome } from '../push/index.js'
import { SharedBudget } from './budget.js'
import { activeRun } from './claim.js'
import { endRun, stopRun } from './end.js'
import type { EngineWorker, Next, Task } from './engine/index.js'
import type { Estate } from './estate.js'
import { HotelWorker, type Patience, type PieceNews } from './hotel-work.js'
import { KEY, readLine, taskId } from './keys.js'
import { runOf } from './runs.js'
import { release } from './submit.js'
import { drainField, type Heartbeat, workersOf } from './workers.js'

export interface WorkerOptions {
  estate: Estate
  /** Hotels at work at once on this host. */
  concurrency: number
  /** Requests a second over all hosts that are never exceeded; absent: learned from the answers. */
  ratePerSecond?: number | undefined
  /** How long a hotel is tried whose requests fail; some minutes unless told. */
  patience?: Patience | undefined
  /** @param guard asked whether the request may leave: another worker may have the hotel by now */
  send(run: RunRecord, batch: OutgoingBatch, guard: SendGuard): Promise<SendOutcome>
  onPiece?(news: PieceNews): void
  /** Another worker was given a hotel of this one, which had given no sign of life. */
  onLost?(): void
  /** The engine is away, or back. */
  onEngine?(error: Error | undefined): void
  /** It ends with nothing in flight, and the engine does not take its farewell. */
  onUntold?(): void
}

const BEAT_MS = 1_000
const LOOK_MS = 3_000
const SILENCE_MS = 10_000
/** An engine that stands still keeps no worker for longer that has nothing in flight. */
const FAREWELL_MS = 5_000
const FAREWELL_LOOK_MS = 100
/** Tasks are put in again where a run has open hotels and the queue has had none for so many looks. */
const EMPTY_LOOKS = 3
const HOLD_MS = 2_000
const PATIENCE_MS = 600_000

/** Sends what an estate has queued, until it is drained. */
export class EstateWorker {
  readonly id = `${randomUUID().slice(0, 8)}`
  readonly counts = { requests: 0, acknowledged: 0, refused: 0, throttled: 0, failed: 0 }
  readonly #options: WorkerOptions
  readonly #journal: Journal
  readonly #hotels: HotelWorker
  readonly #budget: SharedBudget
  readonly #at = new Map<string, { run: number; hotel: string }>()
  readonly #startedAt: number
  readonly #ended: Promise<Fault | undefined>
  #end!: (fault: Fault | undefined) => void
  #worker: EngineWorker | undefined
  #timers: NodeJS.Timeout[] = []
  #emptyLooks = 0
  /** Since when the service takes no connections, and since when it has done nothing but put requests off. */
  #downSince: number | undefined
  #putOffSince: number | undefined
  #isAway = false
  #isDraining = false

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#startedAt = options.estate.now()
    this.#journal = openJournal()
    this.#ended = new Promise((resolve) => {
      this.#end = resolve
    })
    this.#budget = new SharedBudget(options.estate)
    this.#hotels = new HotelWorker({
      estate: options.estate,
      journal: this.#journal,
      send: (run, batch, guard) => options.send(run, batch, guard),
      heard: (news) => this.#heard(news),
      patience: options.patience,
    })
  }

  /** Works until it is drained, by a person or by `drain`. A fault says why this host cannot send. */
  async run(): Promise<Fault | undefined> {
    const { estate, concurrency } = this.#options
    await Promise.race([this.#answered(this.#beat().then(() => this.#budget.start())), this.#ended])
    if (!this.#isDraining)
      this.#worker = estate.engine.work(concurrency, (task) => this.#take(task), {
        onError: (error) => this.#away(error),
        onLost: () => this.#options.onLost?.(),
      })
    const every = (ms: number, work: () => Promise<void>): void => {
      let askedAt: number | undefined
      const turn = (): void => {
        // An engine that stands still neither answers nor fails.
        if (askedAt !== undefined) {
          if (steadyMs() - askedAt > SILENCE_MS) this.#away(silence())
          return
        }
        askedAt = steadyMs()
        void work()
          .then(
            () => this.#away(undefined),
            (error: unknown) => this.#away(error as Error),
          )
          .finally(() => (askedAt = undefined))
      }
      this.#timers.push(setInterval(turn, ms))
    }
    every(BEAT_MS, () => this.#beat())
    every(LOOK_MS, () => this.#look())
    const fault = await this.#ended
    if (!(await this.#saysFarewell())) {
      this.#worker?.abandon()
      this.#options.onUntold?.()
    }
    for (const timer of this.#timers) clearInterval(timer)
    this.#journal.close()
    return fault
  }

  /** Waits for the first answers of the engine, and tells where they do not come. */
  async #answered(work: Promise<void>): Promise<void> {
    const timer = setTimeout(() => this.#away(silence()), SILENCE_MS).unref()
    // Whoever ends it meanwhile does not hear of this any more.
    work.catch(() => undefined)
    try {
      await work
      this.#away(undefined)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends what is at work and takes its leave of the engine; false where nothing is at work and the engine does not answer. */
  async #saysFarewell(): Promise<boolean> {
    const closing = this.#close().then(
      () => true,
      () => true,
    )
    let idleSince: number | undefined
    for (;;) {
      if (await Promise.race([closing, sleep(FAREWELL_LOOK_MS, false)])) return true
      if (this.#at.size > 0) idleSince = undefined
      else idleSince ??= steadyMs()
      if (idleSince !== undefined && steadyMs() - idleSince > FAREWELL_MS) return false
    }
  }

  async #close(): Promise<void> {
    await this.#worker?.close()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#budget.stop().catch(() => undefined)
    await this.#options.estate.engine.store
      .change({ set: [{ key: KEY.workers, field: this.id, value: undefined }] })
      .catch(() => undefined)
  }

  /** Ends once what is in flight is answered and written. */
  drain(fault?: Fault): void {
    this.#isDraining = true
    this.#end(fault)
  }

  get atWork(): number {
    return this.#at.size
  }

  async #take(task: Task): Promise<Next> {
    if (task.name === 'spent') return 'over'
    if (task.name === 'release') return this.#release(task)
    this.#at.set(task.id, { run: task.data.run, hotel: task.data.hotel ?? '' })
    try {
      return await this.#hotels.take(task)
    } finally {
      this.#at.delete(task.id)
    }
  }

  /** Puts the hotels of a run into the queue. */
  async #release({ data: { run: id } }: Pick<Task, 'data'>): Promise<Next> {
    const { estate } = this.#options
    const { store } = estate.engine
    const run = await runOf(store, id)
    if (run === undefined || (run.state !== 'ready' && run.state !== 'sending')) return 'over'
    const lines = [...(await store.read(KEY.lines(id)))]
      .map(([hotel, bytes]) => ({ hotel, line: readLine(bytes) }))
      .filter(({ line }) => line.state === 'queued')
      .sort((a, b) => a.line.batches[0] - b.line.batches[0])
    const key = KEY.run(id)
    const now = String(estate.now())
    if (run.state === 'ready')
      await store.change({
        when: [{ key, field: 'state', is: 'ready' }],
        set: [
          { key, field: 'state', value: 'sending' },
          { key, field: 'resumedAt', value: now },
          ...(run.startedAt === undefined ? [{ key, field: 'startedAt', value: now }] : []),
        ],
      })
    await estate.engine.add(
      lines.map(({ hotel, line }) => ({ id: taskId(run, line), name: 'hotel', data: { run: id, hotel } })),
    )
    await endRun(estate, id)
    return 'over'
  }

  #heard(news: PieceNews): void {
    const { unjudged, isUnconnected, requests, acknowledged, events } = news
    this.counts.requests += requests
    this.counts.acknowledged += acknowledged
    this.counts.refused += events.filter(({ event }) => event === 'refused').length
    this.#options.onPiece?.(news)
    if (unjudged === undefined) {
      this.#downSince = undefined
      this.#putOffSince = undefined
      this.#budget.accepted(requests)
      return
    }
    if (unjudged.fate === 'throttled') {
      this.counts.throttled += 1
      this.#budget.accepted(Math.max(0, requests - 1))
      this.#budget.refused(unjudged.retryAfterMs)
      this.#putOffSince ??= Date.now()
      if (Date.now() - this.#putOffSince > PATIENCE_MS)
        this.#giveUp(news.run, {
          code: 'UNREACHABLE',
          message: `The service has answered nothing but "too many requests" for ${PATIENCE_MS / 60_000} minutes.`,
        })
      return
    }
    this.counts.failed += 1
    if (isUnconnected) return this.#down(news.run, unjudged.fault)
    // It is this host that may not send; others may.
    if (unjudged.fate === 'stop' && unjudged.fault.code !== 'UNEXPECTED') this.drain(unjudged.fault)
  }

  /** The service takes no connections: nobody tries again at once, and after long the run stops. */
  #down(run: number, { code, message }: Fault): void {
    this.#downSince ??= Date.now()
    void this.#options.estate.engine.hold(HOLD_MS).catch(() => undefined)
    if (Date.now() - this.#downSince > PATIENCE_MS) this.#giveUp(run, { code, message })
  }

  #giveUp(run: number, fault: { code: string; message: string }): void {
    void stopRun(this.#options.estate, run, fault).catch(() => undefined)
  }

  async #beat(): Promise<void> {
    const { estate, concurrency, ratePerSecond } = this.#options
    await estate.setClock()
    const beat: Heartbeat = {
      id: this.id,
      host: estate.host,
      process: process.pid,
      build: estate.build,
      concurrency,
      startedAt: this.#startedAt,
      at: estate.now(),
      hotels: [...this.#at.values()],
      ...this.counts,
      isDraining: this.#isDraining,
      ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    }
    const { store } = estate.engine
    await store.change({ set: [{ key: KEY.workers, field: this.id, value: JSON.stringify(beat) }] })
    const rates = (await workersOf(estate)).flatMap(({ ratePerSecond: most }) => most ?? [])
    this.#budget.most = rates.length === 0 ? undefined : Math.min(...rates)
    const asked = await store.field(KEY.workers, drainField(this.id))
    if (asked === undefined) return
    await store.change({ set: [{ key: KEY.workers, field: drainField(this.id), value: undefined }] })
    this.drain()
  }

  /** Sees to what a worker or a submitter left behind that was killed between two steps. */
  async #look(): Promise<void> {
    const { estate } = this.#options
    const { engine } = estate
    let isOpen = false
    for (const kind of ['rates', 'inventory']) {
      const id = await activeRun(estate, kind)
      const run = id === undefined ? undefined : await runOf(engine.store, id)
      if (run === undefined) continue
      if (run.open <= 0) await endRun(estate, run.id)
      else isOpen = true
      if (run.state === 'ready' && run.open > 0) await release(estate, run.id, run.attempt)
      else if (run.open > 0 && this.#emptyLooks >= EMPTY_LOOKS) {
        await this.#release({ data: { run: run.id } })
        this.#emptyLooks = 0
      }
    }
    const { waiting, active, delayed } = await engine.counts()
    this.#emptyLooks = isOpen && waiting + active + delayed === 0 ? this.#emptyLooks + 1 : 0
  }

  #away(error: Error | undefined): void {
    if ((error !== undefined) === this.#isAway) return
    this.#isAway = error !== undefined
    this.#options.onEngine?.(error)
  }
}

/** An engine that stands still neither answers nor fails. */
function silence(): Error {
  return new Error(`it has not answered for ${SILENCE_MS / 1_000} s`)
}
