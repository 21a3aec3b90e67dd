import type { CellFields } from '../reading/index.js'
import { ownCopy } from '../values/index.js'

/** So many are kept: weekends and weekdays, or a few seasons, take turns. */
const KEPT = 8
/** After so many it is asked whether they were of use; so many rows pass before they are tried again. */
const TRIED = 256
const PAUSE = 10_000
/** Texts of more characters may hold on to the block that they were cut from. */
const OWN_CHARACTERS = 12

/** What a row was read as, for rows whose cells differ in the first value column alone, mostly the price. */
export interface RecentValue {
  /** Above 0, and never given again. */
  id: number
  /** The cells of the value columns; '' for the first one. */
  texts: string[]
  /** One set of them, of which only the first value changes. */
  values: CellFields
  /** Most decimals of the first value, where that is a price. */
  decimals: number
}

/** What rows were read as of late: neighbours repeat all but the first value. */
export class RecentValues {
  #recent: RecentValue[] = []
  #next = 0
  #given = 0
  #used = 0
  #passed = 0

  /** @param places of the value columns in a record */
  constructor(private readonly places: readonly number[]) {}

  /** What rows with these cells, but for the first value, were read as. */
  find(cells: readonly string[]): RecentValue | undefined {
    for (const recent of this.#recent)
      if (this.#isLike(recent, cells)) {
        this.#used += 1
        return recent
      }
    return undefined
  }

  /** Keeps what was read beside a first value that says nothing about the others. */
  keep(cells: readonly string[], values: CellFields, decimals: number): void {
    if (this.#given % TRIED === 0 && !this.#isWorthIt()) return
    const texts = this.places.map((at, field) => (field === 0 ? '' : ownCopy(cells[at] as string)))
    this.#recent[this.#next] = { id: (this.#given += 1), texts, values, decimals }
    this.#next = (this.#next + 1) % KEPT
  }

  /** Forgets everything: texts are read in another way from here on. */
  clear(): void {
    this.#recent = []
    this.#next = 0
  }

  #isLike({ texts }: RecentValue, cells: readonly string[]): boolean {
    for (let field = 1; field < this.places.length; field += 1) {
      const text = cells[this.places[field] as number] as string
      if (text !== texts[field]) return false
      // The same object is known at a glance the next time.
      if (text.length <= OWN_CHARACTERS) texts[field] = text
    }
    return true
  }

  /** Whether cells beside the first value come again. Where hardly any do, looking for them costs more than it saves, so it is tried now and then. */
  #isWorthIt(): boolean {
    if (this.#used >= TRIED || this.#given === 0) {
      this.#used = 0
      this.#passed = 0
      return true
    }
    this.clear()
    this.#passed += 1
    if (this.#passed >= PAUSE) this.#used = TRIED
    return false
  }
}
