import { findingAt, type LintFinding, listNode } from '../../finding/index.js'
import type { Message } from '../../read/index.js'
import { walkNodes, withoutBlanks, type XmlNode } from '../../xml/index.js'
import { holdsName } from './codes.js'

/** Of many alike, the first tell enough. */
const LISTED_MAX = 20
/** Longer texts are no placeholders. */
const LENGTH_MAX = 80
/** `?` of a generated request, `${name}` and `#{name}`, `{{name}}`, `<%= name %>`, `%name%` with a letter in front, and `@@name@@`. */
const PLACEHOLDER =
  /^(?:\?|[$#]\{[^{}]{0,76}\}|\{\{[^{}]{0,76}\}\}|<%[^<>]{0,76}%>|%[A-Za-z_][A-Za-z0-9_.]{0,60}%|@@[A-Za-z0-9_.]{1,60}@@)$/
/** `%s`, `{0}` and `{name}` (but not an id in braces), `[[name]]`, `__NAME__`, and what a script writes of a value that it has not. */
const LEFT_BY_PROGRAM =
  /^(?:%[sd]|\{(?![0-9A-Fa-f]{16,60}\})(?:\d{1,3}|[A-Za-z_][A-Za-z0-9_.]{0,60})\}|\[\[[^[\]]{1,76}\]\]|__[A-Z][A-Z0-9_]{0,60}__|\[object Object\]|undefined)$/
/** No value of an attribute, an e-mail address or a number of a telephone; but a person may be called so. */
const NOTHING = /^(?:null|NaN)$/

interface Left {
  node: XmlNode
  attribute?: string
  text: string
}

/** Values that a template left as they were, told once for the whole message. The place is the first one's. */
export function checkPlaceholders({ notification }: Message): LintFinding[] {
  if (notification === undefined) return []
  const left = [...walkNodes(notification)].flatMap(leftAt)
  const [first] = left
  if (first === undefined) return []
  const more = left.length > 1 ? ` (in ${left.length} places)` : ''
  const nodes = left.slice(0, LISTED_MAX).map(({ node, attribute, text }) => listNode(node, attribute, text))
  const finding = findingAt('placeholder', first.node, first.attribute, { found: `${first.text}${more}` })
  return [{ ...finding, ...(left.length > 1 ? { nodes } : {}) }]
}

/** Only a text as a whole: within a sentence these signs may be meant. A lone `?` for a name is what lost letters leave, too, and told as such. */
function leftAt(node: XmlNode): Left[] {
  const texts: Left[] = node.attributes.map(({ name, value }) => ({ node, attribute: name, text: value }))
  if (node.children.length === 0) texts.push({ node, text: node.text })
  return texts.flatMap((one) => {
    if (one.text.length > LENGTH_MAX) return []
    const text = withoutBlanks(one.text)
    if (text === '?' && one.attribute === undefined && holdsName(node)) return []
    const isNamed = one.attribute === undefined && !/^(?:Email|PhoneNumber)$/.test(node.name)
    const isLeft = PLACEHOLDER.test(text) || LEFT_BY_PROGRAM.test(text) || (!isNamed && NOTHING.test(text))
    return isLeft ? [{ ...one, text }] : []
  })
}
