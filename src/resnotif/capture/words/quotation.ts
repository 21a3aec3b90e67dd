import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { readXml } from '../../xml/index.js'
import { REMEDY } from './wrapped.js'

/** What a mail puts before each line that it quotes; once more where that was quoted already. */
const MARKS = /^[ \t]{0,3}>(?:[ \t]?>){0,19}[ \t]?$/
const MARK = /[ \t]?>/y
const HEAD_MAX = 80

export const WRAPPED_QUOTATION = `a message in a quotation whose long lines were wrapped, as lines without its mark show: ${REMEDY}`

/**
 * A message that a mail quotes, without the marks. Lines that lack them are pieces of the line before, which are one again where they were torn between two attributes: no
 * one writes his answer there.
 * @param head what stands before the message in its line
 * @returns why not, where lines were torn elsewhere; undefined where nothing is quoted
 */
export function unquoted(of: Traced, view: string, head: string, { start, end }: Stretch): Traced | string | undefined {
  if (!MARKS.test(head)) return undefined
  const depth = depthOf(head)
  const within = view.slice(0, end)
  const rewriting = new Rewriting(of)
  let from = start
  let isQuoted = false
  const torn: number[] = []
  let width = 0
  for (let at = lineEnd(within, start) + 1; at < end; at = lineEnd(within, at) + 1) {
    const line = view.slice(at, Math.min(at + HEAD_MAX, lineEnd(within, at)))
    const own = marksIn(line, depth)
    rewriting.keep(from, at)
    width += at - from
    from = at + own.width
    if (own.depth === depth) isQuoted = true
    else if (line.trim() !== '') torn.push(width)
  }
  if (!isQuoted) return undefined
  rewriting.keep(from, end)
  const plain = rewriting.end()
  if (torn.length === 0) return plain
  const text = plain.bytes.toString('latin1')
  return torn.every((at) => isBetweenAttributes(text, at)) && readXml(text).broken === undefined
    ? plain
    : WRAPPED_QUOTATION
}

interface Stretch {
  start: number
  end: number
}

const depthOf = (head: string): number => head.split('>').length - 1

/** The marks that a line begins with, no more than those of the quotation, and the blank behind them. */
function marksIn(line: string, most: number): { depth: number; width: number } {
  let depth = 0
  let width = 0
  for (MARK.lastIndex = 0; depth < most && MARK.test(line); width = MARK.lastIndex) depth++
  return { depth, width: width + (depth > 0 && line[width] === ' ' ? 1 : 0) }
}

const TAG_MAX = 8_000
/** A start tag as far as the end of its name or of a value. */
const OPEN = /^<[A-Za-z_][\w.:-]*(?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*$/

/** Whether what stands before a place ends within a start tag, and an attribute follows. */
function isBetweenAttributes(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - TAG_MAX), at)
  return OPEN.test(before.slice(before.lastIndexOf('<'))) && /^[A-Za-z_][\w.:-]*\s*=/.test(text.slice(at, at + 100))
}
