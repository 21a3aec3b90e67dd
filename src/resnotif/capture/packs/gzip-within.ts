import { crc32, inflateRawSync } from 'node:zlib'

const HEAD = 10
const TRAILER = 8
/** Fields that a header may have: bytes with their count, a name and a comment that end with zero, a checksum. */
const [CHECKED, EXTRA, NAME, COMMENT] = [2, 4, 8, 16]

/** What gzip holds that begins at a place of other bytes and ends wherever it ends; undefined where it is damaged. */
export function gunzipWithin(bytes: Buffer, at: number, bytesMax: number): { plain: Buffer; end: number } | undefined {
  const flags = bytes[at + 3] ?? 0
  let from = at + HEAD
  if ((flags & EXTRA) > 0 && from + 2 <= bytes.length) from += 2 + bytes.readUInt16LE(from)
  for (const field of [NAME, COMMENT])
    if ((flags & field) > 0) {
      const close = bytes.indexOf(0, from)
      if (close < 0) return undefined
      from = close + 1
    }
  if ((flags & CHECKED) > 0) from += 2
  try {
    const { buffer: plain, engine } = inflateRawSync(bytes.subarray(from), {
      maxOutputLength: Math.max(1, bytesMax),
      info: true,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    const end = from + engine.bytesWritten + TRAILER
    const isWhole =
      end <= bytes.length &&
      bytes.readUInt32LE(end - TRAILER) === crc32(plain) &&
      bytes.readUInt32LE(end - 4) === plain.length % 2 ** 32
    return isWhole ? { plain, end } : undefined
  } catch {
    return undefined
  }
}
