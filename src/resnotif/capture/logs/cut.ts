import { OPENS_IN_FORM, opensAt, spellingAt } from './find.js'
import { CLOSES } from './record.js'
import { endsLeftOff, MARKER } from '../words/index.js'

/** Why a message is not judged whose element nothing closes. */
export function tellCut(text: string): string {
  return endsLeftOff(text)
    ? 'a message whose end was left out when it was written down'
    : `a message that is cut: the end tag of its ${MARKER}, or of its envelope, is not in the capture`
}

/** Whether a text ends with the words of a program that left the rest out. */
export const isLeftOff = (text: string): boolean => endsLeftOff(text.slice(-400))

const END_BEFORE = new RegExp(
  `(?:${CLOSES}|${OPENS_IN_FORM}(?:%(?:25){0,3}2[fF]|/)(?:[\\w.-]{1,40}(?::|%(?:25){0,3}3[aA]))?)$`,
)

/** The end of what any program writes for the sign that begins a tag, whatever stands before it. */
const ESCAPED_BEFORE = /(?:(?:lt|60|3c)(?:;|%(?:25){0,3}3b)|3c|074)(?:[\w.-]{1,40}(?::|%(?:25){0,3}3a))?$/i
const ESCAPED = 'a message that was escaped several times, in a way that is not known here: record it as it was sent'

/** What a name of the element is that begins no message, and where the rest of that message would stand. */
export interface Piece {
  what: string
  more: 'before' | 'behind'
}

/**
 * What a name of the element is that begins no message: an end tag whose message begins before the capture does, or a start tag that ends within its name. Undefined for
 * any other use of the name.
 */
export function tellPiece(view: string, at: number): Piece | undefined {
  const before = view.slice(Math.max(0, at - 150), at)
  if (END_BEFORE.test(before))
    return {
      what: `the end of a message whose beginning is not in the capture: an end tag of ${MARKER} that nothing opens`,
      more: 'before',
    }
  const behind = view.slice(at + MARKER.length, at + MARKER.length + 2)
  if (opensAt(view, at) && !/^(?:[\w:-]|\.[\w-])/.test(behind))
    return { what: `a message that is cut: nothing but the name of its ${MARKER} is in the capture`, more: 'behind' }
  return spellingAt(view, at) === undefined && ESCAPED_BEFORE.test(before) && !/^[\w:-]/.test(behind)
    ? { what: ESCAPED, more: 'behind' }
    : undefined
}
