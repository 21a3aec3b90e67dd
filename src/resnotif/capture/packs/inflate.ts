import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { ownTable } from '../../../foreign-text.js'

type Inflate = (bytes: Buffer, options: { maxOutputLength: number; finishFlush?: number }) => Buffer

const PACKINGS = ownTable<Inflate>({
  gzip: gunzipOrZlib,
  'x-gzip': gunzipOrZlib,
  br: brotliDecompressSync,
  deflate: inflateAny,
})

/** What a body holds that is packed; why not, where it cannot be unpacked. */
export function unpack(bytes: Buffer, packing: string, bytesMax: number): Buffer | string {
  const open = Object.hasOwn(PACKINGS, packing) ? PACKINGS[packing] : undefined
  if (open === undefined) return `packed as "${packing.slice(0, 40)}", which is not known here`
  try {
    return open(bytes, { maxOutputLength: Math.max(1, bytesMax) })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ERR_BUFFER_TOO_LARGE') return `${packing} that unpacks to more than may be held`
    return code === CUT
      ? `${packing} that is cut: its end is not there`
      : `${packing} that is damaged: it was perhaps saved as text`
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
/** What Node says of a pack that ends before its end. */
const CUT = 'Z_BUF_ERROR'

export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && (bytes[2] ?? 8) === 8

/** Whether bytes begin with the head of zlib. */
const isZlib = (bytes: Buffer): boolean =>
  bytes.length > 2 && ((bytes[0] as number) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0

/** Some servers say gzip and mean zlib, whose checksum proves it. */
function gunzipOrZlib(bytes: Buffer, options: Parameters<Inflate>[1]): Buffer {
  return isZlib(bytes) ? inflateSync(bytes, options) : gunzipSync(bytes, options)
}

/** `deflate` is zlib by the book, bare by some servers, and gzip by others. */
function inflateAny(bytes: Buffer, options: Parameters<Inflate>[1]): Buffer {
  if (isGzip(bytes)) return gunzipSync(bytes, options)
  try {
    return inflateSync(bytes, options)
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE' || (codeOf(error) === CUT && isZlib(bytes))) throw error
    return inflateRawSync(bytes, options)
  }
}

/** How XML and HTTP begin, also behind the mark of UTF-8. */
const BEGINS = /^(?:\u00ef\u00bb\u00bf)?\s{0,20}(?:<[?!A-Za-z_]|[A-Z]{3,10} \S{1,200} HTTP|HTTP\/|[[{"])/
/** Bytes that are looked at before all of them are unpacked. */
const HEAD = 300
const SHOWN_MAX = 64 * 1024

/** A text that was packed. */
export interface Inflated {
  plain: Buffer
  /** Whether the pack is whole, ends before its end, or shows its first bytes only: of those behind it, some are missing or others. */
  state: 'whole' | 'cut' | 'damaged'
}

/** What bytes hold that are packed as deflate, with the head of zlib or bare, where that is a text; undefined for all else. */
export function inflateText(bytes: Buffer, bytesMax: number): Inflated | undefined {
  const kind = ((bytes[0] ?? 0) >> 1) & 3
  // Bare deflate that is worth it begins with a block of one of two kinds.
  if (!isZlib(bytes) && kind !== 1 && kind !== 2) return undefined
  const inflate = isZlib(bytes) ? inflateSync : inflateRawSync
  const shown = shownOf(inflate, bytes.subarray(0, HEAD))
  return shown !== undefined && BEGINS.test(shown.toString('latin1', 0, HEAD))
    ? inflated(inflate, bytes, bytesMax)
    : undefined
}

/** The same of zlib alone, where nothing of the text shows, or none of it: what came before the damage describes a pack that no other bytes do. */
export function zlibText(bytes: Buffer, bytesMax: number): Inflated | undefined {
  if (bytes[0] !== ZLIB || !isZlib(bytes)) return undefined
  const isPack = shownOf(inflateSync, bytes.subarray(0, DESCRIBED)) !== undefined
  return isPack ? inflated(inflateSync, bytes, bytesMax) : undefined
}

/** How zlib begins that every library writes. */
export const ZLIB = 0x78
/** Of other bytes, hardly any are as long and describe a pack. */
const DESCRIBED = 14

/** What gzip holds, or as much of it as shows. */
export const gunzipText = (bytes: Buffer, bytesMax: number): Inflated | undefined =>
  inflated(gunzipSync, bytes, bytesMax)

function shownOf(inflate: Inflate, head: Buffer): Buffer | undefined {
  try {
    return inflate(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: SHOWN_MAX })
  } catch {
    return undefined
  }
}

function inflated(inflate: Inflate, bytes: Buffer, bytesMax: number): Inflated | undefined {
  const options = { maxOutputLength: Math.max(1, bytesMax) }
  try {
    return { plain: inflate(bytes, options), state: 'whole' }
  } catch (error) {
    const code = codeOf(error)
    if (code === CUT)
      return { plain: inflate(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH }), state: 'cut' }
    return code === 'ERR_BUFFER_TOO_LARGE' ? undefined : { plain: beforeDamage(inflate, bytes), state: 'damaged' }
  }
}

/** What a pack shows before its damage, of its first bytes. */
function beforeDamage(inflate: Inflate, bytes: Buffer): Buffer {
  let shown: Buffer = Buffer.alloc(0)
  for (let [low, high] = [0, Math.min(bytes.length, DAMAGED_MAX)]; low < high;) {
    const middle = (low + high + 1) >> 1
    const one = shownOf(inflate, bytes.subarray(0, middle))
    if (one === undefined) high = middle - 1
    else {
      shown = one
      low = middle
    }
  }
  return shown
}

const DAMAGED_MAX = 4_096
