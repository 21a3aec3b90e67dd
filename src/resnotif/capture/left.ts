import { cutOut, decodeBase64, type Traced, unpacked } from './bytes/index.js'
import type { Collected } from './collected.js'
import type { PartOpener } from './exchange.js'
import { PDF, tellForeignFile } from './kinds.js'
import { isNoText } from './heads/index.js'
import { CAPTURE_LIMITS } from './limits.js'
import { Layouts } from './layout/index.js'
import { tellOtherEncoding } from './outer/index.js'
import { isXmlType, MARKER, messageBeside, WIDE_MARKER } from './logs/index.js'
import {
  beginsMessage,
  blocksIn,
  byteListsIn,
  cellsOf,
  decodeBlock,
  decodeLiteral,
  foreignPacksIn,
  gunzipText,
  gunzipWithin,
  inflateText,
  isGzip,
  literalsIn,
  shownPacks,
  spelledBytesIn,
  spelledNameIn,
  spelledPacksIn,
  sqlitePages,
  zipsIn,
} from './packs/index.js'
import type { Context } from './parts.js'
import { decodePart, isMeantFor, isNamed } from './whole.js'
import { readXml } from '../xml/index.js'

/** Whether bytes that were decoded may be a message, or pack one. */
export function isMeant({ bytes }: Traced): boolean {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return true
  return isNamedIn(bytes) || isPackedHttp(bytes)
}

/** Whether the name of a notification's element stands in bytes as it is. */
const isNamedIn = (bytes: Buffer): boolean => bytes.includes(MARKER) || bytes.includes(WIDE_MARKER, 0, 'latin1')

/** Passes over a file of another program, or tells it as unread where it names a notification, as a text in an encoding that is not read. @returns false for all that is opened */
export function isOfProgram(part: Traced, found: Collected): boolean {
  const encoded = tellOtherEncoding(part.bytes)
  if (encoded !== undefined) found.fail(part, 0, encoded)
  if (encoded !== undefined) return true
  const program = tellForeignFile(part.bytes)
  const isNamed = program !== undefined && isNamedIn(part.bytes)
  if (program === undefined || (isNamed && program === PDF)) return false
  if (isNamed) found.fail(part, 0, program)
  else found.passOver(part, program)
  return true
}

const HTTP = /^(?:[A-Z]{3,10} \S{1,2000} HTTP\/1|HTTP\/1)/
const CODED = /\ncontent-encoding:/i
const HEAD_MAX = 16_000

/** Whether bytes are a request or an answer with a packed body. */
function isPackedHttp(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, HEAD_MAX)
  return HTTP.test(head) && CODED.test(head)
}

/** Opens the texts in base64, and the bytes in digits of a dump, that stand in another text, where they hold or pack a message. */
export function openBlocks(opener: PartOpener, part: Traced, view: string, context: Context): void {
  for (const one of literalsIn(view))
    openBlock(opener, part, { ...one, name: 'digits', plain: decodeLiteral(part, view, one) }, context)
  for (const { isCut, ...one } of byteListsIn(part, view)) {
    if (!isCut) openBlock(opener, part, { ...one, name: 'bytes' }, context)
    else if (
      beginsMessage(one.plain.bytes, MARKER) &&
      !opener.found.has({ start: part.origin(one.start), end: part.origin(one.end) })
    )
      opener.found.fail(cutOut(part, one.start, one.end), 0, FIRST_BYTES)
  }
  let [looks, short] = [0, 0]
  for (const one of blocksIn(view)) {
    const plain = decodeBlock(part, view, one)
    const packed = { ...one, name: 'base64', plain }
    if (one.isShort === true) {
      if (short++ < SHORT_MAX) tellCutPack(opener, part, packed)
      continue
    }
    const inflated =
      isMeant(plain) || looks++ > INFLATED_MAX ? undefined : inflateText(plain.bytes, CAPTURE_LIMITS.unpackedBytes)
    if (inflated?.isCut === true) tellCutPack(opener, part, packed)
    else if (inflated !== undefined)
      openBlock(
        opener,
        part,
        { ...one, name: 'base64 deflate', plain: unpacked(inflated.plain, part, one.start) },
        context,
      )
    else if (isMeant(plain) || !isCoded(plain, context)) openBlock(opener, part, packed, context)
    else openCoded(opener, part, packed, context)
  }
  for (const { isAmongLetters, ...one } of spelledBytesIn(part, view)) {
    const { start, end, plain } = one
    if (opener.found.has({ start: part.origin(start), end: part.origin(end) })) continue
    const before = opener.found.count
    if (!isAmongLetters) openBlock(opener, part, { ...one, name: 'bytes' }, context)
    if (opener.found.count === before && (isAmongLetters || TAG.test(plain.bytes.toString('latin1'))))
      opener.found.fail(cutOut(part, start, end), 0, spelledOut('digits'))
  }
  for (const one of spelledPacksIn(part, view)) openSpelledPack(opener, part, { ...one, name: 'digits' }, context)
}

const DAMAGED = (packing: string): string =>
  `${packing} in digits that is damaged, and perhaps a message: digits are missing or were changed`

/** Opens what is packed and stands in digits, and tells what does not unpack. */
function openSpelledPack(opener: PartOpener, part: Traced, packed: Packed, context: Context): void {
  const { found } = opener
  const { start, end, plain, name } = packed
  if (found.has({ start: part.origin(start), end: part.origin(end) })) return
  const fail = (packing: string): void => found.fail(cutOut(part, start, end), 0, DAMAGED(packing))
  if (isGzip(plain.bytes)) {
    const shown = gunzipText(plain.bytes, CAPTURE_LIMITS.unpackedBytes)
    if (shown === undefined) fail('gzip')
    else if (shown.isCut) tellCutPack(opener, part, packed)
    else openBlock(opener, part, packed, context)
    return
  }
  if (isMeant(plain)) return openBlock(opener, part, packed, context)
  if (plain.bytes[0] !== ZLIB) {
    if (isCoded(plain, context)) openCoded(opener, part, packed, context)
    return
  }
  const shown = inflateText(plain.bytes, CAPTURE_LIMITS.unpackedBytes)
  if (shown?.isCut === true) tellCutPack(opener, part, packed)
  else if (shown !== undefined)
    openBlock(opener, part, { ...packed, name: `${name} deflate`, plain: unpacked(shown.plain, part, start) }, context)
  else if (
    mayBeMessage(inflateText(plain.bytes.subarray(0, ZLIB_SHOWN), ZLIB_SHOWN_MAX)?.plain.toString('latin1') ?? '')
  )
    fail('zlib')
}

const ZLIB = 0x78
/** Bytes of zlib that show what is packed. */
const ZLIB_SHOWN = 300
const ZLIB_SHOWN_MAX = 64 * 1024

/** Whether a text that stood in base64 may hold others in it. */
const isCoded = ({ bytes }: Traced, { depth }: Context): boolean =>
  depth < CAPTURE_LIMITS.depth && bytes.length > BASE64_MIN && !isNoText(bytes.toString('latin1', 0, BASE64_MIN))

/** Opens what stands in base64 within base64. */
function openCoded(opener: PartOpener, part: Traced, { start, end, name, plain }: Packed, context: Context): void {
  const { found } = opener
  if (found.has({ start: part.origin(start), end: part.origin(end) })) return
  const [count, unread] = [found.count, found.unreadCount]
  const inner = { ...context, depth: context.depth + 1, wrapping: [...context.wrapping, name] }
  openBlocks(opener, plain, plain.bytes.toString('latin1'), inner)
  if (found.count > count) found.cover(part, start, end, found.unreadCount > unread)
}

const cutPack = (packing: string, form: string): string =>
  `${packing} in ${form} that is cut, and perhaps a message: its end is not there`

/** Tells of a pack in base64 or in digits that ends before its end, unless what shows of it is something else than a message. */
function tellCutPack({ found }: PartOpener, part: Traced, { start, end, name, plain: { bytes } }: Packed): void {
  const packing = isGzip(bytes) ? 'gzip' : 'deflate'
  const open = packing === 'gzip' ? gunzipText : inflateText
  const shown = open(bytes, CAPTURE_LIMITS.unpackedBytes)
  if (shown?.isCut !== true || !mayBeMessage(shown.plain.toString('latin1'))) return
  if (found.has({ start: part.origin(start), end: part.origin(end) })) return
  found.fail(cutOut(part, start, end), 0, cutPack(packing, name))
}

/** Whether the beginning of a text is that of a message, or too short to tell. */
const mayBeMessage = (text: string): boolean =>
  text.includes(MARKER) || text === '' || (/^\s{0,20}</.test(text) && (!isNamed(text) || isMeantFor(text)))

/** Whether bytes are a zip archive from the first one on: what is packed in it shows no name. */
const beginsZip = (bytes: Buffer): boolean =>
  bytes.length > ZIP_MIN && bytes.readUInt32LE(0) === 0x04034b50 && bytes[5] === 0
const ZIP_MIN = 100

/** Texts in base64 that are tried as deflate: a file of many has other things in them. */
const INFLATED_MAX = 4_000
/** Of them, those that are too short for a message. */
const SHORT_MAX = 500
const TAG = new RegExp(`</?(?:[\\w.-]{1,40}:)?${MARKER}`)

const FIRST_BYTES =
  'the beginning of what is perhaps a message, as Node shows a Buffer: its first bytes only. Write it as text (body.toString()) where it is logged'

interface Packed {
  start: number
  end: number
  name: string
  plain: Traced
}

function openBlock(opener: PartOpener, part: Traced, { start, end, name, plain }: Packed, context: Context): void {
  const { found, attached } = opener
  const isOpened = isMeant(plain) || (attached !== undefined && beginsZip(plain.bytes))
  if (!isOpened || found.has({ start: part.origin(start), end: part.origin(end) })) return
  const [count, unread] = [found.count, found.unreadCount]
  opener.open(plain, {
    ...context,
    depth: context.depth + 1,
    wrapping: [...context.wrapping, name],
    isText: false,
    type: undefined,
  })
  if (found.count > count) found.cover(part, start, end, found.unreadCount > unread)
}

const SHOWN =
  'a packed body (gzip or the like) that is not read here: record every byte as it is, or unpacked (tcpdump -X, curl --trace, mitmdump with anticomp)'
/** Of a header of gzip. */
const HEAD = 18

/** Reads packed bodies that stand in other forms as far as every byte is there, and tells of the others. */
function openPacks(opener: PartOpener, part: Traced, view: string, context: Context): void {
  const { found } = opener
  for (const { at, isRaw, isSure } of shownPacks(view)) {
    if (found.has({ start: part.origin(at), end: part.origin(at) + 1 })) continue
    const pack = isRaw ? gunzipWithin(part.bytes, at, CAPTURE_LIMITS.unpackedBytes) : undefined
    if (pack === undefined) {
      // The first bytes of gzip stand in programs as well, and by chance in any file of bytes.
      if (!isSure && !(isRaw && found.count > 0)) continue
      found.fail(cutOut(part, at, Math.min(at + HEAD, part.bytes.length)), 0, SHOWN)
      continue
    }
    const unread = found.unreadCount
    const wrapping = [...context.wrapping, 'gzip']
    opener.open(unpacked(pack.plain, part, at), { ...context, depth: context.depth + 1, wrapping, isText: false })
    found.cover(part, at, pack.end, found.unreadCount > unread)
  }
}

/** Those behind are told as unread. */
const ZIPS_MAX = 1_000

/** Hands on the zip archives among other bytes to whoever opens archives, as those of a mail. */
function openZips({ found, attached }: PartOpener, part: Traced): void {
  for (const { start, end } of attached === undefined ? [] : zipsIn(part.bytes).slice(0, ZIPS_MAX)) {
    if (found.has({ start: part.origin(start), end: part.origin(start) + 1 })) continue
    attached?.push({ name: 'zip', bytes: part.bytes.subarray(start, end) })
    found.withdraw(part, start, end)
    found.cover(part, start, end, false)
  }
}

/** Bytes before a pack that tell whether it stands in a text. */
const BEFORE = 200

/** Tells of packs that are not opened, in a text or beside messages: programs have the first bytes of many among their own. */
function tellForeignPacks({ found }: PartOpener, part: Traced, view: string): void {
  const isFound = (at: number): boolean => found.has({ start: part.origin(at), end: part.origin(at) + 1 })
  const isInText = (at: number): boolean =>
    at > 0 && part.bytes.subarray(Math.max(0, at - BEFORE), at).every((byte) => byte > 26 || (byte > 8 && byte < 14))
  const isBesideOne = found.count > 0
  for (const { at, what } of foreignPacksIn(view, isFound))
    if (isBesideOne || isInText(at)) found.fail(cutOut(part, at, Math.min(at + HEAD, part.bytes.length)), 0, what)
}

const TORN =
  'a SQLite database that is damaged or cut, with a message that goes over several of its pages: write it as text first ("sqlite3 FILE .recover")'
/** A shorter text in base64 is no message. */
const BASE64_MIN = 400

/** Opens what the tables of a database hold; of one that is damaged, the pages on which a message stands whole: of one that goes on elsewhere, what lies between is none of it. */
export function openSqlite(opener: PartOpener, part: Traced, context: Context): void {
  const { found } = opener
  const cells = cellsOf(part)
  if (cells !== undefined) {
    const unread = found.unreadCount
    for (const { table, value, isBlob } of cells) {
      const wrapping = [...context.wrapping, `SQLite table ${table.slice(0, 60)}`]
      if (isMeant(value)) {
        opener.open(value, { ...context, wrapping, isText: !isBlob })
        continue
      }
      const plain = value.bytes.length < BASE64_MIN ? undefined : decodeBase64(value)
      if (plain !== undefined && isMeant(plain))
        opener.open(plain, { ...context, wrapping: [...wrapping, 'base64'], isText: false })
    }
    return found.cover(part, 0, part.bytes.length, found.unreadCount > unread)
  }
  const { pages, isTorn } = sqlitePages(part.bytes)
  for (const { start, end } of pages) {
    const page = cutOut(part, start, end)
    opener.text(page, page.bytes.toString('latin1'), { ...context, isText: true, isLogged: true })
  }
  if (isTorn) found.fail(part, 0, TORN)
  else if (pages.length > 0) found.cover(part, 0, part.bytes.length, false)
}

const spelledOut = (form: string): string => `a message in ${form}, which is not read here: save it as it was sent`

/** What tshark followed, in a form whose counts or line ends whatever saved it may change, and what it says of bytes that it lacks. */
const FOLLOWED_TEXT = /^(?:Follow: \w{2,8},(?:ascii|utf-8|ebcdic)\r?\nFilter: |peers:\r?\n[ \t]{1,8}- peer: 0\r?\n)/m
const NOT_CAPTURED = /^\[\d{1,9} bytes missing in capture file\]/m
const FOLLOW_RAW =
  'a connection that tshark followed, not all of which can be read as it was saved: follow it with "tshark -r FILE -q -z follow,tcp,raw,NUMBER", whose digits no editor or terminal changes'

/** Opens what of a file was not looked into, what is packed beside messages that stand as they are, and tells of what is evidently one in a form that is not read. */
export function openLeft(opener: PartOpener, context: Context): void {
  const { found } = opener
  const { file } = found
  const view = file.bytes.toString('latin1')
  // Before what is packed within them is taken for packs of their own.
  openZips(opener, file)
  openBlocks(opener, file, view, context)
  openPacks(opener, file, view, context)
  tellForeignPacks(opener, file, view)
  const followed = found.unreadCount > 0 && !NOT_CAPTURED.test(view) ? view.search(FOLLOWED_TEXT) : -1
  if (followed >= 0) found.fail(cutOut(file, followed, followed + 1), 0, FOLLOW_RAW)
  const spelled = spelledNameIn(view)
  if (found.count > 0) {
    // A name in escaped letters may be spoken of beside a message; what is packed in signs of its own is one.
    const isPacked = spelled !== undefined && spelled.form !== 'escaped letters'
    if (isPacked && !found.has({ start: spelled.at, end: spelled.at + 1 }))
      found.fail(cutOut(file, spelled.at, spelled.at + HEAD), 0, spelledOut(spelled.form))
    return
  }
  if (view.startsWith('%PDF-') && view.includes(MARKER)) return found.fail(file, 0, PDF)
  if (spelled !== undefined) found.fail(file, spelled.at, spelledOut(spelled.form))
}

/**
 * Judges a body as the document that it is, where something stands in it beside a message: a receiver parses all that was sent, whereas lines of a log or a terminal stand
 * outside of what a length or chunks delimit. @returns false for all else, which is opened as any text
 */
export function openDocument(opener: PartOpener, part: Traced, view: string, context: Context): boolean {
  const { framed, type, isDotted = false, isComplete = false } = context
  if (framed !== part || isDotted) return false
  const message = messageBeside(view, type)
  if (message === undefined || (message.isCut && !isComplete)) return false
  if (!isXmlType(type) && new Layouts(part, view).around(0, message.at) !== undefined) return false
  const { text } = decodePart(part, context)
  // The first mark is taken off; a second one is a fault.
  if (readXml(text).broken === undefined && !text.startsWith('\ufeff')) return false
  opener.found.add(part, { ...context, isLogged: false })
  opener.found.cover(part, 0, part.bytes.length, false)
  return true
}
