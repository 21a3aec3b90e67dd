import { lineEnd } from '../bytes/index.js'
import { beginsWithChunk } from './chunks.js'

/** Headers that say what the bytes below them are. */
const SAYS_FORM = /^(?:content-encoding|transfer-encoding|content-type):([^\r\n]{0,200})/gim
const CODED = /^content-encoding:/i
const XML = /\bxml\b/i
const CHUNKED = /\bchunked\b/i
const HEADER = /^[A-Za-z\d!#$%&'*+.^_`|~-]{1,100}:[ \t]/
/** What no header has, and a message on a line of a log does. */
const OF_OTHERS = /[<&\\{]/
const LINE_MAX = 1_000
const LINES_MAX = 60

/** Headers without the line of a request or a status above them. */
export interface HeadlessHead {
  start: number
  bodyStart: number
}

/**
 * The next headers in a stretch whose first line was cut off or stands behind other bytes, above a body that shows that it was sent so: in chunks, packed, or in bytes that are no text. Headers
 * above a text are lines of a log: nothing is known of it that the text does not show.
 * @param limit where the next message of HTTP begins
 */
export function headlessIn(view: string, from: number, limit: number): HeadlessHead | undefined {
  const text = view.slice(from, limit)
  let floor = 0
  SAYS_FORM.lastIndex = 0
  for (let hit = SAYS_FORM.exec(text); hit !== null; hit = SAYS_FORM.exec(text)) {
    const start = firstLine(text, floor, hit.index)
    const { bodyStart, isChunked, says } = linesBelow(text, hit.index)
    floor = bodyStart ?? lineEnd(text, hit.index) + 1
    SAYS_FORM.lastIndex = Math.max(hit.index + 1, floor)
    if (bodyStart === undefined || isOfPart(text, start)) continue
    const body = text.slice(bodyStart, bodyStart + SHOWN)
    if ((isChunked && beginsWithChunk(body)) || (says && isNoText(body)))
      return { start: from + start, bodyStart: from + bodyStart }
  }
  return undefined
}

/** Bytes of a body that are looked at. */
const SHOWN = 400

/** Whether bytes are those of no text: with control characters that none has. Bytes of zero stand in UTF-16, and escapes in colours. */
export const isNoText = (view: string): boolean =>
  Buffer.from(view.slice(0, SHOWN), 'latin1').some(
    (byte) => (byte > 0 && byte < 9) || (byte > 13 && byte < 32 && byte !== ESCAPE),
  )
const ESCAPE = 27

const lineAt = (text: string, at: number): string => text.slice(at, Math.min(lineEnd(text, at), at + LINE_MAX + 1))

/** Where the first of the headers stands that go on to a place. */
function firstLine(text: string, floor: number, at: number): number {
  let start = at
  for (let lines = 0; lines < LINES_MAX && start > floor; lines++) {
    const before = text.lastIndexOf('\n', start - 2) + 1
    const line = lineAt(text, before)
    if (before < floor || line.length > LINE_MAX || !HEADER.test(line) || OF_OTHERS.test(line)) break
    start = before
  }
  return start
}

/** What headers say from a line on, and where the blank one ends that follows them. */
function linesBelow(text: string, from: number): { bodyStart?: number; isChunked: boolean; says: boolean } {
  let [isChunked, says] = [false, false]
  for (let at = from, lines = 0; at < text.length && lines < LINES_MAX; lines++) {
    const line = lineAt(text, at)
    at = lineEnd(text, at) + 1
    if (line === '' || line === '\r') return { bodyStart: at, isChunked, says }
    if (!HEADER.test(line)) break
    if (/^transfer-encoding:/i.test(line) && CHUNKED.test(line)) isChunked = true
    if (CODED.test(line) || (/^content-type:/i.test(line) && XML.test(line))) says = true
  }
  return { isChunked, says }
}

/** Whether headers stand below a boundary: those of a part of a mail or a form. */
function isOfPart(text: string, start: number): boolean {
  const before = text.lastIndexOf('\n', start - 2) + 1
  return start > 0 && text.startsWith('--', before)
}
