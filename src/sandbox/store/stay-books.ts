import { setImmediate as pause } from 'node:timers/promises'
import type { Database } from '../../sql/index.js'
import type { ChangeLog } from '../ground/index.js'
import { NoWords, WordBook } from './night-words.js'
import { type PropertyFacts, readPropertyFacts, type SeriesFacts, type UnitFacts } from './stay-facts.js'

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

/** Properties that are read without a pause for other requests. */
const BATCH = 250
/** Integers in memory for all properties: 128 MB. Estates of 50,000 properties take a third; calendars with another price every night more. */
const INTEGERS_MAX = 32 * 2 ** 20

/**
 * What decides about stays, of every property, in memory: read when the first stay is searched for, then kept up by what the store says has changed.
 * Reading many goes on in batches, between which other requests are answered.
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

  constructor(db: Database, changes: ChangeLog, integersMax = INTEGERS_MAX) {
    this.#db = db
    this.#changes = changes
    this.#integersMax = integersMax
  }

  /** After this, and until something else is awaited, the books are as the store is. */
  async refresh(): Promise<void> {
    for (;;) {
      if (this.#reading !== undefined) {
        await this.#reading
        continue
      }
      const now = this.#seq === undefined ? this.#changes.now() : this.#seq
      const { seq, isAll, propertyIds } =
        this.#seq === undefined
          ? { seq: now, isAll: true, propertyIds: [] }
          : this.#changes.since(now, ['features', 'stays'])
      if (!isAll && propertyIds.length <= BATCH) {
        this.#read(propertyIds)
        this.#seq = seq
        return
      }
      this.#reading = this.#readMany(isAll ? undefined : propertyIds, seq).finally(() => (this.#reading = undefined))
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

  async #readMany(ids: readonly number[] | undefined, seq: number): Promise<void> {
    if (ids === undefined) this.#forgetAll()
    const all = ids ?? this.#db.all<{ id: number }>('SELECT id FROM properties ORDER BY id').map(({ id }) => id)
    for (let at = 0; at < all.length; at += BATCH) {
      this.#read(all.slice(at, at + BATCH))
      await pause()
    }
    this.#seq = seq
  }

  #forgetAll(): void {
    this.#books.clear()
    this.#words = new WordBook()
    this.#integers = 0
  }

  #read(ids: readonly number[]): void {
    if (ids.length === 0) return
    for (const id of ids) {
      this.#integers -= this.#books.get(id)?.ranges.length ?? 0
      this.#books.delete(id)
    }
    for (const facts of readPropertyFacts(this.#db, ids)) {
      const book = this.#write(facts)
      this.#integers += book.ranges.length
      this.#books.set(facts.id, book)
    }
  }

  #write(facts: PropertyFacts): StayBook {
    const { active, timezone } = facts
    const unwritten: StayBook = { active, timezone, rooms: undefined, ranges: new Int32Array() }
    if (facts.units.some(({ isPlain }) => !isPlain)) return unwritten
    const integers: number[] = []
    try {
      const rooms = facts.units.map((unit) => this.#room(unit, facts, integers)).filter(({ plans }) => plans.length > 0)
      if (this.#integers + integers.length > this.#integersMax) return unwritten
      return { active, timezone, rooms, ranges: Int32Array.from(integers) }
    } catch (error) {
      if (error instanceof NoWords) return unwritten
      throw error
    }
  }

  #room(
    { id, units, basePrice, minStay, maxStay, inventory }: UnitFacts,
    facts: PropertyFacts,
    integers: number[],
  ): RoomBook {
    const part = (ranges: readonly (readonly number[])[]): Part => {
      const start = integers.length
      for (const range of ranges) integers.push(...range)
      return { start, end: integers.length }
    }
    const seriesOf = (planId: number): SeriesFacts | undefined =>
      facts.series.find((one) => one.unitId === id && one.planId === planId)
    const wordsOf = (series: SeriesFacts) => this.#words.rangesOf(series.ranges, series.nights)
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
