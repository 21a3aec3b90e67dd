import { cutOut, type Traced, unpacked } from './bytes/index.js'
import type { PartOpener } from './exchange.js'
import { isNoText } from './heads/index.js'
import { CAPTURE_LIMITS } from './limits.js'
import { MARKER, WIDE_MARKER } from './logs/index.js'
import {
  type Block,
  blocksIn,
  decodeBlock,
  escapedIn,
  gunzipText,
  gunzipWithin,
  type Inflated,
  inflateText,
  isGzip,
  loggedBlock,
  spelledPacksIn,
  ZLIB,
  zipsIn,
  zlibText,
} from './packs/index.js'
import type { Context } from './parts.js'
import { isMeantFor, isNamed } from './whole.js'

/** Whether bytes that were decoded may be a message, or pack one. */
export function isMeant({ bytes }: Traced): boolean {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return true
  return isNamedIn(bytes) || isPackedHttp(bytes)
}

/** Whether the name of a notification's element stands in bytes as it is. */
export const isNamedIn = (bytes: Buffer): boolean => bytes.includes(MARKER) || bytes.includes(WIDE_MARKER, 0, 'latin1')

const HTTP = /^(?:[A-Z]{3,10} \S{1,2000} HTTP\/1|HTTP\/1)/
const CODED = /\ncontent-encoding:/i
const HEAD_MAX = 16_000

/** Whether bytes are a request or an answer with a packed body. */
function isPackedHttp(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, HEAD_MAX)
  return HTTP.test(head) && CODED.test(head)
}

type Open = (opener: PartOpener, part: Traced, view: string, context: Context) => void

interface Packed {
  start: number
  end: number
  name: string
  plain: Traced
}

/** Opens the texts in base64 that stand in another text, those first whose signs are escaped there. @param openInner opens what stands packed in such a text */
export function openBase64(opener: PartOpener, part: Traced, view: string, context: Context, openInner: Open): void {
  for (const { plain, isIn, isGuess } of escapedIn(part, view)) {
    const blocks = new Blocks(opener, plain, plain.bytes.toString('latin1'), context, openInner)
    const isWanted = ({ start, end }: Block): boolean => isIn(start, end)
    if (isGuess) blocks.openWhole(isWanted)
    else blocks.open(isWanted)
  }
  new Blocks(opener, part, view, context, openInner).open(() => true)
}

/** Opens what is packed and stands in digits, and tells what does not unpack. */
export function openSpelledPacks(
  opener: PartOpener,
  part: Traced,
  view: string,
  context: Context,
  openInner: Open,
): void {
  const blocks = new Blocks(opener, part, view, context, openInner)
  for (const one of spelledPacksIn(part, view)) blocks.openSpelled({ ...one, name: 'digits' })
}

/** Texts in base64 that are tried as deflate: a file of many has other things in them. */
const INFLATED_MAX = 4_000
/** Of them, those that are too short for a message. */
const SHORT_MAX = 500
/** A shorter text in base64 holds no beginning of a message in base64 once more. */
const CODED_MIN = 100

/** The blocks of a text. */
class Blocks {
  private looks = 0
  private short = 0

  constructor(
    private readonly opener: PartOpener,
    private readonly part: Traced,
    private readonly view: string,
    private readonly context: Context,
    private readonly openInner: Open,
  ) {}

  open(isWanted: (block: Block) => boolean): void {
    const { part, view } = this
    for (const block of blocksIn(view)) {
      if (!isWanted(block)) continue
      const packed = { ...block, name: 'base64', plain: decodeBlock(part, view, block) }
      if (block.lines.length === 1 && this.openLogged(block, packed)) continue
      if (block.isShort !== true) this.openOne(packed)
      else if (this.short++ < SHORT_MAX) this.tellShort(packed)
    }
  }

  /** Opens the blocks that hold something whole, as far as it goes. */
  openWhole(isWanted: (block: Block) => boolean): void {
    const { opener, part, view, context } = this
    for (const block of blocksIn(view)) {
      if (!isWanted(block)) continue
      const packed = { ...block, name: 'base64', plain: decodeBlock(part, view, block) }
      const end = endOfPack(packed.plain.bytes)
      if (end !== undefined) openBlock(opener, part, { ...packed, plain: cutOut(packed.plain, 0, end) }, context)
      else if (this.looks++ <= INFLATED_MAX) {
        const inflated = textIn(packed.plain)
        if (inflated?.state === 'whole') this.openInflated(packed, inflated)
      }
    }
  }

  openSpelled(packed: Packed): void {
    const { opener, part, context } = this
    const { start, end, plain } = packed
    if (opener.found.has({ start: part.origin(start), end: part.origin(end) })) return
    if (isGzip(plain.bytes)) {
      const shown = shownOf(plain)
      if (shown === undefined || shown.state === 'whole') openBlock(opener, part, packed, context)
      else this.tellPack(packed, shown)
    } else if (isMeant(plain)) openBlock(opener, part, packed, context)
    else if (plain.bytes[0] === ZLIB) {
      const inflated = textIn(plain)
      if (inflated?.state === 'whole') this.openInflated(packed, inflated)
      else this.tellPack(packed, inflated)
    } else if (this.isCoded(plain)) this.openCoded(packed)
  }

  private openOne(packed: Packed): void {
    const { opener, part, context } = this
    const { plain } = packed
    if (isMeant(plain)) return openBlock(opener, part, packed, context)
    const inflated = this.looks++ > INFLATED_MAX ? undefined : textIn(plain)
    if (inflated?.state === 'whole') this.openInflated(packed, inflated)
    else if (inflated !== undefined) this.tellPack(packed, inflated)
    else if (this.isCoded(plain)) this.openCoded(packed)
    else openBlock(opener, part, packed, context)
  }

  private openInflated({ start, end, name }: Packed, { plain }: Inflated): void {
    const { opener, part, context } = this
    openBlock(opener, part, { start, end, name: `${name} deflate`, plain: unpacked(plain, part, start) }, context)
  }

  /** A pack that goes on in the lines of a log below, each behind a head of its own. @returns false where it does not */
  private openLogged(block: Block, { plain: { bytes } }: Packed): boolean {
    const { opener, part, view, context } = this
    const logged = isGzip(bytes) || bytes[0] === ZLIB ? loggedBlock(view, block) : undefined
    if (logged === undefined) return false
    if ((isGzip(bytes) ? gunzipText : zlibText)(bytes, CAPTURE_LIMITS.unpackedBytes)?.state !== 'cut') return false
    const packed = { ...logged, name: 'base64', plain: decodeBlock(part, view, logged) }
    const inflated = isGzip(bytes) ? shownOf(packed.plain) : textIn(packed.plain)
    if (inflated?.state !== 'whole') return this.tellPack(packed, inflated, IN_LINES)
    if (isGzip(bytes)) openBlock(opener, part, packed, context)
    else this.openInflated(packed, inflated)
    return true
  }

  /** Of few bytes that are damaged, what shows has to tell what they are. */
  private tellShort(packed: Packed): void {
    const shown = shownOf(packed.plain)
    if (shown?.state !== 'damaged' || shown.plain.length > 0) this.tellPack(packed, shown)
  }

  /** Whether a text that stood in base64 may hold others in it. */
  private isCoded({ bytes }: Traced): boolean {
    const isInside = this.context.depth < CAPTURE_LIMITS.depth
    return isInside && bytes.length > CODED_MIN && !isNoText(bytes.toString('latin1', 0, BEGINNING))
  }

  /** Opens what stands in base64 within base64. */
  private openCoded({ start, end, name, plain }: Packed): void {
    const { opener, part, context, openInner } = this
    const { found } = opener
    if (found.has({ start: part.origin(start), end: part.origin(end) })) return
    const [count, unread] = [found.count, found.unreadCount]
    const inner = { ...context, depth: context.depth + 1, wrapping: [...context.wrapping, name] }
    openInner(opener, plain, plain.bytes.toString('latin1'), inner)
    if (found.count > count) found.cover(part, start, end, found.unreadCount > unread)
  }

  /** Tells of a pack in base64 or in digits that is not whole, unless what shows of it is something else than a message. @returns false where it is */
  private tellPack({ start, end, name, plain: { bytes } }: Packed, shown: Inflated | undefined, why = WHYS): boolean {
    const { opener, part } = this
    if (shown === undefined || shown.state === 'whole' || !mayBeMessage(shown.plain.toString('latin1'))) return false
    if (opener.found.has({ start: part.origin(start), end: part.origin(end) })) return true
    const packing = isGzip(bytes) ? 'gzip' : 'deflate'
    opener.found.fail(cutOut(part, start, end), 0, `${packing} in ${name} ${why[shown.state]}`)
    return true
  }
}

const WHYS = {
  cut: 'that is cut, and perhaps a message: its end is not there',
  damaged: 'that is damaged, and perhaps a message: signs of it are missing, or were changed',
}
const LINES =
  'in lines of a log that do not fit together, and perhaps a message: take it from where it was logged in one piece'
const IN_LINES = { cut: LINES, damaged: LINES }

/** Bytes of a text that tell whether it is one. */
const BEGINNING = 400

/** Where gzip or a zip archive ends that bytes begin with, or the message that they name; undefined where none does. */
function endOfPack(bytes: Buffer): number | undefined {
  if (isGzip(bytes)) return gunzipWithin(bytes, 0, CAPTURE_LIMITS.unpackedBytes)?.end
  if (beginsZip(bytes)) return zipsIn(bytes).find(({ start }) => start === 0)?.end
  const end = ENDS.exec(bytes.toString('latin1'))
  return end === null ? undefined : end.index + end[0].length
}

/** The last end tag of a message, or of its envelope. */
const ENDS = new RegExp(
  `</(?:[\\w.-]{1,40}:)?(?:${MARKER}|Envelope)\\s{0,9}>(?![^]{0,200}</(?:[\\w.-]{1,40}:)?Envelope)`,
)

/** What bytes hold as deflate that may be a message. */
function textIn({ bytes }: Traced): Inflated | undefined {
  const text = inflateText(bytes, CAPTURE_LIMITS.unpackedBytes)
  if (text !== undefined) return text
  const other = zlibText(bytes, CAPTURE_LIMITS.unpackedBytes)
  return other?.state !== 'whole' || isNamedIn(other.plain) ? other : undefined
}

/** What shows of a pack that may be the beginning of one only. */
const shownOf = ({ bytes }: Traced): Inflated | undefined =>
  (isGzip(bytes) ? gunzipText : inflateText)(bytes, CAPTURE_LIMITS.unpackedBytes)

/** Whether the beginning of a text is that of a message, or too short to tell. */
const mayBeMessage = (text: string): boolean =>
  text.includes(MARKER) || text === '' || (/^\s{0,20}</.test(text) && (!isNamed(text) || isMeantFor(text)))

/** Whether bytes are a zip archive from the first one on: what is packed in it shows no name. */
const beginsZip = (bytes: Buffer): boolean =>
  bytes.length > ZIP_MIN && bytes.readUInt32LE(0) === 0x04034b50 && bytes[5] === 0
const ZIP_MIN = 100

/** Opens a stretch of a text that holds or packs a message in other signs. */
export function openBlock(
  opener: PartOpener,
  part: Traced,
  { start, end, name, plain }: Packed,
  context: Context,
): void {
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
