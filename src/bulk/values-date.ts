import { parseNight } from '../calendar/index.js'
import { Problem } from './values.js'

/** The order of day, month and year in dates that are not written YYYY-MM-DD. */
export type DateFormat = 'dmy' | 'mdy' | 'ymd'

const YEAR_MIN = 2000
const YEAR_MAX = 2100

/** A night from text, as epoch day: YYYY-MM-DD always, other orders only where `format` settles them. */
export function readDate(text: string, format?: DateFormat): number | Problem {
  const date = text.trim()
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return nightOf(date)
  const parts = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/.exec(date)
  if (parts === null) return unknownForm(date)
  const [, first = '', , second = '', third = ''] = parts
  if (format === undefined) return otherOrder(first, second, third)
  const [year, month, day] = format === 'ymd' ? [first, second, third] : format === 'dmy' ? [third, second, first] : [third, first, second]
  if (year.length !== 4 || month.length > 2 || day.length > 2) return new Problem(`does not fit --date-format ${format} with a year of four digits`)
  return nightOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

function nightOf(iso: string): number | Problem {
  const night = parseNight(iso)
  if (night === undefined) return new Problem('is no day of the calendar')
  const year = Number(iso.slice(0, 4))
  return year < YEAR_MIN || year > YEAR_MAX ? new Problem(`has a year outside ${YEAR_MIN} to ${YEAR_MAX}`) : night
}

function otherOrder(first: string, second: string, third: string): Problem {
  if (first.length === 4) return new Problem('is not written YYYY-MM-DD', 'Add --date-format ymd, or write YYYY-MM-DD.')
  const canBeBoth = Number(first) <= 12 && Number(second) <= 12 && third.length === 4
  const reason = canBeBoth ? 'can be read as day first or as month first' : 'is not written YYYY-MM-DD'
  return new Problem(reason, 'Add --date-format dmy (day first) or --date-format mdy (month first), or write YYYY-MM-DD.')
}

function unknownForm(date: string): Problem {
  const remedy = 'Write YYYY-MM-DD.'
  if (/^\d{4}-\d{2}-\d{2}[T ]/.test(date)) return new Problem('has a time of day; a night is a day', remedy)
  if (/^\d{5}(\.\d+)?$/.test(date)) return new Problem("looks like a spreadsheet's number of a day", 'Format the column as YYYY-MM-DD before you export it.')
  return new Problem('is not a date', remedy)
}
