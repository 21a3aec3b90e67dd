import { formatNight, type Night, nightOf, parseNight } from '../../calendar/index.js'
import { dateFormOf, exchangedBack, ExchangedDates, formatsOf, monthOf, readDate } from '../dates/index.js'
import type { DateCells, DateFormat } from '../reading/index.js'
import { Problem, showText } from '../values/index.js'

/** A column of a matrix that stands for one night. */
export interface NightColumn {
  at: number
  /** The header as the file has it; where two rows make it, the date. */
  name: string
  night: Night
}

interface Month {
  year: number
  month: number
}

const YEAR_MIN = 2000
const YEAR_MAX = 2100

/** A month with its year: `January 2027`, `Jan. 2027`, `01/2027`, `2027-01`. Undefined for anything else. */
function monthHeader(text: string): Month | undefined {
  const trimmed = text.trim()
  const [, first = '', second = ''] = /^(\d{1,2}|\d{4})[./-](\d{1,2}|\d{4})$/.exec(trimmed) ?? []
  const [, word = '', behind = ''] = /^(\p{L}{3,12})\.?[ ./-]+(?:de |del |di )?(\d{4})$/u.exec(trimmed) ?? []
  const [, ahead = '', last = ''] = /^(\d{4})[ ./-]+(\p{L}{3,12})\.?$/u.exec(trimmed) ?? []
  if (word !== '') return monthIn(behind, monthOf(word))
  if (last !== '') return monthIn(ahead, monthOf(last))
  if (first.length === 4 && second.length <= 2) return monthIn(first, Number(second))
  return second.length === 4 && first.length <= 2 ? monthIn(second, Number(first)) : undefined
}

function monthIn(year: string, month: number | undefined): Month | undefined {
  const isMonth =
    month !== undefined && month >= 1 && month <= 12 && Number(year) >= YEAR_MIN && Number(year) <= YEAR_MAX
  return isMonth ? { year: Number(year), month } : undefined
}

/** The same for a cell above day numbers, where a sheet may hold the first day of the month and only show the month. */
export function monthAboveDays(text: string): Month | undefined {
  return /^\d{4}-\d{2}-01$/.test(text.trim()) ? monthHeader(text.trim().slice(0, 7)) : monthHeader(text)
}

/** True where a header can be a date in some form. */
export function isDateHeader(text: string): boolean {
  // Most headers have no digit, and the patterns of dates take 4 ms to begin with.
  if (!/\d/.test(text)) return false
  const form = dateFormOf(text)
  if (form === 'number') return false
  if (form === undefined) return !(readDate(text) instanceof Problem)
  return formatsOf(form).some((format) => !(readDate(text, format) instanceof Problem))
}

/**
 * The nights of date headers. Their order of day and month must be given, or be the only one that all headers fit, or
 * the only one in which each is the night after the one before.
 * @returns the nights in order of the headers, or what is wrong and at which header
 */
export function nightsOf(
  headers: readonly { at: number; name: string }[],
  { dateFormat: format, dateCells }: { dateFormat?: DateFormat; dateCells?: DateCells },
): NightColumn[] | { at: number; problem: Problem } {
  const forms = new Set(headers.map(({ name }) => dateFormOf(name)).filter((form) => form !== undefined))
  const candidates: (DateFormat | undefined)[] =
    forms.size === 0 || format !== undefined ? [format] : ['dmy', 'mdy', 'ymd']
  const readings = candidates.map((candidate) =>
    headers.map(({ name }) =>
      dateCells === 'swapped' ? exchangedBack(name, readDate(name, candidate)) : readDate(name, candidate),
    ),
  )
  const fitting = readings.filter((nights): nights is Night[] => nights.every((night) => !(night instanceof Problem)))
  const distinct = fitting.filter((nights, at) => !fitting.slice(0, at).some((other) => isSame(other, nights)))
  const chosen = distinct.length > 1 ? distinct.filter(isConsecutive) : distinct
  const [nights] = chosen
  if (nights === undefined || chosen.length > 1) return whyNot(headers, format, distinct.length > 1)
  const columns = headers.map(({ at, name }, index): NightColumn => ({ at, name, night: nights[index] as Night }))
  return (
    twice(columns) ?? (dateCells === 'as-is' ? undefined : exchangedIn(columns, dateCells === 'swapped')) ?? columns
  )
}

/** The only order of day, month and year in which headers are these nights; undefined where none has to be told. */
export function orderOf(
  headers: readonly { name: string }[],
  nights: readonly NightColumn[],
): { format: DateFormat; words: string } | undefined {
  const open = [...headers.entries()].filter(
    ([, { name }]) => dateFormOf(name) !== undefined && typeof readDate(name) !== 'number',
  )
  const fitting = (
    [
      ['dmy', 'day first'],
      ['mdy', 'month first'],
      ['ymd', 'year first'],
    ] as const
  ).filter(([format]) => open.every(([at, { name }]) => readDate(name, format) === nights[at]?.night))
  const [order] = fitting
  return open.length === 0 || order === undefined || fitting.length > 1
    ? undefined
    : { format: order[0], words: order[1] }
}

/** The dates of a header are exchanged like those of a column. */
function exchangedIn(
  columns: readonly NightColumn[],
  isSwapped: boolean,
): { at: number; problem: Problem } | undefined {
  const dates = new ExchangedDates(true, isSwapped)
  for (const { name, night } of columns) {
    dates.take(name, night)
    dates.takeRow(night, night + 1)
  }
  const finding = dates.finding()
  const at = columns.find(({ name }) => showText(name) === finding?.value)?.at ?? 0
  return finding === undefined ? undefined : { at, problem: new Problem(finding.reason, finding.remedy) }
}

function whyNot(
  headers: readonly { at: number; name: string }[],
  format: DateFormat | undefined,
  isOpen: boolean,
): { at: number; problem: Problem } {
  const [first] = headers
  const open = new Problem(
    'and the other dates of the header can be read as day first or as month first',
    'Add --date-format dmy (day first) or --date-format mdy (month first), or write YYYY-MM-DD.',
  )
  if (isOpen || first === undefined) return { at: first?.at ?? 0, problem: open }
  for (const { at, name } of headers) {
    const night = readDate(name, format)
    if (night instanceof Problem && format !== undefined) return { at, problem: night }
  }
  return {
    at: first.at,
    problem: new Problem('and the other dates of the header are not all written alike', 'Write YYYY-MM-DD.'),
  }
}

/** Months over day numbers. A month holds for the columns from its own up to the next filled one. */
export function nightsUnderMonths(
  months: readonly string[],
  days: readonly string[],
): NightColumn[] | { at: number; problem: Problem } {
  const columns: NightColumn[] = []
  let month: Month | undefined
  let before = 0
  let name = ''
  for (let at = 0; at < Math.max(months.length, days.length); at += 1) {
    const above = (months[at] ?? '').trim()
    if (above !== '' && above !== name) {
      month = monthAboveDays(above)
      name = above
      before = 0
    }
    const day = (days[at] ?? '').trim()
    if (month === undefined || !/^\d{1,2}\.?$/.test(day)) continue
    const number = Number.parseInt(day, 10)
    const iso = `${month.year}-${String(month.month).padStart(2, '0')}-${String(number).padStart(2, '0')}`
    if (parseNight(iso) === undefined) return { at, problem: new Problem(`is no day of ${showText(name)}`) }
    if (number <= before)
      return {
        at,
        problem: new Problem(
          `comes after day ${before} of ${showText(name)}, so it is not sure which month it is of`,
          'Write the month above the first of its days.',
        ),
      }
    before = number
    columns.push({ at, name: iso, night: nightOf(month.year, month.month, number) })
  }
  return twice(columns) ?? columns
}

function twice(columns: readonly NightColumn[]): { at: number; problem: Problem } | undefined {
  const seen = new Set<Night>()
  for (const { at, night } of columns) {
    if (seen.has(night))
      return { at, problem: new Problem(`is the second column for ${formatNight(night)}`, 'Leave one of them out.') }
    seen.add(night)
  }
  return undefined
}

function isSame(a: readonly Night[], b: readonly Night[]): boolean {
  return a.every((night, at) => night === b[at])
}

function isConsecutive(nights: readonly Night[]): boolean {
  return nights.length > 1 && nights.every((night, at) => at === 0 || night === (nights[at - 1] as Night) + 1)
}
