import { plainWord, Problem, showText } from '../values/index.js'
import { weekdaysOf } from './weekday-names.js'

const EVERY_DAY = 127
/** Seven names of any language, and what stands between them. */
const DAYS_CHARACTERS = 160
const DAILY = new Set([
  'daily',
  'taglich',
  'dagelijks',
  'every day',
  'alle tage',
  'tous les jours',
  'todos los dias',
  'ogni giorno',
  'codziennie',
  'denne',
  'dagligen',
  'daglig',
])
const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** Weekdays of one language that are short forms of something else in others. */
const SHORT_FORMS = [
  { word: 'we', language: 'English', other: 'the weekend as well as Wednesday' },
  { word: 'wt', language: 'Polish', other: 'the working days as well as Tuesday in Polish' },
] as const
/** Languages in which the weekend or working days are shortened like that: mo, fr and sa are theirs too, and prove nothing. */
const SPOKEN_OF: ReadonlySet<string> = new Set(['German', 'French', 'Dutch', 'Italian'])
const REMEDY = 'Write mon, tue, wed, thu, fri, sat, sun, a range such as mon-fri, or daily.'

/**
 * Weekdays as a mask, bit 0 = Monday: `mon,tue`, `mon-fri`, `Fr,Sa`, `daily`. All names of a cell are of one language; where several
 * languages know them and mean other days, and for words such as "weekend", which differ from hotel to hotel, the cell is refused.
 */
export function readDays(text: string): number | Problem {
  const words = plainWord(text.trim())
  if (DAILY.has(words)) return EVERY_DAY
  if (words.length > DAYS_CHARACTERS) return new Problem('is no list of weekdays', REMEDY)
  const parts = words
    .replaceAll('-feira', '')
    .replace(/ {0,3}[-–] {0,3}/g, '-')
    .split(/[\s,;|+/&]+/)
    .map((part) => part.split('-').map((word) => word.replace(/\.$/, '')))
  const wrong = parts.find((part) => part.length > 2 || part.some((word) => weekdaysOf([word]).length === 0))
  if (wrong !== undefined) return noWeekday(wrong.join('-'))
  const names = parts.flat()
  const unsure = doubtOf(names)
  if (unsure !== undefined) return unsure
  const readings = new Map(
    weekdaysOf(names)
      .toReversed()
      .map(({ language, days }) => [maskOf(parts, days), { language, days }]),
  )
  const [mask, ...others] = readings.keys()
  if (mask !== undefined && others.length === 0) return mask
  const [second, first] = readings.values()
  if (first === undefined || second === undefined) return new Problem('names weekdays of several languages', REMEDY)
  const at = first.days.findIndex((day, place) => day !== second.days[place])
  const meanings = [first, second].map(({ language, days }) => `${NAMES[days[at] as number]} in ${language}`)
  return new Problem(`"${showText(names[at] ?? '')}" is ${meanings.join(' and ')}`, REMEDY)
}

/** Why short names that are no weekday elsewhere cannot be taken: no other name of the cell is of their language alone. */
function doubtOf(names: readonly string[]): Problem | undefined {
  for (const { word, language, other } of SHORT_FORMS) {
    if (!names.includes(word)) continue
    const isProved = names.some((name) => {
      const known = weekdaysOf([name]).map((found) => found.language)
      return name !== word && known.includes(language) && !known.some((one) => SPOKEN_OF.has(one))
    })
    if (!isProved) return new Problem(`"${word}" may be ${other}`, REMEDY)
  }
  return undefined
}

/** The days of names and of ranges between two of them. */
function maskOf(parts: readonly (readonly string[])[], days: readonly number[]): number {
  let mask = 0
  let at = 0
  for (const part of parts) {
    const first = days[at] as number
    const last = days[at + part.length - 1] as number
    at += part.length
    for (let day = first; ; day = (day + 1) % 7) {
      mask |= 1 << day
      if (day === last) break
    }
  }
  return mask
}

function noWeekday(part: string): Problem {
  const reason = /^week(end|day)s?$/.test(part)
    ? `"${part}" means different days in different hotels`
    : `"${showText(part)}" is no weekday`
  return new Problem(reason, REMEDY)
}
