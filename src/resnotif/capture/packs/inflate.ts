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
  /** The pack ends before its end: this much of it shows. */
  isCut: boolean
}

/** What bytes hold that are packed as deflate, with the head of zlib or bare, where that is a text; undefined for all else. */
export function inflateText(bytes: Buffer, bytesMax: number): Inflated | undefined {
  const kind = ((bytes[0] ?? 0) >> 1) & 3
  // Bare deflate that is worth it begins with a block of one of two kinds.
  if (!isZlib(bytes) && kind !== 1 && kind !== 2) return undefined
  const inflate = isZlib(bytes) ? inflateSync : inflateRawSync
  try {
    const shown = inflate(bytes.subarray(0, HEAD), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: SHOWN_MAX,
    })
    if (!BEGINS.test(shown.toString('latin1', 0, HEAD))) return undefined
    return inflated(inflate, bytes, bytesMax)
  } catch {
    return undefined
  }
}

/** What gzip holds, or as much of it as is there; undefined where it is damaged. */
export function gunzipText(bytes: Buffer, bytesMax: number): Inflated | undefined {
  try {
    return inflated(gunzipSync, bytes, bytesMax)
  } catch {
    return undefined
  }
}

function inflated(inflate: Inflate, bytes: Buffer, bytesMax: number): Inflated {
  const options = { maxOutputLength: Math.max(1, bytesMax) }
  try {
    return { plain: inflate(bytes, options), isCut: false }
  } catch (error) {
    if (codeOf(error) !== CUT) throw error
    return { plain: inflate(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH }), isCut: true }
  }
}
