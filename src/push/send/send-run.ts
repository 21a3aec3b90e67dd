import PQueue from 'p-queue'
import { Fault } from '../../errors.js'
import type { FateCounts, Journal, RejectedLine, RunRecord } from '../../journal/index.js'
import { refusalWords } from '../fates/index.js'
import {
  memoryPace,
  type OutageNews,
  type OwnPaceWait,
  type PaceLimits,
  Pacer,
  type PaceStore,
  UNLIMITED,
} from '../pace/index.js'
import { RequestWriter, type WireNames } from '../requests/index.js'
import { steadyMs, steadyNow } from '../../clock.js'
import { doubtedFault, withDoubt } from './doubted.js'
import { FateWriter } from './fate-writer.js'
import { HaltSwitch } from './halt-switch.js'
import { lastRounds } from './last-rounds.js'
import { type RequestEvent, RequestTeller } from './request-events.js'
import { type FailingNews, RunWatch, type ThrottleNews } from './run-watch.js'
import { HotelSender, type HotelSending } from './send-hotel.js'
import type { OutgoingBatch, SendOutcome } from './send-outcome.js'
import { withCounts } from './time-up.js'

const DAY_MS = 86_400_000

export interface SendInput {
  journal: Journal
  runId: number
  send(batch: OutgoingBatch): Promise<SendOutcome>
  /** Requests in flight, each of another hotel. */
  concurrency: number
  /** Requests a second over all hotels, never exceeded. */
  ratePerSecond?: number
  /** What is known of the service's limits and where it is kept; without, requests go out as fast as they come until the service asks to wait. */
  pace?: { store: PaceStore; limits: PaceLimits }
  /** Go on although hotel after hotel is refused for one reason. */
  keepsGoing?: boolean
  /** When aborted, what is in flight is finished and nothing else is sent. */
  signal?: AbortSignal
  /** Time budget in milliseconds from now. */
  deadlineMs?: number
  onProgress?(progress: SendProgress): void
  /** Told what happens to each request. */
  onRequest?(event: RequestEvent): void
  /** Told what the run waits for. */
  onNews?(news: SendNews): void
}

/** What a run waits for: a service that takes no connections, or puts off every request, a pace of our own, a wait that it asked for, or a pause before hotels that failed get another try. */
export type SendNews =
  | OutageNews
  | ThrottleNews
  | FailingNews
  | ({ kind: 'own-pace' } & OwnPaceWait)
  | { kind: 'asked'; hotel: string; ms: number }
  | { kind: 'last-round'; hotels: readonly string[]; ms: number }

export interface SendProgress {
  requests: number
  batches: FateCounts
  nights: FateCounts
}

export interface RejectedRow {
  /** As the person typed it. */
  file: string
  fileIndex: number
  line: number
  hotel: string
  reason: string
  code?: string
}

export interface RunReport {
  runId: number
  /** `partial`: all has a fate, some rows were rejected. `nothing-to-do`: there was nothing to send. The last two are resumable. */
  state: 'done' | 'partial' | 'nothing-to-do' | 'interrupted' | 'stopped'
  /** A batch counts as rejected when any of its entries was. */
  batches: FateCounts
  nights: FateCounts
  /** Over all attempts of this run. */
  requests: number
  /** Those of them that narrowed a rejected batch down. */
  extraRequests: number
  /** Requests of this attempt that the service put off (429), and that failed (5xx, no answer). */
  throttled: number
  /** Those that were put off and not sent again. */
  throttledLeft: number
  failed: number
  /** The first 1,000; `rejectedRowsOf` gives all. */
  rejectedRows: RejectedRow[]
  rejectedRowCount: number
  /** Why the run ended early. */
  fault?: Fault
  elapsedMs: number
}

const REJECTED_KEPT = 1000
const HOTELS_PER_PAGE = 500
const PROGRESS_EVERY_MS = 100
/** And so many times as long as it takes to tell. */
const PROGRESS_SHARE = 100
/** Hotels at work where each may have to wait for its turn: more than may have a request in flight. */
const HOTELS_WAITING = 64

/**
 * Sends what a planned run has not got acknowledged yet. Safe to call again after any ending, `kill -9` included: an
 * acknowledged batch is on record before it is reported, and is not sent again.
 * @throws Fault NOT_FOUND, INVALID_INPUT (the plan was cut short), DATA_DIRECTORY
 */
export async function sendRun(input: SendInput): Promise<RunReport> {
  const { journal, runId } = input
  const run = sendableRun(journal, runId)
  // Whoever sends it now has the lock: a process that was at it has gone.
  if (run.state === 'sending') journal.runs.cut(runId)
  const startedAt = steadyMs()
  const startedMs = Date.now()
  journal.stops.begin(runId)
  const fates = new FateWriter(journal, runId, {
    target: journal.runs.targetId(run.target, { create: true }) as number,
    kind: run.kind,
  })
  journal.runs.started(runId)
  const pacer = new Pacer({
    ...paceOf(input),
    endsAt: input.deadlineMs === undefined ? undefined : steadyNow() + input.deadlineMs,
    kind: run.kind,
    concurrency: input.concurrency,
    onLongWait: (ms) => halt.mayNotWait(ms),
    onOwnPace: (wait) => input.onNews?.({ kind: 'own-pace', ...wait }),
    onAsked: (wait) => input.onNews?.({ kind: 'asked', ...wait }),
  })
  // It looks at the journal again and again: what may throw before stands above.
  const halt = new HaltSwitch({ ...input, isStopAsked: () => journal.stops.isAsked(runId) })
  const watch = new RunWatch({ halt, keepsGoing: input.keepsGoing === true, onNews: input.onNews })
  const send = async (): Promise<void> => {
    const sending: HotelSending = {
      journal,
      run: runId,
      writer: new RequestWriter(run.wire as unknown as WireNames),
      fates,
      pacer,
      halt: halt.signal,
      watch,
      teller: new RequestTeller(input.onRequest === undefined ? undefined : (event) => input.onRequest?.(event)),
      send: (batch) => guarded(input, batch),
      onSettled: progressOf(input),
    }
    const round = (): Promise<void> => sendHotels(input, { halt, watch }, sending)
    await round()
    await lastRounds({
      round,
      halt: halt.signal,
      watch,
      pacer,
      left: () => (journal.getRun(runId) as RunRecord).nights.left,
      onPause: (hotels, ms) => input.onNews?.({ kind: 'last-round', hotels, ms }),
    })
  }
  await withLast(send, () => {
    halt.dispose()
    fates.flush()
    pacer.flush()
    if (watch.calledOff !== undefined) journal.stops.reopen(runId, startedMs, watch.calledOff)
    journal.stops.end(runId)
  })
  const { batches, nights } = journal.getRun(runId) as RunRecord
  const state = endState(nights, halt, journal.doubts.refused(runId) !== undefined || watch.asideFault() !== undefined)
  const ending = withDoubt(halt.fault, journal, runId) ?? doubtedFault(journal, runId) ?? watch.asideFault()
  const fault =
    nights.left === 0
      ? undefined
      : withCounts(ending, {
          runId,
          isFirst: run.startedAt === undefined,
          requests: (journal.getRun(runId) as RunRecord).requests - run.requests,
          nights,
        })
  journal.runs.ended(runId, state, steadyMs() - startedAt, fault)
  // Wherever the property is, its first night to come is no earlier.
  journal.settleUnproven(run.target, run.kind, Math.floor(Date.now() / DAY_MS) - 1)
  const { requests, extraRequests } = journal.getRun(runId) as RunRecord
  const report: RunReport = {
    runId,
    state,
    batches,
    nights,
    requests,
    extraRequests,
    throttled: watch.throttled,
    throttledLeft: watch.throttledLeft,
    failed: watch.failed,
    rejectedRows: [],
    rejectedRowCount: 0,
    elapsedMs: Math.round(steadyMs() - startedAt),
  }
  if (fault !== undefined) report.fault = fault
  for (const row of rejectedRowsOf(journal, runId)) {
    report.rejectedRowCount += 1
    if (report.rejectedRows.length < REJECTED_KEPT) report.rejectedRows.push(row)
  }
  return report
}

/** The report of a run that had nothing to send. */
export function emptyReport(runId: number): RunReport {
  const none: FateCounts = { planned: 0, acknowledged: 0, rejected: 0, left: 0, unanswered: 0 }
  return {
    runId,
    state: 'nothing-to-do',
    batches: none,
    nights: { ...none },
    requests: 0,
    extraRequests: 0,
    throttled: 0,
    throttledLeft: 0,
    failed: 0,
    rejectedRows: [],
    rejectedRowCount: 0,
    elapsedMs: 0,
  }
}

/** Every source row of a run that the service rejected, in the order of the plan. */
export function* rejectedRowsOf(journal: Journal, runId: number): Iterable<RejectedRow> {
  const files = journal.getRun(runId)?.files ?? []
  for (const line of journal.batches.rejectedLines(runId)) yield rejectedRow(files, line)
}

/** Every source row of a run that was given up with a refusal that was not its own. */
export function* untriedRowsOf(journal: Journal, runId: number): Iterable<RejectedRow> {
  const files = journal.getRun(runId)?.files ?? []
  for (const line of journal.batches.untriedLines(runId)) yield rejectedRow(files, line)
}

function rejectedRow(files: RunRecord['files'], { file, line, hotel, problem }: RejectedLine): RejectedRow {
  return {
    file: files[file]?.name ?? '-',
    fileIndex: file,
    line,
    hotel,
    reason: refusalWords(problem),
    ...(problem.code !== undefined && { code: problem.code }),
  }
}

function sendableRun(journal: Journal, runId: number): RunRecord {
  const run = journal.getRun(runId)
  if (run === undefined)
    throw new Fault('NOT_FOUND', `There is no run ${runId}.`, {
      next: 'Run "hubswitch run list" to see the runs of this machine.',
    })
  if (run.state === 'planning') throw unplanned(runId)
  return run
}

async function sendHotels(
  input: SendInput,
  { halt, watch }: { halt: HaltSwitch; watch: RunWatch },
  sending: HotelSending,
): Promise<void> {
  const { journal, runId, concurrency } = input
  const hotels = input.pace === undefined ? concurrency : Math.max(concurrency, HOTELS_WAITING)
  const queue = new PQueue({ concurrency: hotels })
  let afterSeq = -1
  let failure: { error: unknown } | undefined
  const work = async (hotel: Parameters<typeof startHotel>[1]) => {
    watch.began(hotel.hotel)
    try {
      await startHotel(sending, hotel)
    } catch (error) {
      failure ??= { error }
      halt.stop('stopped', new Fault('UNEXPECTED', 'The run could not go on.', { cause: error }))
    } finally {
      watch.ended(hotel.hotel)
    }
  }
  while (!halt.signal.aborted) {
    const page = journal.batches.pendingHotels(runId, afterSeq, HOTELS_PER_PAGE)
    if (page.length === 0) break
    for (const hotel of page) {
      await queue.onSizeLessThan(hotels)
      if (halt.signal.aborted) break
      afterSeq = hotel.lastSeq
      if (watch.isSetAside(hotel.hotel)) continue
      void queue.add(() => work(hotel))
    }
  }
  await queue.onIdle()
  if (failure !== undefined) throw failure.error
}

/** Does the last things however the work ends; what went wrong first is told, not what fails because of that. */
async function withLast(work: () => Promise<void>, last: () => void): Promise<void> {
  try {
    await work()
  } catch (error) {
    try {
      last()
    } catch {
      // A journal that cannot be written fails here again.
    }
    throw error
  }
  last()
}

/** A rate that is given holds for the run alone where no pace is kept. */
function paceOf({ pace, ratePerSecond }: SendInput): { store: PaceStore; limits: PaceLimits } {
  if (pace !== undefined) return pace
  const account = ratePerSecond ?? UNLIMITED
  return {
    store: memoryPace(),
    limits: { account: { start: account, ceiling: account }, hotel: { start: UNLIMITED, ceiling: UNLIMITED } },
  }
}

function startHotel(sending: HotelSending, hotel: ConstructorParameters<typeof HotelSender>[1]): Promise<void> {
  return new HotelSender(sending, hotel).run()
}

/** A sender that throws has not settled the batch: the run stops and stays resumable. */
async function guarded(input: SendInput, batch: OutgoingBatch): Promise<SendOutcome> {
  try {
    return await input.send(batch)
  } catch (error) {
    const fault =
      error instanceof Fault
        ? error
        : new Fault('UNEXPECTED', error instanceof Error ? error.message : String(error), { cause: error })
    return { fate: 'stop', fault, reach: 'unanswered' }
  }
}

function progressOf({ journal, runId, onProgress }: SendInput): () => void {
  if (onProgress === undefined) return () => undefined
  let nextAt = 0
  return () => {
    const now = steadyMs()
    if (now < nextAt) return
    const { requests, batches, nights } = journal.getRun(runId) as RunRecord
    onProgress({ requests, batches, nights })
    // Parts of a long plan are counted one by one.
    nextAt = now + Math.max(PROGRESS_EVERY_MS, PROGRESS_SHARE * (steadyMs() - now))
  }
}

function endState(nights: FateCounts, halt: HaltSwitch, isStopped: boolean): RunReport['state'] {
  if (nights.left > 0) return halt.state ?? (isStopped ? 'stopped' : 'interrupted')
  return nights.rejected + (nights.untried ?? 0) > 0 ? 'partial' : 'done'
}

/** A run that its process never finished to plan. */
export function unplanned(runId: number): Fault {
  return new Fault('INVALID_INPUT', `Run ${runId} was cut short while it was being planned; it never sent anything.`, {
    next: 'Push the files again.',
  })
}
