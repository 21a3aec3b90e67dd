import { type DecodedXml, decodeXml, readXml } from '../xml/index.js'
import { lineEnd, type Traced } from './bytes/index.js'
import { otherEncodingOf } from './outer/index.js'
import { beginsWithTime, endOfText, MARKER, WIDE_MARKER, withoutProlog } from './logs/index.js'

/** Characters that were written down by another program: the encoding that the message names is not theirs. */
export function decodeText(bytes: Buffer): DecodedXml {
  const decoded = decodeXml(bytes, 'utf-8')
  if (decoded.fault === undefined) return decoded
  if (decoded.fault.kind === 'contradiction') {
    const { fault: _told, ...rest } = decoded
    return rest
  }
  return decodeXml(bytes)
}

/** A file as it was saved. PowerShell writes whatever it redirects in UTF-16 with a mark: what the message declares was true before that. */
export function decodeFile(bytes: Buffer): { decoded: DecodedXml; isWidened: boolean } {
  const decoded = decodeXml(bytes)
  const isWidened = decoded.hasBom && decoded.encoding === 'utf-16le' && decoded.fault?.kind === 'contradiction'
  if (!isWidened) return { decoded, isWidened }
  const { fault: _told, ...rest } = decoded
  return { decoded: rest, isWidened }
}

/** The text of JSON, or of a program's own quotes, around a place. */
export function quotedAround(view: string, floor: number, at: number): { start: number; end: number } {
  const line = floor + view.slice(floor, at).lastIndexOf('\n') + 1
  for (let from = at; from >= line; from--) {
    const quote = view[from]
    if (quote !== '"' && quote !== "'") continue
    let slashes = 0
    while (view[from - 1 - slashes] === '\\') slashes++
    if (slashes % 2 !== 0) continue
    const end = endOfText(view, from + 1, quote)
    if (end !== undefined && end > at) return { start: from + 1, end }
    if (end === undefined) return { start: from + 1, end: lineEnd(view, at) }
  }
  return { start: line, end: lineEnd(view, at) }
}

/** The value of a form that a place stands in. */
export function formValueAround(view: string, floor: number, at: number): { start: number; end: number } {
  const before = view.slice(floor, at)
  const start = floor + Math.max(...['=', '&', '\n', ' '].map((mark) => before.lastIndexOf(mark) + 1))
  const behind = /[&\n ]/g
  behind.lastIndex = at
  return { start, end: behind.exec(view)?.index ?? view.length }
}

/** What stands before a place in its line, as far as a log writes it. */
export function beforeInLine(view: string, floor: number, at: number): string {
  const before = view.slice(Math.max(floor, at - 2_000), at)
  return before.slice(before.lastIndexOf('\n') + 1).trim()
}

/** Headers of bodies that do not stand as they were written. */
const PACKED = /^(?:content-encoding|transfer-encoding|content-transfer-encoding):/im

/** Whether a text may hold a message. */
export const isOfUse = (view: string): boolean =>
  view.includes(MARKER) || view.includes(WIDE_MARKER) || PACKED.test(view)

const BODY = /^(?:HTTP|HAR entry|part) /
/** A line that begins with no tag. */
const WORDS = /^[ \t]*[^\s<&]/m

/** Whether lines of others stand before a message, and all are in the encoding of the program that wrote them; not in a body, which stands as it was sent. */
export function isLoggedIn(view: string, { floor, at }: { floor: number; at: number }, context: Wrapped): boolean {
  const { isLogged, isText, type, wrapping } = context
  if (type !== undefined || wrapping.some((one) => BODY.test(one))) return false
  const from = floor > 0 ? floor : view.lastIndexOf('\n', at) + 1
  const isOfLines = !/^\s*<[?!A-Za-z_]/.test(view) || WORDS.test(view.slice(from, at))
  return isLogged ?? (isText || wrapping.includes('JSON') || isOfLines)
}

interface Wrapped {
  isLogged?: boolean
  isText: boolean
  type?: string | undefined
  wrapping: readonly string[]
}

const PACKET_CAPTURES: ReadonlySet<number> = new Set([0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d, 0x4d3cb2a1, 0x0a0d0d0a])
const FOREIGN_PACKS: readonly (readonly [string, string])[] = [
  ['PK\u0003\u0004', 'zip'],
  ['BZh', 'bzip2'],
  ['\u00fd7zXZ\0', 'xz'],
  ['(\u00b5/\u00fd', 'zstd'],
  ["7z\u00bc\u00af'\u001c", '7z'],
  ['Rar!\u001a\u0007', 'rar'],
  ['\u0004"M\u0018', 'lz4'],
]

/** Files of programs whose texts are packed or in pieces, and what writes them as text. */
const FOREIGN_FILES: readonly (readonly [string, string])[] = [
  ['PGDMP', 'a dump of PostgreSQL in its own form: write it as text first ("pg_restore -f - FILE")'],
  [
    '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
    'a file of Outlook or Office (.msg, .doc, .xls), which is not read here: save a mail as .eml, a text or sheet as plain text',
  ],
]

/** How the write-ahead log of a SQLite database begins. */
const WRITE_AHEAD: ReadonlySet<number> = new Set([0x377f0682, 0x377f0683])
const WRITTEN_AHEAD =
  'the write-ahead log of a SQLite database, which is not read here and names a notification: have SQLite write it into the database first (sqlite3 FILE "PRAGMA wal_checkpoint(TRUNCATE)", with the -wal file beside it)'
const namesOne = (bytes: Buffer): boolean => bytes.includes(MARKER) || bytes.includes(WIDE_MARKER, 0, 'latin1')

/** Why bytes that may hold messages cannot be opened here: packets, and packs of other kinds. */
export function tellForeignPack(bytes: Buffer): string | undefined {
  if (bytes.length >= 24 && PACKET_CAPTURES.has(bytes.readUInt32LE(0)))
    return 'a capture of packets in binary: write it as text first ("tcpdump -r FILE -X", or "Follow TCP stream")'
  const start = bytes.toString('latin1', 0, 8)
  if (bytes.length >= 32 && WRITE_AHEAD.has(bytes.readUInt32BE(0)) && namesOne(bytes)) return WRITTEN_AHEAD
  const found =
    bytes.toString('latin1', 257, 262) === 'ustar'
      ? ['', 'tar']
      : FOREIGN_PACKS.find(([mark]) => start.startsWith(mark))
  return found === undefined ? undefined : `a file packed as ${found[1]}, which is not opened here: unpack it first`
}

const PDF_TEXT = /\/(?:Font|ObjStm)\b/
export const PDF = 'a PDF with text, which is not read here: if it shows a message, attach the original'

/** Why a file of another program is not looked into, in which nothing shows that it holds a message; undefined for any other. */
export function tellForeignFile(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 8)
  const file = FOREIGN_FILES.find(([mark]) => start.startsWith(mark))
  if (file !== undefined) return file[1]
  return start.startsWith('%PDF-') && PDF_TEXT.test(bytes.toString('latin1')) ? PDF : undefined
}

/** What a file is that holds no notification and is no XML. @param plain the same in UTF-8 */
export function tellBytes(given: Buffer, plain: Buffer): string {
  if (given.length === 0) return 'an empty file'
  const encoding = otherEncodingOf(given)
  if (encoding !== undefined) return `text in ${encoding}`
  if (plain.includes(0) || !isText(plain)) return 'a file that is no text'
  return 'text'
}

/** What a file is that begins as markup does, is no whole document of XML and names no notification: the source of a page or a program, a list of documents, a log. */
export const tellMarkup = (view: string): string =>
  /^\s{0,200}<\?xml\s/.test(view.slice(0, 210)) ? 'XML that is not well formed' : 'text that begins as XML does'

/** Latin-1 is text as well: control characters tell. */
const isText = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4_000).filter((byte) => byte < 9 || (byte > 13 && byte < 27)).length === 0

const FILLED = /^\s*\0{1,100000}\s*$/
/** How a frame of MLLP ends. */
const FRAME_END = '\u001c'
const ROWS =
  /^\s{0,9}\n\s{0,200}\(?\d{1,9} (?:rows?|records?)(?: (?:affected|selected|in set|fetched|returned|retrieved))?\b[^<>]{0,400}$/i

/**
 * What stands behind a message that the file begins with, where that is a capture of more: the name of another document, or nothing for lines of a log. Undefined where
 * the message goes on to the end of the file, or what follows belongs to no other thing.
 */
export function standsBehind(rest: string): string | undefined {
  // Blocks of a tape or a disk are filled up so, frames of MLLP end so, and a client of a database says so of its rows.
  if (FILLED.test(rest) || rest.trim() === FRAME_END || ROWS.test(rest)) return ''
  const text = withoutProlog(rest).trimStart()
  if (beginsWithTime(text)) return ''
  const lines = linesBehind(rest)
  if (lines !== undefined) return lines
  const name = /^<((?:[\w.-]{1,40}:)?[A-Za-z_][\w.-]{0,60})[\s>/]/.exec(text)?.[1]
  if (name === undefined || !(text.includes(`</${name}`) || /^<[^>]{0,2000}\/>/.test(text))) return undefined
  return isExchanged(rest, name) || isWholeBehind(rest, name) ? nameOf(text, 'a document') : undefined
}

/** Whether a document may follow a message in a capture, and is no second root of its file: one with a declaration of its own, an answer, an envelope, a page. */
const isExchanged = (rest: string, name: string): boolean =>
  /^\s{0,99}<[?!]/.test(rest) || EXCHANGED.test(name) || !/^\r?\n?</.test(rest)

/** Whether nothing but whole elements stand behind a message in lines of their own, and none is a piece of one. */
const isWholeBehind = (rest: string, name: string): boolean =>
  /^\s{0,99}?\n[ \t]{0,99}</.test(rest.slice(0, 210)) &&
  !PIECES.test(name) &&
  !rest.includes(MARKER) &&
  readXml(`<all>${rest}</all>`).broken === undefined

/** Elements of a notification. */
const PIECES =
  /(?:^|:)(?:POS|MessageID|UniqueID|TPA_Extensions|HotelReservations?|RoomStays?|Services?|ResGuests?|ResGlobalInfo)$/

const EXCHANGED =
  /(?:^|:)(?:OTA_\w{1,60}|Envelope|html|\w{0,60}(?:R[QS]|Re(?:quest|sponse|ply|sult|servation)|Answer|Ack|Acknowledge?ment|Success|Errors?|Fault|Status|Notification))$/i

/** What a shell writes before a command, right behind a file whose last line has no end. */
const PROMPT =
  /^%?(?:\r?\n)?(?:\(\w[\w.-]{0,40}\) )?(?:\[?[\w.-]{1,40}@[\w.-]{1,80}[: ][^\n<>#$%]{0,200}[#$%>]|PS [^\n<>]{0,200}>|[A-Za-z]:\\[^\n<>]{0,200}>|(?:ba|z|da)?sh-[\d.]{1,8}[#$])(?:[ \t\r\n]|$)/

/** Lines of their own that are no markup: a prompt, a status, a word of the program that wrote the file. What follows them may be another document. */
function linesBehind(rest: string): string | undefined {
  const isPrompt = PROMPT.test(rest.slice(0, 600))
  const blank = isPrompt ? '' : /^[ \t]{0,200}\r?\n/.exec(rest.slice(0, 210))?.[0]
  if (blank === undefined) return undefined
  let from = blank.length
  let hasWords = false
  while (from < rest.length) {
    const end = lineEnd(rest, from)
    const line = rest.slice(from, end)
    if (/^[ \t]{0,200}</.test(line) || closesOther(line)) break
    if (line.trim() !== '') hasWords = true
    from = end + 1
  }
  if (!hasWords) return undefined
  const behind = rest.slice(from)
  if (withoutProlog(behind).trim() === '') return WORDS_BEHIND
  return standsBehind(`\n${behind}`) === undefined ? undefined : WORDS_BEHIND
}

/** What `standsBehind` says of plain lines. */
export const WORDS_BEHIND = 'text in lines behind the message, which was taken for no part of it'

/** Whether a line ends an element that it does not begin, or is a tag without its first sign. */
const closesOther = (line: string): boolean =>
  line.split('</').length > line.split(/<(?=[A-Za-z_])/).length ||
  /^\s{0,200}\/?[A-Za-z_][\w:.-]{0,80}>\s{0,9}$/.test(line)

export const COMMENTED = 'a message in a comment (<!-- … -->)'
/** What a person comments out of a message. */
const COMMENT_MAX = 8_000
const WHOLE_MAX = 400_000

interface CommentEnd {
  /** From where on it is the next one. */
  from: number
  end: number
  /** Where the name stands of the last end tag of a message before it, if that is the last of the names. */
  shut: number
}
/** The next end of a comment behind a place of each part: looked for once, however many names stand before it. */
const ends = new WeakMap<Traced, CommentEnd>()

function commentEnd(part: Traced, view: string, at: number): CommentEnd {
  const known = ends.get(part)
  if (known !== undefined && at >= known.from && at <= known.end) return known
  const close = view.indexOf('-->', at)
  // The end of a later comment is not that of one that is cut, or that a sentence speaks of.
  const end = close < 0 || view.slice(at, close).includes('<!--') ? -1 : close
  const last = end < 0 ? -1 : view.lastIndexOf(MARKER, end)
  const isShut = last >= at && /<\/(?:[\w.-]{1,40}:)?$/.test(view.slice(Math.max(0, last - 50), last))
  const found = { from: at, end: end < 0 ? Infinity : end, shut: isShut ? last : -1 }
  ends.set(part, found)
  return found
}

/** The comment around a name at a place, and whether the message that begins there ends in it; undefined where none is, or one that nothing ends, with lines of others behind it. */
export function commentIn(
  part: Traced,
  view: string,
  floor: number,
  at: number,
): { start: number; end: number; isMessage: boolean } | undefined {
  const before = view.slice(floor, at)
  const start = before.lastIndexOf('<!--')
  if (start < 0 || before.lastIndexOf('-->') >= start) return undefined
  const { end, shut } = commentEnd(part, view, at)
  const length = end - at
  if (
    length === Infinity &&
    before
      .slice(start + 4)
      .trimStart()
      .includes('\n')
  )
    return undefined
  const isMessage = shut > at && length <= WHOLE_MAX
  return {
    start: floor + start,
    end: length === Infinity || (!isMessage && length > COMMENT_MAX) ? at + MARKER.length : end,
    isMessage,
  }
}

/** The name of the first element of a message, envelopes aside. */
export const rootOf = (view: string): string | undefined =>
  /<(?:[\w.-]{1,40}:)?((?!Envelope|Body|Header)[A-Za-z_][\w.-]{0,60})/.exec(view.slice(0, 20_000))?.[1]

/** What a part is that holds no notification, by the wrapping and the first element, if that is one: bytes in another order show signs of XML, too. */
export function nameOf(view: string, wrapping: string | undefined): string {
  const root = rootOf(view)
  const isElement = root !== undefined && [`</${root}`, `:${root}>`, '/>'].some((end) => view.includes(end))
  return `${wrapping ?? 'a part'}${isElement ? ` with ${root}` : ''}`
}

/** How a page begins that a browser saved, or a program wrote. */
export const PAGE =
  /^(?:\s|<!--[^>]{0,2000}-->|<\?xml[^>]{0,200}>){0,9}<(?:!doctype\s{1,9}html|html|head|body|meta|title)\b/i

/** How a document begins that defines entities of its own. */
export const DEFINES = /<!DOCTYPE[^>]{0,2000}<!ENTITY/

/** Roots of what was meant for a PMS. */
const MEANT = /^(?:OTA_|HotelReservation|(?:Envelope|Body)$)/
const ROOT = /^\s{0,1000}<(?:[\w.-]{1,40}:)?([A-Za-z_][\w.-]{0,60})/

/**
 * What a document is that nobody meant to be a notification, whatever an XML reader says of it: a page of HTML, and one with a DOCTYPE and another root, such as a drawing.
 * Undefined for any other.
 */
export function otherDocumentIn(text: string): string | undefined {
  const view = text.slice(0, 20_000)
  const root = ROOT.exec(withoutProlog(view.replaceAll(/<!doctype/gi, '<!DOCTYPE')))?.[1]
  if (root === undefined || MEANT.test(root)) return undefined
  if (PAGE.test(view)) return 'a page of HTML'
  return readXml(text).broken?.kind === 'doctype' ? `a document of XML with ${root}` : undefined
}

/** Why bodies cannot be read that a tool of the command line wrote down. */
export const WITH_NOTES = 'a body with notes of curl in it: write the notes elsewhere than the body (2>FILE)'
export const WITHOUT_PACK = 'an answer that is packed and cannot be unpacked here: have curl unpack it (--compressed)'
export const DOTTED = 'a packed body that is shown as dots: record every byte (curl --trace, tcpdump -X, socat -x)'

/** How Wireshark begins what it followed as ASCII: what is no letter of that is a dot. */
export const FOLLOWED = /^Follow: \w{2,8},ascii\r?$/m
