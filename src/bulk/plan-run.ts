import { setImmediate as nextTick } from 'node:timers/promises'
import { Fault } from '../errors.js'
import { countNights } from '../calendar/index.js'
import type { Journal, KnownSeries, NewBatch, RunFile, Target } from '../journal/index.js'
import { contradictedRows, contradictingRows, type FileNames } from './bad-rows.js'
import { addChanges, countChanges, noChanges, onlyChanges } from './changes.js'
import { fillBatches } from './fill-batches.js'
import { withoutRows, type HotelRows } from './hotel-rows.js'
import { Guards, type GuardLimits, type GuardStop } from './guards.js'
import { mergeHotel, type MergedHotel } from './merge.js'
import { journalRecord, noRecord } from './plan-record.js'
import type { HotelPlan, Plan, PlanProgress } from './plan.js'
import { RequestWriter, wireNames } from './request-text.js'
import { RowLog, type LogLimits } from './row-log.js'
import type { BadRow, Kind, RowChunk } from './row.js'

export interface PlanOptions {
  /** Largest request body, credentials included. */
  bodyLimitBytes: number
  /** Leave out cells whose every value the service has acknowledged. */
  changesOnly: boolean
  /** Later rows win over earlier ones instead of contradicting them. */
  overlapLastWins: boolean
  /** Plan the good rows although others are bad. */
  skipInvalid: boolean
  /** Whether the service's `to` is the last night or the day after. */
  end: 'inclusive' | 'exclusive'
  /** The service's name of a field path such as `room_settings.min_stay`. */
  fieldName(path: string): string
  /** What looks like an accident; absent: nothing but the rows themselves is judged. */
  guards?: GuardLimits
  /** Flags to keep with the run; no secrets. */
  command?: Record<string, unknown>
}

export interface PlanInput {
  kind: Kind
  chunks: AsyncIterable<RowChunk>
  /** In the order of the rows' file numbers. Sizes and digests may be filled in while the chunks are read. */
  files: readonly RunFile[]
  journal: Journal
  target: Target
  options: PlanOptions
  /** False for a dry run: the journal is read, never written. */
  persist: boolean
  signal?: AbortSignal
  onProgress?(progress: PlanProgress): void
  onBad?(bad: BadRow): void
  /** Bounds of memory; for tests. */
  limits?: Partial<LogLimits>
}

const BAD_KEPT = 100
const HOTELS_KEPT = 1000

/**
 * Reads all rows, merges them hotel by hotel and writes the requests into the journal. Nothing is sent. With bad rows and
 * no `skipInvalid`, or where a guard stops the plan, nothing becomes sendable; all bad rows and nights are found first.
 * @throws Fault INTERRUPTED, DATA_DIRECTORY, USAGE (a body limit no entry fits into), and whatever the reader throws
 */
export async function planRun(input: PlanInput): Promise<Plan> {
  const { kind, options } = input
  const plan: Plan = {
    isSendable: false, hotels: 0, rows: 0, badRows: 0, bad: [], duplicates: 0, nights: 0, unchanged: 0, ranges: 0, requests: 0, bytes: 0,
    changes: noChanges(), stops: [], perHotel: [],
  }
  const log = new RowLog(kind.fields.map(({ name }) => name), input.limits)
  const wire = wireNames(kind, options.fieldName, options.end)
  if (input.persist) input.journal.runs.discardAbandoned()
  const record = input.persist ? journalRecord(input.journal, { target: input.target, kind: kind.name, files: input.files, command: options.command ?? {}, wire }) : noRecord
  try {
    await readRows(input, plan, log)
    const planner = new HotelPlanner(input, plan, new RequestWriter(wire))
    for (const rows of log.hotels()) {
      for (const batch of planner.plan(rows)) if (planner.isSendable) record.add(batch)
      await breathe(input, { phase: 'planning', hotelsDone: plan.hotels, hotels: log.hotelCount })
    }
    plan.stops = planner.stops()
    plan.isSendable = planner.isSendable && plan.stops.length === 0
    const { bad: _bad, perHotel: _perHotel, isSendable: _isSendable, stops: _stops, ...totals } = plan
    if (plan.isSendable) Object.assign(plan, { runId: record.complete(totals) })
    else record.discard()
    return plan
  } catch (error) {
    record.discard()
    throw error
  } finally {
    log.close()
  }
}

async function readRows(input: PlanInput, plan: Plan, log: RowLog): Promise<void> {
  for await (const { rows, bad, rowsRead, bytesRead } of input.chunks) {
    for (const row of rows) log.add(row)
    plan.rows += rows.length
    for (const row of bad) addBad(input, plan, row)
    await breathe(input, { phase: 'reading', rowsRead, bytesRead })
  }
}

function addBad(input: PlanInput, plan: Plan, row: BadRow): void {
  plan.badRows += 1
  if (plan.bad.length < BAD_KEPT) plan.bad.push(row)
  input.onBad?.(row)
}

/** Lets signals and timers in between two pieces of work. */
async function breathe(input: PlanInput, progress: PlanProgress): Promise<void> {
  input.onProgress?.(progress)
  if (input.signal !== undefined) await nextTick()
  if (input.signal?.aborted === true) throw new Fault('INTERRUPTED', 'Stopped while planning. Nothing was sent.')
}

class HotelPlanner {
  readonly #input: PlanInput
  readonly #plan: Plan
  readonly #writer: RequestWriter
  readonly #target: number | undefined
  readonly #fileName: FileNames
  readonly #guards: Guards | undefined

  constructor(input: PlanInput, plan: Plan, writer: RequestWriter) {
    this.#input = input
    this.#plan = plan
    this.#writer = writer
    this.#target = input.journal.runs.targetId(input.target, { create: false })
    this.#fileName = (index) => input.files[index]?.name ?? '-'
    this.#guards = input.options.guards === undefined ? undefined : new Guards(input.options.guards, this.#fileName)
  }

  get isSendable(): boolean {
    return this.#plan.badRows === 0 || this.#input.options.skipInvalid
  }

  /** What stops the plan, once every hotel has been planned. */
  stops(): GuardStop[] {
    return this.#guards?.stops() ?? []
  }

  /** The requests of one hotel; counts them into the plan. */
  *plan(rows: HotelRows): Iterable<NewBatch> {
    const merged = this.#merge(rows)
    const known = this.#known(rows.hotel)
    this.#guards?.look(merged, known)
    const nights = nightsOf(merged)
    const wanted = this.#input.options.changesOnly ? onlyChanges(merged, known) : merged
    const sent = nightsOf(wanted)
    const hotel: HotelPlan = {
      hotel: rows.hotel, nights: sent, unchanged: nights - sent, ranges: 0, requests: 0, firstNight: Infinity, lastNight: -Infinity, changes: countChanges(merged, known),
    }
    for (const { ranges } of merged.series) {
      hotel.firstNight = Math.min(hotel.firstNight, ranges[0]?.from ?? Infinity)
      hotel.lastNight = Math.max(hotel.lastNight, (ranges.at(-1)?.until ?? -Infinity) - 1)
    }
    for (const batch of fillBatches(wanted, this.#writer, this.#input.options.bodyLimitBytes)) {
      hotel.requests += 1
      hotel.ranges += batch.sources.length
      this.#plan.bytes += batch.bytes
      yield batch
    }
    this.#count(hotel, merged)
  }

  #merge(rows: HotelRows): MergedHotel {
    const { kind, options } = this.#input
    let rest = rows
    for (;;) {
      const merged = mergeHotel(rest, { kind, isLastWins: options.overlapLastWins })
      if (merged.contradictions.length === 0) return merged
      for (const bad of contradictingRows(merged, this.#fileName)) addBad(this.#input, this.#plan, bad)
      if (!options.skipInvalid) return merged
      for (const bad of contradictedRows(merged, this.#fileName)) addBad(this.#input, this.#plan, bad)
      rest = withoutRows(rest, new Set(merged.doubtful.keys()))
    }
  }

  #known(hotel: string): KnownSeries[] {
    return this.#target === undefined ? [] : this.#input.journal.known.series({ target: this.#target, kind: this.#input.kind.name, hotel })
  }

  #count(hotel: HotelPlan, merged: MergedHotel): void {
    const plan = this.#plan
    plan.hotels += 1
    plan.duplicates += merged.repeated
    plan.nights += hotel.nights
    plan.unchanged += hotel.unchanged
    plan.ranges += hotel.ranges
    plan.requests += hotel.requests
    addChanges(plan.changes, hotel.changes)
    if (merged.series.length > 0) {
      plan.firstNight = Math.min(plan.firstNight ?? Infinity, hotel.firstNight)
      plan.lastNight = Math.max(plan.lastNight ?? -Infinity, hotel.lastNight)
    }
    if (plan.perHotel.length < HOTELS_KEPT && merged.series.length > 0) plan.perHotel.push(hotel)
  }
}

function nightsOf({ series }: MergedHotel): number {
  return series.reduce((sum, { ranges }) => sum + countNights(ranges), 0)
}
