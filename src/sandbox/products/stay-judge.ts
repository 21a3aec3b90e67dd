import { weekday } from '../../calendar/index.js'
import { FIELDS, type Part, RANGE_WIDTH, type RoomBook, SECOND_FIELDS, type StayBook } from '../store/index.js'
import type { StayDates } from './stay-request.js'

/** What a flag says where it is set. */
const YES = 2

/** The bits of the fields that the first word of a range sets. Written out: it is asked for every range that meets a stay. */
function firstBits(word: number): number {
  const { closed, closedToArrival, closedToDeparture, minStay, currency } = FIELDS
  return (
    ((word & closed.mask) === 0 ? 0 : closed.mask) |
    ((word & closedToArrival.mask) === 0 ? 0 : closedToArrival.mask) |
    ((word & closedToDeparture.mask) === 0 ? 0 : closedToDeparture.mask) |
    ((word & minStay.mask) === 0 ? 0 : minStay.mask) |
    ((word & currency.mask) === 0 ? 0 : currency.mask)
  )
}

/** The same of the second word. */
function secondBits(word: number): number {
  const { maxStay, price } = SECOND_FIELDS
  return ((word & maxStay.mask) === 0 ? 0 : maxStay.mask) | ((word & price.mask) === 0 ? 0 : price.mask)
}

type Held = ReadonlyMap<number, ReadonlyMap<number, number>>

/**
 * Judges one stay in one property after another by their books, with the same rules as `findOffer`: a few comparisons a range of nights, nothing read.
 */
export class StayJudge {
  readonly #arrival: number
  readonly #departure: number
  readonly #length: number
  readonly #held: Held
  readonly #prices: readonly number[]
  /** Of each night from arrival to departure: its weekday's bit, and what has been laid on it. */
  readonly #weekdays: Int32Array
  readonly #first: Int32Array
  readonly #second: Int32Array
  readonly #available: Int32Array

  /**
   * @param held units that pending reservations hold, by unit and night
   * @param prices each price by its number
   */
  constructor({ arrival, departure }: StayDates, held: Held, prices: readonly number[]) {
    const length = departure - arrival
    this.#arrival = arrival
    this.#departure = departure
    this.#length = length
    this.#held = held
    this.#prices = prices
    this.#weekdays = Int32Array.from({ length: length + 1 }, (_, at) => 1 << weekday(arrival + at))
    this.#first = new Int32Array(length + 1)
    this.#second = new Int32Array(length + 1)
    this.#available = new Int32Array(length + 1)
  }

  /**
   * The lowest price of the stay in any room under any plan, in the units of the prices; undefined where nothing is sold.
   * @param isAnyEnough the price is of no interest: the first product that is sold will do
   */
  lowest(
    { ranges }: StayBook,
    rooms: readonly RoomBook[],
    { isAnyEnough }: { isAnyEnough: boolean },
  ): number | undefined {
    let lowest: number | undefined
    for (const room of rooms) {
      if (!this.#isFree(room, ranges)) continue
      for (const plan of room.plans) {
        this.#first.fill(plan.first)
        this.#second.fill(plan.second)
        this.#lay(ranges, room.general)
        if (plan.own !== undefined) this.#lay(ranges, plan.own)
        const total = this.#total()
        if (total === undefined) continue
        if (isAnyEnough) return total
        if (lowest === undefined || total < lowest) lowest = total
      }
    }
    return lowest
  }

  /** Whether a unit of the room is free on every night. */
  #isFree({ unitId, units, counts: { start, end } }: RoomBook, ranges: Int32Array): boolean {
    const available = this.#available.fill(units)
    for (let at = start; at < end; at += RANGE_WIDTH) {
      const from = ranges[at] as number
      const until = ranges[at + 1] as number
      if (until <= this.#arrival || from >= this.#departure) continue
      const last = Math.min(until, this.#departure) - this.#arrival
      for (let night = Math.max(from - this.#arrival, 0); night < last; night += 1)
        if (((ranges[at + 2] as number) & (this.#weekdays[night] as number)) !== 0)
          available[night] = ranges[at + 3] as number
    }
    const held = this.#held.get(unitId)
    for (let night = 0; night < this.#length; night += 1)
      if ((available[night] as number) - (held?.get(this.#arrival + night) ?? 0) < 1) return false
    return true
  }

  #lay(ranges: Int32Array, { start, end }: Part): void {
    for (let at = start; at < end; at += RANGE_WIDTH) {
      const from = ranges[at] as number
      const until = ranges[at + 1] as number
      if (until <= this.#arrival || from > this.#departure) continue
      const first = ranges[at + 2] as number
      const second = ranges[at + 3] as number
      const firstSet = firstBits(first)
      const secondSet = secondBits(second)
      const last = Math.min(until, this.#departure + 1) - this.#arrival
      for (let night = Math.max(from - this.#arrival, 0); night < last; night += 1) {
        if ((first & (this.#weekdays[night] as number)) === 0) continue
        this.#first[night] = ((this.#first[night] as number) & ~firstSet) | (first & firstSet)
        this.#second[night] = ((this.#second[night] as number) & ~secondSet) | (second & secondSet)
      }
    }
  }

  /** The price of the stay by what has been laid; undefined where a rule forbids it, a price is missing or the currency changes. */
  #total(): number | undefined {
    const length = this.#length
    const arrival = this.#first[0] as number
    const minStay = (arrival & FIELDS.minStay.mask) >>> FIELDS.minStay.shift
    const maxStay = (this.#second[0] as number) & SECOND_FIELDS.maxStay.mask
    // Lengths are kept one higher, nought is none.
    if (length < minStay - 1 || (maxStay !== 0 && length > maxStay - 1)) return undefined
    if ((arrival & FIELDS.closedToArrival.mask) >>> FIELDS.closedToArrival.shift === YES) return undefined
    const departure = this.#first[length] as number
    if ((departure & FIELDS.closedToDeparture.mask) >>> FIELDS.closedToDeparture.shift === YES) return undefined
    let total = 0
    for (let night = 0; night < length; night += 1) {
      const word = this.#first[night] as number
      const price = (this.#second[night] as number) >>> SECOND_FIELDS.price.shift
      if (price === 0 || (word & FIELDS.closed.mask) >>> FIELDS.closed.shift === YES) return undefined
      if (((word ^ arrival) & FIELDS.currency.mask) !== 0) return undefined
      total += this.#prices[price] as number
    }
    return total
  }
}
