import { EVERY_DAY, formatNight } from '../../calendar/index.js'
import { columnNames } from '../columns.js'
import { readFile } from '../read-file.js'
import type { ColumnPlan } from '../columns-header.js'
import { NamedColumns } from '../readers/named-columns.js'
import type { OriginalRow, Originals } from '../readers/originals.js'
import type { InputFile, ReadContext, ReadNotice } from '../readers/reading.js'
import type { Row } from '../row.js'
import { AS_READ, markedText } from '../values/marked-text.js'
import { stretchesOf } from './refused-cells.js'
import type { RefusedNights } from './refused-nights.js'
import type { RefusedPart } from './refused-part.js'
import { daysText } from './run-nights.js'

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
  readonly #refused = new Map<number, RefusedNights[]>()
  readonly #settled: Settled
  readonly #written = new Set<number>()
  #originals: Originals | undefined

  private constructor(private readonly context: ReadContext) {
    const { options, kind } = context
    this.header = [AS_READ, ...columnNames(kind)]
    this.#settled = {
      dates: options.dateCells === 'swapped' || options.dateFormat !== undefined, amounts: options.decimal !== undefined || options.round !== undefined || options.currency !== undefined,
      codes: options.codes !== undefined, columns: options.map !== undefined || (options.ignoreColumns ?? []).length > 0,
    }
  }

  /** Reads the file once more, as it was read for sending. */
  static async of(file: InputFile, context: ReadContext, { lines, refused }: { lines: ReadonlySet<number>; refused: Iterable<RefusedNights> | undefined }): Promise<RowsAsRead> {
    const own = new RowsAsRead(context)
    const onRow = ({ line, hotel, room, plan, from, until, days, fields }: Row): void => {
      if (lines.has(line)) own.#read.set(line, [...(own.#read.get(line) ?? []), { hotel, room, plan, from, until, days, fields: { ...fields } }])
    }
    const onNotice = ({ keep = '' }: ReadNotice): void => {
      own.#settled.dates ||= keep.startsWith('date_format:')
      own.#settled.amounts ||= keep.startsWith('decimal:') || keep.startsWith('currency:')
    }
    for await (const _batch of readFile(file, { ...context, onRow, onNotice }, { bytes: 0 }));
    for (const one of refused ?? []) if (one.file === context.index) own.#refused.set(one.line, [...(own.#refused.get(one.line) ?? []), one])
    return own
  }

  /** False where the rows mean the same to a push without flags as they stand. */
  get isSettled(): boolean {
    return Object.values(this.#settled).some(Boolean)
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
    const refused = this.#refused.get(line) ?? []
    const good = !first ? [] : rows.flatMap((row): RefusedPart[] => {
      const parts = isRefused ? stretchesOf(row, refused).flatMap((part) => (part.reason === undefined ? [] : [{ row: { ...row, from: part.from, until: part.last + 1 }, reason: part.reason }])) : [{ row, reason }]
      const isWhole = parts.length === 0 || parts.every((part) => part.reason === parts[0]?.reason) && stretchesOf(row, refused).every((part) => part.reason !== undefined)
      return (isWhole && parts.length > 0 ? [{ row, reason: parts[0]?.reason ?? reason }] : parts).map((part) => ({ row: this.#rowOf(line, this.#objectOf(part.row)), reason: part.reason }))
    })
    const nights = new Set(rows.map((row) => row.from))
    const unread = this.#recordsOf(object, cells).filter((record) => (this.#originals?.matrix === undefined ? rows.length === 0 : !nights.has(record.night ?? -1)))
    return [...good, ...unread.map((record) => ({ row: this.#rowOf(line, this.#marked(record.object)), reason }))]
  }

  #rowOf(line: number, object: Readonly<Record<string, unknown>>): OriginalRow {
    const whole: Record<string, unknown> = { [AS_READ]: 'yes', ...object }
    return { line, object: whole, cells: this.header.map((name) => String(whole[name] ?? '')) }
  }

  #objectOf({ hotel, room, plan, from, until, days, fields }: ReadRow): Record<string, unknown> {
    const { planAllowed, daysAllowed } = this.context.kind
    return {
      hotel_code: hotel, room_id: room === '' ? '*' : room, ...(planAllowed ? { rate_plan_id: plan === '' ? '*' : plan } : {}), from: formatNight(from), to: formatNight(until - 1),
      ...(daysAllowed ? { days: days === EVERY_DAY ? 'daily' : daysText(days) } : {}), ...fields,
    }
  }

  /** The records of a row under the canonical names, unread: one, or one for each night across. */
  #recordsOf(object: Readonly<Record<string, unknown>>, cells: readonly string[]): { object: Record<string, unknown>; night?: number }[] {
    const { format, matrix, plan } = this.#originals as Originals
    if (matrix !== undefined) return [...matrix.rowsOf(cells)].map((row) => ({ object: namedCells(matrix.plan, row), night: this.#nightOf(matrix.plan, row) }))
    if (plan !== undefined) return [{ object: namedCells(plan, cells) }]
    if (format === 'yaml') return [{ object: { ...object } }]
    const columns = new NamedColumns({ ...this.context, onColumns: undefined })
    const names = columnNames(this.context.kind)
    return [{ object: Object.fromEntries(Object.entries(object).flatMap(([name, value]) => (columns.slotsOf(name) ?? []).map((slot) => [names[slot] as string, value]))) }]
  }

  #nightOf({ keys }: ColumnPlan, row: readonly string[]): number {
    return [...(this.#originals?.nights?.keys() ?? [])].find((night) => formatNight(night) === row[keys.date]) ?? -1
  }

  /** Cells that flags or the file have settled hold no longer: what they are to mean has to be written. */
  #marked(object: Record<string, unknown>): Record<string, unknown> {
    const { kind, options } = this.context
    const { dates, amounts, codes } = this.#settled
    const isMatrix = this.#originals?.matrix !== undefined
    const settled = new Set([...(dates && !isMatrix ? ['date', 'from', 'to'] : []), ...(codes ? ['hotel_code', 'room_id', 'rate_plan_id'] : []), ...(amounts ? kind.fields.filter(({ type }) => type === 'amount').map(({ name }) => name) : [])])
    const given = { ...(options.hotel === undefined ? {} : { hotel_code: options.hotel }), ...(options.currency === undefined ? {} : { currency: options.currency }) }
    const own = Object.fromEntries(Object.entries(object).filter(([, value]) => String(value ?? '').trim() !== ''))
    return { ...given, ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, settled.has(name) && value !== '*' ? markedText(String(value), 'not read') : value])) }
  }
}

function namedCells({ keys, fields }: ColumnPlan, cells: readonly string[]): Record<string, unknown> {
  const places = [...Object.entries(keys), ...fields.map(({ spec, at }) => [spec.name, at] as const)]
  return Object.fromEntries(places.filter(([, at]) => at >= 0).map(([name, at]) => [name, cells[at] ?? '']))
}
