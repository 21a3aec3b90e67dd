import { type DecodedXml, decodeXml, readXml } from '../xml/index.js'
import { type Traced, widened } from './bytes/index.js'
import { type HttpMessage, lengthIn, misfitOfLength } from './heads/index.js'
import { decodeText, rootOf, standsBehind } from './kinds.js'
import type { CapturedPart, Context } from './parts.js'
import type { LineColumn } from './places.js'
import {
  envelopeIn,
  foreignIn,
  isHoled,
  isSigned,
  piecedIn,
  spelledIn,
  tellCut,
  UNKNOWN,
  WIDE_MARKER,
  withoutProlog,
  wrappedIn,
} from './logs/index.js'
import { isGlued, isRequoted, MARKER, OPENS_IN_TEXT, paddingIn } from './words/index.js'

/**
 * A message is judged only where the capture is known to hold it whole and as it was sent. Whatever else shows a piece of a notification is told as unread: a PMS is
 * never said to refuse what only the capture broke, and half a message is never passed over.
 * @returns why a text is not judged; undefined for one that is
 */
export function doubtOf(text: string, { cut, isCut = false, isComplete = false }: Doubts): Doubt | undefined {
  if (!isComplete && isQuotedPrintable(text)) return { what: QUOTED, isOfOwnFile: true }
  const wrapped = isComplete ? undefined : wrappedIn(text)
  if (wrapped?.by === 'width') return { what: wrapped.what, isOfOwnFile: true }
  // What is well formed from its root on ends where its root ends, whatever is missing behind it.
  if (cut !== undefined && (isCut || readXml(text).broken !== undefined))
    return { what: cut, isOfOwnFile: cut === HOLED }
  if (isCut && !isComplete) return { what: tellCut(text), isOfOwnFile: false }
  const altered = isComplete ? undefined : alteredIn(text)
  if (altered !== undefined) return { what: altered, isOfOwnFile: true }
  if (wrapped?.by === 'value') return { what: wrapped.what, isOfOwnFile: true }
  const what = (isComplete ? undefined : piecedIn(text)) ?? foreignIn(text) ?? spelledIn(text) ?? wrapped?.what
  return what === undefined ? undefined : { what, isOfOwnFile: false }
}

/** How what wrote a message down changed it. */
function alteredIn(text: string): string | undefined {
  if (isHoled(text)) return HOLED
  if (isRequoted(text)) return REQUOTED
  if (PRIORITY.test(text)) return WITH_HEADS
  if (isGlued(text)) return GLUED
  if (isSigned(text)) return UNKNOWN
  const padding = paddingIn(text)
  return padding === undefined ? undefined : padding === 'signs' ? PADDED : INTERRUPTED
}

const QUOTED_VALUE = /<[A-Za-z_?][\w:.-]{0,80}\s[^<>"']{0,200}=3D["']/
const QUOTED =
  'a message in quoted-printable, the coding of mails ("=3D" for each "="), below no head that says so: decode it first ("python3 -m quopri -d FILE")'

/** Whether the values of a text that is not well formed begin as in quoted-printable. */
const isQuotedPrintable = (text: string): boolean => QUOTED_VALUE.test(text) && readXml(text).broken !== undefined

/** How syslog begins what it sends: no tag begins so. */
const PRIORITY = /<\d{1,3}>(?:1 \d{4}-\d\d-\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:)/
const WITH_HEADS =
  'a message with heads of syslog inside it ("<13>Nov 23 ..."), one for each of its lines: take it from where it was logged in one piece'

/** Why a text is not judged. */
interface Doubt {
  what: string
  /** Nor where the whole file is the message: it was written down by something. */
  isOfOwnFile: boolean
}

export const HOLED = 'a message of which a part was left out by what wrote it down'
const REQUOTED =
  'a message whose quotes or dashes were changed by the program that it was pasted through, such as a word processor or a chat: copy it as plain text'
const GLUED =
  'the head of one message and the tail of another, which goes on in the middle of it: the file was rotated or cut while it was written'
const PADDED =
  'a message with the same signs around each of its lines, which what wrote it down put there: how is not known here'
const INTERRUPTED = 'a message with lines of the log inside it, which leave it well formed'

/** Half of a percent encoded character before what a program writes where it leaves something out; bytes of UTF-8. */
export const TORN = /%[\da-f]?(?:\.{3}|\u00e2\u0080\u00a6|[[({])/i

interface Doubts {
  cut?: string | undefined
  isCut?: boolean
  isComplete?: boolean
}

/** Whether lines without a tag follow the last line that begins with one: a prompt, a status line, a word of the program that wrote the file. */
export function endsForeign(text: string): boolean {
  const lines = text.trimEnd().split('\n')
  return lines.length - 1 > lines.findLastIndex((line) => line.trimStart().startsWith('<'))
}

/** Marks of the byte order beyond the one that a file may have, which is taken off before. */
const MARKS = /^(?:\u00ef\u00bb\u00bf){1,9}/
/** A word right before the first sign of a document, as no log writes it. */
const GLUED_BEFORE = /^\s{0,9}\w{1,40}$/

/** How a frame of MLLP begins: it is none of the message, whether or not the capture holds its end. */
const FRAME = '\v'

/** Whether nothing but what belongs to a document, or is evidently a fault of it, stands before its root. */
export const isProlog = (before: string): boolean =>
  !before.startsWith(FRAME) && withoutProlog(before.replace(MARKS, '').replace(GLUED_BEFORE, '')).trim() === ''

const BLANK_LINES = /^(?:[ \t]{0,200}\r?\n){1,1000}$/

/** Whether nothing but blank lines stands in a file before a declaration. */
export const isBlankBefore = (file: Buffer, at: number): boolean =>
  at > 0 &&
  at < 10_000 &&
  file.toString('latin1', at, at + 5) === '<?xml' &&
  BLANK_LINES.test(file.toString('latin1', 0, at))

/** Whether a message is the text of one element. */
export const isTextOf = ([wrapping, second]: readonly string[]): boolean =>
  second === undefined && (wrapping === 'escaped text' || wrapping === 'CDATA')

/** Whether something stands beside an envelope that a file is, whose message is a text in it: no document, and no lines of others. */
export function hasJunk(view: string): boolean {
  const envelope = envelopeIn(view)
  if (envelope === undefined || !isProlog(envelope.before)) return false
  const rest = view.slice(envelope.end, envelope.end + 100_000)
  return (
    envelope.before.trim() + rest.trim() !== '' &&
    standsBehind(rest) === undefined &&
    readXml(view).broken !== undefined
  )
}

const PIECE = new RegExp(`${OPENS_IN_TEXT}\\\\{0,8}\\/?(?:[\\w.-]{1,40}:)?${MARKER}(?!\\w)`)

/** Where the first tag of a notification's root stands, whether it opens or closes it. */
export function pieceIn(view: string): number | undefined {
  const at = view.search(PIECE)
  return at < 0 ? undefined : at
}

export const NO_BEGINNING = 'the end of a message whose beginning was not captured'

/** Why a body is not what its head promises; undefined where it is, or where nothing is promised. */
export function misfitOf({ headers }: Pick<HttpMessage, 'headers'>, body: string): string | undefined {
  const told = lengthIn(headers)
  // None is wrong of any body, and says nothing of what the capture holds.
  if (!(told > 0) || told === body.length) return undefined
  // An editor changes line ends, and takes the last one away or adds one: no letter is missing then.
  const text = body.trimEnd()
  const breaks = text.split('\n').length - 1
  const returns = text.split('\r\n').length - 1
  const lengths = [text.length, text.length + breaks - returns, text.length - returns]
  if (text.endsWith('>') && lengths.some((length) => told >= length && told <= length + 2)) return undefined
  return told > body.length
    ? `a message that the capture cut: its Content-Length says ${told} bytes, and ${body.length} stand here`
    : `a message with something else inside it: its Content-Length says ${told} bytes, and ${text.length} stand here`
}

const isEnvelope = (view: string): boolean => /^(?:\s|<\?[^>]{0,200}>){0,9}<(?:[\w.-]{1,40}:)?Envelope/.test(view)

/** Whether enough of a document is there to tell what it is. */
export function isNamed(view: string): boolean {
  const isBodyFar = isEnvelope(view) && !/<(?:[\w.-]{1,40}:)?Body[\s>]/.test(view)
  const root = rootOf(view)
  return !isBodyFar && root !== undefined && !view.endsWith(root)
}

/** What begins the name of a notification, in every spelling that is read. */
const NAMED = 'OTA_HotelRes'
/** Elements of a notification whose root was lost. */
const WITHIN = /^(?:HotelReservations?|RoomStays?|ResGuests?)$/
/** The body of an envelope with something in it. */
const HOLDS_ANOTHER = /<(?:[\w.-]{1,40}:)?Body(?![\w.-])[^<>]{0,2000}>\s{0,200}<(?:!--|[A-Za-z_])/

/** Whether a broken document was meant to be a notification, or may have been one: it names it, or ends before its name would stand. */
export function isMeantFor(text: string): boolean {
  if (text.includes(NAMED) || text.includes(WIDE_MARKER)) return true
  return isEnvelope(text) ? !HOLDS_ANOTHER.test(text) : WITHIN.test(rootOf(text) ?? '')
}

export const DUMPED =
  'a message or a piece of one in digits, in a form that is not read here: xxd, hexdump -C and od -A x -t x1z write one that is'
export const PACKED =
  'a message or a piece of one in base64, in a form that is not read here: decode it first ("base64 -d FILE")'

export const WITH_BYTES =
  'a message with bytes inside it that are perhaps those of the file, which is no text: write it as text first with the program that it belongs to'

export const FOREIGN_LETTERS =
  'a message with letters in the encoding of the log that it stands in, which is not UTF-8: convert the log first ("iconv -f ENCODING -t UTF-8 FILE"; it fits Windows-1252 in part only)'

/** Bytes as they were sent, made text by what they say themselves. */
const decodeSent = ({ bytes, wide }: Traced, charset: string | undefined): DecodedXml =>
  wide === undefined ? decodeXml(bytes, charset) : decodeXml(widened(bytes, wide))

/** The text of a part. */
export const decodePart = (part: Traced, { isText, charset }: Pick<Context, 'isText' | 'charset'>): DecodedXml =>
  isText ? decodeText(part.bytes) : decodeSent(part, charset)

/** Whether bytes that should be UTF-8 are not. */
export const isNoUtf8 = (decoded: DecodedXml): decoded is DecodedXml & { fault: NonNullable<DecodedXml['fault']> } =>
  decoded.fault?.kind === 'undecodable' && decoded.fault.expected === 'text in UTF-8'

/** A declaration that names UTF-8. */
export const SAYS_UTF8 = /^\s{0,200}<\?xml[^<>]{0,200}encoding\s{0,9}=\s{0,9}["']utf-?8/i

/** How the bytes of a part are written that was in UTF-16. */
export const PLAIN = { encoding: 'utf-8', hasBom: false }

const CONTROL = /(?![\t\n\r\u007f-\u009f])\p{Cc}/u

/** Whether control characters of a message may be bytes of the file that holds it: others stand around it, and no head tells that it was sent so. */
export function isInterrupted(
  file: Buffer,
  part: Traced,
  text: string,
  { wrapping, isComplete = false }: Pick<Context, 'wrapping' | 'isComplete'>,
): boolean {
  if (!CONTROL.test(text) || isComplete || !part.isExact || wrapping.some((one) => one.startsWith('HTTP ')))
    return false
  const [start, end] = [part.origin(0), part.origin(part.bytes.length)]
  return file.subarray(0, start).includes(0) || file.subarray(end).includes(0)
}

/** What the head of the request or answer says of a message that is its body, and where. */
export function toldByHead(
  part: Traced,
  text: string,
  { length: above, wrapping, charset, soapAction, soapActionAt, saysPacked, isDotted = false, carrier }: Context,
  placeOf: (offset: number) => LineColumn,
): Partial<CapturedPart> {
  const isBody = above?.from === part.origin(0) && wrapping.at(-1)?.startsWith('HTTP ') === true
  const length = isBody ? above : undefined
  const short =
    length === undefined || isDotted ? undefined : misfitOfLength(length, { text, bytes: part.bytes.length, charset })
  return {
    ...(soapAction === undefined ? {} : { soapAction }),
    ...(carrier === undefined ? {} : { carrier }),
    ...(soapActionAt === undefined ? {} : { soapActionPlace: placeOf(soapActionAt) }),
    ...(saysPacked === undefined ? {} : { saysPacked: { packing: saysPacked.packing, ...placeOf(saysPacked.at) } }),
    ...(length?.wrong === undefined ? {} : { wrongLength: { said: length.wrong, ...placeOf(length.at) } }),
    ...(length === undefined || short === undefined ? {} : { shortLength: { ...short, ...placeOf(length.at) } }),
  }
}
