import { findingAt, findingOf, type LintFinding } from '../../finding/index.js'
import { type Message, type MessageReservation, pathOf } from '../../read/index.js'
import { type Place, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'

/** One digit over and over is a mask. */
const isNumber = (text: string | undefined): boolean => {
  const digits = text?.replaceAll(/[\s-]/g, '') ?? ''
  return /^\d{12,19}$/.test(digits) && !/^(\d)\1{1,18}$/.test(digits)
}

/** Card numbers in the clear. The number itself is never repeated in a finding. */
export function checkCards({ node: reservation }: MessageReservation): LintFinding[] {
  return [...walkNodes(reservation)].flatMap((node) => {
    if (node.name === 'PaymentCard' && isNumber(valueOf(node, 'CardNumber')))
      return [findingAt('card-number', node, 'CardNumber', { found: 'a card number' })]
    const isPlain = (node.name === 'PlainText' || node.name === 'CardNumber') && isNumber(node.text.trim())
    return isPlain ? [findingAt('card-number', node, undefined, { found: 'a card number' })] : []
  })
}

const LOOKS_LIKE =
  'These digits have the length, the beginning and the check digit of a card number. If they are one, it stands in the clear, and whoever keeps the message keeps it.'

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
        found: isComment ? 'a card number in a comment' : 'digits in the form of a card number',
        why: LOOKS_LIKE,
      },
    ]
  })
}
