import { bytesOf, decoded, type Read, without } from './spellings.js'

/** Shorter values would mask half of every text, and nobody issues them. */
export const SHORTEST_SECRET = 4
/** From here on a value is looked for with other things between its characters, and within other bytes: too many texts would look like a shorter one. */
const LONG = 8
/** A long one, such as a token, is looked for piece by piece: none of them is left where a text was cut or parted. */
const PIECE = 64
/** Of a longer value so many bytes are known well enough where a text breaks off. */
const HEAD_MAX = 24
const REST_MAX = 20
/** Hexadecimal digits of one value stand no further apart than this. */
const GAP_MAX = 6

/** Those in front of which a digit stands that is in part theirs. */
const openBefore = new WeakSet<Buffer>()

interface Needles {
  /** UTF-8, lower case. */
  whole: Buffer[]
  /** The same of long values, without what may part them. */
  joined: Buffer[]
  /** And without what looks like markup. */
  bare: Buffer[]
  base64: Buffer[]
  hex: Buffer[]
}

/** Finds secret values in a text, whatever they are written as. */
export interface SecretFinder {
  /** The text with each of them replaced. */
  replace(text: string, by: (found: string) => string): string
  /** Where they stand, in the order of the text; they do not overlap. */
  find(text: string): [from: number, to: number][]
  /** Whether the text holds one. */
  isIn(text: string): boolean
}

/**
 * A value is found plain and in any mix of percent, JSON, HTML and quoted-printable spelling, composed or not, with blanks, dashes or markup between its characters, and as base64 (alone
 * or within other bytes, such as `user:secret`) or hexadecimal digits of its UTF-8 and UTF-16 bytes. The text is decoded, so the time is linear in it.
 */
export function createSecretFinder(secrets: Iterable<string>): SecretFinder {
  const needles: Needles = { whole: [], joined: [], bare: [], base64: [], hex: [] }
  let shortest = Number.POSITIVE_INFINITY
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue
    shortest = Math.min(shortest, secret.length)
    for (const piece of new Set(piecesOf([...secret]))) for (const form of formsOf(piece)) learn(needles, form)
  }
  const spans = (text: string): [from: number, to: number][] =>
    text.length < shortest ? [] : merged(findAll(text, needles))
  return {
    replace(text, by) {
      const found = spans(text)
      if (found.length === 0) return text
      let [shown, at] = ['', 0]
      for (const [from, to] of found) {
        shown += text.slice(at, from) + by(text.slice(from, to))
        at = to
      }
      return shown + text.slice(at)
    },
    find: spans,
    isIn: (text) => spans(text).length > 0,
  }
}

function piecesOf(characters: string[]): string[] {
  const count = Math.max(1, Math.round(characters.length / PIECE))
  const size = Math.ceil(characters.length / count)
  return Array.from({ length: count }, (_, at) => characters.slice(at * size, (at + 1) * size).join('')).filter(
    (piece) => piece.length >= SHORTEST_SECRET,
  )
}

/** Composed or not, in capitals or small letters (those of ASCII are one anyway), and what a reader of Latin-1 makes of UTF-8. */
function formsOf(piece: string): Set<string> {
  const cases = isAscii(piece) ? [piece] : [piece, piece.toUpperCase(), piece.toLowerCase()]
  const forms = cases.flatMap((one) => [one, one.normalize('NFC'), one.normalize('NFD')])
  return new Set(
    isAscii(piece) ? forms : [...forms, ...forms.map((form) => Buffer.from(form, 'utf8').toString('latin1'))],
  )
}

/** Whether a text holds nothing beyond ASCII. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)
const isLatin = (text: string): boolean => !/[^\0-\xff]/.test(text)

function learn(needles: Needles, form: string): void {
  const plain = bytesOf(form)
  const utf16 = Buffer.from(form, 'utf16le')
  const encodings = [
    Buffer.from(form, 'utf8'),
    utf16,
    Buffer.from(utf16).swap16(),
    ...(isLatin(form) && !isAscii(form) ? [Buffer.from(form, 'latin1')] : []),
  ]
  // A value that looks like an escape itself is read as its text is.
  needles.whole.push(without(plain, 'case').bytes, without(decoded(plain, false), 'case').bytes)
  // Percent codes may be of Latin-1.
  if (encodings.length > 3) needles.whole.push(without({ ...plain, bytes: encodings[3] as Buffer }, 'case').bytes)
  for (const bytes of encodings) {
    const [digits = ''] = bytes.toString('base64').split('=')
    needles.base64.push(Buffer.from(digits))
    if (form.length >= LONG) for (const before of [0, 1, 2]) needles.base64.push(digitsWithin(bytes, before))
    needles.hex.push(Buffer.from(bytes.toString('hex')))
  }
  if (form.length < LONG) return
  for (const read of [plain, decoded(plain, false)]) {
    needles.joined.push(without(read, 'parts').bytes)
    needles.bare.push(without(read, 'markup').bytes)
  }
}

/** The digits that are a value's own where so many bytes stand before it. */
function digitsWithin(bytes: Buffer, before: number): Buffer {
  const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  const needle = Buffer.from(digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)))
  if (before > 0) openBefore.add(needle)
  return needle
}

function findAll(text: string, needles: Needles): [number, number][] {
  const plain = bytesOf(text)
  const once = decoded(plain, false)
  const quoted = /=(?:[\da-f]{2}|\r?\n|\\)/i.test(text) ? decoded(once, true) : undefined
  const twice = once === plain ? undefined : decoded(once, false)
  const found: [number, number][] = []
  for (const read of new Set([plain, once, twice, quoted])) {
    if (read === undefined) continue
    look(text, without(read, 'case'), needles.whole, found)
    look(text, without(read, 'parts'), needles.joined, found)
    if (read.bytes.includes('<')) look(text, without(read, 'markup'), needles.bare, found)
    look(text, without(read, 'base64'), needles.base64, found, true)
    look(text, without(read, 'hex'), needles.hex, found, false, GAP_MAX)
  }
  return found
}

/** The backslashes before a character are part of its spelling, and so is 0x. */
function startOf(text: string, at: number): number {
  let start = text.slice(Math.max(0, at - 2), at).toLowerCase() === '0x' ? at - 2 : at
  while (start > 0 && text[start - 1] === '\\') start -= 1
  return start
}

function look(
  text: string,
  { bytes, from, to }: Read,
  needles: readonly Buffer[],
  found: [number, number][],
  isBase64 = false,
  gapMax = Number.POSITIVE_INFINITY,
): void {
  for (const needle of needles) {
    if (needle.length < SHORTEST_SECRET) continue
    const head = headOf(needle)
    for (let at = bytes.indexOf(head); at !== -1; at = bytes.indexOf(head, at + 1)) {
      const length = sameBytes(bytes, at, needle)
      let [first, last] = [at, at + length - 1]
      const isCut = length < needle.length
      if (isCut && !isEnd(text, to[last] ?? 0)) continue
      if (
        gapMax !== Number.POSITIVE_INFINITY &&
        Array.from({ length: length - 1 }, (_, step) => (from[first + step + 1] ?? 0) - (to[first + step] ?? 0)).some(
          (gap) => gap > gapMax,
        )
      )
        continue
      // The digits at both ends hold bits of the value too.
      if (isBase64) {
        if (openBefore.has(needle) && isNext(text, to[first - 1], from[first], bytes[first - 1])) first -= 1
        if (isNext(text, to[last], from[last + 1], bytes[last + 1])) last += 1
      }
      found.push([
        startOf(text, from[first] ?? 0),
        isCut ? cutEnd(text, to[last] ?? 0) : isBase64 ? endOf(text, to[last] ?? 0) : (to[last] ?? 0),
      ])
    }
  }
}

/** So much of a long value is enough at the end of a text that breaks off. */
function headOf(needle: Buffer): Buffer {
  // A placeholder of one digit over and over is looked for whole: the digits of a telephone number may be as many of them.
  return needle.length <= LONG || needle.every((byte) => byte === needle[0])
    ? needle
    : needle.subarray(0, Math.min(HEAD_MAX, Math.max(LONG, Math.ceil(needle.length / 2))))
}

function sameBytes(bytes: Buffer, at: number, needle: Buffer): number {
  let length = 0
  while (length < needle.length && bytes[at + length] === needle[length]) length += 1
  return length
}

/** Whether a text is over here, but for an escape that breaks off, or what closes it. */
function isEnd(text: string, at: number): boolean {
  return (
    text.length - at <= REST_MAX &&
    /^[\s.,\-+/:;_|*]{0,4}(?:0x?)?(?:[\\%&=<][\w\\%&=#;]{0,14})?["'…]?$/i.test(text.slice(at))
  )
}

/** An escape that breaks off goes with what it stands behind; a full stop or a quote stays. */
const cutEnd = (text: string, at: number): number => (/[\\%&=<\w]/.test(text.slice(at)) ? text.length : at)

/** Whether a digit of base64 stands beside another, or at the end of the line before it. */
function isNext(text: string, to: number | undefined, from: number | undefined, digit: number | undefined): boolean {
  return (
    to !== undefined &&
    from !== undefined &&
    digit !== undefined &&
    /^[\dA-Za-z+/]$/.test(String.fromCharCode(digit)) &&
    /^\r?\n?$/.test(text.slice(to, from))
  )
}

/** Padding is part of what is written as base64. */
function endOf(text: string, at: number): number {
  let end = at
  while (text[end] === '=' && end < at + 2) end += 1
  return end
}

function merged(spans: [number, number][]): [number, number][] {
  const result: [number, number][] = []
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}
