import { setImmediate as nextTick } from 'node:timers/promises'
import { formatNight } from '../../calendar/index.js'
import { Fault } from '../../errors.js'
import { type BadRow, countRows, type Row } from '../../files/index.js'
import {
  absentHotelRows,
  type AbsentHotels,
  type FactsByHotel,
  type GuardStop,
  type RoomsByHotel,
  unknownRoomRows,
  unknownRooms,
  withoutRooms,
} from '../guards/index.js'
import { type FileNames, RowLog } from '../merge/index.js'
import { RequestWriter, wireNames, type WireNames } from '../requests/index.js'
import { fileStops, lastFullLoad } from './file-guards.js'
import type { PlanInput, PlanOptions } from './input.js'
import { fileRecord } from './plan-file.js'
import { HotelPlanner, type PlannerParts } from './plan-hotel.js'
import { journalRecord, noRecord, type PlanRecord } from './plan-record.js'
import { nothingPlanned, type Plan, type PlanProgress } from './plan.js'
import { RowGroups } from './row-groups.js'

const BAD_KEPT = 100
/** A plan of fewer hotels is made in any case, so that it can be resumed. */
const HOTELS_A_TICK = 20

/**
 * Reads all rows, merges them hotel by hotel and writes the requests into the journal. Nothing is sent. With bad rows and
 * no `skipInvalid`, or where a guard stops the plan, nothing becomes sendable; all bad rows and nights are found first.
 * @throws Fault INTERRUPTED, DATA_DIRECTORY, USAGE (a body limit no entry fits into), and whatever the reader throws
 */
export async function planRun(input: PlanInput): Promise<Plan> {
  const { kind, options, roomsOf } = input
  const bad = new RowGroups<BadRow>(
    ({ field, value, reason, remedy }) => [field, value, reason, remedy].join('\n'),
    BAD_KEPT,
  )
  const plan: Plan = { isSendable: false, rows: 0, badRows: 0, bad: bad.list, ...nothingPlanned() }
  const log = new RowLog(
    kind.fields.map(({ name }) => name),
    input.limits,
  )
  const wire = wireNames(kind, options.fieldName, options.end, options.valuesOf)
  if (input.persist) input.journal.runs.discardAbandoned()
  let record = recordOf(input, wire)
  const addBad = (row: BadRow, isCounted = false): void => {
    if (!isCounted) plan.badRows += 1
    bad.add(row)
    input.onBad?.(row)
  }
  /** A row that was read as a good one. */
  const takeOut = (row: BadRow, isCounted = false): void => {
    if (!isCounted) plan.rows -= 1
    addBad(row, isCounted)
  }
  try {
    await readRows(input, plan, log, addBad)
    const refused = new Set<string>()
    const writer = new RequestWriter(wire)
    const onBad = (row: BadRow, isCounted: boolean): void => {
      if (roomsOf !== undefined) refused.add(`${row.fileIndex}:${row.line}`)
      takeOut(row, isCounted)
    }
    let planner = await planHotels(input, plan, { log, record, parts: { writer, onBad } })
    // The service is asked last: nothing goes out for a plan that something else stops.
    if (
      roomsOf !== undefined &&
      planner.isSendable &&
      plan.stops.length === 0 &&
      plan.requests > 0 &&
      asksRooms(planner, options)
    ) {
      const facts = await trustedFacts(planner, roomsOf)
      endIfAborted(input)
      const mayUnknown = options.guards?.mayUnknownRooms === true
      const absent: AbsentHotels = mayUnknown ? new Map() : new Map(input.absentHotels)
      const unknown: RoomsByHotel = mayUnknown ? new Map() : unknownRooms(planner.rooms, facts)
      if (unknown.size > 0 || absent.size > 0) {
        for (const rows of log.hotels()) {
          for (const row of absentHotelRows(rows, absent, fileNames(input)))
            if (!refused.has(`${row.fileIndex}:${row.line}`)) takeOut(row)
          for (const row of unknownRoomRows(rows, unknown, facts, fileNames(input)))
            if (!refused.has(`${row.fileIndex}:${row.line}`)) takeOut(row)
        }
        if (options.skipInvalid) {
          record.discard()
          record = recordOf(input, wire)
          Object.assign(plan, nothingPlanned())
          // Rows that contradict each other have been named already.
          planner = await planHotels(input, plan, {
            log,
            record,
            parts: { writer, onBad: () => undefined },
            unknown,
            absent,
          })
        }
      }
      planner.judgeRooms(facts)
      plan.stops = [...planner.stops(), ...plan.stops.filter(({ line }) => line === undefined)]
    }
    plan.isSendable = planner.isSendable && plan.stops.length === 0
    const {
      bad: _bad,
      perHotel: _perHotel,
      isSendable: _isSendable,
      stops: _stops,
      moves: _moves,
      holes: _holes,
      ...totals
    } = plan
    if (plan.isSendable) Object.assign(plan, { runId: record.complete(totals) })
    else record.discard()
    if (bad.unlisted > 0) plan.badUnlisted = bad.unlisted
    return plan
  } catch (error) {
    record.discard()
    throw error
  } finally {
    log.close()
  }
}

interface Planning {
  log: RowLog
  record: PlanRecord
  parts: PlannerParts
  /** Rooms to leave out. */
  unknown?: RoomsByHotel
  /** Hotels to leave out. */
  absent?: AbsentHotels
}

async function planHotels(
  input: PlanInput,
  plan: Plan,
  { log, record, parts, unknown, absent }: Planning,
): Promise<HotelPlanner> {
  const planner = new HotelPlanner(input, plan, parts)
  for (const all of log.hotels()) {
    if (absent?.has(all.hotel) === true) continue
    const rows = withoutRooms(all, unknown?.get(all.hotel))
    for (const batch of planner.plan(rows)) if (planner.isSendable) record.add(batch)
    record.replace(rows.hotel, planner.replaced)
    record.cover(rows.hotel, planner.covered)
    await breathe(input, { phase: 'planning', hotelsDone: plan.hotels, hotels: log.hotelCount })
    if (plan.hotels % HOTELS_A_TICK === 0) input.tick?.()
  }
  planner.finish(new Set(log.hotelCodes))
  plan.stops = [...planner.stops(), ...wholeStops(input, plan, planner)]
  return planner
}

function asksRooms({ hasClaims, rooms }: HotelPlanner, { guards }: PlanOptions): boolean {
  return hasClaims || (guards?.mayUnknownRooms !== true && rooms.size > 0)
}

/** What stops a plan must be what the service says now: units are added, and what was said of them yesterday is no reason. */
async function trustedFacts(planner: HotelPlanner, roomsOf: NonNullable<PlanInput['roomsOf']>): Promise<FactsByHotel> {
  const facts = await roomsOf(planner.rooms)
  const hotels = planner.contradicted(facts)
  if (hotels.size === 0) return facts
  return new Map([
    ...facts,
    ...(await roomsOf(new Map([...planner.rooms].filter(([hotel]) => hotels.has(hotel))), { isDoubted: true })),
  ])
}

function fileNames({ files }: PlanInput): FileNames {
  return (index) => files[index]?.name ?? '-'
}

function recordOf(
  { journal, target, kind, files, options, persist, savePlanTo }: PlanInput,
  wire: WireNames,
): PlanRecord {
  const run = { target, kind: kind.name, files, command: options.command ?? {}, wire }
  if (savePlanTo !== undefined) return fileRecord(journal, run, savePlanTo)
  return persist ? journalRecord(journal, run) : noRecord
}

/** Guards that look at the files as a whole. */
function wholeStops(
  { journal, target, kind, files, options }: PlanInput,
  plan: Plan,
  { before, coveredNights }: HotelPlanner,
): GuardStop[] {
  if (options.guards === undefined) return []
  const now = Date.now()
  const fullLoad = lastFullLoad(journal, target, kind.name, now)
  return fileStops({
    files,
    plan,
    nights: coveredNights,
    changesOnly: options.changesOnly,
    before,
    fullLoad,
    limits: options.guards,
    now,
  })
}

/** Hotels of which everything is past that are named, at most. */
const PAST_HOTELS_KEPT = 1_000

async function readRows(input: PlanInput, plan: Plan, log: RowLog, addBad: (row: BadRow) => void): Promise<void> {
  let gone: ReadonlySet<string> = new Set()
  for await (const { rows, bad, rowsRead, bytesRead, past, pastFiles } of input.chunks) {
    if (past !== undefined && past.nights > 0) {
      gone = past.hotels
      plan.past = {
        rows: past.rows,
        nights: past.nights,
        before: formatNight(input.options.today ?? 0),
        files: pastFiles ?? [],
        hotels: [],
        hotelCount: 0,
      }
    }
    addAll(rows, log)
    plan.rows += countRows(rows)
    for (const row of bad) addBad(row)
    await breathe(input, { phase: 'reading', rowsRead, bytesRead })
  }
  if (plan.past === undefined) return
  const hotels = [...gone].filter((hotel) => !log.has(hotel))
  plan.past = { ...plan.past, hotels: hotels.slice(0, PAST_HOTELS_KEPT), hotelCount: hotels.length }
}

/** A function of its own, which is optimized as a whole: what goes on between two waits is not. */
function addAll(rows: readonly Row[], log: RowLog): void {
  for (let at = 0; at < rows.length; at += 1) log.add(rows[at] as Row)
}

/** Lets signals and timers in between two pieces of work. */
async function breathe(input: PlanInput, progress: PlanProgress): Promise<void> {
  input.onProgress?.(progress)
  if (input.signal !== undefined) await nextTick()
  endIfAborted(input)
}

function endIfAborted({ signal }: PlanInput): void {
  if (signal?.aborted === true) throw new Fault('INTERRUPTED', 'Stopped while planning. Nothing was sent.')
}
