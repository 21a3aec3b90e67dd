import { Rewriting, type Traced } from './traced.js'

const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const characterOf = (code: number): string =>
  code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'

/** `&lt;` and its like as the characters they stand for. */
export function decodeEntities(of: Traced): Traced {
  return rewrite(of, ENTITY, ([, name, decimal, hex]) =>
    name !== undefined
      ? (NAMED[name] as string)
      : characterOf(decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)),
  )
}

const JSON_ESCAPE =
  /\\(?:u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})|u([\da-fA-F]{4})|x([\da-fA-F]{2})|([nrtbf"'\\/]))/g
const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** `\"`, `\n`, `\u003c` of JSON, and `\xc3` of programs that show bytes. */
export function decodeBackslashes(of: Traced): Traced {
  return rewrite(of, JSON_ESCAPE, ([, high, low, unit, byte, letter]) => {
    if (high !== undefined) return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low as string, 16))
    if (unit !== undefined) return characterOf(Number.parseInt(unit, 16))
    if (byte !== undefined) return Buffer.from(byte, 'hex')
    return LETTERS[letter as string] ?? (letter as string)
  })
}

const PERCENT = /%([\da-fA-F]{2})|\+/g

/** A value of a form. */
export function decodePercent(of: Traced): Traced {
  return rewrite(of, PERCENT, ([, byte]) => (byte === undefined ? ' ' : Buffer.from(byte, 'hex')))
}

const QUOTED = /=(?:([\dA-Fa-f]{2})|[ \t]{0,9}\r?\n)/g

/** Quoted-printable of MIME. */
export function decodeQuotedPrintable(of: Traced): Traced {
  return rewrite(of, QUOTED, ([, byte]) => (byte === undefined ? '' : Buffer.from(byte, 'hex')))
}

function rewrite(of: Traced, pattern: RegExp, replace: (match: RegExpExecArray) => string | Buffer): Traced {
  const view = of.bytes.toString('latin1')
  const rewriting = new Rewriting(of)
  let from = 0
  for (const match of view.matchAll(pattern)) {
    rewriting.keep(from, match.index)
    rewriting.put(replace(match), match.index)
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

const lineEnd = (view: string, at: number): number => {
  const end = view.indexOf('\n', at)
  return end < 0 ? view.length : end
}
