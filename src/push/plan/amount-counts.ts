/** How many nights have each amount: exactly for as long as memory allows, then by the first four digits. */

/** Amounts that follow each other on a page. A power of two. */
const PAGE = 1024
/** Amounts with more decimals than two, and those that are too large for a page. */
const OTHERS_MAX = 50_000
const AMOUNT_MAX = 2 ** 40
const HUNDRED = 100
const DIGITS_KEPT = 4

/** Pages that are left for all counts together: 16 MB, all prices up to 20,000.00 to the cent. Prices that are spread wider are fewer. */
export class PageBudget {
  left = 2048
}

export interface Median {
  amount: number
  /** Whether it is right to four digits only. */
  isRounded: boolean
}

/** Nights by amount. Most amounts follow closely upon others: they are counted on pages, which need no key for each. */
export class AmountCounts {
  /** Of whole amounts, by number. */
  readonly #wholes = new Map<number, Float64Array>()
  /** Of amounts to the cent, by number. */
  readonly #cents = new Map<number, Float64Array>()
  #others = new Map<number, number>()
  #isRounded = false
  #nights = 0

  constructor(private readonly budget: PageBudget) {}

  add(amount: number, nights: number): void {
    this.#nights += nights
    if (this.#isRounded) this.#addRounded(amount, nights)
    else this.#addExact(amount, nights)
  }

  /** The least amount that half of the nights have, or less. */
  median(): Median | undefined {
    let below = 0
    for (const amount of this.#amounts().sort()) {
      below += this.#nightsOf(amount)
      if (2 * below >= this.#nights) return { amount, isRounded: this.#isRounded }
    }
    return undefined
  }

  #addExact(amount: number, nights: number): void {
    const cents = Math.round(amount * HUNDRED)
    const isWhole = Number.isInteger(amount)
    if (amount >= 0 && amount < AMOUNT_MAX && (isWhole || cents / HUNDRED === amount)) {
      const page = this.#page(isWhole ? this.#wholes : this.#cents, isWhole ? amount : cents)
      if (page !== undefined) {
        const at = (isWhole ? amount : cents) % PAGE
        page[at] = (page[at] as number) + nights
        return
      }
    } else if (this.#others.size < OTHERS_MAX || this.#others.has(amount)) {
      this.#others.set(amount, (this.#others.get(amount) ?? 0) + nights)
      return
    }
    this.#round()
    this.#addRounded(amount, nights)
  }

  /** Undefined where there is no room for another. */
  #page(pages: Map<number, Float64Array>, number: number): Float64Array | undefined {
    const key = Math.floor(number / PAGE)
    let page = pages.get(key)
    if (page === undefined && this.budget.left > 0) {
      this.budget.left -= 1
      pages.set(key, (page = new Float64Array(PAGE)))
    }
    return page
  }

  #addRounded(amount: number, nights: number): void {
    const rounded = Number(amount.toPrecision(DIGITS_KEPT))
    this.#others.set(rounded, (this.#others.get(rounded) ?? 0) + nights)
  }

  #round(): void {
    const exact = [...this.#amounts()].map((amount) => [amount, this.#nightsOf(amount)] as const)
    this.#isRounded = true
    this.budget.left += this.#wholes.size + this.#cents.size
    this.#wholes.clear()
    this.#cents.clear()
    this.#others = new Map()
    for (const [amount, nights] of exact) this.#addRounded(amount, nights)
  }

  #nightsOf(amount: number): number {
    const other = this.#others.get(amount)
    if (other !== undefined) return other
    const isWhole = Number.isInteger(amount)
    const number = isWhole ? amount : Math.round(amount * HUNDRED)
    return (isWhole ? this.#wholes : this.#cents).get(Math.floor(number / PAGE))?.[number % PAGE] ?? 0
  }

  /** Every amount once. They may be two million: as plain numbers they take little. */
  #amounts(): Float64Array {
    const found = new Float64Array(this.#others.size + PAGE * (this.#wholes.size + this.#cents.size))
    let count = 0
    for (const amount of this.#others.keys()) found[count++] = amount
    for (const [pages, unit] of [
      [this.#wholes, 1],
      [this.#cents, HUNDRED],
    ] as const)
      for (const [key, page] of pages)
        for (let at = 0; at < PAGE; at += 1) if (page[at] !== 0) found[count++] = (key * PAGE + at) / unit
    return found.subarray(0, count)
  }
}
