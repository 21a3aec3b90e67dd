import { type DecodedXml, lineFeedOf } from '../xml/index.js'

/** A place as an editor counts it, from 1. Columns count UTF-16 units, as those of findings do. */
export interface LineColumn {
  line: number
  column: number
}

export const isBefore = (a: LineColumn, b: LineColumn): boolean =>
  a.line < b.line || (a.line === b.line && a.column < b.column)

/** Where the lines of a text begin. */
function lineStarts(text: string): number[] {
  const end = lineFeedOf(text)
  const starts = [0]
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) starts.push(at + 1)
  return starts
}

/** Bytes and UTF-16 units of the character that begins with this byte of UTF-8. */
function stepOf(byte: number): readonly [number, number] {
  return byte < 0xc2 ? [1, 1] : byte < 0xe0 ? [2, 1] : byte < 0xf0 ? [3, 1] : [4, 2]
}

/** Lines and columns of a file by the offset of a byte. */
export class FileLines {
  private starts: number[] | undefined
  private readonly units: LineUnits

  /** @param bytes UTF-8; of anything else a byte counts as a column */
  constructor(private readonly bytes: Buffer) {
    this.units = new LineUnits(bytes)
  }

  placeOf(offset: number): LineColumn {
    this.starts ??= lineStarts(this.bytes.toString('latin1'))
    let [low, high] = [0, this.starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: this.units.walk(this.starts[low] as number, offset, Infinity).units + 1 }
  }
}

/** Bytes between two marks that a line is walked from: whole logs stand in one line. */
const MARK_BYTES = 65_536

/** Counts UTF-16 units of lines in UTF-8, from the nearest place that was counted before. */
class LineUnits {
  private start = -1
  private marks: { at: number; units: number }[] = []
  private last = { at: 0, units: 0 }

  constructor(private readonly bytes: Buffer) {}

  /** As far as the byte at `offset`, or so many units, whichever comes first. */
  walk(start: number, offset: number, units: number): { at: number; units: number } {
    if (this.start !== start)
      [this.start, this.marks, this.last] = [start, [{ at: start, units: 0 }], { at: start, units: 0 }]
    if (this.last.at > offset || this.last.units > units) {
      const mark = this.marks.findLast((one) => one.at <= offset && one.units <= units)
      this.last = { ...(mark ?? { at: start, units: 0 }) }
    }
    const { last, bytes } = this
    while (last.at < offset && last.units < units && last.at < bytes.length) {
      const [width, more] = charAt(bytes, last.at)
      if (last.at + width > offset) break
      last.at += width
      last.units += more
      if (last.at - (this.marks.at(-1)?.at ?? start) >= MARK_BYTES) this.marks.push({ ...last })
    }
    return last
  }
}

/** What is not whole UTF-8 counts as single characters. */
function charAt(bytes: Buffer, at: number): readonly [number, number] {
  const step = stepOf(bytes[at] as number)
  for (let i = 1; i < step[0]; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return [1, 1]
  return step
}

/** The byte of a message at a place of its text. */
export class MessageBytes {
  private readonly starts: number[]
  private readonly mark: number
  private readonly units: LineUnits

  constructor(
    private readonly bytes: Buffer,
    private readonly decoded: DecodedXml,
  ) {
    this.units = new LineUnits(bytes)
    const { encoding, hasBom, text } = decoded
    this.mark = hasBom ? (encoding === 'utf-8' ? 3 : 2) : 0
    this.starts = encoding.startsWith('utf-16')
      ? lineStarts(text).map((units) => this.mark + units * 2)
      : lineStarts(bytes.toString('latin1'))
    this.starts[0] = this.mark
  }

  byteAt({ line, column }: LineColumn): number {
    const start = this.starts[Math.min(line, this.starts.length) - 1] ?? 0
    const { encoding } = this.decoded
    if (encoding.startsWith('utf-16')) return Math.min(this.bytes.length, start + (column - 1) * 2)
    if (encoding === 'utf-8') return this.units.walk(start, this.bytes.length, column - 1).at
    const end = this.starts[line] ?? this.bytes.length
    if (this.decoded.encode('') !== undefined) return Math.min(end, start + column - 1)
    return this.inOther(start, end, column - 1)
  }

  /** Of encodings with characters of several bytes: as many bytes as have so many characters. */
  private inOther(start: number, end: number, units: number): number {
    const decoder = new TextDecoder(this.decoded.encoding)
    let [low, high] = [start, end]
    while (low < high) {
      const middle = (low + high) >> 1
      if (decoder.decode(this.bytes.subarray(start, middle)).length < units) low = middle + 1
      else high = middle
    }
    return low
  }
}
