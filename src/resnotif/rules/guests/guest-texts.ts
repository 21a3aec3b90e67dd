import { findingAt, type LintFinding } from '../../finding/index.js'
import { isAgeCode, type MessageReservation, oddKind } from '../../read/index.js'
import { valueOf, walkStandard, wholeNumber, withoutBlanks, type XmlNode } from '../../xml/index.js'

/** Nobody is older. */
const AGE_MAX = 125

/** Ages and kinds of those who are counted and of those who are sent: each a text that can be read. */
export function checkGuestTexts({ node }: MessageReservation): LintFinding[] {
  return walkStandard(node).flatMap((one) =>
    one.name === 'ResGuest' || (one.name === 'GuestCount' && one.parent?.name === 'GuestCounts')
      ? [...checkAge(one), ...checkKind(one), ...checkBoth(one)]
      : [],
  )
}

function checkAge(node: XmlNode): LintFinding[] {
  // The schemas let blanks stand around a number.
  const text = valueOf(node, 'Age')
  const age = text === undefined ? undefined : withoutBlanks(text)
  if (age === undefined || (wholeNumber(age) ?? AGE_MAX + 1) <= AGE_MAX) return []
  return [
    findingAt('guest-age-invalid', node, 'Age', {
      found: age === '' ? 'nothing' : age.slice(0, 60),
      expected: `a whole number, 0 to ${AGE_MAX}`,
    }),
  ]
}

/** Blanks are a part of a code: it shows that they stand there. */
function quoted(code: string): string {
  const plain = withoutBlanks(code)
  return plain === '' ? 'nothing' : plain === code ? code.slice(0, 60) : JSON.stringify(code.slice(0, 60))
}

function checkKind(node: XmlNode): LintFinding[] {
  const code = valueOf(node, 'AgeQualifyingCode')
  if (code === undefined || isAgeCode(code)) return []
  return [
    findingAt('guest-kind-invalid', node, 'AgeQualifyingCode', {
      found: quoted(code),
      expected: 'a code, such as 10 for an adult',
    }),
  ]
}

/** An adult of 7 years: the code calls nobody so. */
function checkBoth(node: XmlNode): LintFinding[] {
  const [age, code] = [wholeNumber(valueOf(node, 'Age')), valueOf(node, 'AgeQualifyingCode')]
  const kind = age !== undefined && age <= AGE_MAX ? oddKind(code, age) : undefined
  return age === undefined || kind === undefined
    ? []
    : [
        findingAt('guest-age-mismatch', node, 'Age', {
          found: `${age} ${age === 1 ? 'year' : 'years'} old`,
          expected: `${kind}, as AgeQualifyingCode ${code ?? ''} says`,
        }),
      ]
}
