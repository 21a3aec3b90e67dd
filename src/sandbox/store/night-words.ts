import { EVERY_DAY } from '../../calendar/index.js'
import { readDecimal } from '../ground/index.js'
import type { NightTuple, RangeTuple, Values } from './calendar-ranges.js'

/**
 * What is set for a range of nights, in two integers. Each field has a few bits, nought where it is not set, so that laying one range over another is
 * a matter of masks. Numbers are kept one higher; a length of stay above LENGTH_MAX means the same as LENGTH_MAX, since no stay is as long.
 */
export const FIELDS = {
  days: { shift: 0, mask: 0x7f },
  closed: { shift: 7, mask: 0x3 << 7 },
  closedToArrival: { shift: 9, mask: 0x3 << 9 },
  closedToDeparture: { shift: 11, mask: 0x3 << 11 },
  minStay: { shift: 13, mask: 0x3ff << 13 },
  currency: { shift: 23, mask: 0xff << 23 },
} as const
export const SECOND_FIELDS = {
  maxStay: { shift: 0, mask: 0x3ff },
  price: { shift: 10, mask: 0x1fffff << 10 },
} as const

const LENGTH_MAX = 1000
const CURRENCIES_MAX = 250
const PRICES_MAX = 2_000_000
/** Prices are counted in units of 10^-4, and small enough that a year of them is exact. */
const DECIMALS = 4
const PRICE_MAX = 2 ** 43
export const PRICE_UNITS = 10 ** DECIMALS

/** One range of nights with its two words. */
export type WordRange = [from: number, until: number, first: number, second: number]

/** Thrown for a value that has no place in the words: what has it is asked of the store each time. */
export class NoWords extends Error {}

function lengthWord(nights: number | null | undefined): number {
  if (nights == null) return 0
  if (!Number.isInteger(nights)) throw new NoWords()
  return Math.min(Math.max(nights, 0), LENGTH_MAX) + 1
}

/** @param bit 1 and true are set; 0 and false are set to no */
function flagWord(bit: string | number | boolean | null | undefined): number {
  return bit == null ? 0 : bit === 1 || bit === true ? 2 : 1
}

/** Prices and currencies, each kept once and known by a number from 1. */
export class WordBook {
  readonly #prices = new Map<string, number>()
  readonly #currencies = new Map<string, number>()
  /** Each price in units of 10^-4; place 0 is none. */
  readonly units: number[] = [0]

  /** @param values in the order of the settings' columns */
  wordsOf([price, currency, minStay, maxStay, closed, arrival, departure]: readonly (
    | string
    | number
    | boolean
    | null
    | undefined
  )[]): [first: number, second: number] {
    const first =
      (flagWord(closed) << FIELDS.closed.shift) |
      (flagWord(arrival) << FIELDS.closedToArrival.shift) |
      (flagWord(departure) << FIELDS.closedToDeparture.shift) |
      (lengthWord(minStay as number | null) << FIELDS.minStay.shift) |
      (this.#currencyOf(currency as string | null) << FIELDS.currency.shift)
    return [
      first,
      lengthWord(maxStay as number | null) | (this.#priceOf(price as string | null) << SECOND_FIELDS.price.shift),
    ]
  }

  /** Ranges as they are laid, the nights that stand by themselves on top and joined where neighbours are alike. */
  rangesOf(ranges: readonly RangeTuple[], nights: readonly NightTuple[]): WordRange[] {
    const written = ranges.map(([from, until, days, ...values]): WordRange => {
      const [first, second] = this.wordsOf(values)
      return [from, until, first | days, second]
    })
    return [...written, ...joined(nights, (values) => this.wordsOf(values))]
  }

  #priceOf(price: string | null | undefined): number {
    if (price == null) return 0
    const known = this.#prices.get(price)
    if (known !== undefined) return known
    const units = unitsOf(price)
    if (units === undefined || this.units.length >= PRICES_MAX) throw new NoWords()
    this.#prices.set(price, this.units.length)
    return this.units.push(units) - 1
  }

  #currencyOf(currency: string | null | undefined): number {
    if (currency == null) return 0
    const known = this.#currencies.get(currency) ?? this.#currencies.size + 1
    if (known > CURRENCIES_MAX) throw new NoWords()
    this.#currencies.set(currency, known)
    return known
  }
}

/** Nights in their order as ranges of every weekday, neighbours with the same words as one. */
export function joined(
  nights: readonly NightTuple[],
  wordsOf: (values: Values) => readonly [first: number, second: number],
): WordRange[] {
  const ranges: WordRange[] = []
  for (const [night, ...values] of nights) {
    const [first, second] = wordsOf(values)
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === night && last[2] === (first | EVERY_DAY) && last[3] === second)
      last[1] = night + 1
    else ranges.push([night, night + 1, first | EVERY_DAY, second])
  }
  return ranges
}

function unitsOf(price: string): number | undefined {
  try {
    const { units, scale } = readDecimal(price)
    const whole = scale <= DECIMALS ? units * 10n ** BigInt(DECIMALS - scale) : undefined
    return whole === undefined || whole > BigInt(PRICE_MAX) ? undefined : Number(whole)
  } catch {
    return undefined
  }
}
