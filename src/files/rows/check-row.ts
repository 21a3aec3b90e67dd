import { countWeekdays, daysText, EVERY_DAY, formatNight, hasWeekday, parseNight } from '../../calendar/index.js'
import { IdReaders } from '../columns/index.js'
import type { CsvRecord } from '../csv/index.js'
import { type DateReading, exchangedBack, ExchangedDates, readDate, readDays } from '../dates/index.js'
import { type ColumnPlan, inputFault, type ReadContext, type RefusedCell, type Row } from '../reading/index.js'
import { Problem, type Read, remembered, showText } from '../values/index.js'
import type { DeferredRecord, RowBatch } from './batch.js'
import { Blanks } from './blanks.js'
import { isFilled, RecordCells } from './cells.js'
import { RowFields } from './fields.js'
import type { FileReading } from './file-reading.js'
import { KnownRows } from './known-rows.js'

/** How a record is like others, where its reader knows. Its number is that of the text in the first value column. */
type Likeness = Pick<CsvRecord, 'repeats' | 'number' | 'head' | 'tail' | 'rest'> & {
  /** Why an earlier push has refused it, where that is no cell of it. */
  reason?: string | undefined
}

const LIKE_NONE: Likeness = {}

type DateReaders = Record<'date' | 'from' | 'to', Read<number>>

/** Turns the records of one file into rows, or into what is wrong with them. */
export class RowChecker {
  private readonly record = new RecordCells()
  private readonly ids: IdReaders
  private dates: DateReaders
  private readonly days: Read<number> = remembered(readDays)
  private readonly fields: RowFields
  private readonly exchanged: ExchangedDates
  private readonly blanks: Blanks
  private readonly known: KnownRows
  private readonly hotel: string
  /** Nights that a range has beyond the day in its column `to`: none where guests leave on that day. */
  private readonly nightsAfter: 0 | 1
  /** Nights before this one are past. */
  private readonly today: number
  /** The night behind the last one of the record read last. */
  private until = 0
  private mayDefer: boolean
  private readonly mayLookAhead: boolean
  /** What the columns were called when a record was handed back. */
  private names: readonly string[] | undefined

  constructor(
    private readonly plan: ColumnPlan,
    private readonly context: ReadContext,
  ) {
    const { options } = context
    this.ids = new IdReaders(options.codes)
    // Levels of a YAML file say what they mean, and no spreadsheet has written them.
    const isTable = context.facts?.format !== 'yaml'
    this.exchanged = new ExchangedDates(
      isTable && options.dateCells !== 'as-is' && context.survey === undefined,
      options.dateCells === 'swapped',
    )
    this.blanks = new Blanks(isTable ? plan : undefined)
    this.known = new KnownRows(context.index)
    const date = this.dateReader(options.dateFormat)
    this.dates = { date, from: date, to: date }
    this.fields = new RowFields(plan, context, this.record)
    this.hotel = options.hotel ?? ''
    this.nightsAfter = isTable && options.rangeEnd === 'departure' ? 0 : 1
    this.today = options.past === 'send' ? Number.NEGATIVE_INFINITY : (options.today ?? Number.NEGATIVE_INFINITY)
    this.mayDefer = context.mayDefer === true
    this.mayLookAhead = this.mayDefer
  }

  /** From here on doubtful columns are read like this. */
  settle({ dates, decimals }: FileReading): void {
    this.mayDefer = false
    const { keys } = this.plan
    this.dates = {
      date: this.dateReader(dates.get(keys.date)),
      from: this.dateReader(dates.get(keys.from)),
      to: this.dateReader(dates.get(keys.to)),
    }
    this.fields.settle(decimals)
    this.known.clear()
  }

  /** From here on blank cells are judged beside the rest of the file. */
  settleBlanks(filled: FileReading['filled']): void {
    this.blanks.settle(filled)
  }

  /** Whether records may stand for the repeated lines below them: not where every record is looked at, nor where the day after is written as another month. */
  static takesRepeats({ survey, onRow, options }: ReadContext): boolean {
    return survey === undefined && onRow === undefined && options.dateCells !== 'swapped'
  }

  /** Takes records whose head and tail were right before, from the one at a place on. Returns the place of the first that has to be looked at. */
  takeKnown(records: readonly CsvRecord[], first: number, into: RowBatch): number {
    let at = first
    while (at < records.length && this.takeKnownOne(records[at] as CsvRecord, into)) at += 1
    return at
  }

  private takeKnownOne(record: CsvRecord, into: RowBatch): boolean {
    if (record.head === undefined || record.head === 0) return false
    if (!this.exchanged.isClear) this.exchanged.line = record.line
    const row = this.known.rowOf(record, this.known.fieldsOf(record) ?? this.fields.known(record), this.dates.date)
    if (row === undefined || row.from < this.today) return false
    if (record.repeats !== undefined && record.repeats > 0) this.exchanged.takeRun(row.from, record.repeats + 1)
    if (!this.exchanged.isClear) this.exchanged.takeRow(row.from, row.until)
    into.rows.push(row)
    return true
  }

  /** Checks one record and puts it where it belongs. `line` is where the record begins. */
  check(cells: readonly string[], line: number, into: RowBatch, likeness: Likeness = LIKE_NONE): void {
    const { repeats = 0, number = 0, reason } = likeness
    if (cells.length !== this.plan.names.length) {
      if (cells.every((cell) => cell.trim() === '')) into.blank += 1
      else this.refuseRagged(cells.length, this.plan.names.length, line, into)
      return
    }
    if (this.context.survey !== undefined) {
      this.context.survey.take(this.plan, cells, line)
      return
    }
    this.blanks.note(cells, line)
    if (this.mayLookAhead && reason === undefined && this.blanks.isDoubtful(cells)) {
      if (repeats > 0) this.checkEach(cells, line, into, repeats)
      else this.defer(cells, line, into, true)
      return
    }
    const row = this.read(cells, line, number)
    if (row !== undefined && !this.record.hasFaults)
      for (const { at, problem } of this.blanks.problems(cells, row.fields, reason)) this.record.note(at, problem)
    if (repeats > 0) {
      if (row === undefined || this.record.hasFaults || row.from < this.today || row.days !== EVERY_DAY) {
        this.record.clear()
        this.blanks.forget()
        this.checkEach(cells, line, into, repeats)
        return
      }
      row.repeats = repeats
      this.exchanged.takeRun(row.from, repeats + 1)
    }
    this.blanks.count(line, 1 + repeats)
    if (this.record.hasFaults) {
      if (cells.every((cell) => cell.trim() === '')) into.blank += 1
      else if (this.record.isOpen && this.mayDefer) this.defer(cells, line, into)
      else this.refuse(cells, line, into)
      this.record.clear()
    } else if (row === undefined) into.blank += 1
    else {
      if (!this.exchanged.isClear) this.exchanged.takeRow(row.from, row.until)
      if (row.from < this.today) this.takePast(row, cells, into)
      else this.take(row, cells, into)
      // Whether a blank cell is right may depend on other rows.
      if (this.blanks.areFilled(cells)) {
        this.known.learn(likeness, row)
        this.fields.learn(likeness, row.fields)
      }
    }
  }

  /**
   * Ends the file.
   * @throws Fault INVALID_INPUT where its rows together cannot be what was meant: dates whose day and month were exchanged
   */
  finish(): void {
    const finding = this.exchanged.finding() ?? this.blanks.finding() ?? this.fields.letters.finding(this.plan.names)
    if (finding !== undefined) throw inputFault({ file: this.context.name, ...finding })
    for (const { field, column } of this.fields.openColumns)
      this.context.onNotice?.({
        file: this.context.name,
        what: 'inferred',
        text: `${field} is read from the column "${showText(column)}": yes there closes the night, and no opens it.`,
      })
    const named = this.fields.headerCurrency
    if (named !== undefined)
      this.context.onNotice?.({
        file: this.context.name,
        what: 'inferred',
        text: `prices are sent in ${named.currency}, which the name of their column says: "${showText(named.column)}".`,
        keep: `currency: ${named.currency}`,
      })
  }

  /** Checks the lines that a record stands for one by one. */
  private checkEach(cells: readonly string[], line: number, into: RowBatch, repeats: number): void {
    const { date } = this.plan.keys
    const first = parseNight(cells[date] as string) as number
    for (let more = 0; more <= repeats; more += 1)
      this.check(cells.with(date, formatNight(first + more)), line + more, into)
  }

  /** Checks a record that was handed back, once its columns are settled. */
  checkAgain({ cells, line, names }: DeferredRecord, into: RowBatch): void {
    this.names = names
    this.check(cells, line, into)
    this.names = undefined
  }

  /** Notes a record that cannot be split into cells at all. */
  refuseWhole(line: number, problem: Problem, into: RowBatch, field?: string): void {
    const { name, index } = this.context
    into.bad.push({
      file: name,
      fileIndex: index,
      line,
      reason: problem.reason,
      ...(field === undefined ? {} : { field }),
      ...(problem.remedy === undefined ? {} : { remedy: problem.remedy }),
    })
  }

  /** Notes a record that has not as many cells as it should. */
  refuseRagged(found: number, wanted: number, line: number, into: RowBatch): void {
    const remedy =
      found > wanted
        ? 'Put a value that contains the separator in double quotes.'
        : 'Write all columns; leave cells blank that send nothing.'
    this.refuseWhole(line, new Problem(`has ${found} columns where the header has ${wanted}`, remedy), into)
  }

  private take(row: Row, cells: readonly string[], into: RowBatch): void {
    into.rows.push(row)
    this.context.onRow?.(row, this.plan, cells)
  }

  /** Leaves out the nights that are past at the property, or refuses the row. */
  private takePast(row: Row, cells: readonly string[], into: RowBatch): void {
    const { today } = this
    if (this.context.options.past === 'error') {
      const { keys } = this.plan
      this.record.note(
        isFilled(cells[keys.date]) ? keys.date : keys.from,
        new Problem(
          `is before ${formatNight(today)}, the property's own today`,
          'Leave out nights that are past, or let --past skip do it.',
        ),
      )
      this.refuse(cells, row.line, into)
      this.record.clear()
      return
    }
    const isOver = row.until <= today || !hasWeekday(today, row.until, row.days)
    const past = (into.past ??= { rows: 0, nights: 0, hotels: new Set() })
    past.nights += countWeekdays(row.from, Math.min(today, row.until), row.days)
    if (isOver) {
      past.rows += 1
      past.hotels.add(row.hotel)
    } else into.rows.push({ ...row, from: today })
    this.context.onRow?.(row, this.plan, cells)
  }

  private defer(cells: readonly string[], line: number, into: RowBatch, isBlank = false): void {
    into.deferred ??= { checker: this, records: [] }
    if (isBlank) into.deferred.hasBlanks = true
    into.deferred.records.push({ cells: [...cells], line, names: [...this.plan.names] })
  }

  private read(cells: readonly string[], line: number, number: number): Row | undefined {
    const { keys, unnamed } = this.plan
    const { record, ids } = this
    // What --hotel gives is an id already, never an own code.
    const isGiven = keys.hotel_code < 0 || (this.hotel !== '' && !isFilled(cells[keys.hotel_code]))
    const hotel = isGiven
      ? this.hotel
      : record.need(ids.hotel, cells, keys.hotel_code, '', 'Repeat the hotel of the row above.')
    const room = keys.room_id < 0 ? '' : this.readRoom(cells, keys.room_id, hotel)
    const plan =
      keys.rate_plan_id < 0 || (cells[keys.rate_plan_id] as string).trim() === '*'
        ? ''
        : record.optional(ids.plan(hotel), cells, keys.rate_plan_id, '')
    if (!this.exchanged.isClear) this.exchanged.line = line
    const days = record.optional(this.days, cells, keys.days, EVERY_DAY)
    const from = this.readNights(cells)
    const until = this.until
    for (const at of unnamed)
      if (isFilled(cells[at]))
        record.note(at, new Problem('has a value in a column without a name', 'Name the column, or empty it.'))
    if (days !== EVERY_DAY && !record.hasFaults && !hasWeekday(from, until, days))
      record.note(
        keys.days,
        new Problem('names no day between the first and the last night', 'Correct the weekdays or the nights.'),
      )
    this.fields.letters.line = line
    const fields = this.fields.read(cells, number)
    if (fields === undefined) return undefined
    return { file: this.context.index, line, hotel, room, plan, from, until, days, fields }
  }

  private readRoom(cells: readonly string[], at: number, hotel: string): string {
    const text = cells[at] as string
    const { roomRequired, name } = this.context.kind
    if (!roomRequired && text.trim() === '*') return ''
    if (isFilled(text)) return this.record.need(this.ids.room(hotel), cells, at, '')
    this.record.note(
      at,
      roomRequired
        ? new Problem(`is blank; ${name} is set room by room`, 'Repeat the room of the row above.')
        : new Problem('is blank', 'Repeat the room of the row above; * means all active rooms of the hotel.'),
    )
    return ''
  }

  /** The first night of a record; the one behind its last is kept beside it. */
  private readNights(cells: readonly string[]): number {
    const { date, from, to } = this.plan.keys
    const { record, dates } = this
    const isRange = from >= 0 && (isFilled(cells[from]) || isFilled(cells[to]))
    if (date >= 0 && (!isRange || isFilled(cells[date]))) {
      if (isRange)
        record.note(
          date,
          new Problem('stands beside from or to; a row has one night or one range', 'Empty one of them.'),
        )
      const night = record.need(dates.date, cells, date, 0)
      this.until = night + 1
      return night
    }
    const before = record.faultCount
    const first = record.need(dates.from, cells, from, 0)
    const last = record.need(dates.to, cells, to, 0)
    this.until = last + this.nightsAfter
    if (record.faultCount === before && first >= this.until)
      record.note(
        from,
        new Problem(
          `is ${first > last ? 'after' : 'the same day as'} "${showText(cells[to] as string)}" in column ${this.plan.names[to]}`,
          this.nightsAfter === 0
            ? 'The mapping file says that the range ends with the day of departure.'
            : 'The range is first night to last night.',
        ),
      )
    return first
  }

  private dateReader(reading: DateReading | undefined): Read<number> {
    const isSwapped = this.context.options.dateCells === 'swapped' && this.context.facts?.format !== 'yaml'
    return remembered((text) => {
      const night = readDate(text, reading)
      this.exchanged.take(text, night)
      return isSwapped ? exchangedBack(text, night) : night
    })
  }

  /** The cells of a refused record under the canonical names. */
  private refusedCells(cells: readonly string[]): Map<string, RefusedCell> {
    const { keys } = this.plan
    const { record, ids, dates } = this
    const { planAllowed, daysAllowed, roomRequired } = this.context.kind
    const same = (value: unknown): unknown => value
    const given = (value: string): RefusedCell => ({ text: value, isWrong: false, value })
    const isAll = (at: number): boolean => at < 0 || (cells[at] as string).trim() === '*'
    const isGiven = keys.hotel_code < 0 || (this.hotel !== '' && !isFilled(cells[keys.hotel_code]))
    const hotel = isGiven ? given(this.hotel) : record.refused(ids.hotel, cells, keys.hotel_code, same)
    // Which id an own code is may depend on the hotel.
    const own = (cell: RefusedCell): RefusedCell =>
      hotel.isWrong && this.context.options.codes !== undefined && isFilled(cell.text)
        ? { ...cell, isWrong: true, value: undefined }
        : cell
    const found = new Map<string, RefusedCell>([['hotel_code', hotel]])
    found.set(
      'room_id',
      isAll(keys.room_id) && !roomRequired
        ? given('*')
        : own(record.refused(ids.room(String(hotel.value ?? '')), cells, keys.room_id, same)),
    )
    if (planAllowed)
      found.set(
        'rate_plan_id',
        isAll(keys.rate_plan_id) || (!isFilled(cells[keys.rate_plan_id]) && !record.isWrong(keys.rate_plan_id))
          ? given('*')
          : own(record.refused(ids.plan(String(hotel.value ?? '')), cells, keys.rate_plan_id, same)),
      )
    const lastNight = (day: number): string => formatNight(day - 1 + this.nightsAfter)
    for (const name of ['date', 'from', 'to'] as const)
      if (keys[name] >= 0)
        found.set(name, record.refused(dates[name], cells, keys[name], name === 'to' ? lastNight : formatNight))
    if (daysAllowed)
      found.set(
        'days',
        keys.days >= 0 && (isFilled(cells[keys.days]) || record.isWrong(keys.days))
          ? record.refused(this.days, cells, keys.days, (days) => (days === EVERY_DAY ? 'daily' : daysText(days)))
          : given('daily'),
      )
    for (const [name, cell] of this.fields.refused(cells)) found.set(name, cell)
    return found
  }

  private refuse(cells: readonly string[], line: number, into: RowBatch): void {
    this.context.onRefused?.(line, this.refusedCells(cells))
    const { name, index, facts } = this.context
    const refusal = this.record.refusal(cells, this.names ?? this.plan.names)
    // Numbers with three decimals were given a fourth one, to tell them from thousands.
    const value =
      facts?.format === 'xlsx' || facts?.format === 'ndjson'
        ? refusal.value.replace(/^(\d+[.,]\d{3})0$/, '$1')
        : refusal.value
    into.bad.push({ file: name, fileIndex: index, line, ...refusal, value })
  }
}
