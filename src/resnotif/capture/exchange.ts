import { cutOut, decodeBase64, decodeQuotedPrintable, type Traced } from './bytes/index.js'
import type { Collected } from './collected.js'
import { PAGE, WITH_NOTES, WITHOUT_PACK } from './kinds.js'
import { type Context, rewritten } from './parts.js'
import { textOfHtml } from './layout/index.js'
import { envelopeOfPart, inUtf8, isSingle, wideTextOf } from './outer/index.js'
import { CAPTURE_LIMITS } from './limits.js'
import { isMention, isXmlType, jsonLines, MARKER, messageAround, spellingAt, textAround } from './logs/index.js'
import { charsetOf } from '../xml/index.js'
import {
  type AttachedPack,
  beginsWithChunk,
  behindParts,
  bodyOf,
  boundaryOf,
  type EndOfBody,
  fileNameOf,
  hasHttp,
  type HttpMessage,
  httpMessages,
  isChunked,
  isNoText,
  joinChunks,
  lengthIn,
  type MimePart,
  packingsOf,
  partsOf,
  toldAbove,
} from './heads/index.js'
import { unpack } from './packs/index.js'
import { soapActionOf } from './soap-action.js'
import { isNamed, misfitOf } from './whole.js'
import { isEnd, withoutCurlNotes } from './wire/index.js'

/** What opens the parts of an exchange. */
export interface PartOpener {
  found: Collected
  /** Takes archives for whoever opens them; without it they are told as unread. */
  readonly attached?: AttachedPack[] | undefined
  /** What was unpacked, or may be anything. */
  open(part: Traced, context: Context): void
  /** Lines that belong to no message of HTTP. */
  between(part: Traced, context: Context): void
  inflate(part: Traced, packing: string, context: Context): void
  /** Messages that stand in a text. */
  text(part: Traced, view: string, context: Context): void
}

/** Opens the bodies of requests and answers, and whatever stands around them. */
export function openHttp(opener: PartOpener, part: Traced, view: string, context: Context): void {
  const around = (start: number, end: number): void => {
    if (view.slice(start, end).includes(MARKER)) opener.between(cutOut(part, start, end), context)
  }
  let from = 0
  for (const message of httpMessages(view, endOfBody(part, view))) {
    around(from, message.start)
    from = message.bodyEnd
    const body = bodyOf(part, message)
    const wrapping = [...context.wrapping, `HTTP ${message.name}`]
    if (body.bytes.toString('latin1').trim() === '') tellNoBody(opener.found, part, message, context)
    else openBody(opener, body, message, { ...context, wrapping, ...toldAbove(part, view, body, message) })
  }
  around(from, view.length)
}

/** Opens what `curl -v` wrote down, notes and bodies in one. */
export function openCurlVerbose(opener: PartOpener, part: Traced, view: string, context: Context): void {
  const { plain, tangled, packed } = withoutCurlNotes(part, view)
  for (const { start, end } of tangled)
    if (view.slice(start, end).includes(MARKER)) opener.found.fail(cutOut(part, start, end), 0, WITH_NOTES)
  for (const { start, end } of packed) {
    const gzip = view.slice(start, end).indexOf('\x1f\x8b')
    if (gzip < 0) opener.found.fail(cutOut(part, start, end), 0, WITHOUT_PACK)
    else opener.inflate(cutOut(part, start + gzip, end), 'gzip', context)
  }
  const text = plain.bytes.toString('latin1')
  if (hasHttp(text)) openHttp(opener, plain, text, context)
  else opener.text(plain, text, context)
}

/** Opens the parts of a mail or of a form. What is the same again in HTML is not opened where the plain text was read. */
export function openMultipart(
  opener: PartOpener,
  part: Traced,
  view: string,
  boundary: string,
  context: Context,
): void {
  const { found } = opener
  const parts = partsOf(view, boundary)
  if (parts.length === 0) return found.fail(part, 0, 'multipart without its boundary')
  const isAlternative = /^\s*multipart\/alternative\b/i.test(context.type ?? '')
  const carrier = envelopeAmong(part, parts)
  let read = 0
  for (const [at, one] of parts.entries()) {
    const [count, unread] = [found.count, found.unreadCount]
    if (isAlternative && read > 0 && isSameAgain(part, one, read)) found.cover(part, one.start, one.end, false)
    else openMail(opener, part, one, { ...context, wrapping: [...context.wrapping, `part ${at + 1}`], carrier })
    if (found.count > count && found.unreadCount === unread) read = Math.max(read, namesIn(decodedOf(part, one)))
  }
  opener.between(cutOut(part, behindParts(view, boundary), view.length), context)
}

/** Of a part that may be the Envelope around the others. */
const ENVELOPE_MAX = 64_000

/** The Envelope that carries the other parts as attachments. Most often it is the first: no other has to be decoded for it. */
function envelopeAmong(part: Traced, parts: readonly MimePart[]): string | undefined {
  for (const one of parts) {
    const found = envelopeOfPart(decodedOf(part, one)?.bytes.toString('latin1', 0, ENVELOPE_MAX) ?? '')
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a part is that of another in HTML, alone or with its pictures. @param names how often that one names a notification */
function isSameAgain(part: Traced, one: MimePart, names: number): boolean {
  const type = one.headers.get('content-type') ?? ''
  return /^\s*multipart\//i.test(type) || (HTML.test(type) && namesIn(decodedOf(part, one)) <= names)
}

const HTML = /^\s*text\/html\b/i
const namesIn = (of: Traced | undefined): number => (of?.bytes.toString('latin1').split(MARKER).length ?? 1) - 1

const codingOf = (headers: ReadonlyMap<string, string>): string =>
  headers.get('content-transfer-encoding')?.trim().toLowerCase() ?? ''

/** A part as it was before it was coded for the way; undefined where it says base64 and is not. */
function decodedOf(part: Traced, { headers, start, end }: MimePart): Traced | undefined {
  const raw = cutOut(part, start, end)
  const coding = codingOf(headers)
  return coding === 'base64' ? decodeBase64(raw) : coding === 'quoted-printable' ? decodeQuotedPrintable(raw) : raw
}

/** Opens what stands behind headers of MIME. */
export function openMail(opener: PartOpener, part: Traced, mail: MimePart, context: Context): void {
  const body = decodedOf(part, mail)
  const type = mail.headers.get('content-type')
  const isText = context.isText && !/^(?:base64|quoted-printable)$/.test(codingOf(mail.headers))
  if (body === undefined)
    return opener.found.fail(cutOut(part, mail.start, mail.end), 0, 'a part that says base64 and is not')
  const text = writtenIn(body, type)
  if (text !== undefined)
    return opener.open(text, {
      ...context,
      type: undefined,
      charset: undefined,
      isText: true,
      file: fileNameOf(mail.headers),
    })
  const framed = context.framed === part ? body : undefined
  const inner = { ...context, type, charset: charsetOf(type), isText, file: fileNameOf(mail.headers), framed }
  if (HTML.test(type ?? '') && body.bytes.includes(MARKER)) openHtml(opener, body, inner)
  else opener.open(body, inner)
}

const PLAIN = /^\s*text\/plain\b/i

/** What a person wrote around a message, with it, in the encoding that the mail names: whatever the message says, its letters are those of the mail. A message alone is a file. */
function writtenIn(body: Traced, type: string | undefined): Traced | undefined {
  const charset = charsetOf(type)
  const isWritten = PLAIN.test(type ?? '') && !/^\s{0,200}</.test(body.bytes.toString('latin1', 0, 202))
  return isWritten && isSingle(charset) ? inUtf8(body, charset) : undefined
}

const HTML_UNREAD =
  'a message in a mail of HTML, in a form that is not read here: take it from the plain text of the mail, or from a file'

function openHtml(opener: PartOpener, body: Traced, context: Context): void {
  const { found } = opener
  const view = body.bytes.toString('latin1')
  const at = view.indexOf(MARKER)
  // What is no text of the page was not written for it.
  if (spellingAt(view, at) === 'plain') return opener.open(body, context)
  const text = textOfHtml(body, view, context.charset)
  const isShown = text?.bytes.includes(MARKER) ?? false
  if (text === undefined || !isShown)
    return spellingAt(view, at) === undefined ? opener.open(body, context) : found.fail(body, at, HTML_UNREAD)
  const unread = found.unreadCount
  const wrapping = [...context.wrapping, 'HTML']
  opener.open(text, { ...context, wrapping, isText: true, type: undefined, charset: undefined })
  found.cover(body, 0, body.bytes.length, found.unreadCount > unread)
}

const PAGE_CHARSET = /<meta\b[^>]{0,300}\bcharset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i
const PAGE_UNREAD =
  'a page of HTML that shows a message or a piece of one, in a form that is not read here: copy the message from the browser into a file of its own, or attach the original'

/** Opens the text that a saved page of HTML shows. @returns false for anything else, and for a message that stands whole in one element */
export function openPage(opener: PartOpener, part: Traced, view: string, context: Context): boolean {
  const at = PAGE.test(view.slice(0, 4_000)) ? view.indexOf(MARKER) : -1
  if (at < 0 || spellingAt(view, at) === 'plain') return false
  const charset = charsetOf(context.type) ?? PAGE_CHARSET.exec(view.slice(0, 4_000))?.[1] ?? 'utf-8'
  const text = textOfHtml(part, view, charset)
  const { found } = opener
  const unread = found.unreadCount
  if (text === undefined || !text.bytes.includes(MARKER)) {
    const isSpoken = !/HotelReservations?\b/.test(view) || !/RoomStay|ResGuest/.test(view)
    if (isSpoken || (spellingAt(view, at) !== undefined && isInOneElement(view, at))) return false
    found.fail(part, at, PAGE_UNREAD)
    return true
  }
  const wrapping = [...context.wrapping, 'HTML']
  opener.open(text, { ...context, wrapping, isText: true, type: undefined, charset: undefined })
  found.cover(part, 0, part.bytes.length, found.unreadCount > unread)
  return true
}

/** Whether the element of a message begins and ends in the same text of a page. */
function isInOneElement(view: string, at: number): boolean {
  const next = view.indexOf('<', at)
  const text = view.slice(at, next < 0 ? view.length : next)
  return text.includes(MARKER, MARKER.length) || /^[^&]{0,4000}\/(?:&gt;|&#62;)/.test(text)
}

/** Where bodies stand that are packed, or framed so that no byte was added: nothing in them colours a terminal. */
export function packsIn(part: Traced, view: string): { start: number; end: number }[] {
  const hasEscapes = (view.includes('\u001b') || view.includes('\b')) && FRAMED.test(view)
  if (!hasEscapes && !CODED.test(view)) return []
  return [...httpMessages(view, endOfBody(part, view))]
    .filter((one) => isPacked(one, view) || (hasEscapes && isExact(one, part, view)))
    .map(({ bodyStart: start, bodyEnd: end }) => ({ start, end }))
}

const isPacked = ({ headers, bodyStart }: HttpMessage, view: string): boolean =>
  packingsOf(headers).length > 0 && !PAINTED.test(view.slice(bodyStart, bodyStart + 100))

/** Whether a body is as long as its head says, or all of its chunks are as long as they say. */
function isExact({ headers, isWhole, bodyStart, bodyEnd }: HttpMessage, part: Traced, view: string): boolean {
  const body = view.slice(bodyStart, bodyEnd)
  if (!isChunked(headers) || !beginsWithChunk(body)) return isWhole
  const { isExact: isJoined = false } = joinChunks(cutOut(part, bodyStart, bodyEnd), body)
  return isJoined
}

/** Markup behind blanks and colours. */
const PAINTED = /^(?:\s|\p{Cc}\[[\d;]{0,20}m){0,20}</u
const CODED = /^content-encoding:/im
const FRAMED = /^(?:content-length|transfer-encoding):/im

/** Many tools show a body unpacked, with the head of the pack; Wireshark writes its length before it. */
const isMarkup = (bytes: Buffer, start: number): boolean =>
  /^\s*(?:\d{1,9}\r?\n)?</.test(bytes.toString('latin1', start, start + 100))

/** Its chunks, its length and its boundary say where a body ends, if that is a place where others may go on. */
function endOfBody(part: Traced, view: string): EndOfBody {
  return ({ headers, isRequest }, start, limit) => {
    const body = view.slice(start, limit)
    if (isChunked(headers) && beginsWithChunk(body)) {
      const { end } = joinChunks(cutOut(part, start, limit), body)
      return end === undefined ? undefined : start + end
    }
    const length = lengthIn(headers)
    const told = start + length
    // Markup right below a request that says it has no body is its body.
    const isWrong = length === 0 && isRequest && view[start] === '<'
    if (told <= limit && !isWrong) {
      const isText = isEnd(view, told) && isClosed(view.slice(start, told))
      if (isText || isPack(part.bytes, headers, start, told)) return told
    }
    const boundary = boundaryOf(headers.get('content-type') ?? '')
    const close = boundary === undefined ? -1 : body.indexOf(`\n--${boundary}--`)
    return boundary === undefined || close < 0 ? undefined : start + close + boundary.length + 5
  }
}

/** Whether a document ends with the end tag of its root, or is none: one that was cut may be as long with lines of others behind it. */
function isClosed(body: string): boolean {
  if (!/^\s*</.test(body.slice(0, 100))) return true
  const root = /<([A-Za-z_][\w.:-]{0,80})/.exec(body.slice(0, 20_000))?.[1]
  const end = body.trimEnd().slice(-200)
  return root === undefined || end.endsWith('/>') || new RegExp(`</${root.replaceAll('.', '[.]')}\\s{0,20}>$`).test(end)
}

/** Whether a body is packed and whole: then it ends in the middle of a line. */
function isPack(bytes: Buffer, headers: ReadonlyMap<string, string>, start: number, end: number): boolean {
  const packing = packingsOf(headers).at(-1)
  if (packing === undefined || isMarkup(bytes, start)) return false
  return typeof unpack(bytes.subarray(start, end), packing, CAPTURE_LIMITS.messageBytes) !== 'string'
}

function tellNoBody(
  found: Collected,
  part: Traced,
  { name, headers, isRequest, start }: HttpMessage & { start: number },
  { wrapping }: Context,
): void {
  const isPromised = lengthIn(headers) > 0 || headers.has('transfer-encoding')
  // Of a line that was recorded, the body belongs to what should be here.
  if (isPromised && isRequest && wrapping.length > 0)
    return found.fail(cutOut(part, start, start), 0, `HTTP ${name}, whose body was not captured`)
  const without = isPromised && isRequest ? ', whose body the file does not hold' : ' without a body'
  found.other(part, start, `HTTP ${name}${without}`)
}

function openBody(opener: PartOpener, given: Traced, message: HttpMessage, context: Context): void {
  const { headers, isRequest } = message
  let body = given
  let { wrapping, cut } = context
  let isComplete = message.isWhole
  let isFramed = isComplete && lengthIn(headers) === given.bytes.length
  const view = given.bytes.toString('latin1')
  if (isChunked(headers) && beginsWithChunk(view)) {
    const joined = joinChunks(given, view)
    wrapping = [...wrapping, 'chunks']
    // Sizes may stand in the middle of its texts.
    isComplete = joined.cutAt === undefined
    isFramed = joined.isExact === true
    if (joined.brokenAt !== undefined) return tellBroken(opener, given, joined.brokenAt, context)
    cut = joined.cutAt === undefined ? undefined : 'a message that the capture cut: its chunks end before the last one'
    body = joined.body
  } else if (headers.has('content-length') && !isShownUnpacked(message, view)) cut = misfitOf(message, view)
  const type = headers.get('content-type')
  const soapAction = soapActionOf(headers, isRequest)
  const isText = context.isText || isSavedAnew(headers, body.bytes)
  const framed = isFramed && (isRequest || isXmlType(type)) ? body : undefined
  const saysPacked = isFramed && isMarkup(body.bytes, 0) ? context.saysPacked : undefined
  const told = { type, charset: charsetOf(type), soapAction, saysPacked }
  const next = { ...context, ...told, wrapping, cut, isComplete, isText, framed }
  const packing = packingsOf(headers).at(-1)
  if (packing === undefined || isMarkup(body.bytes, 0)) openPlain(opener, body, next)
  else {
    // Whoever wrote behind a pack that ends too early did not write a pack.
    const end = isComplete ? undefined : nextMessage(body.bytes.toString('latin1'), false)
    const pack = end === undefined ? body : cutOut(body, 0, end)
    if (cut !== undefined) opener.found.fail(pack, 0, cut)
    else opener.inflate(pack, packing, rewritten(next, body, pack))
    if (end !== undefined) opener.between(cutOut(body, end, body.bytes.length), context)
  }
}

/** Whether a body stands unpacked below the head of its pack, whose length the head says. */
const isShownUnpacked = ({ headers }: HttpMessage, view: string): boolean =>
  packingsOf(headers).length > 0 && /^\s{0,200}(?:\d{1,9}\r?\n)?<[?!A-Za-z_]/.test(view.slice(0, 300))

/** Encodings of one byte for each letter, and where a document names its own. */
const ONE_BYTE = /^(?:iso-8859-|windows-125|latin)/i
const NAMED = /^\s{0,20}<\?xml\s[^<>]{0,80}encoding=["']([\w-]{1,40})/

/** Whether a body is in UTF-8, and as long as its head says in the encoding of one byte a letter that it names: whoever saved the dump saved it in UTF-8. */
function isSavedAnew(headers: ReadonlyMap<string, string>, body: Buffer): boolean {
  const told = lengthIn(headers)
  const text = body.toString()
  const charset = charsetOf(headers.get('content-type')) ?? NAMED.exec(text.slice(0, 200))?.[1] ?? ''
  if (!ONE_BYTE.test(charset) || text.includes('\ufffd')) return false
  const lengths = [text, text.trimEnd()]
  return lengths.some(({ length }) => length === told) && !lengths.some((one) => Buffer.byteLength(one) === told)
}

const BROKEN = 'the size of a chunk does not fit what follows: the body is cut, or its line ends were changed'

/** Chunks that do not fit go on to where others write, if that can be told by a message of theirs. */
function tellBroken(opener: PartOpener, given: Traced, at: number, context: Context): void {
  const next = nextMessage(given.bytes.toString('latin1'), true)
  opener.found.fail(next === undefined ? given : cutOut(given, 0, next), at, BROKEN)
  if (next !== undefined) opener.between(cutOut(given, next, given.bytes.length), context)
}

/** The line where a message begins that is not the first one of a text. @param isFirstOwn the first one is no other */
function nextMessage(view: string, isFirstOwn: boolean): number | undefined {
  let own = isFirstOwn
  for (let at = view.indexOf(MARKER); at >= 0; at = view.indexOf(MARKER, at + MARKER.length)) {
    const spelling = isMention(view, at) ? undefined : spellingAt(view, at)
    if (spelling === undefined) continue
    if (!own) return view.lastIndexOf('\n', startOf(view, at, spelling)) + 1
    own = false
  }
  return undefined
}

/** Where a message begins, with what stands before its element. */
function startOf(view: string, at: number, spelling: string): number {
  const lines = jsonLines(view, 0, at)
  if (lines !== undefined) return lines.start
  if (spelling === 'plain') return messageAround(view, 0, at).start
  return spelling === 'entities' ? textAround(view, 0, at).start : at
}

/** A body that was cut before its name stood there may have been anything. */
function openPlain(opener: PartOpener, body: Traced, context: Context): void {
  const { cut } = context
  const view = body.bytes.toString('latin1')
  if (cut !== undefined && /^\s*</.test(view) && !isNamed(view)) return opener.found.fail(body, 0, cut)
  const before = opener.found.count
  opener.open(body, context)
  if (opener.found.count === before && isXmlType(context.type) && isOtherThanText(body))
    opener.found.fail(body, 0, NO_TEXT)
}

const NO_TEXT =
  'a body that its Content-Type calls XML and whose bytes are no text: it was packed, and nothing says how, or what wrote it down changed it'

/** Whether a body is neither text nor in a form that was opened. */
const isOtherThanText = ({ bytes }: Traced): boolean =>
  !isMarkup(bytes, 0) &&
  !(bytes[0] === 0x1f && bytes[1] === 0x8b) &&
  wideTextOf(bytes) === undefined &&
  isNoText(bytes.toString('latin1', 0, 400))
