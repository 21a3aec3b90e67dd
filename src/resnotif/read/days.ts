import { valueOf, withoutBlanks, type XmlNode } from '../xml/index.js'

const DAY_MS = 86_400_000
/** A day, alone or with a time of the day behind it. */
const DAY = /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)?(?:Z|[+-]\d{2}:\d{2})?$/
/** Days, nights (a spelling of the schemas' own) or weeks, perhaps with hours behind them. */
const NIGHTS = /^P(?:(\d{1,3})W|(\d{1,4})[DN](?:T[\dHMS.]{1,20})?)$/
const DURATION = /^P(?=[\dT])(?:\d{1,4}Y)?(?:\d{1,4}M)?(?:\d{1,4}[DN])?(?:T[\dHMS.]{2,20})?$/

/** The schemas let blanks stand around a day or a duration. */
const collapsed = (text: string | undefined): string => withoutBlanks(text?.slice(0, 200) ?? '').slice(0, 60)

/** A day of the calendar as days since 1970; undefined for any other text. */
export function dayNumber(text: string | undefined): number | undefined {
  const [, day] = DAY.exec(collapsed(text)) ?? []
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day ? time / DAY_MS : undefined
}

export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** `P3D`, `P3N`, `P1W` as nights; undefined where it does not tell them. */
export function nightsIn(duration: string | undefined): number | undefined {
  const [, weeks, days] = NIGHTS.exec(collapsed(duration)) ?? []
  return weeks !== undefined ? Number(weeks) * 7 : days === undefined ? undefined : Number(days)
}

/** Whether a text is a duration at all, in nights or not. */
export const isDuration = (text: string): boolean => nightsIn(text) !== undefined || DURATION.test(collapsed(text))

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
  const nights = isStay && end === undefined ? nightsIn(valueOf(node, 'Duration')) : undefined
  const to = from !== undefined && nights !== undefined ? from + nights : dayNumber(end)
  return from === undefined || to === undefined ? undefined : { from, to }
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
