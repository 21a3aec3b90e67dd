import { parseNight, weekday } from '../../calendar/index.js'
import type { DateFormat } from '../reading/index.js'
import { OpenProblem, Problem, showText } from '../values/index.js'
import { namedDate } from './named-date.js'
import { weekdayMask } from './weekday-names.js'

/** Form of a date that has more than one reading: three numbers and their separator, eight digits, a day and a year of two digits beside the name of a month, or one number. */
export type DateForm = '.' | '/' | '-' | 'digits' | 'name' | 'number'

/** What settles the dates of a column: one format for all it applies to, or one for each form. */
export type DateReading = DateFormat | Readonly<Partial<Record<DateForm, DateFormat>>>

const YEAR_MIN = 2000
const YEAR_MAX = 2100
/** No date has more characters, and patterns see no more of a cell. */
const DATE_CHARACTERS = 80

/** What spreadsheets call 1970-01-01, by the day from which they count. */
const SERIAL_OF_EPOCH = { serial: 25_569, 'serial-1904': 24_107 } as const

const ISO = /^\d{4}-\d{2}-\d{2}$/
const NUMBERS = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?$/
/** Such as `27. 1. 2027`. */
const SPACED_NUMBERS = /^(\d{1,4})\. (\d{1,2})\. (\d{1,4})\.?$/
const DIGITS = /^\d{8}$/
const SERIAL = /^\d{5}(?:[.,]0+)?$/
/** What exports put behind a day that has no time. */
const MIDNIGHT = /(?:T| {1,3})(?:0?0:00(?::00(?:[.,]0{1,9})?)?|12:00(?::00)? ?AM) ?(?:Z|UTC|[+-]\d{2}:?\d{2})?$/i
const WEEKDAY_AHEAD = /^(\p{L}{2,14})(?:-feira)?[.,]{0,2} {1,3}(?=\S)/u
const WEEKDAY_BEHIND = /[, ]{1,3}\(?(\p{L}{2,14})(?:-feira)?\.?\)?$/u

/** A date without the name of its weekday. */
interface Bare {
  date: string
  /** The weekdays that its name can mean, bit 0 = Monday; undefined where there is none. */
  weekdays?: number
  name?: string
}

/** A night from text, as epoch day. YYYY-MM-DD and dates with the name of a month always; others only where `reading` or the name of a weekday settles them. */
export function readDate(text: string, reading?: DateReading): number | Problem {
  const trimmed = text.trim()
  if (ISO.test(trimmed)) return nightOf(trimmed)
  const bare = bareDate(trimmed)
  const { date } = bare
  if (ISO.test(date)) return onWeekday(nightOf(date), bare)
  const form = formOf(date)
  if (form === undefined) return onWeekday(readSure(date), bare)
  const format =
    typeof reading === 'string' ? (formatsOf(form).includes(reading) ? reading : undefined) : reading?.[form]
  if (format === undefined) return provedByWeekday(bare, form) ?? unsettled(date, form)
  const night = onWeekday(readAs(date, form, format), bare)
  return night instanceof Problem &&
    formatsOf(form).some((other) => !(onWeekday(readAs(date, form, other), bare) instanceof Problem))
    ? new OpenProblem(night.reason, night.remedy)
    : night
}

/** The form of a date with more than one reading; undefined for YYYY-MM-DD, names of months and what is no date. */
export function dateFormOf(text: string): DateForm | undefined {
  const trimmed = text.trim()
  if (ISO.test(trimmed)) return undefined
  const { date } = bareDate(trimmed)
  return ISO.test(date) ? undefined : formOf(date)
}

/** The formats that dates of a form can have. */
export function formatsOf(form: DateForm): readonly DateFormat[] {
  if (form === 'number') return ['serial', 'serial-1904']
  if (form === 'name') return ['dmy', 'ymd']
  return form === 'digits' ? ['dmy', 'mdy'] : ['dmy', 'mdy', 'ymd']
}

/** The numbers of a date written as three of them, in their order; undefined for any other. */
export function dateNumbersOf(text: string): [number, number, number] | undefined {
  const [first, second, third] = numbersOf(bareDate(text.trim()).date) ?? []
  return first === undefined || second === undefined || third === undefined
    ? undefined
    : [Number(first), Number(second), Number(third)]
}

function bareDate(trimmed: string): Bare {
  const date = trimmed
    .slice(0, DATE_CHARACTERS)
    .replace(/[\s\u00a0\u202f]/g, ' ')
    .replace(MIDNIGHT, '')
  if (!/\p{L}/u.test(date)) return { date }
  const ahead = WEEKDAY_AHEAD.exec(date)
  const behind = ahead === null ? WEEKDAY_BEHIND.exec(date) : null
  const name = (ahead ?? behind)?.[1]
  if (name === undefined) return { date }
  const rest = (ahead === null ? date.slice(0, behind?.index) : date.slice(ahead[0].length)).trim()
  const weekdays = weekdayMask(name)
  const isDate = ISO.test(rest) || formOf(rest) !== undefined || !(readSure(rest) instanceof Problem)
  return weekdays > 0 && isDate ? { date: rest, weekdays, name } : { date }
}

function numbersOf(date: string): string[] | undefined {
  const numbers = NUMBERS.exec(date)
  if (numbers !== null) return [numbers[1], numbers[3], numbers[4]] as string[]
  return SPACED_NUMBERS.exec(date)?.slice(1)
}

function formOf(date: string): DateForm | undefined {
  if (NUMBERS.test(date)) return NUMBERS.exec(date)?.[2] as DateForm
  if (SPACED_NUMBERS.test(date)) return '.'
  // Years from 2000 on stand in front or behind, never both: eight digits that are a date year first are none in another order.
  if (DIGITS.test(date)) return nightOfDigits(date) instanceof Problem ? 'digits' : undefined
  if (SERIAL.test(date)) return 'number'
  return namedDate(date)?.shortYear === true ? 'name' : undefined
}

/** A date that needs no settling. */
function readSure(date: string): number | Problem {
  if (DIGITS.test(date)) return nightOfDigits(date)
  const named = namedDate(date)
  if (named === undefined) return notADate(date)
  return named.problem ?? nightOf(`${named.year}-${named.month}-${named.day}`)
}

function readAs(date: string, form: DateForm, format: DateFormat): number | Problem {
  if (form === 'number') {
    const night = Number.parseInt(date, 10) - SERIAL_OF_EPOCH[format as keyof typeof SERIAL_OF_EPOCH]
    return night < (parseNight(`${YEAR_MIN}-01-01`) as number) || night > (parseNight(`${YEAR_MAX}-12-31`) as number)
      ? outside()
      : night
  }
  if (form === 'name') {
    const { year, month, day } = namedDate(date) as { year: string; month: string; day: string }
    return format === 'dmy' ? nightOf(`20${year}-${month}-${day}`) : nightOf(`20${day}-${month}-${year}`)
  }
  if (form === 'digits')
    return format === 'dmy'
      ? nightOf(`${date.slice(4)}-${date.slice(2, 4)}-${date.slice(0, 2)}`)
      : nightOf(`${date.slice(4)}-${date.slice(0, 2)}-${date.slice(2, 4)}`)
  const [first = '', second = '', third = ''] = numbersOf(date) ?? []
  const [year, month, day] =
    format === 'ymd' ? [first, second, third] : format === 'dmy' ? [third, second, first] : [third, first, second]
  if (day.length > 2 || (year.length !== 4 && year.length !== 2))
    return new Problem(`is no date with --date-format ${format}`, 'Write YYYY-MM-DD.')
  return nightOf(`${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

function nightOfDigits(date: string): number | Problem {
  return nightOf(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`)
}

function nightOf(iso: string): number | Problem {
  const night = parseNight(iso)
  if (night === undefined) return new Problem('is no day of the calendar', 'Correct the date.')
  const year = Number(iso.slice(0, 4))
  return year < YEAR_MIN || year > YEAR_MAX ? outside() : night
}

/** The night itself, refused where it is another weekday than the text names. */
function onWeekday(night: number | Problem, { weekdays, name = '' }: Bare): number | Problem {
  if (weekdays === undefined || night instanceof Problem || ((weekdays >> weekday(night)) & 1) === 1) return night
  return new Problem(
    `is no ${showText(name)}: the weekday and the date contradict each other`,
    'Correct one of them, or write YYYY-MM-DD.',
  )
}

/** The only night among the readings of a date that is the weekday which the text names. */
function provedByWeekday(bare: Bare, form: DateForm): number | undefined {
  if (bare.weekdays === undefined || form === 'number') return undefined
  const nights = new Set(
    formatsOf(form)
      .map((format) => onWeekday(readAs(bare.date, form, format), bare))
      .filter((night) => typeof night === 'number'),
  )
  const [night] = nights
  return nights.size === 1 ? night : undefined
}

/** Why a date that nothing settles is refused; open where at least one format reads it. */
function unsettled(date: string, form: DateForm): Problem {
  const formats = formatsOf(form)
  const readable = formats.filter((format) => !(readAs(date, form, format) instanceof Problem))
  if (readable.length === 0)
    return new Problem(
      /(?<!\d)(?!20\d\d|2100)\d{4}(?!\d)/.test(date) ? outside().reason : 'is no day of the calendar',
      'Write YYYY-MM-DD.',
    )
  const { reason, remedy } = form === 'number' ? serialNumber() : otherOrder(readable)
  return new OpenProblem(reason, remedy)
}

const ORDERS = { dmy: 'day first', mdy: 'month first', ymd: 'year first' } as const

function otherOrder(readable: readonly DateFormat[]): Problem {
  const orders = readable.flatMap((format) =>
    format === 'dmy' || format === 'mdy' || format === 'ymd' ? [format] : [],
  )
  const reason =
    orders.length > 1
      ? `can be read as ${orders.map((order) => ORDERS[order]).join(' or as ')}`
      : 'is not written YYYY-MM-DD'
  return new Problem(
    reason,
    `Add ${orders.map((order) => `--date-format ${order} (${ORDERS[order]})`).join(' or ')}, or write YYYY-MM-DD.`,
  )
}

function serialNumber(): Problem {
  return new Problem(
    "looks like a spreadsheet's number of a day, counted from 1900 or from 1904",
    'Add --date-format serial (from 1900, the usual) or --date-format serial-1904, or format the column as YYYY-MM-DD before you export it.',
  )
}

function outside(): Problem {
  return new Problem(`has a year outside ${YEAR_MIN} to ${YEAR_MAX}`, 'Correct the year.')
}

function notADate(date: string): Problem {
  const remedy = 'Write YYYY-MM-DD.'
  if (/^\S{6,40}(?:T| )\d{1,2}:\d{2}/.test(date)) return new Problem('has a time of day; a night is a day', remedy)
  return /^\d{5}[.,]\d+$/.test(date)
    ? new Problem(
        "looks like a spreadsheet's number of a day with a time",
        'Format the column as YYYY-MM-DD before you export it.',
      )
    : new Problem('is not a date', remedy)
}
