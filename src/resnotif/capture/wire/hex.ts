import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'

const OFFSET = /[ \t]{0,8}(?:0x)?([\da-fA-F]{4,16}):?[ \t]{1,2}/y
const BYTE = /([\da-fA-F]{2})/y
const ROW_BYTES = 16
/** Between groups of bytes; hexdump leaves two blanks in the middle of a row. */
const GAP = / {0,2}/y

interface Row {
  offset: number
  bytes: { byte: number; at: number }[]
}

/** A row of a dump: an offset, at most sixteen bytes, and perhaps the same as text, which is passed over. */
function rowAt(view: string, start: number): Row | undefined {
  OFFSET.lastIndex = start
  const offset = OFFSET.exec(view)?.[1]
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
  return bytes.length === 0 ? undefined : { offset: Number.parseInt(offset, 16), bytes }
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

/** The bytes of each dump of a view: one begins where an offset is 0. */
export function hexDumps(of: Traced, view: string): Traced[] {
  const dumps: Rewriting[] = []
  let [next, isRepeated] = [-1, false]
  let last: Row | undefined
  for (let at = 0; at < view.length; at = lineEnd(view, at) + 1) {
    const row = rowAt(view, at)
    if (row === undefined) {
      isRepeated = view[at] === '*'
      continue
    }
    if (row.offset === 0) {
      dumps.push(new Rewriting(of))
      next = 0
    }
    const dump = dumps.at(-1)
    // A row that is the same as the one before is left out, and a star says so.
    if (isRepeated && last !== undefined)
      for (; next < row.offset && row.offset - next < 1_000_000; next += last.bytes.length) put(dump, last)
    isRepeated = false
    if (row.offset !== next) continue
    put(dump, row)
    next += row.bytes.length
    last = row
  }
  return dumps.map((dump) => dump.end())
}

function put(dump: Rewriting | undefined, { bytes }: Row): void {
  for (const { byte, at } of bytes) dump?.put(Buffer.of(byte), at)
}
