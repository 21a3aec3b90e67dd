import { isPieces, MARKER, WIDE_MARKER } from '../words/index.js'

const MAGIC = 'SQLite format 3\0'
const SIZE_AT = 16
/** What the field of two bytes says for the largest page. */
const LARGEST = 65_536

export const isSqlite = (bytes: Buffer): boolean => bytes.toString('latin1', 0, MAGIC.length) === MAGIC

/** Pages of a database on which messages stand whole, and whether there are others that go over several pages. */
export function sqlitePages(bytes: Buffer): { pages: { start: number; end: number }[]; isTorn: boolean } {
  const told = bytes.length < SIZE_AT + 2 ? 0 : bytes.readUInt16BE(SIZE_AT)
  const size = told < 512 ? LARGEST : told
  const pages: { start: number; end: number }[] = []
  let isTorn = bytes.includes(WIDE_MARKER, 0, 'latin1')
  for (let start = 0; start < bytes.length; start += size) {
    const view = bytes.toString('latin1', start, start + size)
    const opened = view.match(OPENED)?.length ?? 0
    const closed = view.match(CLOSED)?.length ?? 0
    if (opened !== closed) isTorn = true
    else if (opened > 0) pages.push({ start, end: Math.min(bytes.length, start + size) })
  }
  isTorn ||= pages.length === 0 && isPieces([bytes.toString('latin1')])
  return { pages, isTorn }
}

const OPENED = new RegExp(`<(?:[\\w.-]{1,40}:)?${MARKER}[\\s>]`, 'g')
const CLOSED = new RegExp(`</(?:[\\w.-]{1,40}:)?${MARKER}\\s{0,20}>`, 'g')
