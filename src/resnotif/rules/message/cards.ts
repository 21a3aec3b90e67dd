import { findingAt, findingOf, type LintFinding } from '../../finding/index.js'
import { type Message, type MessageReservation, pathOf } from '../../read/index.js'
import { type Place, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'

const isNumber = (text: string | undefined): boolean =>
  text !== undefined && /^\d{12,19}$/.test(text.replaceAll(/[\s-]/g, ''))

/** Card numbers in the clear. The number itself is never repeated in a finding. */
export function checkCards({ node: reservation }: MessageReservation): LintFinding[] {
  return [...walkNodes(reservation)].flatMap((node) => {
    if (node.name === 'PaymentCard' && isNumber(valueOf(node, 'CardNumber')))
      return [findingAt('card-number', node, 'CardNumber', { found: 'a card number' })]
    const isPlain = (node.name === 'PlainText' || node.name === 'CardNumber') && isNumber(node.text.trim())
    return isPlain ? [findingAt('card-number', node, undefined, { found: 'a card number' })] : []
  })
}

/** How far before a number a comment may begin for it to be called one. */
const LOOK_BACK = 2_000

/** Card numbers where no card belongs, one for each element and comment: texts, comments, attributes of other names. `offsets` are where they begin, in the order of the text. */
export function checkStrayCards(
  { text, root }: Pick<Message, 'text' | 'root'>,
  offsets: readonly number[],
): LintFinding[] {
  const nodes = root === undefined || offsets.length === 0 ? [] : [...walkNodes(root)]
  const place: Place = { line: 1, column: 1, offset: 0 }
  let next = 0
  let lineStart = 0
  let told: XmlNode | undefined
  return offsets.flatMap((offset) => {
    for (; place.offset < offset; place.offset++) {
      if (text[place.offset] !== '\n') continue
      place.line++
      lineStart = place.offset + 1
    }
    while (next < nodes.length && (nodes[next] as XmlNode).place.offset < offset) next++
    const node = nodes[next - 1]
    if (node?.name === 'PlainText' || node?.name === 'CardNumber') return []
    const before = text.slice(Math.max(0, offset - LOOK_BACK), offset)
    const isComment = before.lastIndexOf('<!--') > before.lastIndexOf('>')
    if (!isComment && node === told) return []
    if (!isComment) told = node
    return [
      {
        ...findingOf(
          'card-number',
          { line: place.line, column: offset - lineStart + 1 },
          isComment || node === undefined ? 'a comment' : pathOf(node),
        ),
        found: 'a card number',
      },
    ]
  })
}
