import { MARKER, opensAt } from './find.js'
import { CLOSES } from './record.js'

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

const TAG_BEFORE = /<(\/?)(?:[\w.-]{1,40}:)?$/

/**
 * Whether a tag of the element is only spoken of: `received <OTA_HotelResNotifRQ> from hub`, or the end tag that a parser misses, in quotes. A message's own start tag has
 * attributes or elements behind it, and behind its end tag no sentence goes on.
 */
export function isMention(view: string, at: number): boolean {
  const tag = TAG_BEFORE.exec(view.slice(Math.max(0, at - 50), at))
  const end = /^\s{0,20}>/.exec(view.slice(at + MARKER.length, at + MARKER.length + 21))
  if (tag === null || end === null) return false
  const rest = view.slice(at + MARKER.length + end[0].length).slice(0, 200)
  const head = view.slice(Math.max(0, at - tag[0].length - 20), at - tag[0].length)
  // A wire log has its lines in quotes as well, but no word before them.
  const quote = /[A-Za-z:] {0,1}(["'`])$/.exec(head)?.[1]
  if (quote !== undefined && rest.startsWith(quote)) return true
  const goesOn = /^(?:[ \t]{1,3}[\w(]|:[ \t])/.test(rest)
  return goesOn && (tag[1] === '/' ? /[^\s>][ \t]{1,3}$/.test(head) : !rest.includes('</'))
}

/**
 * What a name of the element is that begins no message: an end tag whose message begins before the capture does, or a start tag that ends within its name. Undefined for
 * any other use of the name.
 */
export function tellPiece(view: string, at: number): string | undefined {
  const before = view.slice(Math.max(0, at - 90), at)
  if (END_BEFORE.test(before))
    return `the end of a message whose beginning is not in the capture: an end tag of ${MARKER} that nothing opens`
  const behind = view.slice(at + MARKER.length, at + MARKER.length + 2)
  if (opensAt(view, at) && !/^(?:[\w:-]|\.[\w-])/.test(behind))
    return `a message that is cut: nothing but the name of its ${MARKER} is in the capture`
  return undefined
}
