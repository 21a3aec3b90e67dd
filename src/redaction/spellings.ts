import { entityNamedAt } from './html-entities.js'

/** A text as bytes, each with the characters of the text that it comes from. */
export interface Read {
  bytes: Buffer
  from: Int32Array
  to: Int32Array
}

const [AMP, PERCENT, BACKSLASH, EQUALS, LESS, MORE] = [...'&%\\=<>'].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
]
const NO_BREAK_SPACE = 0xa0

class Writer {
  readonly #bytes: Buffer
  readonly #from: Int32Array
  readonly #to: Int32Array
  #length = 0

  constructor(most: number) {
    this.#bytes = Buffer.allocUnsafe(most)
    this.#from = new Int32Array(most)
    this.#to = new Int32Array(most)
  }

  add(byte: number, from: number, to: number): void {
    this.#bytes[this.#length] = byte
    this.#from[this.#length] = from
    this.#to[this.#length] = to
    this.#length += 1
  }

  /** A character as UTF-8. */
  addCharacter(code: number, from: number, to: number): void {
    if (code < 0x80) this.add(code, from, to)
    else
      for (const byte of Buffer.from(String.fromCodePoint(code > 0x10_ffff ? 0xfffd : code))) this.add(byte, from, to)
  }

  done(): Read {
    const length = this.#length
    return {
      bytes: this.#bytes.subarray(0, length),
      from: this.#from.subarray(0, length),
      to: this.#to.subarray(0, length),
    }
  }
}

/** A text as its UTF-8 bytes. */
export function bytesOf(text: string): Read {
  const writer = new Writer(text.length * 3)
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at) < 0x80 ? text.charCodeAt(at) : (text.codePointAt(at) ?? 0)
    const next = at + (code > 0xffff ? 2 : 1)
    writer.addCharacter(code, at, next)
    at = next
  }
  return writer.done()
}

/** What percent signs, HTML entities and JSON escapes stand for, however often they were put upon each other; `isQuoted`: what quoted-printable text stands for instead. */
export function decoded(read: Read, isQuoted: boolean): Read {
  const { bytes, from, to } = read
  if (
    !bytes.includes(isQuoted ? EQUALS : AMP) &&
    (isQuoted || (!bytes.includes(PERCENT) && !bytes.includes(BACKSLASH)))
  )
    return read
  const writer = new Writer(bytes.length)
  for (let at = 0; at < bytes.length;) {
    const found = escapeAt(bytes, at, isQuoted)
    const next = found === undefined ? at + 1 : found.next
    const [first, last] = [from[at] ?? 0, to[next - 1] ?? 0]
    if (found === undefined) writer.add(bytes[at] ?? 0, first, last)
    else if (found.byte !== undefined) writer.add(found.byte, first, last)
    else if (found.code !== undefined) writer.addCharacter(found.code, first, last)
    at = next
  }
  return writer.done()
}

interface Escape {
  next: number
  byte?: number
  code?: number
}

function escapeAt(bytes: Buffer, at: number, isQuoted: boolean): Escape | undefined {
  const byte = bytes[at]
  if (isQuoted) return byte === EQUALS ? quotedAt(bytes, at) : undefined
  if (byte === PERCENT) return percentAt(bytes, at)
  if (byte === AMP) return entityAt(bytes, at)
  return byte === BACKSLASH ? backslashAt(bytes, at) : undefined
}

function quotedAt(bytes: Buffer, at: number): Escape | undefined {
  const value = hexAt(bytes, at + 1, 2)
  if (value !== undefined) return { next: at + 3, byte: value }
  // A line that goes on, also where its end is written as JSON.
  let next = at + 1
  while (next < at + 8 && [10, 13, 92, 110, 114].includes(bytes[next] ?? 0)) next += 1
  return next === at + 1 || (bytes[at + 1] !== 10 && bytes[at + 1] !== 13 && bytes[at + 1] !== BACKSLASH)
    ? undefined
    : { next }
}

function percentAt(bytes: Buffer, at: number): Escape | undefined {
  let digits = at + 1
  while (hexAt(bytes, digits, 2) === PERCENT && hexAt(bytes, digits + 2, 2) !== undefined) digits += 2
  const value = hexAt(bytes, digits, 2)
  return value === undefined ? undefined : { next: digits + 2, byte: value }
}

function entityAt(bytes: Buffer, at: number): Escape | undefined {
  let name = at + 1
  let isAmp = false
  while (bytes.toString('latin1', name, name + 4).toLowerCase() === 'amp;') {
    name += 4
    isAmp = true
  }
  const text = bytes.toString('latin1', name, name + 12)
  const numbered = /^#(?:x([\da-f]{1,8})|(\d{1,8}));/i.exec(text)
  const named = numbered === null ? entityNamedAt(text) : undefined
  if (named !== undefined) return { next: name + named.length, code: named.code === NO_BREAK_SPACE ? 32 : named.code }
  if (numbered !== null)
    return {
      next: name + numbered[0].length,
      code: numbered[1] === undefined ? Number(numbered[2]) : Number.parseInt(numbered[1], 16),
    }
  return isAmp ? { next: name, byte: AMP } : undefined
}

/** As many as four texts within each other need; a longer run is begun anew. */
const BACKSLASHES_MAX = 16
const [LETTER_U, LETTER_X, HIGH, LOW] = [117, 120, 0xd8_00, 0xdc_00]

function backslashAt(bytes: Buffer, at: number): Escape | undefined {
  let letter = at + 1
  while (bytes[letter] === BACKSLASH && letter < at + BACKSLASHES_MAX) letter += 1
  if (bytes[letter] === LETTER_X) {
    const value = hexAt(bytes, letter + 1, 2)
    return value === undefined ? undefined : { next: letter + 3, byte: value }
  }
  const unit = bytes[letter] === LETTER_U ? hexAt(bytes, letter + 1, 4) : undefined
  if (unit === undefined) return undefined
  const next = letter + 5
  if (unit < HIGH || unit >= LOW) return { next, code: unit }
  const other = backslashUnit(bytes, next)
  return other === undefined
    ? { next, code: unit }
    : { next: other.next, code: 0x1_0000 + (unit - HIGH) * 0x4_00 + (other.unit - LOW) }
}

function backslashUnit(bytes: Buffer, at: number): { unit: number; next: number } | undefined {
  let letter = at
  while (bytes[letter] === BACKSLASH && letter < at + BACKSLASHES_MAX) letter += 1
  const unit = letter > at && bytes[letter] === LETTER_U ? hexAt(bytes, letter + 1, 4) : undefined
  return unit === undefined || unit < LOW || unit >= 0xe0_00 ? undefined : { unit, next: letter + 5 }
}

const valueOf = (byte: number): number =>
  byte >= 48 && byte <= 57 ? byte - 48 : (byte | 32) >= 97 && (byte | 32) <= 102 ? (byte | 32) - 87 : -1

function hexAt(bytes: Buffer, at: number, count: number): number | undefined {
  if (at + count > bytes.length) return undefined
  let value = 0
  for (let digit = at; digit < at + count; digit += 1) {
    const one = valueOf(bytes[digit] ?? 0)
    if (one < 0) return undefined
    value = value * 16 + one
  }
  return value
}

/** What is left out: nothing but the case of letters; what parts characters; markup as well; all but the digits of base64 or hexadecimal text. */
type Kept = 'case' | 'parts' | 'markup' | 'base64' | 'hex'

const MARKUP_MAX = 80

export function without({ bytes, from, to }: Read, kept: Kept): Read {
  const writer = new Writer(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) {
    if (kept === 'markup' && bytes[at] === LESS) {
      const end = markupEnd(bytes, at)
      if (end !== undefined) {
        at = end
        continue
      }
    }
    if (kept === 'hex' && bytes[at] === 48 && ((bytes[at + 1] ?? 0) | 32) === LETTER_X) {
      at += 1
      continue
    }
    const signs = kept === 'parts' || kept === 'markup' ? partingAt(bytes, at) : 0
    if (signs > 0) {
      at += signs - 1
      continue
    }
    const byte = byteOf(bytes[at] ?? 0, kept)
    if (byte !== undefined) writer.add(byte, from[at] ?? 0, to[at] ?? 0)
  }
  return writer.done()
}

/** Where a tag, a comment or the beginning of character data ends. */
function markupEnd(bytes: Buffer, at: number): number | undefined {
  for (let end = at + 1; end < bytes.length && end <= at + MARKUP_MAX; end += 1) {
    if (bytes[end] === MORE) return end
    if (bytes[end] === LESS) return undefined
    if (bytes[end] === 91 && bytes.toString('latin1', at, end + 1) === '<![CDATA[') return end
  }
  return undefined
}

/** How many bytes a sign takes that is invisible, or a dot between letters: soft hyphen, middle dot, bullet, zero-width and direction signs, byte order mark. */
function partingAt(bytes: Buffer, at: number): number {
  const [first, second = 0, third = 0] = [bytes[at] ?? 0, bytes[at + 1], bytes[at + 2]]
  if (first === 0xc2) return second === 0xad || second === 0xb7 ? 2 : 0
  if (first === 0xef) return second === 0xbb && third === 0xbf ? 3 : 0
  if (first !== 0xe2) return 0
  if (second === 0x80)
    return (third >= 0x8b && third <= 0x8f) || (third >= 0xa8 && third <= 0xae) || third === 0xa2 ? 3 : 0
  return second === 0x81 && third >= 0xa0 && third <= 0xa9 ? 3 : 0
}

/** Signs that part letters and are left out with the blanks: `.,/:;_|*+-` and the backslash. */
const PARTING: ReadonlySet<number> = new Set([...'.,/:;_|*+-\\'].map((sign) => sign.charCodeAt(0)))

function byteOf(byte: number, kept: Kept): number | undefined {
  const lower = byte >= 65 && byte <= 90 ? byte | 32 : byte
  if (kept === 'case') return lower
  if (kept === 'hex') return valueOf(byte) < 0 ? undefined : lower
  if (kept === 'base64') {
    if (byte === 45) return 43
    if (byte === 95) return 47
    return byte <= 32 || byte === BACKSLASH ? undefined : byte
  }
  // A plus is how a blank is written in an address; the two are left out alike.
  return byte <= 32 || PARTING.has(byte) ? undefined : lower
}
