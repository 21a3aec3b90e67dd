import { formatNight } from '../../calendar/index.js'
import { Fault } from '../../errors.js'
import { shellWord } from '../../shell-word.js'
import { headerKey, knownHeaders, nearestName } from '../columns/index.js'
import type { CsvRecord } from '../csv/index.js'
import { inputFault, type ReadContext } from '../reading/index.js'
import { showText } from '../values/index.js'
import { isDateHeader, monthAboveDays, type NightColumn, nightsOf, nightsUnderMonths, orderOf } from './dates.js'

/** Fewer dates in a header are no matrix. */
const DATES_MIN = 2

/** The header of a table with rooms down and nights across, each cell one value. */
export interface MatrixHeader {
  /** Where the columns stand that are none of a night. */
  keys: readonly number[]
  nights: readonly NightColumn[]
  /** Canonical name of the field whose values the cells are. */
  field: string
  /** The whole header as one row, in which every night is a date: what rejects are written under. */
  names: readonly string[]
  /** Records that the header takes: one, or two where months stand above day numbers. */
  records: 1 | 2
}

/** The field that --matrix names, undefined where it is not given. @throws Fault USAGE */
function matrixField({ kind, options }: Pick<ReadContext, 'kind' | 'options'>): string | undefined {
  const { matrix } = options
  if (matrix === undefined) return undefined
  const fields = kind.fields.filter(({ type }) => type !== 'currency')
  const field = fields.find(({ name, aliases }) =>
    [name, ...aliases].some((known) => headerKey(known) === headerKey(matrix)),
  )
  if (field !== undefined) return field.name
  const near = nearestName(
    matrix,
    fields.map(({ name }) => name),
  )
  throw new Fault('USAGE', `--matrix ${matrix} is no value of ${kind.name}.`, {
    next:
      near === undefined ? `It takes one of ${fields.map(({ name }) => name).join(', ')}.` : `Did you mean ${near}?`,
  })
}

/**
 * Whether a table is a matrix, told from its first records: dates, or months above day numbers, stand beside a column
 * that is known, and no column holds dates.
 * @throws Fault INVALID_INPUT where it is one that cannot be read for sure
 */
export function matrixHeader(
  first: CsvRecord,
  second: CsvRecord | undefined,
  context: ReadContext,
): MatrixHeader | undefined {
  const wanted = matrixField(context)
  const layout = twoRows(first, second, context) ?? oneRow(first, context)
  if (layout === undefined) {
    refuseUnkeyed(first, second, wanted, context)
    if (wanted !== undefined)
      throw inputFault({
        file: context.name,
        line: first.line,
        reason: '--matrix is given, but the header has no dates',
        remedy: 'Write each night as a column, named YYYY-MM-DD, or leave --matrix out.',
      })
    return undefined
  }
  const { names, nights, records } = layout
  if (!Array.isArray(nights)) {
    const name = showText(records === 2 ? `${second?.cells[nights.at]}` : (first.cells[nights.at] ?? ''))
    const { reason, remedy } = nights.problem
    throw inputFault({
      file: context.name,
      line: (records === 2 ? second : first)?.line ?? first.line,
      field: name,
      reason: `the column "${name}" ${reason}`,
      ...(remedy === undefined ? {} : { remedy }),
    })
  }
  const at = new Set(nights.map((column) => column.at))
  const keys = [...names.keys()].filter((index) => !at.has(index))
  return { keys, nights, field: wanted ?? onlyField(first.line, context), names, records }
}

/** Dates beside columns that nothing is known of make no matrix: a person has to say which one holds the rooms. */
function refuseUnkeyed(
  { cells, line }: CsvRecord,
  second: CsvRecord | undefined,
  wanted: string | undefined,
  context: ReadContext,
): void {
  const { kind, options, name: file } = context
  const names = cells.map((cell) => cell.trim())
  const known = knownHeaders(kind)
  const hasDateColumn =
    names.some((name) => ['date', 'from', 'to'].includes(known.get(headerKey(name)) ?? '')) ||
    ['date', 'from', 'to'].some((name) => options.map?.[name] !== undefined)
  const isNight = (name: string): boolean => isDateHeader(name) || monthAboveDays(name) !== undefined
  const dates = names.filter((name) => !isTaken(name, context) && isNight(name))
  if (dates.length < (wanted === undefined ? DATES_MIN : 1) || (wanted === undefined && hasDateColumn)) return
  const below = (second?.cells ?? []).map((cell) => cell.trim()).filter((cell) => !/^\d/.test(cell))
  const [other] = [...names, ...below].filter((name) => name !== '' && !isTaken(name, context) && !isNight(name))
  const column = other === undefined ? 'COLUMN' : shellWord(showText(other))
  throw inputFault({
    file,
    line,
    ...(other === undefined ? {} : { field: showText(other) }),
    reason: `the header has ${dates.length === 1 ? 'a date' : `${dates.length} dates`}, such as "${showText(dates[0] ?? '')}", but no column that is known to hold rooms, hotels or plans`,
    remedy: `Add --map room_id=${column} if that column holds the rooms.`,
  })
}

interface Layout {
  names: string[]
  nights: ReturnType<typeof nightsOf>
  records: 1 | 2
}

function oneRow({ cells }: CsvRecord, context: ReadContext): Layout | undefined {
  const names = cells.map((cell) => cell.trim())
  const dates = [...names.entries()]
    .filter(([, name]) => !isTaken(name, context) && isDateHeader(name))
    .map(([at, name]) => ({ at, name }))
  if (dates.length === 0 || !isKeyed(names, context)) return undefined
  const nights = nightsOf(dates, context.options)
  if (Array.isArray(nights)) tellOrder(dates, nights, context)
  return { names, nights, records: 1 }
}

/** Says in which order the dates of a header were read, where nothing but the header tells it. */
function tellOrder(
  dates: readonly { name: string }[],
  nights: readonly NightColumn[],
  { name: file, options, onNotice }: ReadContext,
): void {
  if (options.dateFormat !== undefined) return
  const fitting = orderOf(dates, nights)
  if (fitting !== undefined)
    onNotice?.({
      file,
      what: 'inferred',
      text: `the dates of the header are read with the ${fitting.words}: "${showText(dates[0]?.name ?? '')}" is ${formatNight(nights[0]?.night ?? 0)}.`,
      keep: `date_format: ${fitting.format}`,
    })
}

function twoRows(first: CsvRecord, second: CsvRecord | undefined, context: ReadContext): Layout | undefined {
  if (
    second === undefined ||
    !first.cells.some((cell) => monthAboveDays(cell) !== undefined) ||
    !isHeaderBelow(first, second, context)
  )
    return undefined
  const nights = nightsUnderMonths(first.cells, second.cells)
  if (!Array.isArray(nights)) return { names: [], nights, records: 2 }
  if (nights.length === 0) {
    // Months may also stand above whole dates.
    const dated = oneRow(second, context)
    return dated === undefined ? undefined : { ...dated, records: 2 }
  }
  const byColumn = new Map(nights.map(({ at, name }) => [at, name]))
  const names = Array.from(
    { length: Math.max(first.cells.length, second.cells.length) },
    (_, at) => byColumn.get(at) ?? oneName(first, second, at, context),
  )
  return isKeyed(names, context) ? { names, nights, records: 2 } : undefined
}

/** True where a second record names columns, or leaves their names to the first one; a record of data has values there. */
function isHeaderBelow(first: CsvRecord, second: CsvRecord, context: ReadContext): boolean {
  const start = first.cells.findIndex((cell) => monthAboveDays(cell) !== undefined)
  const ahead = second.cells.slice(0, start).map((cell) => cell.trim())
  return (
    (start > 0 && ahead.every((cell) => cell === '')) ||
    second.cells.some((cell) => cell.trim() !== '' && isTaken(cell.trim(), context))
  )
}

/** A column's name stands in either row of the header. */
function oneName(first: CsvRecord, second: CsvRecord, at: number, { name: file }: ReadContext): string {
  const above = (first.cells[at] ?? '').trim()
  const below = (second.cells[at] ?? '').trim()
  if (above === '' || below === '' || above === below || monthAboveDays(above) !== undefined)
    return below === '' && monthAboveDays(above) === undefined ? above : below
  throw inputFault({
    file,
    line: second.line,
    field: showText(below),
    reason: `a column has two names, "${showText(above)}" and "${showText(below)}"`,
    remedy: 'Leave one of them out.',
  })
}

/** True where --map or the names that are known give a column a meaning of its own, or it is not to be read. */
export function isTaken(name: string, { options, kind }: Pick<ReadContext, 'options' | 'kind'>): boolean {
  const key = headerKey(name)
  return (
    name.startsWith('_') ||
    knownHeaders(kind).has(key) ||
    [...Object.values(options.map ?? {}), ...(options.ignoreColumns ?? [])].some((column) => headerKey(column) === key)
  )
}

/** True where a column names hotels, rooms or plans, and none holds dates. */
function isKeyed(names: readonly string[], { options, kind }: ReadContext): boolean {
  const known = knownHeaders(kind)
  const mapped = new Map(Object.entries(options.map ?? {}).map(([name, column]) => [headerKey(column), name]))
  const meanings = new Set(names.map((name) => mapped.get(headerKey(name)) ?? known.get(headerKey(name))))
  return (
    ['hotel_code', 'room_id', 'rate_plan_id'].some((name) => meanings.has(name)) &&
    !['date', 'from', 'to'].some((name) => meanings.has(name))
  )
}

function onlyField(line: number, { name, kind }: ReadContext): string {
  const fields = kind.fields.filter(({ type }) => type !== 'currency')
  const [field, ...others] = fields
  if (field !== undefined && others.length === 0) return field.name
  throw inputFault({
    file: name,
    line,
    reason: 'the header has dates, but nothing says which value the cells hold',
    remedy: `Add --matrix ${field?.name}, or another of ${others.map((one) => one.name).join(', ')}.`,
  })
}
