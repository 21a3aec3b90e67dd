import { concat, cutOut, narrowed, type Traced, type Wide } from '../bytes/index.js'

/** A text or blob of a row. */
export interface Cell {
  table: string
  value: Traced
  isBlob: boolean
}

const PAGE_SIZE_AT = 16
const RESERVED_AT = 20
const ENCODING_AT = 56
const FILE_HEAD = 100
/** Kinds of pages of a b-tree. */
const INDEX_INTERIOR = 2
const TABLE_INTERIOR = 5
const INDEX_LEAF = 10
const TABLE_LEAF = 13
const DEPTH_MAX = 40
/** Encodings of texts by what the head of the file says. */
const WIDE: readonly (Wide | undefined)[] = [undefined, undefined, 'utf-16le', 'utf-16be']
/** What is shorter holds and packs no message. */
const LENGTH_MIN = 40

/**
 * The texts and blobs that the tables of a database hold, by the format of the file (https://www.sqlite.org/fileformat.html), with those that go on over several pages put
 * together. Indexes repeat what the tables hold, and what was deleted is in none of them.
 * @returns undefined where a page does not fit that format: the file is damaged or cut
 */
export function cellsOf(of: Traced): Cell[] | undefined {
  try {
    return new Database(of).cells()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

class Database {
  private readonly pageSize: number
  private readonly usable: number
  private readonly wide: Wide | undefined
  /** Pages that were read: one that comes twice is a circle. */
  private readonly seen = new Set<number>()

  constructor(private readonly of: Traced) {
    const { bytes } = of
    const size = bytes.readUInt16BE(PAGE_SIZE_AT)
    this.pageSize = size === 1 ? 65_536 : size
    this.usable = this.pageSize - bytes.readUInt8(RESERVED_AT)
    this.wide = WIDE[bytes.readUInt32BE(ENCODING_AT)]
    if (this.pageSize < 512 || this.usable < 480) throw new RangeError('no page size')
  }

  cells(): Cell[] {
    const cells: Cell[] = []
    for (const row of this.rows(1)) {
      const [kind, name, , root] = this.values(row)
      if (kind === undefined || name === undefined || root === undefined) throw new RangeError('no schema')
      const page = numberOf(root.value.bytes)
      if (this.plain(kind.value).bytes.toString() !== 'table' || page === 0) continue
      const table = this.plain(name.value).bytes.toString()
      for (const record of this.rows(page))
        for (const { value, type } of this.values(record)) {
          const isBlob = type % 2 === 0
          if (type >= 12 && value.bytes.length >= LENGTH_MIN)
            cells.push({ table, value: isBlob ? value : this.plain(value), isBlob })
        }
    }
    return cells
  }

  /** A text in UTF-8. */
  private plain(value: Traced): Traced {
    return this.wide === undefined ? value : (narrowed(value, this.wide) ?? value)
  }

  /** The records of a b-tree. */
  private *rows(page: number, depth = 0): Generator<Traced, void, void> {
    const { bytes } = this.of
    const start = this.startOf(page)
    const head = page === 1 ? start + FILE_HEAD : start
    const kind = bytes.readUInt8(head)
    const isInterior = kind === INDEX_INTERIOR || kind === TABLE_INTERIOR
    if ((!isInterior && kind !== INDEX_LEAF && kind !== TABLE_LEAF) || depth > DEPTH_MAX)
      throw new RangeError('no page of a b-tree')
    const count = bytes.readUInt16BE(head + 3)
    const list = head + (isInterior ? 12 : 8)
    for (let i = 0; i < count; i++) {
      let at = start + bytes.readUInt16BE(list + 2 * i)
      if (isInterior) {
        yield* this.rows(bytes.readUInt32BE(at), depth + 1)
        at += 4
      }
      if (kind !== TABLE_INTERIOR) yield this.payload(at, kind === TABLE_LEAF)
    }
    if (isInterior) yield* this.rows(bytes.readUInt32BE(head + 8), depth + 1)
  }

  private startOf(page: number): number {
    const start = (page - 1) * this.pageSize
    if (start < 0 || start + this.pageSize > this.of.bytes.length || this.seen.has(page))
      throw new RangeError('no page')
    this.seen.add(page)
    return start
  }

  /** A record, with what of it lies on pages of its own. */
  private payload(at: number, isTable: boolean): Traced {
    const { bytes } = this.of
    const size = varint(bytes, at)
    const start = isTable ? varint(bytes, size.end).end : size.end
    const most = isTable ? this.usable - 35 : local(this.usable, 64)
    const length = size.value
    if (length <= most) return this.cut(start, length)
    const least = local(this.usable, 32)
    const fit = least + ((length - least) % (this.usable - 4))
    const here = fit <= most ? fit : least
    const parts = [this.cut(start, here)]
    let page = bytes.readUInt32BE(start + here)
    for (let left = length - here; left > 0;) {
      const next = this.startOf(page)
      const size = Math.min(left, this.usable - 4)
      parts.push(this.cut(next + 4, size))
      left -= size
      page = bytes.readUInt32BE(next)
    }
    return concat(parts)
  }

  private cut(start: number, length: number): Traced {
    if (start + length > this.of.bytes.length) throw new RangeError('no end')
    return cutOut(this.of, start, start + length)
  }

  private values(record: Traced): { value: Traced; type: number }[] {
    const { bytes } = record
    const head = varint(bytes, 0)
    const values: { value: Traced; type: number }[] = []
    for (let at = head.end, body = head.value; at < head.value;) {
      const { value: type, end } = varint(bytes, at)
      const size = type >= 12 ? (type - 12 - (type % 2)) / 2 : (SIZES[type] ?? 0)
      if (body + size > bytes.length) throw new RangeError('no value')
      values.push({ value: cutOut(record, body, body + size), type })
      body += size
      at = end
    }
    return values
  }
}

/** Bytes of numbers by their serial type. */
const SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

/** Bytes of a record that stand on its own page. */
const local = (usable: number, share: number): number => Math.floor(((usable - 12) * share) / 255) - 23

const numberOf = (bytes: Buffer): number =>
  bytes.length === 0 || bytes.length > 6 ? 0 : bytes.readUIntBE(0, bytes.length)

/** A number of one to nine bytes. */
function varint(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0
  for (let i = 0; i < 8; i++) {
    const byte = bytes.readUInt8(at + i)
    value = value * 128 + (byte & 127)
    if (byte < 128) return { value, end: at + i + 1 }
  }
  return { value: value * 256 + bytes.readUInt8(at + 8), end: at + 9 }
}
