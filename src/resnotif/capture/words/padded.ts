import { readXml, walkNodes } from '../../xml/index.js'
import { WITHOUT_TEXT } from './holes.js'

/** Text right before a start tag: a notification has none. */
const BETWEEN = />\s*[^\s<][^<]{0,400}<[A-Za-z_]/
/** A sender may write a word where none belongs; a program writes the same around every line. */
const ALIKE_MIN = 4

/** Whether the same mark stands again and again where a message holds elements alone: what wrote it down put it around each of its lines, and nobody sent it. */
export function isPadded(text: string): boolean {
  if (!BETWEEN.test(text)) return false
  const { root } = readXml(text, { checksPrefixes: false })
  if (root === undefined) return false
  const counts = new Map<string, number>()
  for (const { name, text: own } of walkNodes(root)) {
    if (!WITHOUT_TEXT.has(name)) continue
    for (const mark of own.split(/\s+/)) {
      const count = (counts.get(mark) ?? 0) + 1
      counts.set(mark, count)
      if (mark !== '' && count >= ALIKE_MIN) return true
    }
  }
  return false
}
