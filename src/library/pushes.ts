import { Readable } from 'node:stream'
import { Fault } from '../errors.js'
import { type InputFile, type Kind, kindOf, type ReadNotice, type ReadOptions, readRows } from '../files/index.js'
import { openPace, type RunRecord, withRunLock } from '../journal/index.js'
import {
  compareRun,
  type GuardLimits,
  memoryPace,
  paceLimits,
  type PaceStore,
  type Plan,
  planRun,
  planUndo,
  type RunComparison,
  type RunReport,
  sendBatch,
  type SendProgress,
  sendRun,
  type UndoPlan,
} from '../push/index.js'
import type { Service } from './connect.js'

export type PushKind = Kind['name']

/** One row: hotel_code, room_id, rate_plan_id, date or from and to, days, and the values of its kind, as in a file. */
export type PushRow = Readonly<Record<string, string | number | boolean | null>>

export interface PlanPushInput {
  kind: PushKind
  /** Paths of CSV, XLSX, YAML or NDJSON files. */
  files?: readonly string[]
  /** Rows instead of files. */
  rows?: Iterable<PushRow> | AsyncIterable<PushRow>
  /** What the files leave open, such as the order of day and month. */
  read?: ReadOptions
  /** Leave out what the service has acknowledged already. */
  changesOnly?: boolean
  /** Later rows win over earlier ones instead of contradicting them. */
  overlapLastWins?: boolean
  /** Bounds against accidents; none unless given. */
  guards?: GuardLimits
  onNotice?: (notice: ReadNotice) => void
}

/** A plan in the journal. */
export type PlannedPush = Plan & { runId: number }

const CONCURRENCY = 4
const BODY_BYTES = 4 * 1024 * 1024

/**
 * Reads, checks and plans rows; nothing is sent. The plan is a run of the journal, which `sendPush` sends.
 * @throws Fault INVALID_INPUT naming every bad row; GUARD_RAIL where a guard stops it; LOCKED; USAGE
 */
export async function planPush(
  service: Service,
  {
    kind: name,
    files = [],
    rows,
    read = {},
    changesOnly = false,
    overlapLastWins = false,
    guards,
    onNotice,
  }: PlanPushInput,
): Promise<PlannedPush> {
  const { journal, target, overlay, signal } = service
  const kind = kindOf(name)
  if ((rows === undefined) === (files.length === 0))
    throw new Fault('USAGE', 'A push takes files or rows.', { next: 'Give one of the two.' })
  const inputs: InputFile[] =
    rows === undefined
      ? files.map((file) => ({ name: file }))
      : [{ name: 'rows', stream: Readable.from(linesOf(rows)) }]
  const options: ReadOptions = rows === undefined ? read : { ...read, format: 'ndjson' }
  const plan = await locked(service, { kind: name }, () =>
    planRun({
      kind,
      journal,
      target,
      persist: true,
      chunks: readRows({ files: inputs, kind, options, ...(onNotice === undefined ? {} : { onNotice }) }),
      files: inputs.map(({ name: file }) => ({ name: file })),
      ...(signal === undefined ? {} : { signal }),
      options: {
        ...boundsOf(kind),
        ...wireOf(overlay, kind),
        changesOnly,
        overlapLastWins,
        skipInvalid: false,
        ...(guards === undefined ? {} : { guards }),
        ...(read.today === undefined ? {} : { today: read.today }),
      },
    }),
  )
  if (plan.badRows > 0)
    throw new Fault(
      'INVALID_INPUT',
      `${plan.badRows} ${plan.badRows === 1 ? 'row is' : 'rows are'} wrong; nothing was sent.`,
      { next: 'Correct them and plan again.', findings: plan.bad.map(({ fileIndex: _, ...finding }) => finding) },
    )
  const [stop] = plan.stops
  if (stop !== undefined)
    throw new Fault('GUARD_RAIL', `${stop.file}${stop.line === undefined ? '' : `:${stop.line}`}: ${stop.reason}.`, {
      next: 'Nothing was sent. Look at the rows, or plan with other guards.',
      facts: { stops: plan.stops },
    })
  if (plan.runId === undefined) throw new Fault('UNEXPECTED', 'The plan was not kept.', {})
  return plan as PlannedPush
}

async function* linesOf(rows: Iterable<PushRow> | AsyncIterable<PushRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

export interface SendPushOptions {
  /** Requests in flight, each of another hotel; 4 unless said. */
  concurrency?: number
  /** Requests a second over all hotels, and writes of one hotel a minute. */
  ratePerSecond?: number
  writesPerMinute?: number
  /** As fast as the service answers, for one that is known to have no limit. Else a service of which nothing is known is asked slowly at first. */
  isUnpaced?: boolean
  /** Milliseconds from now. */
  deadlineMs?: number
  onProgress?: (progress: SendProgress) => void
}

/**
 * Sends what a planned run has not got acknowledged. The same call resumes it: values are absolute. While it runs, no other process of this machine sends to
 * the service.
 * @throws Fault NOT_FOUND for a run that is not there, LOCKED, DATA_DIRECTORY
 */
export async function sendPush(service: Service, runId: number, options: SendPushOptions = {}): Promise<RunReport> {
  const run = runOf(service, runId)
  return locked(service, run, () => sendLocked(service, run.kind, runId, options))
}

/** While `work` runs, no other process of this machine plans or sends to the service what is of this kind. */
function locked<T>(
  { journal, target: { service } }: Service,
  { kind }: { kind: string },
  work: () => Promise<T>,
): Promise<T> {
  return withRunLock(journal, { service, kind }, `the push of process ${process.pid}`, work)
}

async function sendLocked(
  service: Service,
  kind: string,
  runId: number,
  {
    concurrency = CONCURRENCY,
    ratePerSecond,
    writesPerMinute,
    isUnpaced = false,
    deadlineMs,
    onProgress,
  }: SendPushOptions,
): Promise<RunReport> {
  const { client, journal, signal } = service
  const pace = paceOf(service)
  try {
    return await sendRun({
      journal,
      runId,
      concurrency,
      send: (batch) => sendBatch(client, kindOf(kind as PushKind), batch),
      ...(isUnpaced ? {} : { pace: { store: pace.store, limits: paceLimits(ratePerSecond, writesPerMinute) } }),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    })
  } finally {
    pace.close()
  }
}

/** What an undo puts back, and what it leaves because it is not known or was set since. */
export interface Undone {
  plan: UndoPlan
  /** Undefined where there was nothing to send. */
  report?: RunReport
}

/**
 * Puts back what the service had acknowledged before a run.
 * @throws as `sendPush`
 */
export async function undoPush(
  service: Service,
  runId: number,
  { overLater = false, ...options }: { overLater?: boolean } & SendPushOptions = {},
): Promise<Undone> {
  const { journal, overlay } = service
  const run = runOf(service, runId)
  const kind = kindOf(run.kind as PushKind)
  return locked(service, run, async () => {
    const plan = planUndo({
      journal,
      run,
      kind,
      persist: true,
      options: { ...boundsOf(kind), ...wireOf(overlay, kind), overLater },
    })
    return plan.runId === undefined || plan.requests === 0
      ? { plan }
      : { plan, report: await sendLocked(service, kind.name, plan.runId, options) }
  })
}

export interface VerifyPushInput {
  distributorId: string
  distributorCode: string
  /** Nights to compare; 50 unless said. */
  sample?: number
  /** First night that can be asked about, counted from 1970-01-01; tomorrow unless said. */
  from?: number
  /** Property ids of hotel codes that are not one themselves. */
  properties?: ReadonlyMap<string, string>
}

/**
 * Compares a sample of what a run set with what the service sells.
 * @throws Fault NOT_FOUND where nothing is left to compare
 */
export async function verifyPush(
  service: Service,
  runId: number,
  {
    distributorId,
    distributorCode,
    sample = 50,
    from = Math.floor(Date.now() / 86_400_000) + 1,
    properties = new Map(),
  }: VerifyPushInput,
): Promise<RunComparison> {
  const { client, journal, target } = service
  return compareRun({
    search: (body) => client.call('product.search', { body }),
    journal,
    target,
    distributor: { distributorId, distributorCode },
    run: runOf(service, runId),
    sample,
    today: from,
    properties,
  })
}

/** What is known of the service's limits, kept beside the journal where that is kept. */
function paceOf({ dataDir, target: { profile, service } }: Service): { store: PaceStore; close(): void } {
  if (dataDir === undefined) return { store: memoryPace(), close: () => undefined }
  const store = openPace(dataDir, `${profile} ${service}`, () => undefined)
  return { store, close: () => store.close() }
}

function runOf({ journal, target }: Service, runId: number): RunRecord {
  const run = journal.getRun(runId)
  if (run === undefined || run.target.profile !== target.profile || run.target.service !== target.service)
    throw new Fault('NOT_FOUND', `There is no run ${runId} of this account at this service.`, {})
  return run
}

function boundsOf(kind: Kind) {
  return {
    bodyLimitBytes: BODY_BYTES,
    entriesPerRequest: undefined,
    monthsPerRequest: undefined,
    weekdayMasks: kind.daysAllowed,
  }
}

function wireOf(overlay: Service['overlay'], { endpoint }: Kind) {
  return {
    end: overlay.end,
    fieldName: (path: string, list?: string) => overlay.fieldName(endpoint, path, list),
    valuesOf: (path: string) => overlay.wireValues(endpoint, path),
  }
}
