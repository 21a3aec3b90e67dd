import { inflateSync } from 'node:zlib'
import type { Traced } from '../bytes/index.js'
import { BETWEEN, DECIMAL_BYTE, HEX_BETWEEN } from './digits/index.js'
import { gunzipWithin } from './gzip-within.js'
import { inflateText, isGzip } from './inflate.js'

/** Bytes in digits that begin as something packed does. */
interface SpelledPack {
  start: number
  end: number
  plain: Traced
}

/** How bytes are written: how something packed begins in it, and where the next of its bytes stand. */
interface Way {
  head: RegExp
  next: (view: string, run: Run) => number | undefined
  base: number
}

/** Places of bytes, one behind another. */
interface Run {
  places: number[]
  bytes: number[]
  end: number
  /** What divides the first two, blanks aside. */
  sign?: string
  /** Nothing does. */
  isJoined?: boolean
}

const ofText = (text: string): number[][] => [...Buffer.from(text)].map((byte) => [byte])
const anyOf = (letters: string): number[] => [...Buffer.from(letters)]
/** The first bytes of gzip, of zlib, of a request or an answer, and in base64 of markup, gzip and zlib. */
const HEADS: readonly number[][][] = [
  [[0x1f], [0x8b], [8]],
  [[0x78], [0x01, 0x5e, 0x9c, 0xda]],
  ofText('POST /'),
  ofText('HTTP/1'),
  [anyOf('P'), anyOf('CDEFGH')],
  ofText('H4sI'),
  [anyOf('e'), anyOf('AFJN')],
]

const headsIn = (write: (byte: number) => string, between: string): string =>
  HEADS.map((head) => head.map((bytes) => `(?:${bytes.map(write).join('|')})`).join(between)).join('|')

const WAYS: readonly Way[] = [
  {
    head: new RegExp(
      `(?<![\\d.])(?:${headsIn((byte) => (byte > 127 ? `${byte}|${byte - 256}` : `${byte}`), BETWEEN)})(?![\\d.])`,
      'g',
    ),
    next: nextNumber,
    base: 10,
  },
  {
    head: new RegExp(
      headsIn((byte) => (byte < 16 ? `0?${byte.toString(16)}` : byte.toString(16)), HEX_BETWEEN),
      'gi',
    ),
    next: nextDigits,
    base: 16,
  },
]

/** What stands before the digits of a byte. */
const ESCAPE = /(?:\\{1,4}(?:x|u00)|0x)$/i
const ESCAPE_MAX = 8
/** Those that begin so behind as many that do not unpack are numbers of something else, such as ids. */
const FAILED_MAX = 4_000
/** Bytes that are looked at before all of them are read. */
const SHOWN = 300
/** No message is packed into more. */
const BYTES_MAX = 8_000_000
const UNPACKED_MAX = 64 * 1024 * 1024
/** No program has more of a header of gzip among its own. */
const GZIP_MIN = 24
const BASE64_MIN = 200
const BASE64 = /^[A-Za-z\d+/=\r\n_-]*/

/** Runs of bytes in digits that begin as something packed, each up to its own end where that shows. */
export function* spelledPacksIn(of: Traced, view: string): Generator<SpelledPack> {
  let failed = 0
  for (const way of WAYS) {
    let floor = 0
    for (;;) {
      way.head.lastIndex = floor
      const head = way.head.exec(view)
      if (head === null) break
      floor = head.index + 1
      if (isWithin(view, runFrom(view, way, head.index, 2))) continue
      const few = runFrom(view, way, head.index, GZIP_MIN).bytes
      if (!beginsPack(few)) continue
      const isSure = isGzip(Buffer.from(few))
      if (!isSure && (failed > FAILED_MAX || !mayPack(runFrom(view, way, head.index, SHOWN).bytes))) {
        failed++
        continue
      }
      const { places, bytes, end } = runFrom(view, way, head.index, BYTES_MAX)
      const all = Buffer.from(bytes)
      const length = lengthOfPack(all)
      floor = places[length] ?? end
      const { isExact, origin } = of
      yield {
        start:
          head.index - (ESCAPE.exec(view.slice(Math.max(0, head.index - ESCAPE_MAX), head.index))?.[0].length ?? 0),
        end: floor,
        plain: {
          bytes: all.subarray(0, length),
          isExact,
          origin: (at) => origin(at < length ? (places[at] as number) : floor),
        },
      }
    }
  }
}

function runFrom(view: string, { next, base }: Way, at: number, bytesMax: number): Run {
  const run: Run = { places: [], bytes: [], end: at }
  while (run.bytes.length < bytesMax) {
    const place = next(view, run)
    if (place === undefined) break
    const value = Number.parseInt(view.slice(place, run.end), base)
    if (!(value >= -128 && value <= 255)) break
    run.places.push(place)
    run.bytes.push(value & 255)
  }
  return run
}

function nextNumber(view: string, run: Run): number | undefined {
  DECIMAL_BYTE.lastIndex = run.end
  const number = DECIMAL_BYTE.exec(view)?.[1]
  if (number === undefined) return undefined
  run.end = DECIMAL_BYTE.lastIndex
  return run.end - number.length
}

const FIRST = /[\da-f]{2}/iy
const SPACED = /([^\da-zA-Z<>"']{0,80}(?:\(byte\) ?)?(?:0?x|u00|16#)?)([\da-f]{2}|[\da-f])(?![\da-f])/iy
const DIGITS_LINE = /\r?\n(?:[\da-f]{2}){1,}(?![^\r\n])/iy

/** The next two digits, which are divided as the first ones are: by nothing but line ends, or by the same signs. */
function nextDigits(view: string, run: Run): number | undefined {
  const from = run.end
  if (run.isJoined === true || run.bytes.length === 0) {
    FIRST.lastIndex = from
    if (!FIRST.test(view)) return run.bytes.length === 0 ? undefined : nextLine(view, run)
    run.end = from + 2
    return from
  }
  if (run.bytes.length === 1) {
    FIRST.lastIndex = from
    run.isJoined = FIRST.test(view)
    if (run.isJoined) return nextDigits(view, run)
  }
  SPACED.lastIndex = from
  const [whole, between = '', digits] = SPACED.exec(view) ?? []
  if (whole === undefined || digits === undefined) return undefined
  const sign = between.replaceAll(/\s/g, '')
  run.sign ??= sign
  if (sign !== run.sign) return undefined
  run.end = from + whole.length
  return run.end - digits.length
}

/** The first digits of a line of nothing else, no longer than the one before it. */
function nextLine(view: string, run: Run): number | undefined {
  DIGITS_LINE.lastIndex = run.end
  const line = DIGITS_LINE.exec(view)?.[0]
  if (line === undefined) return undefined
  const digits = line.trimStart()
  const place = run.end + line.length - digits.length
  const before = run.end - (view.lastIndexOf('\n', run.end - 1) + 1)
  if (digits.length > before) return undefined
  run.end = place + 2
  return place
}

/** Whether other bytes stand right before those that seem to begin, divided from them as they are: then they begin nothing. */
function isWithin(view: string, { places, isJoined }: Run): boolean {
  const [first = 0, second = 0] = places
  const before = view.slice(Math.max(0, first - 2), first)
  if (isJoined === true) return /[\da-z]$/i.test(before) && !LITERAL.test(before)
  const between = view.slice(first, second).replace(/^[\da-f]{1,3}/i, '')
  return between !== '' && view.endsWith(between, first) && /[\da-f]/i.test(view[first - between.length - 1] ?? '')
}
const LITERAL = /[\\0]x$/i

/** Whether the first few bytes may be those of something that can be opened, and not of numbers that only begin so. */
function beginsPack(few: readonly number[]): boolean {
  const bytes = Buffer.from(few)
  if (bytes.length < GZIP_MIN) return false
  if (isGzip(bytes)) return isGzipHead(bytes)
  const text = bytes.toString('latin1')
  return bytes[0] === ZLIB || PLAIN.test(text) || base64In(text).length === text.length
}

/** The same of more bytes, by what they unpack to. */
function mayPack(shown: readonly number[]): boolean {
  const bytes = Buffer.from(shown)
  if (bytes[0] === ZLIB) return inflateText(bytes, SHOWN_MAX) !== undefined
  const text = bytes.toString('latin1')
  if (PLAIN.test(text)) return true
  return bytes.length >= BASE64_MIN && base64In(text).length === text.length
}
const SHOWN_MAX = 64 * 1024
const ZLIB = 0x78
const PLAIN = /^(?:POST \/|HTTP\/1)/

/** Flags, how hard it was packed, and on which system. */
const isGzipHead = (bytes: Buffer): boolean =>
  bytes[2] === 8 &&
  (bytes[3] as number) < 32 &&
  [0, 2, 4].includes(bytes[8] as number) &&
  SYSTEMS.has(bytes[9] as number)
const SYSTEMS: ReadonlySet<number> = new Set([...Array.from({ length: 14 }, (_, system) => system), 255])

const base64In = (text: string): string => BASE64.exec(text)?.[0] ?? ''

/** How many of the bytes belong to what is packed: other digits may stand behind it. */
function lengthOfPack(bytes: Buffer): number {
  if (isGzip(bytes)) return lengthOfGzip(bytes) || bytes.length
  if (bytes[0] === ZLIB) return lengthOfZlib(bytes)
  const text = bytes.toString('latin1')
  return PLAIN.test(text) ? bytes.length : base64In(text).length
}

/** Of as many of them as follow on each other; 0 where the first cannot be unpacked. */
function lengthOfGzip(bytes: Buffer): number {
  let length = 0
  while (isGzip(bytes.subarray(length))) {
    const end = gunzipWithin(bytes.subarray(length), 0, UNPACKED_MAX)?.end
    if (end === undefined) break
    length += end
  }
  return length
}

function lengthOfZlib(bytes: Buffer): number {
  try {
    const { engine } = inflateSync(bytes, { maxOutputLength: UNPACKED_MAX, info: true }) as unknown as {
      engine: { bytesWritten: number }
    }
    return engine.bytesWritten
  } catch {
    return bytes.length
  }
}
