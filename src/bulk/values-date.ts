import { parseNight } from '../calendar/index.js'
import { monthOf } from './values-month.js'
import { OpenProblem, Problem } from './values.js'

/** How a date that is not written YYYY-MM-DD is meant: the order of its parts, or the day from which a spreadsheet counts. */
export const DATE_FORMATS = ['ymd', 'dmy', 'mdy', 'serial', 'serial-1904'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

/** Form of a date that has more than one reading: three numbers and their separator, or one number. */
export type DateForm = '.' | '/' | '-' | 'number'

/** What settles the dates of a column: one format for all it applies to, or one for each form. */
export type DateReading = DateFormat | Readonly<Partial<Record<DateForm, DateFormat>>>

const YEAR_MIN = 2000
const YEAR_MAX = 2100

/** What spreadsheets call 1970-01-01, by the day from which they count. */
const SERIAL_OF_EPOCH = { serial: 25_569, 'serial-1904': 24_107 } as const

const ISO = /^\d{4}-\d{2}-\d{2}$/
const NUMBERS = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/
const SERIAL = /^\d{5}(?:[.,]0+)?$/
/** What exports put behind a day that has no time. */
const MIDNIGHT = /(?:T| +)(?:0?0:00(?::00(?:[.,]0+)?)?|12:00(?::00)? ?AM) ?(?:Z|UTC|[+-]\d{2}:?\d{2})?$/i
const NAMED = [
  /^(?<day>\d{1,2})(?:\.|er|º)?[ ./-]*(?:de )?(?<month>\p{L}{3,})\.?[ ./,-]*(?:del? )?(?<year>\d{2}|\d{4})$/u,
  /^(?<month>\p{L}{3,})\.?[ -]*(?<day>\d{1,2})(?:, ?|[ -]+)(?<year>\d{2}|\d{4})$/u,
  /^(?<year>\d{4})[ ./-]*(?<month>\p{L}{3,})\.?[ ./-]*(?<day>\d{1,2})$/u,
] as const

/** A night from text, as epoch day. YYYY-MM-DD and dates with the name of a month always; others only where `reading` settles them. */
export function readDate(text: string, reading?: DateReading): number | Problem {
  const trimmed = text.trim()
  if (ISO.test(trimmed)) return nightOf(trimmed)
  const date = trimmed.replace(MIDNIGHT, '')
  if (ISO.test(date)) return nightOf(date)
  const form = dateFormOf(date)
  if (form === undefined) return readNamed(date)
  const format = typeof reading === 'string' ? (formatsOf(form).includes(reading) ? reading : undefined) : reading?.[form]
  if (format === undefined) return unsettled(date, form)
  const night = readAs(date, form, format)
  return night instanceof Problem && formatsOf(form).some((other) => !(readAs(date, form, other) instanceof Problem)) ? new OpenProblem(night.reason, night.remedy) : night
}

/** The form of a date with more than one reading; undefined for YYYY-MM-DD, names of months and what is no date. */
export function dateFormOf(text: string): DateForm | undefined {
  const date = text.trim().replace(MIDNIGHT, '')
  if (ISO.test(date)) return undefined
  const numbers = NUMBERS.exec(date)
  if (numbers !== null) return numbers[2] as DateForm
  return SERIAL.test(date) ? 'number' : undefined
}

/** The formats that dates of a form can have. */
export function formatsOf(form: DateForm): readonly DateFormat[] {
  return form === 'number' ? ['serial', 'serial-1904'] : ['dmy', 'mdy', 'ymd']
}

function readAs(date: string, form: DateForm, format: DateFormat): number | Problem {
  if (form === 'number') {
    const night = Number.parseInt(date, 10) - SERIAL_OF_EPOCH[format as keyof typeof SERIAL_OF_EPOCH]
    return night < (parseNight(`${YEAR_MIN}-01-01`) as number) || night > (parseNight(`${YEAR_MAX}-12-31`) as number) ? outside() : night
  }
  const [, first = '', , second = '', third = ''] = NUMBERS.exec(date) ?? []
  const [year, month, day] = format === 'ymd' ? [first, second, third] : format === 'dmy' ? [third, second, first] : [third, first, second]
  if (first.length !== 4 && third.length !== 4) return shortYear()
  if (year.length !== 4 || month.length > 2 || day.length > 2) return new Problem(`does not fit --date-format ${format} with a year of four digits`)
  return nightOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

function nightOf(iso: string): number | Problem {
  const night = parseNight(iso)
  if (night === undefined) return new Problem('is no day of the calendar')
  const year = Number(iso.slice(0, 4))
  return year < YEAR_MIN || year > YEAR_MAX ? outside() : night
}

/** Why a date that nothing settles is refused; open where at least one format reads it. */
function unsettled(date: string, form: DateForm): Problem {
  const readings = formatsOf(form).map((format) => readAs(date, form, format))
  const last = readings.at(-1)
  const { reason, remedy } = form === 'number' ? serialNumber() : otherOrder(date)
  if (readings.some((night) => !(night instanceof Problem))) return new OpenProblem(reason, remedy)
  return last instanceof Problem && !/^\d{1,2}\D.*\D\d{4}$/.test(date) ? last : new Problem(reason, remedy)
}

function otherOrder(date: string): Problem {
  const [, first = '', , second = '', third = ''] = NUMBERS.exec(date) ?? []
  if (first.length === 4) return new Problem('is not written YYYY-MM-DD', 'Add --date-format ymd, or write YYYY-MM-DD.')
  const canBeBoth = Number(first) <= 12 && Number(second) <= 12 && third.length === 4
  const reason = canBeBoth ? 'can be read as day first or as month first' : 'is not written YYYY-MM-DD'
  return new Problem(reason, 'Add --date-format dmy (day first) or --date-format mdy (month first), or write YYYY-MM-DD.')
}

function serialNumber(): Problem {
  return new Problem("looks like a spreadsheet's number of a day, counted from 1900 or from 1904", 'Add --date-format serial (from 1900, the usual) or --date-format serial-1904, or format the column as YYYY-MM-DD before you export it.')
}

function shortYear(): Problem {
  return new Problem('does not have a year of four digits, so its parts can be told in no way', 'Write the year with four digits.')
}

function outside(): Problem {
  return new Problem(`has a year outside ${YEAR_MIN} to ${YEAR_MAX}`)
}

/** Dates such as `2-Jan-2027`, `Jan 2, 2027`, `2. Januar 2027`: the name and four digits of year leave one reading. */
function readNamed(date: string): number | Problem {
  const spaced = date.normalize('NFC').replace(/[\s\u00a0\u202f]+/g, ' ')
  for (const pattern of NAMED) {
    const { day = '', month: name = '', year = '' } = pattern.exec(spaced)?.groups ?? {}
    const month = monthOf(name)
    if (month === undefined) continue
    if (year.length !== 4) return shortYear()
    return nightOf(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`)
  }
  const remedy = 'Write YYYY-MM-DD.'
  if (/^\S+(?:T| )\d{1,2}:\d{2}/.test(date)) return new Problem('has a time of day; a night is a day', remedy)
  return /^\d{5}[.,]\d+$/.test(date) ? new Problem("looks like a spreadsheet's number of a day with a time", 'Format the column as YYYY-MM-DD before you export it.') : new Problem('is not a date', remedy)
}
