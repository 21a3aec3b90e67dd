import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'

/** Before the offset, a trace of .NET names its source and its process. */
const OFFSET =
  /([ \t]{0,8}|[\w.]{1,60} \w{1,20}: \d{1,9} : (?:\[\d{1,9}\] )?)(?:0x)?([\da-fA-F]{4,16})(?: :|:)?[ \t]{1,4}/y
const BYTE = /([\da-fA-F]{2})/y
const ROW_BYTES = 16
/** Between groups of bytes; hexdump leaves two blanks in the middle of a row. */
const GAP = /-| {0,2}/y

interface Row {
  /** As it is written. */
  digits: string
  /** How far in it begins: what goes the other way is shown further in. */
  indent: number
  bytes: { byte: number; at: number }[]
}

/** A row of a dump: an offset, at most sixteen bytes, and perhaps the same as text, which is passed over. */
function rowAt(view: string, start: number): Row | undefined {
  OFFSET.lastIndex = start
  const [, before = '', offset] = OFFSET.exec(view) ?? []
  if (offset === undefined) return undefined
  const bytes: Row['bytes'] = []
  for (let at = OFFSET.lastIndex; bytes.length < ROW_BYTES;) {
    BYTE.lastIndex = at
    const digits = BYTE.exec(view)?.[1]
    if (digits === undefined) break
    bytes.push({ byte: Number.parseInt(digits, 16), at })
    GAP.lastIndex = at + 2
    const gap = GAP.exec(view)?.[0].length ?? 0
    if (gap === 2 && bytes.length !== ROW_BYTES / 2) break
    at += 2 + gap
  }
  return bytes.length === 0 ? undefined : { digits: offset, bytes, indent: before.length }
}

const HEAD_LINES = 40

/** Offsets are hexadecimal, or what od writes unless told otherwise, or decimal. */
const RADIXES = [16, 8, 10] as const
const ROW_MIN = 8

const offsetOf = ({ digits }: Row, radix: number): number => Number.parseInt(digits, radix)

/** How the offsets of a dump in hexadecimal digits are written; undefined for any other text. What was cut out of a longer dump begins at any of them. */
function radixOf(view: string): number | undefined {
  let at = 0
  let before: Row | undefined
  for (let line = 0; line < HEAD_LINES && at < view.length; line++, at = lineEnd(view, at) + 1) {
    const row = rowAt(view, at)
    const last = before
    before = row
    if (row === undefined || last === undefined || last.bytes.length < ROW_MIN) continue
    const radix = RADIXES.find((one) => offsetOf(row, one) === offsetOf(last, one) + last.bytes.length)
    if (radix !== undefined) return radix
  }
  return undefined
}

/** Whether a view is a dump in hexadecimal digits, of packets (tcpdump -x, tshark -x) or of a file (xxd, hexdump -C, od). */
export const isHexDump = (view: string): boolean => radixOf(view) !== undefined

interface Dump {
  rewriting: Rewriting
  /** Its offset is not 0: what stands before it may belong to it. */
  isRest: boolean
  next: number
  last?: Row
  isCut: boolean
}

/** What a dump holds. */
interface Dumped {
  stream: Traced
  /** Rows before it are missing, or behind it. */
  isPart: boolean
  isCut: boolean
}

/** The bytes of each dump of a view: one begins where an offset is 0, or does not follow. Of a connection, what goes the other way stands between its rows, further in. */
export function hexDumps(of: Traced, view: string): Dumped[] {
  const radix = radixOf(view) ?? 16
  const dumps: Dump[] = []
  const open = new Map<number, Dump>()
  let isRepeated = false
  for (let at = 0; at < view.length; at = lineEnd(view, at) + 1) {
    const row = rowAt(view, at)
    if (row === undefined) {
      isRepeated = view[at] === '*'
      continue
    }
    const { indent } = row
    const offset = offsetOf(row, radix)
    let dump = open.get(indent)
    if (dump !== undefined && isRepeated) repeat(dump, offset)
    if (dump === undefined || offset === 0 || offset !== dump.next) {
      if (dump !== undefined && offset !== 0) dump.isCut = true
      dump = { rewriting: new Rewriting(of), isRest: offset !== 0, next: offset, isCut: false }
      dumps.push(dump)
      open.set(indent, dump)
    }
    put(dump.rewriting, row)
    dump.next += row.bytes.length
    dump.last = row
    isRepeated = false
  }
  return dumps.map(({ rewriting, isCut, isRest }) => ({ stream: rewriting.end(), isCut, isPart: isCut || isRest }))
}

/** A row that is the same as the one before is left out, and a star says so. */
function repeat(dump: Dump, offset: number): void {
  const { last } = dump
  if (last === undefined) return
  for (; dump.next < offset && offset - dump.next < 1_000_000; dump.next += last.bytes.length) put(dump.rewriting, last)
}

function put(dump: Rewriting, { bytes }: Row): void {
  for (const { byte, at } of bytes) dump.put(Buffer.of(byte), at)
}
