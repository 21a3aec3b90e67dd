import { daysText, EVERY_DAY, formatNight } from '../../calendar/index.js'
import {
  AS_READ,
  columnNames,
  type ColumnPlan,
  type InputFile,
  markedText,
  NamedColumns,
  type OriginalRow,
  type Originals,
  type ReadContext,
  readFile,
  type ReadNotice,
  type RefusedCell,
  type Row,
  textAndMark,
} from '../../files/index.js'
import { stretchesOf } from './refused-cells.js'
import type { RefusedNights } from './refused-nights.js'
import type { RefusedPart } from './refused-part.js'
import type { SentValues } from './sent-values.js'

type ReadRow = Pick<Row, 'hotel' | 'room' | 'plan' | 'from' | 'until' | 'days' | 'fields'>

/** What settles how cells are read, by what it is about. */
interface Settled {
  dates: boolean
  amounts: boolean
  /** Own codes: digits may be another id. */
  codes: boolean
  /** Columns, whose names would be taken for others. */
  columns: boolean
}

/**
 * Rejects of a file that flags or the file as a whole have settled, written as they were read: under the canonical names, with ids, dates as YYYY-MM-DD and
 * prices as they were sent. Nothing of that stands in the rejects, so that they would be read as something else. A cell that could not be read says so,
 * and stays refused until its value is written.
 */
export class RowsAsRead {
  readonly header: readonly string[]
  readonly #read = new Map<number, ReadRow[]>()
  /** Records of each line that a check refused. */
  readonly #wrong = new Map<number, Record<string, unknown>[]>()
  /** Why a check refused each line, with and without the cell. */
  readonly #reasons = new Map<number, { named: string[]; plain: string[] }>()
  readonly #refused = new Map<number, RefusedNights[]>()
  readonly #settled: Settled
  readonly #written = new Set<number>()
  #originals: Originals | undefined

  private constructor(
    private readonly context: ReadContext,
    private readonly sent: SentValues | undefined,
  ) {
    const { options, kind } = context
    this.header = [AS_READ, ...columnNames(kind)]
    this.#settled = {
      dates: options.dateCells === 'swapped' || options.dateFormat !== undefined || options.rangeEnd === 'departure',
      amounts: options.decimal !== undefined || options.round !== undefined || options.currency !== undefined,
      codes: options.codes !== undefined,
      columns: options.map !== undefined || (options.ignoreColumns ?? []).length > 0,
    }
  }

  /** Reads the file once more, as it was read for sending. */
  static async of(
    file: InputFile,
    context: ReadContext,
    {
      lines,
      refused,
      sent,
    }: { lines: ReadonlySet<number>; refused: Iterable<RefusedNights> | undefined; sent?: SentValues | undefined },
  ): Promise<RowsAsRead> {
    const own = new RowsAsRead(context, sent)
    const onRow = ({ line, hotel, room, plan, from, until, days, fields }: Row): void => {
      if (!lines.has(line)) return
      const row = { hotel, room, plan, from, until, days, fields: { ...fields } }
      own.#read.set(line, [...(own.#read.get(line) ?? []), row])
      sent?.add(context.index, line, row)
    }
    const onRefused: ReadContext['onRefused'] = (line, cells) => {
      if (lines.has(line)) own.#wrong.set(line, [...(own.#wrong.get(line) ?? []), readCells(cells, context)])
    }
    const onNotice = ({ keep = '' }: ReadNotice): void => {
      own.#settled.dates ||= keep.startsWith('date_format:')
      own.#settled.amounts ||= keep.startsWith('decimal:') || keep.startsWith('currency:')
    }
    for await (const { bad } of readFile(file, { ...context, onRow, onRefused, onNotice }, { bytes: 0 })) {
      for (const { line, field, reason } of bad) if (lines.has(line)) own.#addReason(line, field, reason)
    }
    for (const one of refused ?? [])
      if (one.file === context.index) own.#refused.set(one.line, [...(own.#refused.get(one.line) ?? []), one])
    return own
  }

  /** False where the rows mean the same to a push without flags as they stand. */
  get isSettled(): boolean {
    return Object.values(this.#settled).some(Boolean)
  }

  /** True where a refused row has lost values to a later one, which must not stand in the rejects. To be asked once all files were read. */
  get hasLostValues(): boolean {
    return [...this.#refused.keys()].some(
      (line) =>
        this.sent?.isReplaced(this.context.index, line) === true &&
        (this.#read.get(line) ?? []).some((row) =>
          this.#stretchesOf(line, row).some(({ reason, fields }) => reason !== undefined && fields !== row.fields),
        ),
    )
  }

  /** True where not one night of a line was sent: more than its cells or the service spoke against it, such as another row. */
  isWhole(line: number, reason: string): boolean {
    const { named = [], plain = [] } = this.#reasons.get(line) ?? {}
    return !this.#refused.has(line) && reason !== joinReasons(named) && reason !== joinReasons(plain)
  }

  #addReason(line: number, field: string | undefined, reason: string): void {
    const known = this.#reasons.get(line) ?? { named: [], plain: [] }
    known.named.push(field === undefined ? reason : `${field}: ${reason}`)
    known.plain.push(reason)
    this.#reasons.set(line, known)
  }

  /** The rows of these originals in place of them. */
  over(originals: Originals): Originals {
    this.#originals = originals
    return { ...originals, format: originals.format === 'xlsx' ? 'csv' : originals.format, header: this.header }
  }

  /** What is written of a row. The rows that one line makes are written at the first of them. */
  of({ line, object, cells }: OriginalRow, reason: string, isRefused: boolean): RefusedPart[] | undefined {
    if (object === undefined) return undefined
    const first = !this.#written.has(line)
    this.#written.add(line)
    const rows = this.#read.get(line) ?? []
    const good = !first
      ? []
      : rows
          .flatMap((row) => this.#partsOf(line, row, isRefused, reason))
          .map((part) => ({ row: this.#rowOf(line, this.#objectOf(part.row)), reason: part.reason }))
    const wrong = this.#wrong.get(line) ?? []
    if (rows.length > 0 || wrong.length > 0)
      return [...good, ...(first ? wrong : []).map((record) => ({ row: this.#rowOf(line, record), reason }))]
    return [{ row: this.#rowOf(line, this.#marked(this.#recordOf(object, cells))), reason }]
  }

  /** What is written of a row that was read: all of it where it shares one fate, else its refused nights, with the values that were sent there. */
  #partsOf(line: number, row: ReadRow, isRefused: boolean, reason: string): { row: ReadRow; reason: string }[] {
    if (!isRefused) return [{ row, reason }]
    const stretches = this.#stretchesOf(line, row)
    const isWhole = stretches.every(
      (part) => part.reason !== undefined && part.reason === stretches[0]?.reason && part.fields === row.fields,
    )
    if (isWhole && stretches[0] !== undefined) return [{ row, reason: stretches[0].reason ?? reason }]
    return stretches.flatMap((part) =>
      part.reason === undefined || Object.keys(part.fields ?? row.fields).length === 0
        ? []
        : [
            {
              row: { ...row, from: part.from, until: part.last + 1, fields: part.fields ?? row.fields },
              reason: part.reason,
            },
          ],
    )
  }

  #stretchesOf(line: number, row: ReadRow): ReturnType<typeof stretchesOf> {
    return stretchesOf(
      row,
      this.#refused.get(line) ?? [],
      (night) => this.sent?.of(this.context.index, line, row, night) ?? row.fields,
    )
  }

  #rowOf(line: number, object: Readonly<Record<string, unknown>>): OriginalRow {
    const whole: Record<string, unknown> = { [AS_READ]: 'yes', ...object }
    return { line, object: whole, cells: this.header.map((name) => String(whole[name] ?? '')) }
  }

  #objectOf({ hotel, room, plan, from, until, days, fields }: ReadRow): Record<string, unknown> {
    const { planAllowed, daysAllowed } = this.context.kind
    return {
      hotel_code: hotel,
      room_id: room === '' ? '*' : room,
      ...(planAllowed ? { rate_plan_id: plan === '' ? '*' : plan } : {}),
      from: formatNight(from),
      to: formatNight(until - 1),
      ...(daysAllowed ? { days: days === EVERY_DAY ? 'daily' : daysText(days) } : {}),
      ...fields,
    }
  }

  /** A row that nothing was read of, under the canonical names. */
  #recordOf(object: Readonly<Record<string, unknown>>, cells: readonly string[]): Record<string, unknown> {
    const { format, plan } = this.#originals as Originals
    if (plan !== undefined) return namedCells(plan, cells)
    if (format === 'yaml') return { ...object }
    const columns = new NamedColumns({ ...this.context, onColumns: undefined })
    const names = columnNames(this.context.kind)
    return Object.fromEntries(
      Object.entries(object).flatMap(([name, value]) =>
        (columns.slotsOf(name) ?? []).map((slot) => [names[slot] as string, value]),
      ),
    )
  }

  /** Cells that flags or the file have settled hold no longer: what they are to mean has to be written. */
  #marked(object: Record<string, unknown>): Record<string, unknown> {
    const { kind, options } = this.context
    const { dates, amounts, codes } = this.#settled
    const settled = new Set([
      ...(dates ? ['date', 'from', 'to'] : []),
      ...(codes ? ['hotel_code', 'room_id', 'rate_plan_id'] : []),
      ...(amounts ? kind.fields.filter(({ type }) => type === 'amount').map(({ name }) => name) : []),
    ])
    const given = {
      ...(options.hotel === undefined ? {} : { hotel_code: options.hotel }),
      ...(options.currency === undefined ? {} : { currency: options.currency }),
    }
    const own = Object.fromEntries(Object.entries(object).filter(([, value]) => String(value ?? '').trim() !== ''))
    return {
      ...given,
      ...Object.fromEntries(
        Object.entries(own).map(([name, value]) => [
          name,
          settled.has(name) && value !== '*' ? markedText(String(value), 'not read') : value,
        ]),
      ),
    }
  }
}

/** What was read of a refused record: its wrong cells say that they were not, so that it stays refused. */
function readCells(cells: ReadonlyMap<string, RefusedCell>, { kind }: ReadContext): Record<string, unknown> {
  const values = new Set(kind.fields.map(({ name }) => name))
  // What is wrong stands in a cell that has no place here, so any value may be meant otherwise.
  const isElsewhere = ![...cells.values()].some(({ isWrong }) => isWrong)
  const record: Record<string, unknown> = {}
  for (const [name, { text, value, isWrong }] of cells) {
    const isBlank = text.trim() === ''
    if (isWrong)
      record[name] = isBlank
        ? ''
        : markedText(
            String(textAndMark(text)?.mark === 'not read' ? textAndMark(text)?.text : (value ?? text)),
            'not read',
          )
    else if (value !== undefined)
      record[name] = isElsewhere && !isBlank && values.has(name) ? markedText(String(value), 'not read') : value
  }
  return record
}

function namedCells({ keys, fields }: ColumnPlan, cells: readonly string[]): Record<string, unknown> {
  const places = [...Object.entries(keys), ...fields.map(({ spec, at }) => [spec.name, at] as const)]
  return Object.fromEntries(places.filter(([, at]) => at >= 0).map(([name, at]) => [name, cells[at] ?? '']))
}

/** What is said of a line, each reason once. */
export function joinReasons(reasons: readonly string[]): string {
  return reasons.reduce(
    (before, reason) => (before === '' ? reason : before.includes(reason) ? before : `${before}; ${reason}`),
    '',
  )
}
