import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** Why a body is not unpacked: in an encoding that is not read, more than is allowed, cut or damaged. */
export type Packed = 'unknown' | 'too large' | 'damaged'

/** Encodings upon each other. Nobody sends more than one. */
const STACKED_MAX = 3

/** The encodings that a Content-Encoding names, in their order, without those that change nothing. */
export const encodingsOf = (encoding: string | undefined): string[] =>
  (encoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')

/**
 * The bytes of a body behind its Content-Encoding: gzip, deflate and br.
 * @param bytesMax most bytes that may come of it, at every step: unpacking stops there
 */
export function unpackBody(body: Buffer, encoding: string | undefined, bytesMax: number): Buffer | Packed {
  const encodings = encodingsOf(encoding)
  if (encodings.length > STACKED_MAX) return 'unknown'
  let plain = body
  for (const name of encodings.toReversed()) {
    const unpacked = unpackOnce(plain, name, bytesMax)
    if (typeof unpacked === 'string') return unpacked
    plain = unpacked
  }
  return plain.length > bytesMax ? 'too large' : plain
}

function unpackOnce(body: Buffer, name: string, maxOutputLength: number): Buffer | Packed {
  const limit = { maxOutputLength }
  try {
    switch (name) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(body, limit)
      case 'deflate':
        // Many senders say deflate and send it without the zlib wrapper, whose first byte ends in 8.
        return ((body[0] ?? 0) & 0x0f) === 8 ? inflateSync(body, limit) : inflateRawSync(body, limit)
      case 'br':
        return brotliDecompressSync(body, limit)
      default:
        return 'unknown'
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'damaged'
  }
}
