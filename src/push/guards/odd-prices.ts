import type { Night } from '../../calendar/index.js'
import type { MergedRange } from '../merge/index.js'

/** Nights of one price that stand out from the nights around them. */
interface OddNights {
  from: Night
  until: Night
  amount: number
  /** Median of the nights around. */
  around: number
  /** How many times dearer or cheaper they are. */
  factor: number
  range: MergedRange
}

/** A priced range of a series. */
export interface PricedRange {
  range: MergedRange
  amount: number
}

/** Nights to either side that a night is compared with: a week, so that a weekend stands among weekdays and weekends. */
const SIDE = 7
const NEIGHBOURS_MIN = 4
/** Prices that move less are what seasons, weekends and holidays do. */
const FACTOR_MIN = 2
/** Nights that are passed over at once where none of them can stand out. */
const BLOCK = 16
/** Nights further apart are no neighbours. */
const GAP_MAX = 31

/** Finds the nights whose price is furthest from those around them: a decimal mark that moved, a digit too many. */
export class OddPrices {
  #nights = new Int32Array(1024)
  #amounts = new Float64Array(1024)
  #ranges: MergedRange[] = []
  #count = 0
  readonly #around = new Float64Array(2 * SIDE)

  /** @param most how many are kept of a series */
  constructor(private readonly most: number) {}

  /**
   * The nights of a series that stand out, the farthest first.
   * @param least only those that stand out further than this
   */
  find(priced: readonly PricedRange[], least: number): OddNights[] {
    const found: OddNights[] = []
    this.#count = 0
    for (const { range, amount } of priced) {
      if (this.#count > 0 && range.from - (this.#nights[this.#count - 1] as number) > GAP_MAX)
        this.#search(found, least)
      for (let night = range.from; night < range.until; night += 1) this.#add(night, amount, range)
    }
    this.#search(found, least)
    return found.sort((a, b) => b.factor - a.factor).slice(0, this.most)
  }

  #add(night: Night, amount: number, range: MergedRange): void {
    const at = this.#count
    if (at === this.#nights.length) {
      const [nights, amounts] = [new Int32Array(2 * at), new Float64Array(2 * at)]
      nights.set(this.#nights)
      amounts.set(this.#amounts)
      this.#nights = nights
      this.#amounts = amounts
    }
    this.#nights[at] = night
    this.#amounts[at] = amount
    this.#ranges[at] = range
    this.#count += 1
  }

  /** Looks through the nights that were added and forgets them. */
  #search(found: OddNights[], least: number): void {
    const limit = Math.max(FACTOR_MIN, least)
    for (let at = 0; at < this.#count; at += BLOCK) {
      const end = Math.min(at + BLOCK, this.#count)
      if (this.#spread(Math.max(0, at - SIDE), Math.min(this.#count, end + SIDE)) <= limit) continue
      for (let night = at; night < end; night += 1) this.#judge(night, limit, found)
    }
    this.#count = 0
    this.#ranges.length = 0
  }

  /** How many times the dearest of these nights costs what the cheapest does. */
  #spread(start: number, end: number): number {
    let least = Infinity
    let most = 0
    for (let at = start; at < end; at += 1) {
      const amount = this.#amounts[at] as number
      if (amount < least) least = amount
      if (amount > most) most = amount
    }
    return most / least
  }

  #judge(at: number, limit: number, found: OddNights[]): void {
    const start = Math.max(0, at - SIDE)
    const end = Math.min(this.#count, at + SIDE + 1)
    const size = end - start - 1
    if (size < NEIGHBOURS_MIN) return
    const neighbours = this.#around.subarray(0, size)
    for (let i = start, to = 0; i < end; i += 1) if (i !== at) neighbours[to++] = this.#amounts[i] as number
    neighbours.sort()
    const around = neighbours[size >> 1] as number
    const amount = this.#amounts[at] as number
    const factor = amount > around ? amount / around : around / amount
    if (!(factor > limit)) return
    const night = this.#nights[at] as number
    const last = found.at(-1)
    if (last !== undefined && last.until === night && last.amount === amount) {
      last.until = night + 1
      if (factor > last.factor) Object.assign(last, { factor, around })
    } else found.push({ from: night, until: night + 1, amount, around, factor, range: this.#ranges[at] as MergedRange })
  }
}
