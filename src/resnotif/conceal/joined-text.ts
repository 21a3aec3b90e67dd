import { spelledAt } from '../cards/index.js'
import { type JoinedText, Pieces } from './pieces.js'

/**
 * Joins stretches of a source. Stretches that only CDATA, comments or instructions part stand together; where a tag parts them, that and the blanks around it count as one
 * blank. Entities are one character each.
 */
export function joinText(
  source: string,
  stretches: readonly { start: number; end: number; isBehindTag: boolean }[],
): JoinedText {
  const joined = new Pieces()
  const add = (part: string, origin: number, width: number): void => joined.add(part, origin, width)
  // Looked for once, not once for each stretch: a message without any would be read to its end as often as it has tags.
  let entity = -1
  const nextEntity = (from: number): number => {
    if (entity < from) {
      const found = source.indexOf('&', from)
      entity = found < 0 ? source.length : found
    }
    return entity
  }
  let isTagged = false
  // Blanks at the end of a stretch count only where no tag follows.
  let blanks = { start: 0, end: 0 }
  for (const { start, end, isBehindTag } of stretches) {
    isTagged ||= isBehindTag
    let from = start
    if (isTagged) {
      while (from < end && isBlank(source.charCodeAt(from))) from++
      if (from === end) continue
      if (joined.length > 0) add(' ', start, 0)
    } else if (blanks.end > blanks.start) add(source.slice(blanks.start, blanks.end), blanks.start, 1)
    isTagged = false
    let to = end
    while (to > from && isBlank(source.charCodeAt(to - 1))) to--
    for (let at = nextEntity(from); at < to; at = nextEntity(at)) {
      const { code, length: width } = spelledAt(source, at)
      if (width === 1) {
        at++
        continue
      }
      if (at > from) add(source.slice(from, at), from, 1)
      add(String.fromCharCode(code & 0xffff), at, width)
      from = at + width
      at = from
    }
    if (from < to) add(source.slice(from, to), from, 1)
    blanks = { start: to, end: Math.min(end, to + BLANKS_MAX) }
  }
  return joined
}

/** More blanks than this part a number anyway. */
const BLANKS_MAX = 4
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)
