import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'

/** Before the offset, a trace of .NET names its source and its process. */
const OFFSET =
  /([ \t]{0,8}|[\w.]{1,60} \w{1,20}: \d{1,9} : (?:\[\d{1,9}\] )?)(?:0x)?([\da-fA-F]{4,16})(?: :|:)?[ \t]{1,4}/y
const BYTE = /([\da-fA-F]{2})/y
const ROW_BYTES = 16
/** Between groups of bytes; hexdump leaves two blanks in the middle of a row. */
const GAP = /-| {0,2}/y

interface Row {
  offset: number
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
  return bytes.length === 0 ? undefined : { offset: Number.parseInt(offset, 16), bytes, indent: before.length }
}

const HEAD_LINES = 40

/** Whether a view is a dump in hexadecimal digits, of packets (tcpdump -x, tshark -x) or of a file (xxd, hexdump -C, od). */
export function isHexDump(view: string): boolean {
  let at = 0
  let before: Row | undefined
  for (let line = 0; line < HEAD_LINES && at < view.length; line++, at = lineEnd(view, at) + 1) {
    const row = rowAt(view, at)
    if (row !== undefined && before?.offset === 0 && row.offset === before.bytes.length) return row.offset >= 8
    before = row
  }
  return false
}

interface Dump {
  rewriting: Rewriting
  indent: number
  next: number
  last?: Row
  isCut: boolean
}

/** The bytes of each dump of a view: one begins where an offset is 0. Of a connection, what goes the other way stands between its rows, further in. */
export function hexDumps(of: Traced, view: string): { stream: Traced; isCut: boolean }[] {
  const dumps: Dump[] = []
  const open = new Map<number, Dump>()
  let isRepeated = false
  for (let at = 0; at < view.length; at = lineEnd(view, at) + 1) {
    const row = rowAt(view, at)
    if (row === undefined) {
      isRepeated = view[at] === '*'
      continue
    }
    const { indent, offset } = row
    if (offset === 0) {
      const dump = { rewriting: new Rewriting(of), indent, next: 0, isCut: false }
      dumps.push(dump)
      open.set(indent, dump)
    }
    const dump = open.get(indent)
    if (dump !== undefined) addRow(dump, row, isRepeated)
    isRepeated = false
  }
  return dumps.map(({ rewriting, isCut }) => ({ stream: rewriting.end(), isCut }))
}

function addRow(dump: Dump, row: Row, isRepeated: boolean): void {
  const { last } = dump
  // A row that is the same as the one before is left out, and a star says so.
  if (isRepeated && last !== undefined)
    for (; dump.next < row.offset && row.offset - dump.next < 1_000_000; dump.next += last.bytes.length)
      put(dump.rewriting, last)
  if (row.offset !== dump.next) dump.isCut = true
  if (dump.isCut) return
  put(dump.rewriting, row)
  dump.next += row.bytes.length
  dump.last = row
}

function put(dump: Rewriting, { bytes }: Row): void {
  for (const { byte, at } of bytes) dump.put(Buffer.of(byte), at)
}
