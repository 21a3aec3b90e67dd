import { lineEnd, type Traced } from '../bytes/index.js'
import { merged, type Span } from './spans.js'

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

/** Offsets are hexadecimal, or what od writes unless told otherwise, or decimal. */
const RADIXES = [16, 8, 10] as const
const ROW_MIN = 8

const offsetOf = ({ digits }: Row, radix: number): number => Number.parseInt(digits, radix)

/** Rows that follow on each other, in whatever lines. */
class Dump {
  private readonly bytes: number[] = []
  private readonly places: number[] = []
  readonly spans: Span[] = []
  isCut = false
  private readonly first: Row
  private last: Row
  private radix: number | undefined
  private next = 0

  constructor(row: Row, span: Span) {
    this.first = row
    this.last = row
    this.put(row)
    this.spans.push({ ...span })
  }

  /** Its offset is not 0: what stands before it may belong to it. */
  get isRest(): boolean {
    return offsetOf(this.first, 16) !== 0
  }

  /** Whether a row is the next one, which then belongs to it. @param star the line that says that rows like the last are left out */
  joins(row: Row, span: Span, star: Span | undefined): boolean {
    const { first } = this
    if (this.radix === undefined && first.bytes.length < ROW_MIN) return false
    const radix = this.radix ?? this.radixBefore(row, star !== undefined)
    if (radix === undefined) return false
    const next = this.radix === undefined ? offsetOf(first, radix) + first.bytes.length : this.next
    const offset = offsetOf(row, radix)
    const left = star === undefined ? 0 : offset - next
    if (left < 0 || left > REPEATED_MAX || offset !== next + left || left % this.last.bytes.length !== 0) return false
    if (star !== undefined) this.spans.push({ ...star })
    for (let done = 0; done < left; done += this.last.bytes.length) this.put(this.last)
    this.put(row)
    this.spans.push({ ...span })
    this.last = row
    this.radix = radix
    this.next = offset + row.bytes.length
    return true
  }

  /** How the offsets are written, as those of the first two rows tell. */
  private radixBefore(row: Row, hasStar: boolean): number | undefined {
    const { first } = this
    if (hasStar) return first.digits.length === OD_DIGITS ? 8 : 16
    return RADIXES.find((one) => offsetOf(row, one) === offsetOf(first, one) + first.bytes.length)
  }

  private put({ bytes }: Row): void {
    for (const { byte, at } of bytes) {
      this.bytes.push(byte)
      this.places.push(at)
    }
  }

  streamOf(of: Traced): Traced {
    const { places } = this
    const last = places.at(-1) ?? 0
    return { bytes: Buffer.from(this.bytes), isExact: of.isExact, origin: (at) => of.origin(places[at] ?? last + 1) }
  }
}

const REPEATED_MAX = 1_000_000
const OD_DIGITS = 7

/** What a dump holds. */
interface Dumped {
  stream: Traced
  /** Where its first row stands. */
  start: number
  /** Rows before it are missing, or behind it. */
  isPart: boolean
  isCut: boolean
}

/**
 * The bytes of each dump of a view, and the lines that they stand in: whatever stands between its rows is no part of it. A dump is two rows at least whose offsets
 * follow on each other; one begins where an offset is 0, or does not follow. Of a connection, what goes the other way stands between its rows, further in.
 */
export function hexDumps(of: Traced, view: string): { dumps: Dumped[]; spans: Span[] } {
  const dumps: Dump[] = []
  const open = new Map<number, { dump?: Dump; lone?: Dump }>()
  let star: Span | undefined
  for (let at = 0; at < view.length;) {
    const end = Math.min(view.length, lineEnd(view, at) + 1)
    const row = rowAt(view, at)
    const span = { start: at, end }
    at = end
    if (row === undefined) {
      star = view[span.start] === '*' ? span : undefined
      continue
    }
    const own = open.get(row.indent) ?? {}
    open.set(row.indent, own)
    const isFirst = Number.parseInt(row.digits, 16) === 0
    if (isFirst || own.dump?.joins(row, span, star) !== true) {
      if (!isFirst && own.lone?.joins(row, span, star) === true) {
        // What does not follow on the rows before shows that some are missing there.
        if (own.dump !== undefined && own.lone.isRest) own.dump.isCut = true
        dumps.push(own.lone)
        open.set(row.indent, { dump: own.lone })
      } else own.lone = new Dump(row, span)
    }
    star = undefined
  }
  return {
    dumps: dumps.map((dump) => {
      const { isCut, isRest } = dump
      return { stream: dump.streamOf(of), start: dump.spans[0]?.start ?? 0, isCut, isPart: isCut || isRest }
    }),
    spans: merged(dumps.flatMap(({ spans }) => spans)),
  }
}
