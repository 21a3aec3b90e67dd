import { cutOut, lineEnd, type Traced } from '../../bytes/index.js'
import { MARKER } from '../../words/index.js'

/** Bytes that a program wrote out one by one. */
interface Spelled {
  start: number
  end: number
  plain: Traced
  /** Lines of letters stand between those of digits, which are not put together. */
  isAmongLetters: boolean
}

/** How bytes are written: the name of the notification in it, the signs that a run of them has, and one of them with what divides it from the one before. */
interface Way {
  name: RegExp
  signs: RegExp
  byte: RegExp
  base: number
}

const NAME = [...Buffer.from(MARKER)]
/** The number of a byte in its list: `"12": 79` of JSON, `[12] => 79` of PHP. */
const KEY = '(?:["\'[]{0,2}\\d{1,9}["\'\\]]{0,2}[ \\t]{0,3}(?::|=>|=)[ \\t]{0,3})?'
/** What divides numbers that are bytes. */
export const BETWEEN = `[\\s,;|]{1,80}${KEY}(?:\\(byte\\) ?)?`
/** Letters in UTF-16 have an empty byte beside each. */
const WITH_ZERO = `(?:${BETWEEN}0)?${BETWEEN}`
/** The same of digits. */
export const HEX_BETWEEN = '[^\\da-zA-Z<>"\']{0,8}(?:\\(byte\\) ?)?(?:0?[xX]|u00|16#)?'
const WITH_HEX_ZERO = `(?:${HEX_BETWEEN}00)?${HEX_BETWEEN}`
/** Lines of letters between those of digits, as `od -t x1c` writes them, and how the next line of digits begins. */
const LETTERS = '(?:[ \\t]{0,9}\\r?\\n[ \\t]{1,20}[^\\n]{1,120}\\n[\\da-fA-F]{4,16}[ \\t]{1,9})'

const DECIMAL_NAME = NAME.join(WITH_ZERO)
const HEX_NAME = NAME.map((byte) => byte.toString(16)).join(`(?:${LETTERS}|${WITH_HEX_ZERO})`)

/** A number that is a byte, behind what divides it from the one before. */
export const DECIMAL_BYTE = new RegExp(`[\\s,;|]{0,80}${KEY}(?:\\(byte\\) ?)?([+-]?\\d{1,3})(?![\\d.])`, 'y')

const WAYS: readonly Way[] = [
  {
    name: new RegExp(`(?<![\\d.])${DECIMAL_NAME}(?![\\d.])`, 'g'),
    signs: /[\d\s,;|+\-"'[\]:=>()byte]/,
    byte: DECIMAL_BYTE,
    base: 10,
  },
  {
    name: new RegExp(`${HEX_NAME}`, 'gi'),
    signs: /[\da-fxu\s,;|:\-\\%()byte#&$@]/i,
    byte: /(?:[^\da-zA-Z<>"']{0,80}(?:\(byte\) ?)?(?:0x|x|u00|16#)|[^\da-zA-Z<>"']{0,80})([\da-f]{2}|[\da-f](?![\da-f]))/iy,
    base: 16,
  },
]

const AMONG_LETTERS = /\n[\da-f]{4,16}[ \t]/i
const JOINED = /^[\da-f\r\n]{1,400}$/i
/** A line of digits behind its offset, or of the letters below it. */
const LINE = /^(?:[\da-fA-F]{4,16}(?:[ \t\r\n]|$)|[ \t]{2})/
/** No message has as many signs on either side of its name. */
const SIGNS_MAX = 8_000_000
/** Fewer bytes hold no notification, and perhaps the beginning of one. */
const BYTES_MIN = 200
const BEGINS = new RegExp(`^\\s{0,20}<(?:\\?xml\\s|(?:[\\w.-]{1,40}:)?(?:${MARKER}|Envelope)\\s)`)

/**
 * Runs of bytes in digits that name a notification, whatever stands between them: lists of numbers, with a sign or none, and digits with dashes, blanks, commas or nothing between two.
 * Looked for by the name, so that a text without any costs one look.
 */
export function* spelledBytesIn(of: Traced, view: string): Generator<Spelled> {
  for (const way of WAYS) {
    let floor = 0
    way.name.lastIndex = 0
    for (let found = way.name.exec(view); found !== null; found = way.name.exec(view)) {
      const run = AMONG_LETTERS.test(found[0])
        ? linesFrom(of, view, found.index)
        : runAround(of, view, way, { floor, at: found.index, isJoined: JOINED.test(found[0]) })
      floor = Math.max(run.end, way.name.lastIndex)
      way.name.lastIndex = floor
      const { bytes } = run.plain
      if (run.isAmongLetters || bytes.length >= BYTES_MIN || BEGINS.test(bytes.toString('latin1'))) yield run
    }
  }
}

/** Where the lines end that go on from a place with an offset, or with the blanks of letters below digits. */
function linesFrom(of: Traced, view: string, at: number): Spelled {
  let end = lineEnd(view, at)
  while (end < view.length && LINE.test(view.slice(end + 1, end + 40))) end = lineEnd(view, end + 1)
  return { start: at, end, plain: cutOut(of, at, end), isAmongLetters: true }
}

function runAround(
  of: Traced,
  view: string,
  way: Way,
  { floor, at, isJoined }: { floor: number; at: number; isJoined: boolean },
): Spelled {
  // Digits without anything between them are divided by line ends only.
  const signs = isJoined ? /[\da-f\r\n]/i : way.signs
  let from = at
  const first = Math.max(floor, at - SIGNS_MAX)
  while (from > first && signs.test(view[from - 1] as string)) from--
  if (isJoined && view.slice(from, at).replaceAll(/\s/g, '').length % 2 === 1) from++
  let places: number[] = []
  let bytes: number[] = []
  let end = from
  for (let next = from; next < Math.min(view.length, at + SIGNS_MAX);) {
    way.byte.lastIndex = next
    const byte = way.byte.exec(view)
    const value = byte === null ? Number.NaN : Number.parseInt(byte[1] as string, way.base)
    if (byte !== null && value >= -128 && value <= 255) {
      places.push(way.byte.lastIndex - (byte[1] as string).length)
      bytes.push(value & 255)
      next = way.byte.lastIndex
      end = next
    } else if (next >= at) break
    else {
      // What stands before the list is none of it.
      places = []
      bytes = []
      next++
      end = next
    }
  }
  const start = places[0] ?? at
  const { isExact, origin } = of
  const placeOf = (one: number): number => origin(places[Math.min(one, places.length - 1)] ?? at)
  return { start, end, plain: { bytes: Buffer.from(bytes), isExact, origin: placeOf }, isAmongLetters: false }
}
