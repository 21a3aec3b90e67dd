import { findingAt, type LintFinding } from '../../finding/index.js'
import { dayNumber, isEmptyDate, type MessageReservation, spanOf } from '../../read/index.js'
import { descend, valueOf, walkStandard, withoutBlanks, type XmlNode } from '../../xml/index.js'

/** xs:dateTime: a day and a time with seconds, and perhaps a zone. */
const MOMENT =
  /^\d{4}-\d{2}-\d{2}T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,20})?|24:00:00(?:\.0{1,20})?)(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/
const OF_ELEMENTS = ['CreateDateTime', 'LastModifyDateTime'] as const

/** Whether a text, without blanks round it, is a day of the calendar and a time of the day, as xs:dateTime is written. */
export const isMoment = (text: string): boolean =>
  MOMENT.test(text.slice(0, 80)) && dayNumber(text.slice(0, 10)) !== undefined

/** When a message was sent. */
export const checkTimeStamp = (notification: XmlNode): LintFinding[] => checkMoment(notification, 'TimeStamp')

/** When a reservation, and what is in it, was made and changed. */
export const checkTimes = ({ node }: { node: XmlNode }): LintFinding[] =>
  walkStandard(node).flatMap((one) => OF_ELEMENTS.flatMap((name) => checkMoment(one, name)))

function checkMoment(node: XmlNode, name: string): LintFinding[] {
  const value = valueOf(node, name)
  const text = withoutBlanks(value ?? '')
  if (isEmptyDate(text))
    return [
      findingAt('date-time-invalid', node, name, {
        found: `${text.slice(0, 60)}, an empty date`,
        expected: `no ${name}`,
        severity: 'warning',
      }),
    ]
  if (value === undefined || isMoment(text)) return []
  return [
    findingAt('date-time-invalid', node, name, {
      found: text === '' ? 'nothing' : text.slice(0, 60),
      expected: 'a day and a time, such as 2027-01-05T10:00:00Z',
    }),
  ]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONE = /(?:Z|[+-]\d\d:\d\d)$/

interface Moment {
  text: string
  at: number
  /** Whether it tells its zone; else it is taken as UTC. */
  isZoned: boolean
}

function momentOf(node: XmlNode | undefined, name: string): Moment | undefined {
  const text = withoutBlanks(valueOf(node, name) ?? '')
  if (!isMoment(text) || isEmptyDate(text)) return undefined
  const isZoned = ZONE.test(text.slice(-6))
  const at = Date.parse(isZoned ? text : `${text}Z`)
  return Number.isNaN(at) ? undefined : { text, at, isZoned }
}

/** Times that cannot follow each other: changed before it was made, made after it was told or after the guest has left. */
export function checkTimeOrder({ node, stays }: Pick<MessageReservation, 'node' | 'stays'>): LintFinding[] {
  const [created, changed, sent] = [
    momentOf(node, 'CreateDateTime'),
    momentOf(node, 'LastModifyDateTime'),
    momentOf(rootOf(node), 'TimeStamp'),
  ]
  if (created === undefined) return []
  const spans = [...stays.map(({ timeSpan }) => timeSpan), descend(node, 'ResGlobalInfo', 'TimeSpan')]
  const left = Math.max(...spans.map((one) => spanOf(one)?.to ?? Number.NEGATIVE_INFINITY))
  const isLate = Number.isFinite(left) && created.at > (left + 2) * DAY_MS
  const tooLate =
    sent !== undefined && created.at > sent.at + DAY_MS
      ? `TimeStamp ${sent.text}, or before`
      : isLate
        ? 'the day of departure, or before'
        : undefined
  // Each by its own clock, or both by one of which the zone is not told.
  const slack = changed?.isZoned === created.isZoned ? HOUR_MS : DAY_MS
  return [
    ...(tooLate === undefined ? [] : [outOfOrder(node, 'CreateDateTime', created, tooLate)]),
    ...(changed !== undefined && changed.at < created.at - slack
      ? [outOfOrder(node, 'LastModifyDateTime', changed, `CreateDateTime ${created.text}, or later`)]
      : []),
  ]
}

const outOfOrder = (node: XmlNode, name: string, { text }: Moment, expected: string): LintFinding =>
  findingAt('date-time-order', node, name, { found: text.slice(0, 60), expected })

function rootOf(node: XmlNode): XmlNode {
  let at = node
  while (at.parent !== undefined && at.name !== 'OTA_HotelResNotifRQ') at = at.parent
  return at
}

/** Version, which the schema requires. Another sender may leave it out. */
export const checkVersion = (notification: XmlNode): LintFinding[] =>
  (valueOf(notification, 'Version') ?? '').trim() === ''
    ? [findingAt('version-missing', notification, 'Version', { found: 'no Version' })]
    : []
