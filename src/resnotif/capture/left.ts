import { isMeant, isNamedIn, openBase64, openBlock, openSpelledPacks } from './base64.js'
import { cutOut, decodeBase64, type Traced, unpacked } from './bytes/index.js'
import type { Collected } from './collected.js'
import type { PartOpener } from './exchange.js'
import { PDF, tellForeignFile } from './kinds.js'
import { CAPTURE_LIMITS } from './limits.js'
import { Layouts } from './layout/index.js'
import { tellOtherEncoding } from './outer/index.js'
import { isXmlType, MARKER, messageBeside } from './logs/index.js'
import {
  beginsMessage,
  byteListsIn,
  cellsOf,
  decodeLiteral,
  foreignPacksIn,
  gunzipWithin,
  literalsIn,
  shownPacks,
  spelledBytesIn,
  spelledNameIn,
  sqlitePages,
  zipsIn,
} from './packs/index.js'
import type { Context } from './parts.js'
import { decodePart } from './whole.js'
import { readXml } from '../xml/index.js'

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
  openBase64(opener, part, view, context, openBlocks)
  for (const { isAmongLetters, ...one } of spelledBytesIn(part, view)) {
    const { start, end, plain } = one
    if (opener.found.has({ start: part.origin(start), end: part.origin(end) })) continue
    const before = opener.found.count
    if (!isAmongLetters) openBlock(opener, part, { ...one, name: 'bytes' }, context)
    if (opener.found.count === before && (isAmongLetters || TAG.test(plain.bytes.toString('latin1'))))
      opener.found.fail(cutOut(part, start, end), 0, spelledOut('digits'))
  }
  openSpelledPacks(opener, part, view, context, openBlocks)
}

const TAG = new RegExp(`</?(?:[\\w.-]{1,40}:)?${MARKER}`)

const FIRST_BYTES =
  'the beginning of what is perhaps a message, as Node shows a Buffer: its first bytes only. Write it as text (body.toString()) where it is logged'

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
