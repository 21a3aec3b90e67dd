import { type DateForm, dateFormOf, formatsOf, readDate } from '../dates/index.js'
import {
  type ColumnPlan,
  type DateFormat,
  DECIMAL_MARKS,
  type DecimalMark,
  type RecordSurvey,
} from '../reading/index.js'
import {
  AMOUNT_READINGS,
  amountAs,
  type AmountReading,
  Contest,
  hasManyDecimals,
  isThousandsOrDecimals,
  mayHaveThousands,
  Problem,
  type Witness,
} from '../values/index.js'
import { Blanks } from './blanks.js'

/** What the cells of a date column are written like. */
export interface DateColumn {
  at: number
  name: string
  /** By form; dates with one reading are in none. */
  forms: Map<DateForm, Contest<DateFormat>>
  /** Cells with one reading by themselves. */
  plain: number
}

export interface AmountColumn {
  at: number
  name: string
  /** Which mark begins the decimals, whatever groups the thousands. */
  marks: Contest<DecimalMark>
  /** The same with one grouping mark for the whole column. */
  readings: Contest<AmountReading>
  /** The first price whose last three digits may be thousands or decimals, by its mark. */
  triples: Map<DecimalMark, Witness>
  /** Marks that surely begin three decimals or more somewhere. */
  long: Set<DecimalMark>
}

/** Collects over a whole file which readings its date and price columns leave open. */
export class ColumnSurvey implements RecordSurvey {
  readonly dates = new Map<number, DateColumn>()
  readonly amounts = new Map<number, AmountColumn>()
  #plan: ColumnPlan | undefined
  #blanks = new Blanks(undefined)

  /** The columns of the last record; undefined where there was none. */
  get plan(): ColumnPlan | undefined {
    return this.#plan
  }

  /** The first filled cell of each column that must not be blank here and there. */
  get filled(): ReadonlyMap<number, Witness> {
    return this.#blanks.filled
  }

  /** @param hasAmounts asked at the first record: whether prices are texts whose marks have to be proved */
  constructor(private readonly hasAmounts: () => boolean) {}

  take(plan: ColumnPlan, cells: readonly string[], line: number): void {
    if (plan !== this.#plan) this.#begin(plan)
    this.#blanks.note(cells, line)
    for (const [at, column] of this.dates) takeDate(column, cells[at] as string, plan, line)
    for (const [at, { marks, readings, triples, long }] of this.amounts) {
      const text = (cells[at] as string).trim()
      if (text === '') continue
      const marksToProve = mayHaveThousands(text) ? DECIMAL_MARKS : []
      for (const mark of marksToProve) {
        if (!triples.has(mark) && isThousandsOrDecimals(text, mark)) triples.set(mark, { line, text })
        if (!long.has(mark) && hasManyDecimals(text, mark)) long.add(mark)
      }
      marks.take(text, line)
      readings.take(text, line)
    }
  }

  #begin(plan: ColumnPlan): void {
    const { filled } = this.#blanks
    this.#plan = plan
    this.#blanks = new Blanks(plan)
    this.#blanks.settle(filled)
    const { date, from, to } = plan.keys
    for (const at of [date, from, to]) {
      if (at >= 0 && !this.dates.has(at))
        this.dates.set(at, { at, name: plan.names[at] ?? '', forms: new Map(), plain: 0 })
    }
    if (!this.hasAmounts()) return
    for (const { spec, at } of plan.fields) {
      if (spec.type === 'amount' && !this.amounts.has(at))
        this.amounts.set(at, {
          at,
          name: plan.names[at] ?? '',
          marks: new Contest(DECIMAL_MARKS, amountAs),
          readings: new Contest(AMOUNT_READINGS, amountAs),
          triples: new Map(),
          long: new Set(),
        })
    }
  }
}

function takeDate(column: DateColumn, cell: string, plan: ColumnPlan, line: number): void {
  const text = cell.trim()
  if (text === '') return
  const form = dateFormOf(text)
  if (form === undefined) {
    column.plain += 1
    return
  }
  let contest = column.forms.get(form)
  if (contest === undefined) {
    contest = new Contest(formatsOf(form), dateAs)
    column.forms.set(form, contest)
    column.name = plan.names[column.at] ?? column.name
  }
  contest.take(text, line)
}

function dateAs(text: string, format: DateFormat): number | undefined {
  const night = readDate(text, format)
  return night instanceof Problem ? undefined : night
}
