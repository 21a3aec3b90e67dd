import type { Message, MessageReservation } from '../read.js'
import { attributeOf, childrenOf, valueOf, type XmlNode } from '../xml-node.js'
import { findingAt } from './finding.js'
import type { LintFinding } from './rules.js'

/** What this service sends. */
const OURS = ['Commit', 'Modify', 'Cancel'] as const
/** TransactionActionType and PMS_ResStatusType of the schemas, 2003B to 2017B; one or two capitals are a company's own. */
const KNOWN: ReadonlySet<string> = new Set([
  ...OURS, 'Book', 'Quote', 'Hold', 'Initiate', 'Ignore', 'CommitOverrideEdits', 'VerifyPrice', 'Ticket', 'Reserved', 'Requested', 'Request denied', 'No-show', 'Cancelled', 'In-house', 'Checked out', 'Waitlisted',
])

/** ResStatus of the message and of a reservation. */
export function checkStatus(node: XmlNode, isOurs: boolean): LintFinding[] {
  const value = valueOf(node, 'ResStatus')
  if (value === undefined) return []
  const isKnown = isOurs ? (OURS as readonly string[]).includes(value) : KNOWN.has(value) || /^[A-Z]{1,2}$/.test(value)
  return isKnown ? [] : [findingAt('status-unknown', node, 'ResStatus', { found: value.slice(0, 60), expected: OURS.join(', ') })]
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
