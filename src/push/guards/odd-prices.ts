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

/** Nights to either side that a night is compared with: a week, so that a weekend stands among weekdays and weekends. */
const SIDE = 7
const NEIGHBOURS_MIN = 4
/** Prices that move less are what seasons, weekends and holidays do. */
const FACTOR_MIN = 2
/** Nights that are passed over at once where none of them can stand out. */
const BLOCK = 16
/** What a quotient may be off by. */
const ROUNDING = 1 + 1e-9
/** Nights further apart are no neighbours. */
const GAP_MAX = 31

/** The list of the nights' ranges is used again, unless it has become so long: what it still names is kept from being freed. */
const RANGES_KEPT = 1 << 12

/** Finds the nights whose price is furthest from those around them: a decimal mark that moved, a digit too many. */
export class OddPrices {
  #nights = new Int32Array(1024)
  #amounts = new Float64Array(1024)
  #ranges: MergedRange[] = []
  #count = 0
  #found: OddNights[] = []
  #least = 0
  readonly #around = new Float64Array(2 * SIDE)

  /** @param most how many are kept of a series */
  constructor(private readonly most: number) {}

  /** Begins a series; `least`: only nights that stand out further than this. */
  begin(least: number): void {
    this.#count = 0
    this.#found = []
    this.#least = least
  }

  /** Takes the next range of the series. */
  take(range: MergedRange, amount: number): void {
    if (this.#count > 0 && range.from - (this.#nights[this.#count - 1] as number) > GAP_MAX) this.#search()
    for (let night = range.from; night < range.until; night += 1) this.#add(night, amount, range)
  }

  /** The nights of the series that stand out, the farthest first. */
  end(): OddNights[] {
    this.#search()
    return this.#found.sort((a, b) => b.factor - a.factor).slice(0, this.most)
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
  #search(): void {
    const limit = Math.max(FACTOR_MIN, this.#least)
    for (let at = 0; at < this.#count; at += BLOCK) {
      const end = Math.min(at + BLOCK, this.#count)
      if (this.#spread(Math.max(0, at - SIDE), Math.min(this.#count, end + SIDE)) <= limit) continue
      for (let night = at; night < end; night += 1) this.#judge(night, limit)
    }
    this.#count = 0
    if (this.#ranges.length > RANGES_KEPT) this.#ranges.length = 0
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

  #judge(at: number, limit: number): void {
    const start = Math.max(0, at - SIDE)
    const end = Math.min(this.#count, at + SIDE + 1)
    const size = end - start - 1
    if (size < NEIGHBOURS_MIN || !this.#mayStandOut(at, start, end, limit)) return
    const neighbours = this.#around.subarray(0, size)
    for (let i = start, to = 0; i < end; i += 1) if (i !== at) neighbours[to++] = this.#amounts[i] as number
    neighbours.sort()
    const around = neighbours[size >> 1] as number
    const amount = this.#amounts[at] as number
    const factor = amount > around ? amount / around : around / amount
    if (!(factor > limit)) return
    const night = this.#nights[at] as number
    const found = this.#found
    const last = found.at(-1)
    if (last !== undefined && last.until === night && last.amount === amount) {
      last.until = night + 1
      if (factor > last.factor) Object.assign(last, { factor, around })
    } else found.push({ from: night, until: night + 1, amount, around, factor, range: this.#ranges[at] as MergedRange })
  }

  /** Whether the median of the nights around can be so far away: as many of them must be. Without sorting them, since that of most nights is not. */
  #mayStandOut(at: number, start: number, end: number, limit: number): boolean {
    const amount = this.#amounts[at] as number
    const [low, high] = [(amount / limit) * ROUNDING, amount * limit * (2 - ROUNDING)]
    let cheaper = 0
    let dearer = 0
    for (let i = start; i < end; i += 1) {
      const other = this.#amounts[i] as number
      if (other <= low) cheaper += 1
      else if (other >= high) dearer += 1
    }
    const half = (end - start - 1) >> 1
    return cheaper > half || dearer >= end - start - 1 - half
  }
}
