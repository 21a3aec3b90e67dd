import { findingAt, type LintFinding } from '../../finding/index.js'
import { isCancelledAt, type MessageReservation } from '../../read/index.js'
import { inOneLine, valueOf, walkStandard, withoutBlanks, type XmlNode } from '../../xml/index.js'

const SHOWN_MAX = 60
const HIDDEN = /\*|x{4}/i

/** Addresses, numbers, countries and validities of cards that nobody can use. What is hidden by stars is passed over, and so is a cancellation. */
export function checkContacts({ node }: MessageReservation): LintFinding[] {
  if (isCancelledAt(node)) return []
  return walkStandard(node).flatMap((one) => CHECKS.get(one.name)?.(one) ?? [])
}

const CHECKS: ReadonlyMap<string, (node: XmlNode) => LintFinding[]> = new Map(
  Object.entries<(node: XmlNode) => LintFinding[]>({
    Email: (node) => {
      const text = inOneLine(node.text)
      if (node.children.length > 0 || text === '?' || HIDDEN.test(text) || /[^\s@]@[^\s@]/.test(text)) return []
      return invalid(node, undefined, text, {
        expected: 'an address with @',
        why: 'Nobody can write to this address, and a PMS that checks it refuses the message.',
      })
    },
    Telephone: (node) => {
      const text = valueOf(node, 'PhoneNumber')
      if (text === undefined || text === '?' || HIDDEN.test(text) || /\p{Nd}/u.test(text)) return []
      return invalid(node, 'PhoneNumber', text, {
        expected: 'a telephone number',
        why: 'Nobody can call this number, and a PMS that checks it refuses the message.',
      })
    },
    CountryName: (node) => {
      const text = withoutBlanks(valueOf(node, 'Code') ?? '')
      if (text === '' || /^[A-Za-z]{2}$/.test(text)) return []
      return invalid(node, 'Code', text, {
        expected: 'two letters, such as DE',
        why: 'The schema has the code of a country in two letters; its name stands in the element.',
      })
    },
    PaymentCard: (node) => {
      const text = withoutBlanks(valueOf(node, 'ExpireDate') ?? '')
      if (text === '' || HIDDEN.test(text) || /^(?:0[1-9]|1[0-2])\d\d$/.test(text)) return []
      return invalid(node, 'ExpireDate', 'another form', {
        expected: 'MMYY, such as 0928',
        why: 'The schema has month and year of a card as four digits; another form is refused, or read as another month.',
      })
    },
  }),
)

function invalid(
  node: XmlNode,
  attribute: string | undefined,
  text: string,
  facts: { expected: string; why: string },
): LintFinding[] {
  const found = withoutBlanks(text) === '' ? 'nothing' : text.slice(0, SHOWN_MAX)
  return [
    findingAt('value-invalid', node, attribute, {
      found,
      severity: 'warning',
      remedy: `Write it, or leave the ${attribute ?? 'element'} out.`,
      ...facts,
    }),
  ]
}
