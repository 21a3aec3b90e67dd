import { findingAt, type LintFinding } from '../../finding/index.js'
import type { MessageReservation } from '../../read/index.js'
import { childOf, descend, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'

/** The schemas' longest name. */
const NAME_MAX = 64
const NAME_PARTS = ['GivenName', 'MiddleName', 'Surname'] as const

/** Names of guests, and who the first of them is. */
export function checkGuests({ node, guests }: MessageReservation): LintFinding[] {
  return [
    ...guests.flatMap((guest) => checkName(guest.node, isNamedElsewhere(node))),
    ...walkStandard(node).flatMap(checkLengths),
    ...checkPrimary(guests.map((guest) => guest.node)),
  ]
}

const customerOf = (guest: XmlNode): XmlNode | undefined =>
  descend(guest, 'Profiles', 'ProfileInfo', 'Profile', 'Customer')
const surnameOf = (customer: XmlNode | undefined): string =>
  childOf(childOf(customer, 'PersonName'), 'Surname')?.text.trim() ?? ''
const isNamedElsewhere = (reservation: XmlNode): boolean =>
  surnameOf(descend(reservation, 'ResGlobalInfo', 'Profiles', 'ProfileInfo', 'Profile', 'Customer')) !== ''

function checkName(guest: XmlNode, hasBooker: boolean): LintFinding[] {
  const name = childOf(customerOf(guest), 'PersonName')
  if (name === undefined) {
    // A profile may be kept elsewhere, or be a company's.
    const isTold = hasBooker || childOf(guest, 'Profiles') !== undefined || childOf(guest, 'ProfileRPHs') !== undefined
    return isTold ? [] : [findingAt('surname-missing', guest)]
  }
  return surnameOf(customerOf(guest)) === '' ? [findingAt('surname-missing', name)] : []
}

function checkLengths(name: XmlNode): LintFinding[] {
  if (name.name !== 'PersonName') return []
  return name.children.flatMap((part) => {
    const length = Array.from(part.text.trim()).length
    return (NAME_PARTS as readonly string[]).includes(part.name) && length > NAME_MAX
      ? [
          findingAt('name-too-long', part, undefined, {
            found: `${length} characters`,
            expected: `at most ${NAME_MAX}`,
          }),
        ]
      : []
  })
}

function checkPrimary(guests: readonly XmlNode[]): LintFinding[] {
  const primary = guests.filter((guest) => ['true', '1'].includes(valueOf(guest, 'PrimaryIndicator') ?? ''))
  return primary.slice(1).map((guest) =>
    findingAt('primary-twice', guest, 'PrimaryIndicator', {
      found: `${primary.length} primary guests`,
      expected: 'one',
    }),
  )
}
