import { findingAt, isKnownStatus, type LintFinding, OWN_STATUSES } from '../../finding/index.js'
import type { Message, MessageReservation } from '../../read/index.js'
import { attributeOf, childrenOf, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'

/** ResStatus of the message and of a reservation. */
export function checkStatus(node: XmlNode, isOurs: boolean): LintFinding[] {
  const value = valueOf(node, 'ResStatus')
  if (value === undefined) return []
  const isKnown = isOurs ? (OWN_STATUSES as readonly string[]).includes(value) : isKnownStatus(value)
  return isKnown
    ? []
    : [findingAt('status-unknown', node, 'ResStatus', { found: value.slice(0, 60), expected: OWN_STATUSES.join(', ') })]
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
const HOLDS: ReadonlySet<string> = new Set([
  'Commit',
  'Modify',
  'Book',
  'Hold',
  'Initiate',
  'Reserved',
  'Requested',
  'In-house',
  'Checked out',
  'Waitlisted',
])
/** OpenTravel list UIT: 15, a cancellation. */
const CANCELLATION = '15'

/** A message that cancels and does not cancel: by the status of the message, that of a reservation, and the kind of its ids. */
export function checkCancels({
  notification,
  reservations,
}: Pick<Message, 'notification' | 'reservations'>): LintFinding[] {
  const whole = statusOf(notification)
  return reservations.flatMap(({ node }) => {
    const own = statusOf(node)
    const isTorn = (CANCELS.has(whole) && HOLDS.has(own)) || (HOLDS.has(whole) && CANCELS.has(own))
    if (isTorn)
      return [
        findingAt('status-contradiction', node, 'ResStatus', {
          found: `${own} in a message of ${whole}`,
          expected: 'one of the two',
        }),
      ]
    const status = own === '' ? whole : own
    if (!HOLDS.has(status)) return []
    return [...walkNodes(node)].flatMap((one) => {
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
