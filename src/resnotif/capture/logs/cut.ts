import { opensAt } from './find.js'
import { CLOSES } from './record.js'
import { MARKER } from './tags.js'

/** What programs write where they leave off or leave out: `[Truncated by RequestBodyLogLimit]`, `... (truncated)`, `[2132 more bytes]`. */
const LEFT_OUT =
  /[[({<]\s?(?:\.{3}\s?)?truncated|truncated\s?[\])}>]|\d{1,9} (?:more )?(?:bytes?|char(?:acter)?s?)(?: more| omitted| truncated| left out| skipped)?\s?[\])}>]|\[\.\.\.\]|[[(]snip/i
/** The same, or dots, behind which nothing more stands. */
const LEFT_OFF = new RegExp(`(?:${LEFT_OUT.source}|\\.{3}|\u2026)[^<>]{0,80}$`, 'i')

/** Whether a text says that a part of it was left out. */
export const isLeftOut = (text: string): boolean => LEFT_OUT.test(text)

/** Why a message is not judged whose element nothing closes. */
export function tellCut(text: string): string {
  return LEFT_OFF.test(text.trimEnd())
    ? 'a message whose end was left out when it was written down'
    : `a message that is cut: the end tag of its ${MARKER}, or of its envelope, is not in the capture`
}

/** Whether a text ends with the words of a program that left the rest out. */
export const isLeftOff = (text: string): boolean => LEFT_OFF.test(text.slice(-400).trimEnd())

const END_BEFORE = new RegExp(`(?:${CLOSES}|%3[cC](?:%2[fF]|/)(?:[\\w.-]{1,40}(?::|%3[aA]))?)$`)

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
  const before = view.slice(Math.max(0, at - 90), at)
  if (END_BEFORE.test(before))
    return {
      what: `the end of a message whose beginning is not in the capture: an end tag of ${MARKER} that nothing opens`,
      more: 'before',
    }
  const behind = view.slice(at + MARKER.length, at + MARKER.length + 2)
  if (opensAt(view, at) && !/^(?:[\w:-]|\.[\w-])/.test(behind))
    return { what: `a message that is cut: nothing but the name of its ${MARKER} is in the capture`, more: 'behind' }
  return undefined
}
