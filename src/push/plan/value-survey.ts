import { type CodedSets, type Night, NO_VALUE } from '../../calendar/index.js'
import { OddPrices } from '../guards/index.js'
import { type FileNames, type MergedHotel, type MergedRange, rowOfValue } from '../merge/index.js'
import { PageBudget } from './amount-counts.js'
import { ODD_KEPT, type PlacedValue, Tally, type ValueSummary } from './value-tally.js'

const CURRENCIES_MAX = 20

/** Surveys the values of a plan hotel by hotel: smallest, median, largest, and the prices that stand out. */
export class ValueSurvey {
  readonly #tallies = new Map<string, Tally>()
  readonly #odd = new OddPrices(ODD_KEPT)
  readonly #budget = new PageBudget()

  constructor(private readonly fileName: FileNames) {}

  look(merged: MergedHotel): void {
    for (const one of merged.series) this.#lookAt(one, merged.hotel, merged.sets)
  }

  /** Undefined where the files hold neither prices nor counts. */
  summaries(): ValueSummary[] | undefined {
    const found = [...this.#tallies.values()].flatMap((tally) => tally.summary() ?? [])
    return found.length === 0 ? undefined : found.sort((a, b) => b.nights - a.nights)
  }

  #lookAt({ room, plan, ranges }: MergedHotel['series'][number], hotel: string, sets: CodedSets): void {
    let open: Tally | undefined
    const place = (field: Tally['field'], night: Night, range: MergedRange): Omit<PlacedValue, 'value'> => {
      const row = rowOfValue(sets, range, field, night)
      return { hotel, room, plan, night, file: this.fileName(row?.file ?? 0), line: row?.line ?? 0 }
    }
    const close = (): void => {
      if (open?.field === 'price')
        for (const { from, until, amount, around, factor, range } of this.#odd.end())
          open.addOdd({ value: amount, from, until, around, factor }, place('price', from, range))
    }
    const { names, values } = sets
    const [prices, counts, currencies] = ['price', 'availability', 'currency'].map((name) => names.indexOf(name)) as [
      number,
      number,
      number,
    ]
    let currency = NO_VALUE
    let tally: Tally | undefined
    let isPriced: boolean | undefined
    for (const range of ranges) {
      const price = sets.codeOf(range.value, prices)
      const code = price === NO_VALUE ? sets.codeOf(range.value, counts) : price
      if (code === NO_VALUE) continue
      const named = price === NO_VALUE ? NO_VALUE : sets.codeOf(range.value, currencies)
      if (isPriced !== (price !== NO_VALUE) || named !== currency) {
        isPriced = price !== NO_VALUE
        currency = named
        tally = this.#tallyOf(isPriced ? 'price' : 'availability', values.valueOf(named))
      }
      if (tally === undefined) continue
      const amount = values.numberOf(code)
      if (tally !== open) {
        close()
        open = tally
        this.#odd.begin(tally.leastOdd)
      }
      tally.add(amount, values.decimalsOf(code), range.until - range.from)
      if (amount < tally.least || amount > tally.most)
        tally.extend({ amount, text: String(values.valueOf(code)) }, place(tally.field, range.from, range))
      if (tally.field === 'price') this.#odd.take(range, amount)
    }
    close()
  }

  /** Undefined where it is one of too many currencies. */
  #tallyOf(field: ValueSummary['field'], named: string | number | boolean | undefined): Tally | undefined {
    const currency = named === undefined ? undefined : String(named)
    const key = `${field} ${currency ?? ''}`
    let tally = this.#tallies.get(key)
    if (tally === undefined) {
      if (this.#tallies.size >= CURRENCIES_MAX) return undefined
      this.#tallies.set(key, (tally = new Tally(field, currency, this.#budget)))
    }
    return tally
  }
}
