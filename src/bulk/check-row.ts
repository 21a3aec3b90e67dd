import { EVERY_DAY, weekday } from '../calendar/index.js'
import type { ColumnPlan } from './columns-header.js'
import type { ReadContext, RowBatch } from './readers/reading.js'
import type { CellFields, FieldSpec, Row } from './row.js'
import { type Read, readerOf, remembered, type Value } from './check-row-readers.js'
import type { Amount } from './values-amount.js'
import { readCurrency } from './values-currency.js'
import { readDate } from './values-date.js'
import { ownCopy, Problem, readDays, readId, showText } from './values.js'

interface FieldReader {
  spec: FieldSpec
  at: number
  read: Read<Value>
}

interface CellFault {
  at: number
  problem: Problem
}

/** Turns the records of one file into rows, or into what is wrong with them. */
export class RowChecker {
  private readonly id: Read<string> = remembered(readId)
  private readonly date: Read<number>
  private readonly days: Read<number> = remembered(readDays)
  private readonly currency: Read<string> = remembered(readCurrency)
  private readonly fields: readonly FieldReader[]
  private readonly currencyAt: number
  private readonly hotel: string
  private faults: CellFault[] = []
  /** Value cells of the last good row, and what they were read as: neighbours mostly repeat them. */
  private lastTexts: string[] = []
  private lastFields: CellFields | undefined

  constructor(
    private readonly plan: ColumnPlan,
    private readonly context: ReadContext,
  ) {
    const { options } = context
    this.date = remembered((text) => readDate(text, options.dateFormat))
    this.fields = plan.fields.map(({ spec, at }) => ({ spec, at, read: remembered(readerOf(spec.type, context)) }))
    this.currencyAt = plan.fields.find(({ spec }) => spec.type === 'currency')?.at ?? -1
    this.hotel = options.hotel ?? ''
  }

  /** Checks one record and puts it where it belongs. `line` is where the record begins. */
  check(cells: readonly string[], line: number, into: RowBatch): void {
    if (cells.length !== this.plan.names.length) {
      if (cells.every((cell) => cell.trim() === '')) into.blank += 1
      else this.refuseRagged(cells, line, into)
      return
    }
    const row = this.read(cells, line)
    if (this.faults.length > 0) {
      if (cells.every((cell) => cell.trim() === '')) into.blank += 1
      else this.refuse(cells, line, into)
      this.faults = []
    } else if (row === undefined) into.blank += 1
    else into.rows.push(row)
  }

  /** Notes a record that cannot be split into cells at all. */
  refuseWhole(line: number, problem: Problem, into: RowBatch, field?: string): void {
    const { name, index } = this.context
    into.bad.push({ file: name, fileIndex: index, line, reason: problem.reason, ...(field === undefined ? {} : { field }), ...(problem.remedy === undefined ? {} : { remedy: problem.remedy }) })
  }

  private read(cells: readonly string[], line: number): Row | undefined {
    const { keys, unnamed } = this.plan
    const hotel = keys.hotel_code < 0 ? this.hotel : this.need(this.id, cells, keys.hotel_code, '')
    const room = keys.room_id < 0 ? '' : this.readRoom(cells, keys.room_id)
    const plan = this.optional(this.id, cells, keys.rate_plan_id, '')
    const days = this.optional(this.days, cells, keys.days, EVERY_DAY)
    const [from, until] = this.readNights(cells)
    for (const at of unnamed) if (isFilled(cells[at])) this.note(at, new Problem('has a value in a column without a name', 'Name the column, or empty it.'))
    if (days !== EVERY_DAY && this.faults.length === 0 && !meetsDays(from, until, days)) this.note(keys.days, new Problem('names no day between the first and the last night'))
    const fields = this.readFields(cells)
    if (fields === undefined) return undefined
    return { file: this.context.index, line, hotel, room, plan, from, until, days, fields }
  }

  private readRoom(cells: readonly string[], at: number): string {
    const text = cells[at] as string
    const { roomRequired, name } = this.context.kind
    if (!roomRequired && text.trim() === '*') return ''
    if (isFilled(text)) return this.need(this.id, cells, at, '')
    this.note(at, roomRequired ? new Problem(`is blank; ${name} is set room by room`) : new Problem('is blank', 'Write * to mean all active rooms of the hotel.'))
    return ''
  }

  private readNights(cells: readonly string[]): [number, number] {
    const { date, from, to } = this.plan.keys
    const isRange = from >= 0 && (isFilled(cells[from]) || isFilled(cells[to]))
    if (date >= 0 && (!isRange || isFilled(cells[date]))) {
      if (isRange) this.note(date, new Problem('stands beside from or to; a row has one night or one range', 'Empty one of them.'))
      const night = this.need(this.date, cells, date, 0)
      return [night, night + 1]
    }
    const before = this.faults.length
    const first = this.need(this.date, cells, from, 0)
    const last = this.need(this.date, cells, to, 0)
    if (this.faults.length === before && first > last) this.note(from, new Problem(`is after "${showText(cells[to] as string)}" in column ${this.plan.names[to]}`, 'The range is first night to last night.'))
    return [first, last + 1]
  }

  /** Undefined where every value cell is blank. */
  private readFields(cells: readonly string[]): CellFields | undefined {
    const { fields, lastTexts } = this
    let isSame = this.lastFields !== undefined
    for (let i = 0; isSame && i < fields.length; i += 1) isSame = cells[(fields[i] as FieldReader).at] === lastTexts[i]
    if (isSame) return this.lastFields
    const values: Record<string, string | number | boolean> = {}
    let amount: Amount | undefined
    let amountAt = -1
    for (const { spec, at, read } of fields) {
      const value = this.optional(read, cells, at, undefined)
      if (value === undefined || spec.type === 'currency') continue
      if (typeof value === 'object') {
        values[spec.name] = value.amount
        amount = value
        amountAt = at
      } else values[spec.name] = value
    }
    if (amount !== undefined) this.addCurrency(values, amount, amountAt, cells)
    if (this.faults.length > 0) return undefined
    const conflict = this.context.kind.checkCell?.(values)
    if (conflict !== undefined) this.note(this.columnOf(conflict.field), new Problem(conflict.reason))
    if (this.faults.length > 0 || isEmpty(values)) return undefined
    this.lastTexts = fields.map(({ at }) => ownCopy(cells[at] as string))
    this.lastFields = values
    return values
  }

  /** The currency of a price: the column, else --currency, else the only one that the price itself can mean. They must agree. */
  private addCurrency(values: Record<string, string | number | boolean>, amount: Amount, amountAt: number, cells: readonly string[]): void {
    const option = this.context.options.currency
    const column = this.optional(this.currency, cells, this.currencyAt, undefined)
    if (column !== undefined && option !== undefined && column !== option) this.note(this.currencyAt, new Problem(`is not ${option}, which --currency gives`))
    const currency = column ?? option
    const named = amount.currencies
    if (currency !== undefined && named !== undefined && !named.includes(currency)) this.note(amountAt, new Problem(`is not in ${currency}, the currency of the row`))
    const known = currency ?? (named?.length === 1 ? named[0] : undefined)
    if (known !== undefined) values.currency = known
  }

  private need<T>(read: Read<T>, cells: readonly string[], at: number, fallback: T): T {
    if (isFilled(cells[at])) return this.optional(read, cells, at, fallback)
    this.note(at, new Problem('is blank'))
    return fallback
  }

  private optional<T, F>(read: Read<T>, cells: readonly string[], at: number, fallback: F): T | F {
    const text = at < 0 ? '' : (cells[at] as string)
    if (!isFilled(text)) return fallback
    const value = read(text)
    if (!(value instanceof Problem)) return value
    this.note(at, value)
    return fallback
  }

  private note(at: number, problem: Problem): void {
    if (!this.faults.some((fault) => fault.at === at)) this.faults.push({ at, problem })
  }

  private columnOf(field: string): number {
    return this.plan.fields.find(({ spec }) => spec.name === field)?.at ?? -1
  }

  private refuse(cells: readonly string[], line: number, into: RowBatch): void {
    const [first, ...more] = this.faults as [CellFault, ...CellFault[]]
    const others = more.map(({ at, problem }) => `${showText(this.plan.names[at] ?? '')} ${problem.reason}`)
    const reason = [first.problem.reason, ...others].join('; ')
    const { remedy } = first.problem
    const { name, index } = this.context
    const value = showText(cells[first.at] ?? '')
    into.bad.push({ file: name, fileIndex: index, line, field: this.plan.names[first.at] ?? '', value, reason, ...(remedy === undefined ? {} : { remedy }) })
  }

  private refuseRagged(cells: readonly string[], line: number, into: RowBatch): void {
    const wanted = this.plan.names.length
    const remedy = cells.length > wanted ? 'Put a value that contains the separator in double quotes.' : 'Write all columns; leave cells blank that send nothing.'
    this.refuseWhole(line, new Problem(`has ${cells.length} columns where the header has ${wanted}`, remedy), into)
  }
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text !== '' && text.trim() !== ''
}

function isEmpty(values: CellFields): boolean {
  for (const _ in values) return false
  return true
}

function meetsDays(from: number, until: number, days: number): boolean {
  if (until - from >= 7) return true
  for (let night = from; night < until; night += 1) if ((days >> weekday(night)) & 1) return true
  return false
}
