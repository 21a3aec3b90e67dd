import {
  BOOKING_STATUSES,
  findingAt,
  isKnownStatus,
  isOtherAction,
  type LintFinding,
  OWN_STATUSES,
} from '../../finding/index.js'
import type { Message, MessageReservation } from '../../read/index.js'
import { attributeOf, childrenOf, descend, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'

/** ResStatus of the message: of this service it is one of three words. */
export function checkStatus(node: XmlNode, isOurs: boolean): LintFinding[] {
  const isOwn = (status: string): boolean => (OWN_STATUSES as readonly string[]).includes(status)
  return checkWord(node, isOurs ? isOwn : isKnownStatus, OWN_STATUSES.join(', '))
}

/** ResStatus of a reservation, for which the schema has more words than for the message. */
export function checkReservationStatus(node: XmlNode): LintFinding[] {
  return checkWord(node, isKnownStatus, `${OWN_STATUSES.join(', ')}, or another word of the schema such as Reserved`)
}

function checkWord(node: XmlNode, isKnown: (status: string) => boolean, expected: string): LintFinding[] {
  const value = valueOf(node, 'ResStatus')
  if (value === undefined || isKnown(value)) return []
  return [
    findingAt('status-unknown', node, 'ResStatus', {
      found: value.slice(0, 60),
      expected,
      ...(isOtherAction(value) ? OTHER_ACTION : {}),
    }),
  ]
}

/** The interface does not list the words of a message. */
const OTHER_ACTION = {
  severity: 'warning',
  why: 'The schema has this word for a message, and the interface does not say which of them this service sends; a PMS that knows Commit, Modify and Cancel alone does nothing, or guesses.',
} as const

/** RoomStayStatus, which is a word of the schemas. */
export function checkStayStatus({ stays }: Pick<MessageReservation, 'stays'>): LintFinding[] {
  return stays.flatMap(({ node }) => {
    const value = valueOf(node, 'RoomStayStatus')
    return value === undefined || value.trim() === '' || isKnownStatus(value.trim())
      ? []
      : [
          findingAt('status-unknown', node, 'RoomStayStatus', {
            found: value.slice(0, 60),
            expected: 'a status of the schemas, such as Reserved or Cancelled',
            severity: 'warning',
            why: 'The PMS cannot tell whether this room is booked, changed or cancelled.',
            remedy: 'Write one of the statuses of the schemas, or leave RoomStayStatus out.',
          }),
        ]
  })
}

/** What the message is about: a status of the message, or of each reservation. Without one a PMS guesses. */
export function checkStatusMissing({
  notification,
  reservations,
}: Pick<Message, 'notification' | 'reservations'>): LintFinding[] {
  const isTold =
    statusOf(notification) !== '' ||
    (reservations.length > 0 && reservations.every(({ node }) => statusOf(node) !== ''))
  return notification === undefined || isTold
    ? []
    : [findingAt('status-missing', notification, undefined, { expected: OWN_STATUSES.join(', ') })]
}

const statusOf = (node: XmlNode | undefined): string => valueOf(node, 'ResStatus')?.trim() ?? ''

/** Words for a cancellation, and words that cannot stand for one. */
const CANCELS: ReadonlySet<string> = new Set(['Cancel', 'Cancelled'])
const HOLDS: ReadonlySet<string> = new Set([...BOOKING_STATUSES, 'In-house', 'Checked out'])
/** OpenTravel list UIT: 15, a cancellation. */
const CANCELLATION = '15'

/** A message that cancels and does not cancel: by the status of the message, that of a reservation, and the kind of its ids. */
export function checkCancels({
  notification,
  reservations,
}: Pick<Message, 'notification' | 'reservations'>): LintFinding[] {
  const whole = statusOf(notification)
  const isOneOfSeveral = reservations.some(({ node }) => !CANCELS.has(statusOf(node)))
  return reservations.flatMap(({ node, stays }) => {
    const own = statusOf(node)
    const isTorn = (CANCELS.has(whole) && HOLDS.has(own)) || (HOLDS.has(whole) && CANCELS.has(own))
    if (isTorn)
      return [
        findingAt('status-contradiction', node, 'ResStatus', {
          found: `${own} in a message of ${whole}`,
          expected: 'one of the two',
          ...(own === 'Cancelled' && isOneOfSeveral ? ONE_CANCELLED : {}),
        }),
      ]
    const status = own === '' ? whole : own
    if (!HOLDS.has(status)) return []
    const emptied = checkEmptied(stays, status)
    if (emptied.length > 0) return emptied
    return walkStandard(node).flatMap((one) => {
      const attribute = one.name === 'UniqueID' ? 'Type' : one.name === 'HotelReservationID' ? 'ResID_Type' : undefined
      return attribute === undefined || valueOf(one, attribute) !== CANCELLATION
        ? []
        : [
            findingAt('status-contradiction', one, attribute, {
              found: `the id of a cancellation, ResStatus ${status}`,
              expected: `ResStatus Cancel, or ${attribute} 14`,
            }),
          ]
    })
  })
}

/** Cancelled is the state of a reservation, and Modify is what is done to several of them. */
const ONE_CANCELLED = {
  severity: 'warning',
  why: 'The message holds several reservations and this one is cancelled; a PMS that goes by the ResStatus of the message alone keeps it.',
  remedy:
    'Check that the receiver reads the ResStatus of each reservation, or cancel this one in a message of its own.',
} as const

/** A booking all of whose RoomStays are cancelled. A change may cancel the last of them. */
function checkEmptied(stays: MessageReservation['stays'], status: string): LintFinding[] {
  const isEach = stays.every(({ node }) => CANCELS.has(valueOf(node, 'RoomStayStatus')?.trim() ?? ''))
  const [first] = stays
  if (first === undefined || !isEach || status === 'Modify') return []
  return [
    findingAt('status-contradiction', first.node, 'RoomStayStatus', {
      found: `${stays.length === 1 ? 'the only RoomStay is' : `all ${stays.length} RoomStays are`} cancelled, ResStatus ${status}`,
      expected: 'ResStatus Cancel, or RoomStays that are booked',
      severity: 'warning',
      remedy: 'Write Cancel as ResStatus of a cancellation; of a booking, leave RoomStayStatus out.',
    }),
  ]
}

/** Type 14 of OpenTravel list UIT: a reservation. */
const RESERVATION = '14'

/** The number of a reservation by its UniqueID against that of ResGlobalInfo, where neither says whose it is. */
export function checkReservationIds({ node }: Pick<MessageReservation, 'node'>): LintFinding[] {
  const ids = childrenOf(node, 'UniqueID').filter((one) => isReservation(one, 'Type', ['ID_Context', 'Instance']))
  const listed = childrenOf(descend(node, 'ResGlobalInfo', 'HotelReservationIDs'), 'HotelReservationID')
  const told = listed.filter((one) =>
    isReservation(one, 'ResID_Type', ['ResID_Source', 'ResID_SourceContext', 'ResGuestRPH']),
  )
  const [unique, other] = [ids[0], told[0]]
  const [id, value] = [valueOf(unique, 'ID'), valueOf(other, 'ResID_Value')].map((text) => text?.trim() ?? '') as [
    string,
    string,
  ]
  if (other === undefined || ids.length !== 1 || told.length !== 1 || id === '' || value === '' || id === value)
    return []
  return [
    findingAt(isNearly(id, value) ? 'reservation-id-mismatch' : 'ids-unchecked', other, 'ResID_Value', {
      found: value.slice(0, SHOWN_MAX),
      expected: id.slice(0, SHOWN_MAX),
    }),
  ]
}

/** An id of a reservation of which nothing says that it is one of another system. */
const isReservation = (node: XmlNode, type: string, sources: readonly string[]): boolean =>
  valueOf(node, type) === RESERVATION && sources.every((name) => (valueOf(node, name) ?? '').trim() === '')

const SHOWN_MAX = 60
const NEAR_MIN = 4

/** Whether two ids differ as by a slip: one sign is another, missing or too much, or two neighbours changed places. */
function isNearly(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < NEAR_MIN || Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  let end = 0
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(from, a.length - end), b.slice(from, b.length - end)]
  return Math.max(left.length, right.length) <= 1 || (left.length === 2 && left[0] === right[1] && left[1] === right[0])
}

/** One id that stands for two things: twice in a reservation, or on two reservations of a message. */
export function checkUniqueIds({ reservations }: Pick<Message, 'reservations'>): LintFinding[] {
  const seen = new Set<string>()
  return reservations.flatMap(({ node }: MessageReservation) =>
    childrenOf(node, 'UniqueID').flatMap((one) => {
      const id = attributeOf(one, 'ID')?.value
      if (id === undefined || id === '') return []
      const key = JSON.stringify([valueOf(one, 'Type'), id])
      if (seen.has(key)) return [findingAt('unique-id-twice', one, 'ID', { found: id.slice(0, 60) })]
      seen.add(key)
      return []
    }),
  )
}
