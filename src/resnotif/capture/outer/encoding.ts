import { wideOf } from '../../xml/index.js'
import type { Wide } from '../bytes/index.js'
import { MARKER, WIDE_MARKER } from '../words/index.js'
import { wideRuns } from './wide-runs.js'

/** Letters at the beginning of a text without a mark, most of which are of ASCII where it is in UTF-16. */
const FIRST = 4

/**
 * UTF-16 that a text is in from its first letters on. Without a mark, no zeros prove it beside a name in letters of one byte: a length before a message, or a block of a disk,
 * has some too.
 */
export function wideTextOf(bytes: Buffer): Wide | undefined {
  const wide = wideOf(bytes)
  if (wide === undefined || isMarked(bytes)) return wide
  const zeros = Array.from({ length: FIRST }, (_, at) => bytes[at * 2 + (wide === 'utf-16le' ? 1 : 0)] === 0)
  return zeros.filter(Boolean).length >= FIRST - 1 && !bytes.includes(MARKER) ? wide : undefined
}

const isMarked = ({ 0: first, 1: second }: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** Without a mark, and in UTF-8 where it was UTF-16: lines and columns stay the same. */
export function plainBytes(bytes: Buffer): Buffer {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3)
  const wide = wideTextOf(bytes)
  if (wide === undefined) return bytes
  const decoder = new TextDecoder(wide)
  let [text, end] = ['', 0]
  for (const run of wideRuns(bytes, wide)) {
    const isBroken = bytes.subarray(end, run.start).some((byte) => byte === 0x0a || byte === 0x0d)
    text += `${isBroken ? '\n' : ''}${decoder.decode(bytes.subarray(run.start, run.end))}`
    end = run.end
  }
  return Buffer.from(text)
}

export const MIXED =
  'a message or a piece of one in letters of one byte, in a file that begins in UTF-16, as two programs write into one: take the message alone'

const WIDE = 'a message or a piece of one in UTF-16, in the middle of other text: take it alone'

/** Letters of EBCDIC that all its code pages have in one place, each row from its first byte on. */
const EBCDIC_ROWS: readonly (readonly [number, string])[] = [
  [0x40, ' '],
  [0x4b, '.<(+'],
  [0x60, '-/'],
  [0x6d, '_>?'],
  [0x7d, '\'="'],
  [0x81, 'abcdefghi'],
  [0x91, 'jklmnopqr'],
  [0xa2, 'stuvwxyz'],
  [0xc1, 'ABCDEFGHI'],
  [0xd1, 'JKLMNOPQR'],
  [0xe2, 'STUVWXYZ'],
  [0xf0, '0123456789'],
]
const EBCDIC: ReadonlyMap<number, string> = new Map(
  EBCDIC_ROWS.flatMap(([first, letters]) => [...letters].map((letter, at) => [first + at, letter] as const)),
)
const FROM_ASCII = new Map([...EBCDIC].map(([byte, letter]) => [letter, String.fromCharCode(byte)]))

/** A text as its bytes are in EBCDIC. */
const inEbcdic = (text: string): string => Array.from(text, (letter) => FROM_ASCII.get(letter) ?? '').join('')

/** Names of a notification in encodings that are not read within another text, each with a stroke as the bytes of one that ends an element. */
const OTHER_NAMES: readonly { name: string; stroke: string; what: string }[] = [
  { name: WIDE_MARKER, stroke: '/\0', what: WIDE },
  { name: [...MARKER].join('\0\0\0'), stroke: '/\0\0\0', what: WIDE.replace('UTF-16', 'UTF-32') },
  { name: inEbcdic(MARKER), stroke: inEbcdic('/'), what: WIDE.replace('UTF-16', 'EBCDIC') },
]

/** Where notifications are named in UTF-16, UTF-32 or EBCDIC, outside of what was found. An end tag is told where no start tag is. */
export function namesInOthers(
  view: string,
  found: readonly { start: number; end: number }[],
): { at: number; what: string }[] {
  const names: { at: number; what: string }[] = []
  for (const { name, stroke, what } of OTHER_NAMES) {
    let isOpened = false
    for (let at = view.indexOf(name); at >= 0; at = view.indexOf(name, at + name.length)) {
      const closes = view[at - stroke.length] === stroke[0]
      const isFound = found.some(({ start, end }) => start <= at && end > at)
      if (!isFound && !(closes && isOpened)) names.push({ at, what })
      isOpened = !closes
    }
  }
  return names
}

/** The encoding of bytes that are a text in UTF-32, or XML in EBCDIC, as `iconv` knows it; undefined of all else. */
export function otherEncodingOf(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 400)
  const wide = UTF_32.find(([begins]) => begins.test(head))
  if (wide !== undefined) return wide[1]
  if (!head.startsWith(inEbcdic('<?xm'))) return undefined
  const text = Array.from(bytes.subarray(0, 400), (byte) => EBCDIC.get(byte) ?? '\0').join('')
  return /\sencoding=["']([A-Za-z][\w.-]{0,40})["']/.exec(text)?.[1] ?? 'IBM037'
}

/** A mark, or two letters of ASCII in one of the orders. */
const UTF_32: readonly (readonly [RegExp, string])[] = [
  [/^(?:\u00ff\u00fe\0\0|\0\0\u00fe\u00ff)/, 'UTF-32'],
  [/^(?:[\t\n\r -~]\0{3}){2}/, 'UTF-32LE'],
  [/^(?:\0{3}[\t\n\r -~]){2}/, 'UTF-32BE'],
]

/** Why a text is not read that names a notification in UTF-32 or EBCDIC; undefined of any other. */
export function tellOtherEncoding(bytes: Buffer): string | undefined {
  const encoding = otherEncodingOf(bytes)
  if (encoding === undefined || !OTHER_NAMES.some(({ name }) => bytes.includes(name, 0, 'latin1'))) return undefined
  const family = encoding.startsWith('UTF-32') ? encoding : `EBCDIC (${encoding})`
  return `a message in ${family}, which is not read here: convert it first ("iconv -f ${encoding} -t UTF-8 FILE")`
}
