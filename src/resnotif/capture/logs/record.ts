import { lineEnd } from '../bytes/index.js'
import { spellingAt } from './find.js'
import { isMention, MARKER, OPENS_IN_TEXT } from '../words/index.js'

/** How an end tag begins, in any spelling but that of a form. */
export const CLOSES = String.raw`${OPENS_IN_TEXT}\\{0,8}\/(?:[\w.-]{1,40}:)?`
const CLOSED = new RegExp(`${CLOSES}${MARKER}`)
const ENVELOPE_CLOSED = new RegExp(`${CLOSES}Envelope`)
/** The next tag of an envelope, and whether it is an end tag. */
const ENVELOPE_TAG = new RegExp(`${OPENS_IN_TEXT}(\\\\{0,8}\\/)?(?:[\\w.-]{1,40}:)?Envelope`)

/** Whether a text holds the end tag of a notification, in any spelling. */
export const hasEnd = (text: string): boolean => CLOSED.test(text)
export const hasEnvelopeEnd = (text: string): boolean => ENVELOPE_CLOSED.test(text)

/** Whether a text holds the start tag of a notification, in any spelling. */
export function hasStart(text: string): boolean {
  for (let at = text.indexOf(MARKER); at >= 0; at = text.indexOf(MARKER, at + MARKER.length))
    if (spellingAt(text, at) !== undefined) return true
  return false
}

/** Headers of envelopes hold certificates. */
const HEAD_MAX = 256_000

/**
 * The lines that a message takes whose element begins at `at` and that is written in a program's own quotes, what stands before it included. Undefined where nothing
 * closes it.
 */
export function recordAround(view: string, floor: number, at: number): { start: number; end: number } | undefined {
  const behind = nextStart(view, at + MARKER.length) ?? view.length
  const own = view.slice(at, behind)
  const closed = own.search(CLOSED)
  if (closed < 0) return undefined
  const envelope = ENVELOPE_TAG.exec(own.slice(closed))
  // One that begins behind the message is another one's.
  const end = lineEnd(view, at + closed + (envelope?.[1] === undefined ? 0 : envelope.index))
  const head = Math.max(floor, at - HEAD_MAX)
  const line = view.indexOf('\n', head)
  return { start: head === floor || line < 0 || line > at ? head : line + 1, end }
}

function nextStart(view: string, from: number): number | undefined {
  for (let at = view.indexOf(MARKER, from); at >= 0; at = view.indexOf(MARKER, at + MARKER.length))
    if (spellingAt(view, at) !== undefined && !isMention(view, at)) return at
  return undefined
}
