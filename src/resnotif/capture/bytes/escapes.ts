import { ownTable } from '../../../foreign-text.js'
import { lineEnd } from './lines.js'
import { withoutOverstrikes } from './terminal.js'
import { Rewriting, type Traced } from './traced.js'

const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));|(?:\r?\n)?<br[ \t]{0,3}\/?>(?:\r?\n)?/gi
const NAMED = ownTable<string>({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" })

const characterOf = (code: number): string =>
  code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'

/** `&lt;` and its like as the characters they stand for, and `<br />` as the line end that a page of HTML shows for it. */
export function decodeEntities(of: Traced): Traced {
  return rewrite(of, ENTITY, ([whole, name, decimal, hex]) =>
    name !== undefined
      ? (NAMED[name] ?? whole)
      : decimal === undefined && hex === undefined
        ? '\n'
        : characterOf(decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)),
  )
}

const ESCAPE =
  /\\(?:u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|((?:x[\da-fA-F]{2}\\)*x[\da-fA-F]{2})|((?:[0-3][0-7]{2}\\)*[0-3][0-7]{2})|([nrtbf"'\\/]))/g
const LETTERS = ownTable<string>({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })

/** `\"`, `\n`, `\u003c` of JSON, and `\xc3` or `\303` of programs that show bytes. */
export function decodeBackslashes(of: Traced): Traced {
  return rewrite(of, ESCAPE, ([, high, low, unit, long, bytes, octal, letter]) => {
    if (high !== undefined) return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low as string, 16))
    if (unit !== undefined) return characterOf(Number.parseInt(unit, 16))
    if (long !== undefined) return characterOf(Number.parseInt(long, 16))
    if (bytes !== undefined) return charactersOf(bytes.split('\\').map((one) => Number.parseInt(one.slice(1), 16)))
    if (octal !== undefined) return charactersOf(octal.split('\\').map((one) => Number.parseInt(one, 8)))
    return LETTERS[letter as string] ?? (letter as string)
  })
}

/** Line ends and tabs of programs that write nothing else with a backslash. */
export function decodeBreaks(of: Traced): Traced {
  return rewrite(of, /\\([nrt])/g, ([, letter]) => LETTERS[letter as string] as string)
}

/** Bytes, or characters of Latin-1 where they are no UTF-8: some programs write the number of a character so. Each is written in four characters. */
function charactersOf(numbers: readonly number[]): Piece[] {
  const bytes = Buffer.from(numbers)
  const isUtf8 = isValid(bytes)
  return numbers.map((number, at) => ({ text: isUtf8 ? Buffer.of(number) : String.fromCodePoint(number), at: at * 4 }))
}

function isValid(bytes: Buffer): boolean {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) !== undefined
  } catch {
    return false
  }
}

/** Quotes that a table or a dump of a database writes twice. */
export function decodeDoubled(of: Traced, quote: string): Traced {
  return rewrite(of, quote === '"' ? /""/g : /''/g, () => quote)
}

/** `\'` and `\\` of texts whose line ends stand as they are. */
export function decodeQuoted(of: Traced, quote: string): Traced {
  return rewrite(of, quote === '"' ? /\\(["\\])/g : /\\(['\\])/g, ([, character]) => character as string)
}

/** Quotes alone that have a backslash before them: a program writes every other backslash as it is. */
export function decodeQuotes(of: Traced): Traced {
  return rewrite(of, /\\"/g, () => '"')
}

/** `\@` and `\$`, as Perl, PHP and shells write these signs between double quotes; other escapes stay. */
export function decodeSigils(of: Traced): Traced {
  return rewrite(of, /\\(?:([@$])|\\)/g, ([whole, sign]) => sign ?? whole)
}

/** Bars in the cells of a table of AsciiDoc. */
export function decodeBars(of: Traced): Traced {
  return rewrite(of, /\\\|/g, () => '|')
}

/** Apostrophes as a shell takes them in single quotes. */
export function decodeShell(of: Traced): Traced {
  return rewrite(of, /'(?:\\'|"'")'/g, () => "'")
}

/** Colours, and what a terminal does besides that changes no text: another alphabet, a cursor that is shown or hidden, links and titles of a window. */
const COLOUR =
  /(?:\p{Cc}|\^\[|#033)(?:\[[\d;:]{0,20}[mK]|\[\?\d{1,5}[hl]|\(B|\]\d{1,3};[^\p{Cc}]{0,2000}(?:\p{Cc}\\?|\^G|\^\[\\))/gu
const ESCAPES: readonly string[] = ['\u001b', '^', '#']

/** Without what colours a terminal, and what one takes back; the same where nothing does. @param packs stretches of bytes that are no text */
export function withoutColours(given: Traced, packs: readonly { start: number; end: number }[]): Traced {
  const of = packs.length === 0 ? withoutOverstrikes(given) : given
  const view = of.bytes.toString('latin1')
  const isOfBytes = tellBytes(view)
  const rewriting = new Rewriting(of)
  let from = 0
  for (const { index, 0: colour } of view.matchAll(COLOUR)) {
    // A line that begins with a bracket is no colour.
    if (!ESCAPES.includes(colour[0] as string)) continue
    if (packs.some(({ start, end }) => index >= start && index < end) || isOfBytes(index)) continue
    rewriting.keep(from, index)
    from = index + colour.length
  }
  if (from === 0) return of
  rewriting.keep(from, view.length)
  return rewriting.end()
}

/** Tells whether the line of a place is one of bytes, in which a colour stands by chance; of places in their order. */
function tellBytes(view: string): (at: number) => boolean {
  let end = -1
  let isOfBytes = false
  return (at) => {
    if (at > end) {
      const start = view.lastIndexOf('\n', at) + 1
      end = lineEnd(view, at)
      isOfBytes = false
      for (let one = start; one < end && !isOfBytes; one++) isOfBytes = isByte(view.charCodeAt(one))
    }
    return isOfBytes
  }
}

/** What stands in no text: controls but those of lines, tabs, bells and escapes. */
const isByte = (code: number): boolean => code < 7 || (code > 13 && code < 32 && code !== 27)

const PERCENT = /%([\da-fA-F]{2})|\+/g

/** A value of a form. */
export function decodePercent(of: Traced): Traced {
  return rewrite(of, PERCENT, ([, byte]) => (byte === undefined ? ' ' : Buffer.from(byte, 'hex')))
}

const WIRE_BYTE = /\[(?:0x([\da-fA-F]{1,2})|\\([rn]))\]/g

/** `[0xc3][0xa9]` and `[\r]` of programs that log the bytes of a connection. */
export function decodeWireBytes(of: Traced): Traced {
  return rewrite(of, WIRE_BYTE, ([, byte, letter]) =>
    byte === undefined ? (LETTERS[letter as string] as string) : Buffer.of(Number.parseInt(byte, 16)),
  )
}

const QUOTED = /=(?:([\dA-Fa-f]{2})|[ \t]{0,9}\r?\n)/g

/** Quoted-printable of MIME. */
export function decodeQuotedPrintable(of: Traced): Traced {
  return rewrite(of, QUOTED, ([, byte]) => (byte === undefined ? '' : Buffer.from(byte, 'hex')))
}

interface Piece {
  text: string | Buffer
  /** Where it stands in what is replaced. */
  at: number
}

function rewrite(
  of: Traced,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string | Buffer | readonly Piece[],
): Traced {
  const view = of.bytes.toString('latin1')
  const rewriting = new Rewriting(of)
  let from = 0
  for (const match of view.matchAll(pattern)) {
    rewriting.keep(from, match.index)
    const found = replace(match)
    if (typeof found === 'string' || Buffer.isBuffer(found)) rewriting.put(found, match.index)
    else for (const { text, at } of found) rewriting.put(text, match.index + at)
    from = match.index + match[0].length
  }
  rewriting.keep(from, view.length)
  return rewriting.end()
}

const BASE64_LINES = /^[A-Za-z\d+/_-]+={0,2}$/

/** Bytes in base64, each with its place; undefined for any other text. */
export function decodeBase64(of: Traced): Traced | undefined {
  const view = of.bytes.toString('latin1')
  const places: number[] = []
  let packed = ''
  // A line at a time, since a mark of base64 is one character of four.
  for (let at = 0; at < view.length;) {
    const end = lineEnd(view, at)
    const line = view.slice(at, end).trim()
    if (line !== '') {
      if (!BASE64_LINES.test(line)) return undefined
      const start = view.indexOf(line, at)
      for (let i = 0; i < line.length; i++) places.push(start + i)
      packed += line
    }
    at = end + 1
  }
  if (packed === '') return undefined
  const bytes = Buffer.from(packed, 'base64')
  return {
    bytes,
    isExact: of.isExact,
    origin: (at) => of.origin(places[Math.min(places.length - 1, Math.floor((at * 4) / 3))] ?? 0),
  }
}
