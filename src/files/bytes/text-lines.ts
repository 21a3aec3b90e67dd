import { isAscii, isUtf8 } from 'node:buffer'
import { inputFault } from '../reading/index.js'

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22
/** The end of a file to DOS, which some programs still write. */
const END_MARK = 0x1a

/** Without a line end in this many bytes the file is no table, and holding more of it would cost memory without bound. */
const LINE_BYTES_MAX = 1024 * 1024

/** A stretch of whole lines, without their ends (a CR before LF is kept). */
export interface LineBlock {
  readonly lines: readonly string[]
  /** 1-based number of the first of them. */
  readonly firstLine: number
  /** What ended the lines. */
  readonly end: '\n' | '\r'
  /** True for the last lines of a file that ends without a line end. */
  readonly isCut?: boolean
  /** The same stretch as bytes, where nothing in them but LF, a CR before it and the separator means anything: ASCII, no double quote. */
  readonly plain?: PlainText | undefined
}

/** ASCII as bytes and as text: a byte and its character have the same place. */
export interface PlainText {
  bytes: Uint8Array
  text: string
  /** Who scans the lines says how many they are. */
  lineCount?: number
}

/**
 * Splits UTF-8 bytes into blocks of lines. Characters and lines may be cut anywhere by the chunks.
 * @param onEndMark told where the file ends with the mark that DOS ended files with; it is no part of the text
 * @throws Fault INVALID_INPUT with line and byte: not UTF-8, UTF-16, NUL bytes, an endless line
 */
export async function* readLines(
  bytes: AsyncIterable<Buffer>,
  name: string,
  onEndMark?: () => void,
): AsyncGenerator<LineBlock> {
  let rest: Buffer = Buffer.alloc(0)
  let end: number | undefined
  let line = 1
  let offset = 0
  let isStart = true
  const blockOf = (bytes: Buffer, isCut = false): TextBlock => {
    const isText = isAscii(bytes)
    refuseForeign(bytes, isText, { name, line, offset })
    const isPlain = isText && end === LF && !bytes.includes(QUOTE)
    const text = new LateText(bytes, isText)
    const block = new TextBlock(text, line, end === CR ? '\r' : '\n', isPlain, isCut)
    offset += bytes.length
    return block
  }
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (isStart) {
      if (rest.length < 3) continue
      const bom = byteOrderMark(rest, name)
      rest = rest.subarray(bom)
      offset = bom
      isStart = false
    }
    end ??= lineEndOf(rest)
    const last = end === undefined ? -1 : rest.lastIndexOf(end)
    if (last >= 0) {
      const block = blockOf(rest.subarray(0, last + 1))
      yield block
      line += block.lineCount
      rest = rest.subarray(last + 1)
    } else if (rest.length > LINE_BYTES_MAX) {
      refuseZeros(rest, name, line)
      throw inputFault({
        file: name,
        line,
        reason: 'has a line of more than 1 MB',
        remedy: 'Check that the file is a table with one row per line.',
      })
    }
  }
  if (isStart) rest = rest.subarray(byteOrderMark(rest, name))
  if (rest.at(-1) === END_MARK) {
    rest = withoutEndMarks(rest)
    onEndMark?.()
  }
  if (rest.length === 0) return
  if (end === undefined) end = rest.includes(CR) && !rest.includes(LF) ? CR : LF
  yield blockOf(rest, line > 1)
}

function withoutEndMarks(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === END_MARK) end -= 1
  return bytes.subarray(0, end)
}

/** Bytes that are decoded when their text is asked for: who scans them hardly ever asks. */
class LateText implements PlainText {
  lineCount?: number
  #text: string | undefined

  constructor(
    readonly bytes: Buffer,
    private readonly isAscii: boolean,
  ) {}

  get text(): string {
    return (this.#text ??= this.bytes.toString(this.isAscii ? 'latin1' : 'utf8'))
  }
}

/** Lines are split when they are asked for: who reads a plain block never asks. */
class TextBlock implements LineBlock {
  readonly plain: PlainText | undefined
  #lines: string[] | undefined

  constructor(
    private readonly whole: LateText,
    readonly firstLine: number,
    readonly end: '\n' | '\r',
    isPlain: boolean,
    readonly isCut: boolean,
  ) {
    this.plain = isPlain ? whole : undefined
  }

  get lines(): readonly string[] {
    if (this.#lines === undefined) {
      this.#lines = this.whole.text.split(this.end)
      if (this.#lines.at(-1) === '') this.#lines.pop()
    }
    return this.#lines
  }

  get lineCount(): number {
    if (this.plain === undefined) return this.lines.length
    const { bytes, lineCount } = this.plain
    if (lineCount !== undefined) return lineCount
    let ends = bytes.at(-1) === LF ? 0 : 1
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === LF) ends += 1
    return ends
  }
}

/** LF wherever one is found; CR alone only after a stretch so long that no LF can be meant. */
function lineEndOf(bytes: Buffer): number | undefined {
  if (bytes.includes(LF)) return LF
  return bytes.length > LINE_BYTES_MAX / 2 && bytes.includes(CR) ? CR : undefined
}

/** Length of the byte order mark of UTF-8, 0 where there is none. */
function byteOrderMark(bytes: Buffer, name: string): number {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16)
    throw inputFault({
      file: name,
      line: 1,
      reason: 'is encoded in UTF-16',
      remedy: 'Save the file as UTF-8 (in Excel: "CSV UTF-8").',
    })
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

/** @throws Fault INVALID_INPUT where a block is not UTF-8, or has NUL bytes */
function refuseForeign(
  bytes: Buffer,
  isText: boolean,
  { name, line: firstLine, offset }: { name: string; line: number; offset: number },
): void {
  refuseZeros(bytes, name, firstLine)
  if (isText || isUtf8(bytes)) return
  const at = firstInvalid(bytes)
  const shown = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  const reason = `is not UTF-8: byte 0x${shown} at offset ${offset + at}`
  throw inputFault({
    file: name,
    line: firstLine + countEnds(bytes, at),
    reason,
    remedy: 'Save the file as UTF-8 (in Excel: "CSV UTF-8"), or name its encoding with --encoding.',
  })
}

function refuseZeros(bytes: Buffer, name: string, firstLine: number): void {
  const at = bytes.indexOf(0)
  if (at >= 0)
    throw inputFault({
      file: name,
      line: firstLine + countEnds(bytes, at),
      reason: 'contains a NUL byte, so it is no text or is encoded in UTF-16',
      remedy: 'Save the file as UTF-8.',
    })
}

function countEnds(bytes: Buffer, until: number): number {
  let ends = 0
  const hasLf = bytes.includes(LF)
  for (let at = 0; at < until; at += 1) if (bytes[at] === (hasLf ? LF : CR)) ends += 1
  return ends
}

/** Position of the first byte that begins no character of UTF-8. */
function firstInvalid(bytes: Buffer): number {
  let at = 0
  while (at < bytes.length) {
    const lead = bytes[at] as number
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    if (!isUtf8(bytes.subarray(at, at + length))) return at
    at += length
  }
  return at
}
