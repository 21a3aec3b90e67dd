import { type FieldSets, type Night, type NightFields, PerSet } from '../../calendar/index.js'
import { OddPrices, type PricedRange } from '../guards/index.js'
import type { FileNames, MergedHotel, MergedRange, Stretch } from '../merge/index.js'
import { ODD_KEPT, type PlacedValue, type Reading, Tally, type ValueSummary } from './value-tally.js'

const SURVEYED = ['price', 'availability'] as const
const CURRENCIES_MAX = 20

/** Surveys the values of a plan hotel by hotel: smallest, median, largest, and the prices that stand out. */
export class ValueSurvey {
  readonly #tallies = new Map<string, Tally>()
  readonly #readings = new PerSet((fields) => this.#read(fields))
  readonly #odd = new OddPrices(ODD_KEPT)

  constructor(private readonly fileName: FileNames) {}

  look(merged: MergedHotel): void {
    for (const one of merged.series) this.#lookAt(one, merged.hotel, merged.sets)
  }

  /** Undefined where the files hold neither prices nor counts. */
  summaries(): ValueSummary[] | undefined {
    const found = [...this.#tallies.values()].flatMap((tally) => tally.summary() ?? [])
    return found.length === 0 ? undefined : found.sort((a, b) => b.nights - a.nights)
  }

  #lookAt({ room, plan, ranges }: MergedHotel['series'][number], hotel: string, sets: FieldSets): void {
    let open: Tally | undefined
    let priced: PricedRange[] = []
    const place = (night: Night, range: MergedRange): Omit<PlacedValue, 'value'> => ({
      hotel,
      room,
      plan,
      night,
      ...this.#source(range, night),
    })
    const close = (): void => {
      if (open?.field === 'price')
        for (const { from, until, amount, around, factor, range } of this.#odd.find(priced, open.leastOdd))
          open.addOdd({ value: amount, from, until, around, factor }, place(from, range))
      priced = []
    }
    for (const range of ranges) {
      const reading = this.#readings.of(sets, range.value)
      if (reading === undefined) continue
      const { tally, amount } = reading
      if (tally !== open) {
        close()
        open = tally
      }
      tally.add(reading, range.until - range.from)
      if (amount < tally.least || amount > tally.most) tally.extend(reading, place(range.from, range))
      if (tally.field === 'price') priced.push({ range, amount })
    }
    close()
  }

  /** Undefined where a set has no value to survey, or one of too many currencies. */
  #read(fields: NightFields): Reading | undefined {
    const field = SURVEYED.find((name) => fields[name] !== undefined)
    if (field === undefined) return undefined
    const currency = fields['currency'] === undefined || field !== 'price' ? undefined : String(fields['currency'])
    const key = `${field} ${currency ?? ''}`
    let tally = this.#tallies.get(key)
    if (tally === undefined) {
      if (this.#tallies.size >= CURRENCIES_MAX) return undefined
      this.#tallies.set(key, (tally = new Tally(field, currency)))
    }
    const text = String(fields[field])
    const amount = Number(text)
    return { tally, amount, text, bucket: tally.bucketOf(amount) }
  }

  /** The row that a night of a range comes from. */
  #source({ sources }: MergedRange, night: Night): { file: string; line: number } {
    const own =
      sources.find(({ from, length, count }) => from <= night && night < from + length * count) ??
      (sources[0] as Stretch)
    const line = own.line + own.step * Math.max(0, Math.floor((night - own.from) / own.length))
    return { file: this.fileName(own.file), line }
  }
}
