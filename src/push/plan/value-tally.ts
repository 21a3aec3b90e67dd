import type { Night } from '../../calendar/index.js'
import { AmountCounts, type PageBudget } from './amount-counts.js'

/** A value and where it stands: the first night of it. */
export interface PlacedValue {
  value: string
  hotel: string
  room: string
  plan: string
  night: Night
  file: string
  line: number
}

/** Nights of one price that is far from the prices around it. */
interface OddValue extends Omit<PlacedValue, 'night'> {
  from: Night
  until: Night
  /** Median of the week before and the week after. */
  around: string
  /** How many times dearer or cheaper. */
  factor: number
}

/** The prices of one currency in the files, or the counts of free units. */
export interface ValueSummary {
  field: 'price' | 'availability'
  /** Absent where the files name none. */
  currency?: string
  nights: number
  smallest: PlacedValue
  /** Half of the nights have this value or less. */
  median: string
  /** Absent where it is exact: of more different values than memory is given for it is right to four digits. */
  medianIsRounded?: true
  largest: PlacedValue
  /** The farthest first. Counts of units are never odd: a house sells out from one night to the next. */
  odd: OddValue[]
}

export const ODD_KEPT = 5

/** The values of one field and currency. */
export class Tally {
  readonly field: ValueSummary['field']
  readonly #currency: string | undefined
  readonly #counts: AmountCounts
  #nights = 0
  #smallest: PlacedValue | undefined
  #largest: PlacedValue | undefined
  #odd: OddValue[] = []
  least = Infinity
  most = -Infinity
  /** The decimals that prices of this currency are written with. */
  #decimals = 0

  constructor(field: ValueSummary['field'], currency: string | undefined, budget: PageBudget) {
    this.#counts = new AmountCounts(budget)
    this.field = field
    this.#currency = currency
  }

  /** What a night must stand out by to be kept. */
  get leastOdd(): number {
    return this.#odd.length < ODD_KEPT ? 0 : (this.#odd.at(-1)?.factor ?? 0)
  }

  /** @param decimals that the value is written with */
  add(amount: number, decimals: number, nights: number): void {
    this.#counts.add(amount, nights)
    this.#nights += nights
    if (decimals > this.#decimals) this.#decimals = decimals
  }

  extend({ amount, text }: { amount: number; text: string }, place: Omit<PlacedValue, 'value'>): void {
    if (amount < this.least) {
      this.least = amount
      this.#smallest = { value: text, ...place }
    }
    if (amount > this.most) {
      this.most = amount
      this.#largest = { value: text, ...place }
    }
  }

  addOdd(
    {
      value,
      from,
      until,
      around,
      factor,
    }: { value: number; from: Night; until: Night; around: number; factor: number },
    { night: _, ...place }: Omit<PlacedValue, 'value'>,
  ): void {
    this.#odd.push({ value: this.#text(value), ...place, from, until, around: this.#text(around), factor })
    this.#odd.sort((a, b) => b.factor - a.factor)
    this.#odd.length = Math.min(this.#odd.length, ODD_KEPT)
  }

  summary(): ValueSummary | undefined {
    if (this.#smallest === undefined || this.#largest === undefined) return undefined
    const currency = this.#currency === undefined ? {} : { currency: this.#currency }
    const median = this.#counts.median()
    return {
      field: this.field,
      ...currency,
      nights: this.#nights,
      smallest: this.#smallest,
      median: this.#text(median?.amount ?? this.most),
      ...(median?.isRounded === true && { medianIsRounded: true }),
      largest: this.#largest,
      odd: this.#odd,
    }
  }

  #text(amount: number): string {
    return amount.toFixed(this.#decimals)
  }
}
