import { readXml, walkNodes } from '../../xml/index.js'
import { WITHOUT_TEXT } from './holes.js'
import { beginsWithTime } from './prefix.js'

/** Text right before a start tag, or behind an element: a notification has none. */
const BETWEEN = />\s*[^\s<][^<]{0,400}<[A-Za-z_]|(?:\/>|<\/[\w:.-]{1,100}\s?>)\s*[^\s<]/
/** A line of the stack of a program. */
const STACK = /^\s*at [\w.$<>]{1,200}\(/
/** A sender may write a word where none belongs; a program writes the same around every line. */
const ALIKE_MIN = 4

/** A log says something behind its time: a date or a time alone is a word of the sender. */
const isOfLog = (line: string): boolean =>
  (beginsWithTime(line.trimStart()) && /\S\s/.test(line.trim())) || STACK.test(line)

/**
 * What stands where a message holds elements alone, and nobody sent: lines of a log, or the same signs again and again, which what wrote it down put around each of its
 * lines. Undefined for a word of the sender.
 */
export function paddingIn(text: string): 'lines' | 'signs' | undefined {
  if (!BETWEEN.test(text)) return undefined
  const { root } = readXml(text, { checksPrefixes: false })
  if (root === undefined) return undefined
  const counts = new Map<string, number>()
  for (const { name, text: own } of walkNodes(root)) {
    if (!WITHOUT_TEXT.has(name)) continue
    if (own.split('\n').some(isOfLog)) return 'lines'
    for (const mark of own.split(/\s+/)) {
      const count = (counts.get(mark) ?? 0) + 1
      counts.set(mark, count)
      if (mark !== '' && count >= ALIKE_MIN) return 'signs'
    }
  }
  return undefined
}
