import type { CsvRecord } from '../csv/index.js'
import { headerCurrencies, LoneLetters, saysOpen } from '../columns/index.js'
import type {
  CellFields,
  ColumnPlan,
  DecimalMark,
  FieldSpec,
  Kind,
  ReadContext,
  ReadOptions,
  RefusedCell,
} from '../reading/index.js'
import {
  agreedPrice,
  type Amount,
  decimalsIn,
  decimalsOf,
  type FirstValue,
  FirstValues,
  inOneReading,
  type PriceStep,
  Problem,
  type Read,
  readCurrency,
  readerOf,
  readStep,
  remembered,
  showText,
  type Value,
} from '../values/index.js'
import { isFilled, type RecordCells } from './cells.js'
import { type RecentValue, RecentValues } from './recent-values.js'

interface FieldReader {
  spec: FieldSpec
  at: number
  read: Read<Value>
}

/** One set of what stands beside first values, and most decimals of these. */
type Others = Pick<RecentValue, 'values' | 'decimals'>

/** Of a price whose currency nothing names. */
const DECIMALS = 2
/** Currencies that a refusal lists. */
const NAMED_MAX = 4

/** Reads the value columns of a record. */
export class RowFields {
  private readonly kind: Kind
  private readonly options: ReadOptions
  /** Prices are texts all, which one program wrote in one way. */
  private readonly isCsv: boolean
  private readonly step: PriceStep | undefined
  private fields: readonly FieldReader[]
  private readonly currency: Read<string> = remembered(readCurrency)
  private readonly currencyAt: number
  private readonly headerOf = remembered<readonly string[] | undefined>(headerCurrencies)
  /** The currency that the name of the price column has given rows which name none. */
  headerCurrency: { column: string; currency: string } | undefined
  private readonly recent: RecentValues
  private readonly first = new FirstValues()
  readonly letters = new LoneLetters()
  /** By number of all values but the first. */
  private others: (Others | undefined)[] = []

  constructor(
    private readonly plan: ColumnPlan,
    { kind, options, facts }: ReadContext,
    private readonly record: RecordCells,
  ) {
    this.kind = kind
    this.options = options
    this.isCsv = facts?.format === 'csv'
    const step = options.round === undefined ? undefined : readStep(options.round)
    // Options are checked before the first file is opened.
    this.step = step instanceof Problem ? undefined : step
    this.fields = this.readersWith(() => options.decimal)
    this.currencyAt = this.columnOf('currency')
    this.recent = new RecentValues(plan.fields.map(({ at }) => at))
  }

  /** From here on prices are read with these decimal marks, by their columns. */
  settle(decimals: ReadonlyMap<number, DecimalMark>): void {
    this.fields = this.readersWith((at) => decimals.get(at) ?? this.options.decimal)
    this.recent.clear()
    this.first.clear()
    this.others = []
  }

  private readersWith(decimalOf: (at: number) => DecimalMark | undefined): FieldReader[] {
    return this.plan.fields.map(({ spec, at }) => {
      const decimal = decimalOf(at)
      const isUnproved = this.isCsv && spec.type === 'amount' && decimal === undefined
      const read: Read<Value> = isUnproved ? inOneReading(this.step) : readerOf(spec.type, decimal, this.step)
      return {
        spec,
        at,
        read: remembered<Value>(
          spec.type === 'amount' ? this.priceReader(read) : spec.type === 'flag' ? this.flagReader(read, at) : read,
        ),
      }
    })
  }

  private flagReader(read: Read<Value>, at: number): Read<Value> {
    return (text) => {
      this.letters.take(text, at)
      return read(text)
    }
  }

  /** The columns of flags that begin with closed and are named after what is open, by their names here. */
  get openColumns(): { field: string; column: string }[] {
    return this.plan.fields.flatMap(({ spec, at }) =>
      spec.name.startsWith('closed') && saysOpen(this.plan.names[at] ?? '')
        ? [{ field: spec.name, column: this.plan.names[at] ?? '' }]
        : [],
    )
  }

  /** A price of a sheet may be shown as another number. */
  private priceReader(read: Read<Value>): Read<Value> {
    return (text) => {
      const value = read(text)
      return value instanceof Problem ? (agreedPrice(text, read, this.step) ?? value) : value
    }
  }

  /**
   * Undefined where every value cell is blank, and where something is wrong with one of them.
   * @param number of the text of the first column; 0 for none
   */
  read(cells: readonly string[], number: number): CellFields | undefined {
    const { fields } = this
    if (fields.length === 0) return undefined
    const recent = this.recent.find(cells)
    const known = recent === undefined ? undefined : this.first.findWhole(number, recent.id)
    if (known !== undefined) return known
    const first = this.first.find(number) ?? this.firstOf(cells[(fields[0] as FieldReader).at] as string, number)
    const values = recent === undefined ? undefined : this.beside(recent, first)
    if (recent === undefined || values === undefined) return this.readTexts(cells, first, recent)
    this.first.keepWhole(number, recent.id, values)
    return values
  }

  /** Keeps what a record was read as, whose cells were all right, for records that differ in the first value alone. */
  learn({ rest = 0, number = 0 }: Pick<CsvRecord, 'rest' | 'number'>, values: CellFields): void {
    // A flag may be a letter whose meaning other lines settle.
    if (rest === 0 || this.others[rest] !== undefined || (this.fields[0] as FieldReader).spec.type === 'flag') return
    if (this.first.find(number) === undefined) return
    while (this.others.length < rest) this.others.push(undefined)
    this.others[rest] = { values, decimals: this.decimalsBeside(values) }
  }

  /** The values of a record of which all but the first were right before; undefined where it has to be looked at. */
  known(record: CsvRecord): CellFields | undefined {
    const { rest = 0, number = 0 } = record
    const others = this.others[rest]
    if (others === undefined) return undefined
    const whole = this.first.findWhole(number, -rest)
    if (whole !== undefined) return whole
    const values = this.beside(others, this.first.find(number) ?? this.firstOf(record.first ?? '', number))
    if (values !== undefined) this.first.keepWhole(number, -rest, values)
    return values
  }

  /** The value of the first column, where it says nothing about the others, as a price with a sign does. */
  private firstOf(text: string, number: number): FirstValue | undefined {
    const { spec, read } = this.fields[0] as FieldReader
    const value = isFilled(text) && spec.type !== 'currency' ? read(text) : undefined
    if (value === undefined || value instanceof Problem) return undefined
    if (typeof value === 'object' && value.currencies !== undefined) return undefined
    const first =
      typeof value === 'object' ? { value: value.amount, decimals: decimalsIn(value.amount) } : { value, decimals: 0 }
    this.first.keep(number, first)
    return first
  }

  /** A set of this first value and others that were read before; undefined where all have to be looked at. */
  private beside({ values, decimals }: Others, first: FirstValue | undefined): CellFields | undefined {
    if (first === undefined || first.decimals > decimals) return undefined
    const set = { ...values, [(this.fields[0] as FieldReader).spec.name]: first.value }
    return this.kind.checkCell?.(set) === undefined ? set : undefined
  }

  /** The value cells of a refused record, by field. A price has the currency beside it that it would have been sent with. */
  refused(cells: readonly string[]): Map<string, RefusedCell> {
    const found = new Map<string, RefusedCell>()
    let own: readonly string[] | undefined
    let priceAt = -1
    for (const { spec, at, read } of this.fields) {
      const cell = this.record.refused(read, cells, at, (value) => value)
      const amount = typeof cell.value === 'object' ? (cell.value as Amount) : undefined
      if (spec.type === 'amount' && isFilled(cell.text)) priceAt = at
      own ??= amount?.currencies
      // A sign before a price that is wrong tells why.
      found.set(
        spec.name,
        amount === undefined
          ? cell
          : { ...cell, value: cell.isWrong && amount.currencies !== undefined ? undefined : amount.amount },
      )
    }
    if (priceAt < 0 || isFilled(found.get('currency')?.text)) return found
    const header = this.headerOf(this.plan.names[priceAt] ?? '')
    const inHeader = header instanceof Problem ? undefined : header
    const named =
      own === undefined || inHeader === undefined || this.record.isWrong(priceAt)
        ? (inHeader ?? own)
        : inBoth(own, inHeader)
    const value = this.options.currency ?? (named?.length === 1 ? named[0] : undefined)
    if (value !== undefined) found.set('currency', { text: '', isWrong: false, value })
    return found
  }

  /**
   * @param first the value of the first column, where it is known already
   * @param recent what was read beside another one
   */
  private readTexts(
    cells: readonly string[],
    first: FirstValue | undefined,
    recent: RecentValue | undefined,
  ): CellFields | undefined {
    const { fields, record } = this
    const values: Record<string, string | number | boolean> = {}
    let amount: Amount | undefined
    let amountAt = -1
    for (let i = 0; i < fields.length; i += 1) {
      const { spec, at, read } = fields[i] as FieldReader
      const value: Value | undefined =
        i > 0 || first === undefined
          ? record.optional(read, cells, at, undefined)
          : spec.type === 'amount'
            ? { amount: String(first.value) }
            : first.value
      if (value === undefined || spec.type === 'currency') continue
      if (typeof value === 'object') {
        values[spec.name] = value.amount
        amount = value
        amountAt = at
      } else values[spec.name] = value
    }
    if (amount !== undefined) this.addCurrency(values, amount, amountAt, cells)
    if (record.hasFaults) return undefined
    const conflict = this.kind.checkCell?.(values)
    if (conflict !== undefined)
      record.note(this.columnOf(conflict.field), new Problem(conflict.reason, 'Correct one of the two values.'))
    if (record.hasFaults || isEmpty(values)) return undefined
    if (first !== undefined && recent === undefined) this.recent.keep(cells, values, this.decimalsBeside(values))
    return values
  }

  /** Most decimals of a first value beside the others of a set. */
  private decimalsBeside({ currency }: CellFields): number {
    if ((this.fields[0] as FieldReader).spec.type !== 'amount') return 0
    return typeof currency === 'string' ? decimalsOf(currency) : DECIMALS
  }

  /** The currency of a price: the column, else --currency, else the only one that the price itself can mean. They must agree. */
  private addCurrency(
    values: Record<string, string | number | boolean>,
    amount: Amount,
    amountAt: number,
    cells: readonly string[],
  ): void {
    const option = this.options.currency
    const column = this.record.optional(this.currency, cells, this.currencyAt, undefined)
    if (column !== undefined && option !== undefined && column !== option)
      this.record.note(
        this.currencyAt,
        new Problem(
          `is not ${option}, which --currency gives`,
          'Leave out --currency, or correct the currency of the row.',
        ),
      )
    const currency = column ?? option
    const own = amount.currencies
    const header = this.headerOf(this.plan.names[amountAt] ?? '')
    if (header instanceof Problem) this.record.note(amountAt, header)
    const inHeader = header instanceof Problem ? undefined : header
    if (inHeader !== undefined && isOther(inHeader, currency, own))
      this.record.note(
        amountAt,
        notOfHeader(inHeader, this.plan.names[amountAt] ?? '', currency ?? (own as readonly string[])[0] ?? ''),
      )
    const named = own === undefined || inHeader === undefined ? (own ?? inHeader) : inBoth(own, inHeader)
    if (currency !== undefined && named !== undefined && !named.includes(currency))
      this.record.note(
        amountAt,
        new Problem(
          `is not in ${currency}, the currency of the row`,
          column === undefined
            ? 'Leave out --currency (in a mapping file: currency), or write the price in it.'
            : 'Write the price and the currency of the row in one currency.',
        ),
      )
    if (currency === undefined && named !== undefined && named.length > 1)
      this.record.note(amountAt, severalCurrencies(named))
    const known = currency ?? (named?.length === 1 ? named[0] : undefined)
    if (known !== undefined) values.currency = known
    if (known !== undefined && currency === undefined && own?.length !== 1)
      this.headerCurrency ??= { column: this.plan.names[amountAt] ?? '', currency: known }
    const found = decimalsIn(amount.amount)
    const allowed = known === undefined ? DECIMALS : decimalsOf(known)
    if (found > allowed) this.record.note(amountAt, tooManyDecimals(found, allowed, known))
  }

  private columnOf(field: string): number {
    return this.plan.fields.find(({ spec }) => spec.name === field)?.at ?? -1
  }
}

/** Whether a currency that is given for a price, or all that its sign can mean, are none of those that the header names. */
function isOther(header: readonly string[], given: string | undefined, own: readonly string[] | undefined): boolean {
  return (given !== undefined && !header.includes(given)) || (own !== undefined && inBoth(own, header).length === 0)
}

function inBoth(some: readonly string[], others: readonly string[]): string[] {
  return some.filter((one) => others.includes(one))
}

function notOfHeader(header: readonly string[], column: string, other: string): Problem {
  return new Problem(
    `stands in column "${showText(column)}", which names ${header.length === 1 ? header[0] : 'another currency'}, and is given as ${other}`,
    'Correct the header, or the currency that is given beside it.',
  )
}

/** What is said of a sign, by its currencies: a column repeats it in every row. */
const SAID = new WeakMap<readonly string[], Problem>()

/** A sign that nothing explains. Without it the price would go out in whatever currency the plan has. */
function severalCurrencies(named: readonly string[]): Problem {
  const said = SAID.get(named) ?? ofSeveralCurrencies(named)
  SAID.set(named, said)
  return said
}

function ofSeveralCurrencies(named: readonly string[]): Problem {
  const shown = named.slice(0, NAMED_MAX)
  const rest = named.length - shown.length
  return new Problem(
    `has a currency sign that ${named.length} currencies use: ${shown.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`,
    `Add ${shown.map((code) => `--currency ${code}`).join(', ')}${rest === 0 ? '' : ', or the code that is meant'}, or add a column "currency".`,
  )
}

function tooManyDecimals(found: number, allowed: number, currency: string | undefined): Problem {
  const step = allowed === 0 ? '1' : `0.${'1'.padStart(allowed, '0')}`
  const reason = `has ${found} decimal${found === 1 ? '' : 's'}; ${currency === undefined ? 'most currencies have two' : `${currency} has ${allowed === 0 ? 'none' : allowed}`}`
  return new Problem(
    reason,
    `Add --round ${step} to round prices${currency === undefined ? ', or name a currency that has more with --currency' : ''}.`,
  )
}

function isEmpty(values: CellFields): boolean {
  for (const _ in values) return false
  return true
}
