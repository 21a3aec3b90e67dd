import { dayNumber, dayText, nightsIn } from '../read/index.js'
import { childOf, type XmlNode } from '../xml/index.js'
import { told } from './told.js'

/** What a TimeSpan says, which may be a part of it. */
interface Days {
  start: string | undefined
  end: string | undefined
  nights: number | undefined
}

/** What the TimeSpans of an answer say otherwise than was sent, in words: those of its stays, and that of the whole reservation. One that is left out, or says less, is not wrong. */
export function wrongSpans(sent: readonly XmlNode[], all: readonly XmlNode[]): string[] {
  const own = daysIn(sent, 'RoomStay').filter(({ start, end }) => start !== undefined && end !== undefined)
  if (own.length === 0) return []
  const starts = own.flatMap(({ start }) => start ?? []).sort()
  const ends = own.flatMap(({ end }) => end ?? []).sort()
  const whole: Days = { start: starts[0], end: ends.at(-1), nights: undefined }
  return [
    ...wrongOf('the dates', own, daysIn(all, 'RoomStay')),
    ...wrongOf('the dates of the reservation', [whole], daysIn(all, 'ResGlobalInfo')),
  ]
}

function wrongOf(name: string, own: readonly Days[], all: readonly Days[]): string[] {
  const wrong = all.filter((days) => !own.some((one) => agrees(days, one)))
  if (wrong.length === 0) return []
  const [is, was] = [wrong, own].map((some) => [...new Set(some.map(wordsOf))].sort().join(', '))
  return [`${name} as ${is ?? ''}, sent were ${was ?? ''}`]
}

function agrees({ start, end, nights }: Days, own: Days): boolean {
  const [from, to] = [dayNumber(own.start), dayNumber(own.end)]
  const isLong = nights === undefined || from === undefined || to === undefined || nights === to - from
  return (start ?? own.start) === own.start && (end ?? own.end) === own.end && isLong
}

const daysIn = (nodes: readonly XmlNode[], holder: string): Days[] =>
  nodes
    .filter(({ name }) => name === holder)
    .map((node) => childOf(node, 'TimeSpan'))
    .map((span) => ({ start: textOf(span, 'Start'), end: textOf(span, 'End'), nights: nightsOf(span) }))

function textOf(span: XmlNode | undefined, name: string): string | undefined {
  const text = told(span, name)
  const day = dayNumber(text)
  return day === undefined ? text : dayText(day)
}

const nightsOf = (span: XmlNode | undefined): number | undefined =>
  nightsIn(told(span, 'Duration'), told(span, 'Start'))

const wordsOf = ({ start, end, nights }: Days): string => {
  const [from, to] = [dayNumber(start), dayNumber(end)]
  const last = end ?? (from !== undefined && nights !== undefined ? dayText(from + nights) : undefined)
  const isOdd = nights !== undefined && from !== undefined && to !== undefined && nights !== to - from
  const ways = `${nights ?? ''} ${nights === 1 ? 'night' : 'nights'}`
  if (start !== undefined && last !== undefined) return `${start} to ${last}${isOdd ? ` (${ways})` : ''}`
  return start !== undefined ? `from ${start}` : last !== undefined ? `until ${last}` : ways
}
