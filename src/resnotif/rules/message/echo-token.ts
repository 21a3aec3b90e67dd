import { findingAt, type LintFinding } from '../../finding/index.js'
import { valueOf, type XmlNode } from '../../xml/index.js'

/** What the schemas take, StringLength1to128. */
const LONGEST = 128

/** EchoToken, which the answer of a PMS repeats, within the length of the schemas. */
export function checkEchoToken(notification: XmlNode): LintFinding[] {
  const token = valueOf(notification, 'EchoToken')
  const length = [...(token ?? '')].length
  if (token === undefined || (length >= 1 && length <= LONGEST)) return []
  return [
    findingAt('echo-token-length', notification, 'EchoToken', {
      found: length === 0 ? 'nothing' : `${length} characters`,
      expected: `1 to ${LONGEST} characters`,
    }),
  ]
}
