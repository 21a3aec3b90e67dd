import { findingAt, type LintFinding } from '../../finding/index.js'
import { isAgeCode, type MessageReservation } from '../../read/index.js'
import { valueOf, walkNodes, withoutBlanks, type XmlNode } from '../../xml/index.js'

const AGE = /^\d{1,3}$/
/** Nobody is older. */
const AGE_MAX = 125

/** Ages and kinds of those who are counted and of those who are sent: each a text that can be read. */
export function checkGuestTexts({ node }: MessageReservation, isOurs: boolean): LintFinding[] {
  return [...walkNodes(node)].flatMap((one) =>
    one.name === 'ResGuest' || (one.name === 'GuestCount' && one.parent?.name === 'GuestCounts')
      ? [...checkAge(one, isOurs), ...checkKind(one, isOurs)]
      : [],
  )
}

/** A stranger may leave an attribute empty where it has nothing to tell. */
const isUntold = (text: string | undefined, isOurs: boolean): text is undefined =>
  text === undefined || (text === '' && !isOurs)

const told = (node: XmlNode, name: string): string | undefined => {
  const text = valueOf(node, name)
  return text === undefined ? undefined : withoutBlanks(text)
}

function checkAge(node: XmlNode, isOurs: boolean): LintFinding[] {
  const age = told(node, 'Age')
  if (isUntold(age, isOurs) || (AGE.test(age) && Number(age) <= AGE_MAX)) return []
  return [
    findingAt('guest-age-invalid', node, 'Age', {
      found: age === '' ? 'nothing' : age.slice(0, 60),
      expected: `a whole number, 0 to ${AGE_MAX}`,
    }),
  ]
}

function checkKind(node: XmlNode, isOurs: boolean): LintFinding[] {
  const code = told(node, 'AgeQualifyingCode')
  if (isUntold(code, isOurs) || isAgeCode(code)) return []
  return [
    findingAt('guest-kind-invalid', node, 'AgeQualifyingCode', {
      found: code === '' ? 'nothing' : code.slice(0, 60),
      expected: 'a code, such as 10 for an adult',
    }),
  ]
}
