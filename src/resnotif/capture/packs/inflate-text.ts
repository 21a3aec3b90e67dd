import { constants, inflateRawSync, inflateSync } from 'node:zlib'

/** How XML and HTTP begin, also behind the mark of UTF-8. */
const BEGINS = /^(?:\u00ef\u00bb\u00bf)?\s{0,20}(?:<[?!A-Za-z_]|[A-Z]{3,10} \S{1,200} HTTP|HTTP\/|[[{"])/
/** Bytes that are looked at before all of them are unpacked. */
const HEAD = 300
const SHOWN_MAX = 64 * 1024

/** What bytes hold that are packed as deflate, with the head of zlib or bare, where that is a text; undefined for all else. */
export function inflateText(bytes: Buffer, bytesMax: number): Buffer | undefined {
  const isZlib = bytes.length > 2 && ((bytes[0] as number) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0
  const kind = ((bytes[0] ?? 0) >> 1) & 3
  // Bare deflate that is worth it begins with a block of one of two kinds.
  if (!isZlib && kind !== 1 && kind !== 2) return undefined
  const inflate = isZlib ? inflateSync : inflateRawSync
  try {
    const shown = inflate(bytes.subarray(0, HEAD), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: SHOWN_MAX,
    })
    if (!BEGINS.test(shown.toString('latin1', 0, HEAD))) return undefined
    return inflate(bytes, { maxOutputLength: Math.max(1, bytesMax) })
  } catch {
    return undefined
  }
}
