import type { Traced, Wide } from './traced.js'

/** Bytes between two places that are kept, so that finding one is no walk through all of the text. */
const STEP = 1_024

/** A text in UTF-16 as UTF-8, each byte with its place; undefined where some of it is no UTF-16. */
export function narrowed(of: Traced, wide: Wide): Traced | undefined {
  const start = of.bytes[0] === 0xff || of.bytes[0] === 0xfe ? 2 : 0
  let text: string
  try {
    text = new TextDecoder(wide, { fatal: true, ignoreBOM: true }).decode(of.bytes.subarray(start))
  } catch {
    return undefined
  }
  const marks = marksOf(text)
  return {
    bytes: Buffer.from(text),
    isExact: of.isExact,
    wide,
    origin(at) {
      let { byte, unit } = marks[Math.min(marks.length - 1, Math.floor(at / STEP))] ?? { byte: 0, unit: 0 }
      while (unit < text.length) {
        const [bytes, units] = sizeAt(text, unit)
        if (byte + bytes > at) break
        byte += bytes
        unit += units
      }
      return of.origin(start + unit * 2)
    },
  }
}

/** The character that each step of bytes in UTF-8 falls on: its first byte, and its first unit of UTF-16. */
function marksOf(text: string): { byte: number; unit: number }[] {
  const marks: { byte: number; unit: number }[] = []
  for (let byte = 0, unit = 0; unit < text.length;) {
    const [bytes, units] = sizeAt(text, unit)
    if (byte + bytes > marks.length * STEP) marks.push({ byte, unit })
    byte += bytes
    unit += units
  }
  return marks
}

/** Bytes of UTF-8, and units of UTF-16, of the character at a place. */
function sizeAt(text: string, unit: number): readonly [number, number] {
  const code = text.charCodeAt(unit)
  if (code < 0x80) return [1, 1]
  if (code < 0x800) return [2, 1]
  return code >= 0xd800 && code < 0xdc00 ? [4, 2] : [3, 1]
}

/** A text as it was before it was made UTF-8. */
export function widened(bytes: Buffer, wide: Wide): Buffer {
  const own = Buffer.from(bytes.toString(), 'utf16le')
  return wide === 'utf-16le' ? own : own.swap16()
}
