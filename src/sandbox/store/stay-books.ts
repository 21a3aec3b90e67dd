import { setImmediate as pause } from 'node:timers/promises'
import { steadyMs } from '../../clock.js'
import type { Database } from '../../sql/index.js'
import type { ChangeLog } from '../ground/index.js'
import { NoWords, WordBook } from './night-words.js'
import {
  type PropertyFacts,
  readCalendars,
  readPropertyFacts,
  type SeriesFacts,
  type UnitCalendar,
  type UnitFacts,
} from './stay-facts.js'

/** Integers of a range. */
export const RANGE_WIDTH = 4

/** A part of `StayBook.ranges`. */
export interface Part {
  start: number
  end: number
}

/** A rate plan of a room; plans that say the same are one. */
export interface PlanBook {
  /** What the plan, the room and the property say where the calendar says nothing. */
  first: number
  second: number
  /** What is set for room and plan. */
  own: Part | undefined
}

export interface RoomBook {
  unitId: number
  /** Units that are free where no count is set. */
  units: number
  /** Counts: the third integer of a range is the weekdays, the fourth the count. */
  counts: Part
  /** What is set for the room whatever the plan. */
  general: Part
  plans: readonly PlanBook[]
}

/** What decides about stays in one property. */
export interface StayBook {
  active: boolean
  /** As the property's information has it. */
  timezone: unknown
  /** Undefined where the store must be asked: rules that are more than words, or no room left in memory. */
  rooms: readonly RoomBook[] | undefined
  ranges: Int32Array
}

/** Properties, and calendars of units, that are read with one query: as many as take about this long, so that other requests wait no longer. */
const SLICE_MS = 15
const PROPERTIES = { least: 1, most: 250 }
const UNITS = { least: 2, most: 500 }
/** A store that changes all the time is read without a pause in the end. */
const ROUNDS_MAX = 3
/** Integers in memory for all properties: 128 MB. Estates of 50,000 properties take a third; calendars with another price every night more. */
const INTEGERS_MAX = 32 * 2 ** 20

/**
 * What decides about stays, of every property, in memory: read when the first stay is searched for, then kept up by what the store says has changed.
 * Reading goes on in slices, between which other requests are answered: one house may have a thousand units, and a price of its own for each night of years.
 */
export class StayBooks {
  readonly #db: Database
  readonly #changes: ChangeLog
  readonly #integersMax: number
  readonly #books = new Map<number, StayBook>()
  #words = new WordBook()
  #integers = 0
  #seq: number | undefined
  #reading: Promise<void> | undefined
  #propertiesAtOnce = PROPERTIES.most
  #unitsAtOnce = 10

  constructor(db: Database, changes: ChangeLog, integersMax = INTEGERS_MAX) {
    this.#db = db
    this.#changes = changes
    this.#integersMax = integersMax
  }

  /** After this, and until something else is awaited, the books are as the store is. */
  async refresh(): Promise<void> {
    for (let rounds = 0; ;) {
      if (this.#reading !== undefined) {
        await this.#reading
        continue
      }
      const now = this.#seq === undefined ? this.#changes.now() : this.#seq
      const { seq, isAll, propertyIds } =
        this.#seq === undefined
          ? { seq: now, isAll: true, propertyIds: [] }
          : this.#changes.since(now, ['features', 'stays'])
      rounds += 1
      const slices = this.#read(isAll ? undefined : propertyIds, seq)
      if (!isAll && rounds > ROUNDS_MAX) {
        for (const _ of slices);
        return
      }
      // Where all is read before the first pause, nothing can have changed meanwhile.
      const began = steadyMs()
      let isOver = false
      while (!isOver && steadyMs() - began < SLICE_MS) isOver = slices.next().done === true
      if (isOver) return
      this.#reading = readOn(slices).finally(() => (this.#reading = undefined))
    }
  }

  of(propertyId: number): StayBook | undefined {
    return this.#books.get(propertyId)
  }

  /** Each price by its number, in units of 10^-4. */
  get priceUnits(): readonly number[] {
    return this.#words.units
  }

  /** Integers that the books hold. */
  get size(): number {
    return this.#integers
  }

  #forgetAll(): void {
    this.#books.clear()
    this.#words = new WordBook()
    this.#integers = 0
  }

  /** Reads these properties, or all; whoever reads on may let other requests be answered between two slices. */
  *#read(given: readonly number[] | undefined, seq: number): Generator<undefined, void> {
    if (given === undefined) this.#forgetAll()
    const ids = given ?? this.#db.all<{ id: number }>('SELECT id FROM properties ORDER BY id').map(({ id }) => id)
    for (let at = 0; at < ids.length;) {
      const some = ids.slice(at, at + this.#propertiesAtOnce)
      at += some.length
      const began = steadyMs()
      const found = readPropertyFacts(this.#db, some)
      this.#propertiesAtOnce = fitted(some.length, steadyMs() - began, PROPERTIES)
      yield
      yield* this.#writeAll(some, found)
    }
    this.#seq = seq
  }

  *#writeAll(ids: readonly number[], found: readonly PropertyFacts[]): Generator<undefined, void> {
    const drafts = found.map((facts) => new Draft(facts))
    const units = drafts.flatMap((draft) => draft.facts.units.map((unit) => ({ draft, unit })))
    for (let at = 0; at < units.length;) {
      const some = units.slice(at, at + this.#unitsAtOnce)
      at += some.length
      const began = steadyMs()
      const wanted = some.filter(({ draft }) => draft.isWritten)
      const calendars = readCalendars(
        this.#db,
        wanted.map(({ unit }) => unit.id),
      )
      for (const { draft, unit } of wanted) this.#write(draft, unit, calendars.get(unit.id) as UnitCalendar)
      this.#unitsAtOnce = fitted(some.length, steadyMs() - began, UNITS)
      yield
    }
    for (const id of ids) {
      this.#integers -= this.#books.get(id)?.ranges.length ?? 0
      this.#books.delete(id)
    }
    for (const draft of drafts) {
      const book = draft.book(this.#integersMax - this.#integers)
      this.#integers += book.ranges.length
      this.#books.set(draft.facts.id, book)
    }
  }

  #write(draft: Draft, unit: UnitFacts, calendar: UnitCalendar): void {
    if (!draft.isWritten) return
    try {
      const room = this.#room(unit, calendar, draft)
      if (room.plans.length > 0) draft.rooms.push(room)
    } catch (error) {
      if (!(error instanceof NoWords)) throw error
      draft.isWritten = false
    }
  }

  #room(
    { id, units, basePrice, minStay, maxStay }: UnitFacts,
    { inventory, series }: UnitCalendar,
    { facts, integers }: Draft,
  ): RoomBook {
    const part = (ranges: readonly (readonly number[])[]): Part => {
      const start = integers.length
      for (const range of ranges) integers.push(...range)
      return { start, end: integers.length }
    }
    const seriesOf = (planId: number): SeriesFacts | undefined => series.find((one) => one.planId === planId)
    const wordsOf = (one: SeriesFacts) => this.#words.rangesOf(one.ranges, one.nights)
    const general = seriesOf(0)
    const plans = new Map<string, PlanBook>()
    for (const plan of facts.plans) {
      if (!plan.unitIds.has(id)) continue
      const price = plan.price ?? basePrice
      const [first, second] = this.#words.wordsOf([
        price === undefined ? null : String(price),
        plan.currency ?? facts.currency,
        plan.minStay ?? minStay,
        plan.maxStay ?? maxStay,
        plan.closed,
        plan.closedToArrival,
        plan.closedToDeparture,
      ])
      const own = seriesOf(plan.id)
      const key = own === undefined ? `${first} ${second}` : `of plan ${plan.id}`
      if (!plans.has(key)) plans.set(key, { first, second, own: own === undefined ? undefined : part(wordsOf(own)) })
    }
    return {
      unitId: id,
      units: units ?? 0,
      counts: part(inventory),
      general: part(general === undefined ? [] : wordsOf(general)),
      plans: [...plans.values()],
    }
  }
}

/** The book of a property while its units are read. */
class Draft {
  readonly integers: number[] = []
  readonly rooms: RoomBook[] = []
  /** Whether words can say what decides. */
  isWritten: boolean

  constructor(readonly facts: PropertyFacts) {
    this.isWritten = facts.units.every(({ isPlain }) => isPlain)
  }

  /** @param room integers that fit into memory yet */
  book(room: number): StayBook {
    const { active, timezone } = this.facts
    return this.isWritten && this.integers.length <= room
      ? { active, timezone, rooms: this.rooms, ranges: new Int32Array(this.integers) }
      : { active, timezone, rooms: undefined, ranges: new Int32Array() }
  }
}

/** How many to read next, after so many took so long. */
function fitted(count: number, ms: number, { least, most }: { least: number; most: number }): number {
  return Math.round(Math.min(most, Math.max(least, (count * SLICE_MS) / Math.max(ms, 1))))
}

async function readOn(slices: Generator<undefined, void>): Promise<void> {
  let began = steadyMs()
  for (const _ of slices) {
    if (steadyMs() - began < SLICE_MS) continue
    await pause()
    began = steadyMs()
  }
}
