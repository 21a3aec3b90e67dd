import { valueOf, withoutBlanks, type XmlNode } from '../../xml/index.js'

const DAY_MS = 86_400_000
/** A day, alone or with a time of the day behind it. */
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:T(?:[01]\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)?(?:Z|[+-]\d{2}:\d{2})?$/
/** xs:duration, with nights and weeks as well, which are spellings of the schemas' own. */
const DURATION =
  /^P(?=[\dT])(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})[DN])?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.(\d{1,9}))?S)?)?$/
const DAY_SECONDS = 86_400
/** Nothing that is longer is a stay. */
const DAYS_MAX = 9_999

/** Midnight at the end of a day, which is the beginning of the next one. */
const END_OF_DAY = /T24:00(?::00(?:\.0{1,9})?)?(?:Z|[+-]|$)/

/** The schemas let blanks stand around a day or a duration. */
const collapsed = (text: string | undefined): string => withoutBlanks(text?.slice(0, 200) ?? '').slice(0, 60)

/** What texts of messages are as days: a message has few, many times over. */
const known = new Map<string, number | undefined>()
const KNOWN_MAX = 1_000
const KNOWN_CHARACTERS = 40

/** A day of the calendar as days since 1970, with 24:00:00 the next one; undefined for any other text. */
export function dayNumber(text: string | undefined): number | undefined {
  if (text === undefined || text.length > KNOWN_CHARACTERS) return readDay(text)
  const day = known.get(text)
  if (day !== undefined || known.has(text)) return day
  if (known.size >= KNOWN_MAX) known.clear()
  const read = readDay(text)
  known.set(text, read)
  return read
}

function readDay(text: string | undefined): number | undefined {
  const plain = collapsed(text)
  const [, year, month, day] = DAY.exec(plain) ?? []
  if (year === undefined) return undefined
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
    ? date.getTime() / DAY_MS + (END_OF_DAY.test(plain) ? 1 : 0)
    : undefined
}

export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

const TIME = /T(\d\d):(\d\d)(?::(\d\d))?/
const ZONE = /T[\d:.]+(Z|[+-]\d{2}:\d{2})$/

/** Seconds of the day, and the zone that they are told in; undefined for a day alone. */
function timeIn(text: string | undefined): { seconds: number; zone: string } | undefined {
  const plain = collapsed(text)
  const [, hours, minutes, seconds] = TIME.exec(plain) ?? []
  if (hours === undefined) return undefined
  return {
    seconds: (Number(hours) % 24) * 3_600 + Number(minutes) * 60 + Number(seconds ?? 0),
    zone: ZONE.exec(plain)?.[1] ?? '',
  }
}

/**
 * How one end of a span stands to the other, by their days, and by their times of one day where both are told in one zone: `before` where the end comes first, `within a
 * day` where both are on one day. Undefined where one of them is no day.
 */
export function endOf(
  start: string | undefined,
  end: string | undefined,
): 'before' | 'within a day' | 'later' | undefined {
  const [from, to] = [dayNumber(start), dayNumber(end)]
  if (from === undefined || to === undefined) return undefined
  if (from !== to) return to < from ? 'before' : 'later'
  const [begin, finish] = [timeIn(start), timeIn(end)]
  const isComparable = begin !== undefined && finish !== undefined && begin.zone === finish.zone
  return isComparable && finish.seconds < begin.seconds ? 'before' : 'within a day'
}

interface Duration {
  months: number
  seconds: number
}

function readDuration(text: string | undefined): Duration | undefined {
  const match = DURATION.exec(collapsed(text))
  if (match === null) return undefined
  const [years, months, weeks, days, hours, minutes, seconds, part] = match.slice(1).map((one) => Number(one ?? 0))
  const whole =
    ((weeks ?? 0) * 7 + (days ?? 0)) * DAY_SECONDS + (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)
  return { months: (years ?? 0) * 12 + (months ?? 0), seconds: (part ?? 0) > 0 ? whole + 0.5 : whole }
}

/**
 * A duration as nights: `P3D`, `P3N`, `P1W`, `PT72H`, `P0Y0M3D`; undefined where it is no whole number of days. Months are as long as the calendar says, and hours
 * are whole days where they end on one.
 * @param start the day of arrival, perhaps with its time of the day, from which months and hours are counted
 */
export function nightsIn(duration: string | undefined, start?: string): number | undefined {
  const told = readDuration(duration)
  const from = dayNumber(start)
  if (told === undefined || (told.months > 0 && from === undefined)) return undefined
  const [, hours, minutes] = /T(\d\d):(\d\d)/.exec(start?.slice(0, 200) ?? '') ?? []
  const isWhole = told.seconds % DAY_SECONDS === 0
  if (!isWhole && hours === undefined) return undefined
  const begun = isWhole ? 0 : (Number(hours) % 24) * 3_600 + Number(minutes) * 60
  const days = Math.floor((begun + told.seconds) / DAY_SECONDS)
  const nights = from === undefined || told.months === 0 ? days : monthsLater(from, told.months) - from + days
  return nights <= DAYS_MAX ? nights : undefined
}

/** The same day so many months later, or the last of that month. */
function monthsLater(day: number, months: number): number {
  const [year, month, date] = dayText(day).split('-').map(Number) as [number, number, number]
  if (months > DAYS_MAX) return Number.POSITIVE_INFINITY
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return Date.UTC(year, month - 1 + months, Math.min(date, last)) / DAY_MS
}

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second']

/** `P1DT2H` as `1 day 2 hours`; undefined for what is no duration, or one of nothing. */
export function durationWords(text: string | undefined): string | undefined {
  const plain = collapsed(text)
  const [, ...parts] = DURATION.exec(plain) ?? []
  const words = UNITS.flatMap((unit, at) => {
    const many = Number(at === 6 && parts[7] !== undefined ? `${parts[6]}.${parts[7]}` : (parts[at] ?? 0))
    const name = unit === 'day' && plain.includes('N') ? 'night' : unit
    return many > 0 ? [`${many} ${name}${many === 1 ? '' : 's'}`] : []
  })
  return words.join(' ') || undefined
}

/** Whether a text is a duration at all, in nights or not. */
export const isDuration = (text: string): boolean => readDuration(text) !== undefined

export interface Span {
  from: number
  /** The day of departure. */
  to: number
}

/** Arrival and departure of a TimeSpan, by End or else by Duration; of a rate, EffectiveDate and ExpireDate. */
export function spanOf(node: XmlNode | undefined): Span | undefined {
  const isStay = node?.name === 'TimeSpan'
  const [start, end] = [valueOf(node, isStay ? 'Start' : 'EffectiveDate'), valueOf(node, isStay ? 'End' : 'ExpireDate')]
  const from = dayNumber(start)
  const nights = isStay && end === undefined ? nightsIn(valueOf(node, 'Duration'), start) : undefined
  const to = from !== undefined && nights !== undefined ? from + nights : dayNumber(end)
  return from === undefined || to === undefined ? undefined : { from, to }
}

/**
 * Of a stay that begins and ends on one day: `hours` where it tells its hours, or `no night` where its Duration says so (a day use both); `day` where it tells the day
 * alone, which may be a slip as well. Undefined of any other stay, also of one that ends before it begins.
 */
export function dayUseOf(timeSpan: XmlNode | undefined): 'hours' | 'no night' | 'day' | undefined {
  const days = spanOf(timeSpan)
  if (days === undefined || days.from !== days.to) return undefined
  const [start, end, duration] = ['Start', 'End', 'Duration'].map((name) => valueOf(timeSpan, name))
  const told = readDuration(duration)
  const isNone = told !== undefined && told.months === 0 && told.seconds === 0
  if (end === undefined) return isNone ? 'no night' : (told?.seconds ?? 0) > 0 ? 'hours' : 'day'
  if (endOf(start, end) !== 'within a day') return undefined
  const [from, to] = [timeIn(start), timeIn(end)]
  if (from !== undefined && to !== undefined && from.zone === to.zone && from.seconds < to.seconds) return 'hours'
  return isNone ? 'no night' : 'day'
}

/** As `spanOf`; one that ends on the day on which it begins is of that one night: no price is for no night. */
export function nightsSpanOf(rate: XmlNode | undefined): Span | undefined {
  const span = spanOf(rate)
  return span !== undefined && span.to === span.from ? { from: span.from, to: span.to + 1 } : span
}

/** Somebody's age in years on a day. */
export function ageOn(birth: string | undefined, day: number | undefined): number | undefined {
  const born = dayNumber(birth)
  if (born === undefined || day === undefined || born > day) return undefined
  const [from, to] = [dayText(born), dayText(day)]
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)
}

/** Year 1 is how programs write a date that nobody gave. */
export const isEmptyDate = (text: string | undefined): boolean => text?.startsWith('0001-') === true
