import { countNights } from '../../calendar/index.js'
import type { BadRow } from '../../files/index.js'
import {
  type AppliedRun,
  type CoveredSeries,
  type DoubtfulSeries,
  type KnownSeries,
  type ReplacedRow,
  trustedSeries,
} from '../../journal/index.js'
import { addChanges, countChanges, LargestMoves, onlyChanges, unansweredIn } from '../changes/index.js'
import { type FactsByHotel, Guards, type GuardStop, type RoomsByHotel } from '../guards/index.js'
import {
  contradictedRows,
  contradictingRows,
  countValues,
  type FileNames,
  type HotelRows,
  type MergedHotel,
  mergeHotel,
  withoutRows,
} from '../merge/index.js'
import { fillBatches, type FilledBatch, type RequestWriter } from '../requests/index.js'
import { acknowledgedOf, coverageOf, coveredNights, findHoles, type Hole } from './coverage.js'
import { lastRunOf } from './file-guards.js'
import type { PlanInput } from './input.js'
import type { HotelPlan, Plan } from './plan.js'
import { ValueSurvey } from './value-survey.js'

const HOTELS_KEPT = 1000
const HOLES_KEPT = 100

/** What a planner is given beside the input. */
export interface PlannerParts {
  writer: RequestWriter
  /** @param isCounted it was told of for another field before */
  onBad(row: BadRow, isCounted: boolean): void
}

/** Plans one hotel after the other and counts all of them into the plan. */
export class HotelPlanner {
  readonly #input: PlanInput
  readonly #plan: Plan
  readonly #parts: PlannerParts
  readonly #moves = new LargestMoves()
  readonly #target: number | undefined
  readonly #fileName: FileNames
  readonly #guards: Guards | undefined
  readonly #before: AppliedRun | undefined
  readonly #rooms = new Map<string, ReadonlySet<string>>()
  /** How many of them the service has acknowledged nothing for. */
  readonly #unproven = new Map<string, number>()
  readonly #survey: ValueSurvey | undefined
  /** Hotels of which not everything that is known can be trusted. */
  readonly #doubtful: ReadonlySet<string>
  #covered: CoveredSeries[] = []
  #replaced: readonly ReplacedRow[] = []
  #coveredNights = 0
  #nightsBefore = 0

  constructor(input: PlanInput, plan: Plan, parts: PlannerParts) {
    this.#input = input
    this.#plan = plan
    this.#parts = parts
    this.#before = lastRunOf(input.journal, input.target, input.kind.name, input.files)
    this.#target = input.journal.runs.targetId(input.target, { create: false })
    this.#doubtful =
      this.#target === undefined
        ? new Set()
        : input.journal.doubts.hotels({ target: this.#target, kind: input.kind.name })
    this.#fileName = (index) => input.files[index]?.name ?? '-'
    this.#survey = input.surveysValues === true ? new ValueSurvey(this.#fileName) : undefined
    this.#guards = input.options.guards === undefined ? undefined : new Guards(input.options.guards, this.#fileName)
  }

  get isSendable(): boolean {
    return this.#plan.badRows === 0 || this.#input.options.skipInvalid
  }

  /** Which nights the files hold for the hotel planned last. */
  get covered(): readonly CoveredSeries[] {
    return this.#covered
  }

  /** Rows of the hotel planned last that lost nights to later ones. */
  get replaced(): readonly ReplacedRow[] {
    return this.#replaced
  }

  /** Nights that the files hold, over all hotels so far. */
  get coveredNights(): number {
    return this.#coveredNights
  }

  /** The last run from files of the same names, and the nights it held; known once `finish` was called. */
  get before(): { run: AppliedRun; nights: number } | undefined {
    return this.#before === undefined ? undefined : { run: this.#before, nights: this.#nightsBefore }
  }

  /** Names what the run before had of hotels that the files lack altogether. */
  finish(hotels: ReadonlySet<string>): void {
    this.#plan.moves = this.#moves.list()
    this.#plan.fileValues = this.#survey?.summaries()
    if (this.#before === undefined) return
    for (const hotel of this.#input.journal.coverage.hotels(this.#before.id))
      if (!hotels.has(hotel)) this.#compareCoverage(hotel, [], this.#known(hotel))
  }

  /** The rooms that the requests name, by hotel: none of those that are for all rooms. Known once all hotels are planned. */
  get rooms(): RoomsByHotel {
    return this.#rooms
  }

  /** Whether counts or currencies want to be compared with what the service says of its rooms. */
  get hasClaims(): boolean {
    return this.#guards?.hasClaims === true
  }

  /** Hotels whose counts or currencies the service contradicts. */
  contradicted(facts: FactsByHotel): ReadonlySet<string> {
    return this.#guards?.contradicted(facts) ?? new Set()
  }

  /** Judges counts and currencies by what the service says of its rooms, once all hotels are planned. */
  judgeRooms(facts: FactsByHotel): void {
    this.#guards?.judge(facts)
    this.#plan.uncheckedRooms = [...this.#unproven].reduce(
      (sum, [hotel, rooms]) => sum + (facts.has(hotel) ? 0 : rooms),
      0,
    )
  }

  /** What stops the plan, once every hotel has been planned. */
  stops(): GuardStop[] {
    return this.#guards?.stops() ?? []
  }

  /** The requests of one hotel; counts them into the plan. */
  *plan(rows: HotelRows): Iterable<FilledBatch> {
    const merged = this.#merge(rows)
    const known = this.#known(rows.hotel)
    this.#guards?.look(merged, known)
    this.#input.onHotel?.(merged, known)
    this.#survey?.look(merged)
    this.#covered = coverageOf(merged)
    this.#replaced = merged.replaced
    this.#compareCoverage(rows.hotel, this.#covered, known)
    const nights = nightsOf(merged)
    const doubts = this.#doubts(rows.hotel)
    const wanted = this.#input.options.changesOnly
      ? onlyChanges(merged, trustedSeries(this.#proven(rows.hotel, known), doubts), this.#input.kind)
      : merged
    this.#plan.unanswered += unansweredIn(wanted, doubts)
    this.#noteRooms(wanted, known)
    const sent = nightsOf(wanted)
    const values = countValues(wanted)
    const hotel: HotelPlan = {
      hotel: rows.hotel,
      nights: sent,
      unchanged: nights - sent,
      values,
      unchangedValues: wanted === merged ? 0 : countValues(merged) - values,
      ranges: 0,
      requests: 0,
      firstNight: Infinity,
      lastNight: -Infinity,
      changes: countChanges(merged, known, this.#moves),
    }
    for (const { ranges } of merged.series) {
      hotel.firstNight = Math.min(hotel.firstNight, ranges[0]?.from ?? Infinity)
      hotel.lastNight = Math.max(hotel.lastNight, (ranges.at(-1)?.until ?? -Infinity) - 1)
    }
    for (const batch of fillBatches(wanted, this.#parts.writer, this.#input.options)) {
      hotel.requests += 1
      hotel.ranges += batch.entries
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
      this.#tellBad(contradictingRows(merged, this.#fileName))
      if (!options.skipInvalid) return merged
      this.#tellBad(contradictedRows(merged, this.#fileName))
      rest = withoutRows(rest, new Set(merged.doubtful.keys()))
    }
  }

  /** A row may be bad in several fields, and is one bad row. */
  #tellBad(bad: readonly BadRow[]): void {
    const counted = new Set<string>()
    for (const row of bad) {
      const place = `${row.fileIndex}:${row.line}`
      this.#parts.onBad(row, counted.has(place))
      counted.add(place)
    }
  }

  #noteRooms({ hotel, series }: MergedHotel, known: readonly KnownSeries[]): void {
    if (series.length === 0) return
    const acknowledged = new Set(known.map(({ room }) => room))
    const rooms = new Set(series.map(({ room }) => room).filter((room) => room !== ''))
    const unproven = [...rooms].filter((room) => !acknowledged.has(room)).length
    this.#plan.uncheckedRooms += unproven
    if (this.#input.roomsOf === undefined) return
    this.#rooms.set(hotel, rooms)
    this.#unproven.set(hotel, unproven)
  }

  #compareCoverage(hotel: string, now: readonly CoveredSeries[], known: readonly KnownSeries[]): void {
    const { journal, options } = this.#input
    const from = options.today ?? Number.NEGATIVE_INFINITY
    this.#coveredNights += coveredNights(now, from)
    if (this.#before === undefined) return
    const before = journal.coverage.of(this.#before.id, hotel)
    this.#nightsBefore += coveredNights(before, from)
    // What the service never acknowledged is not there to stay as it is.
    const holes: Hole[] = findHoles(hotel, acknowledgedOf(before, known), now, from)
    this.#plan.holeNights += countNights(holes)
    this.#plan.holes.push(...holes.slice(0, HOLES_KEPT - this.#plan.holes.length))
  }

  #known(hotel: string): KnownSeries[] {
    return this.#target === undefined
      ? []
      : this.#input.journal.known.series({ target: this.#target, kind: this.#input.kind.name, hotel })
  }

  /** What came from a journal that may be an older copy is not known to be there, until the service has acknowledged it again. */
  #proven(hotel: string, known: KnownSeries[]): KnownSeries[] {
    if (this.#target === undefined) return known
    const { journal, kind } = this.#input
    return journal.unproven.provenOf({ target: this.#target, kind: kind.name, hotel }, known)
  }

  /** What an earlier run may have overwritten without the service saying so is not known to be there. */
  #doubts(hotel: string): readonly DoubtfulSeries[] {
    if (this.#target === undefined || !this.#doubtful.has(hotel)) return []
    return this.#input.journal.doubts.series({ target: this.#target, kind: this.#input.kind.name, hotel })
  }

  #count(hotel: HotelPlan, merged: MergedHotel): void {
    const plan = this.#plan
    plan.hotels += 1
    plan.duplicates += merged.repeated
    plan.replacedRows += merged.replaced.filter(({ isWhole }) => isWhole).length
    plan.nights += hotel.nights
    plan.unchanged += hotel.unchanged
    plan.values += hotel.values
    plan.unchangedValues += hotel.unchangedValues
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
