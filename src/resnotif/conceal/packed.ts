import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** A text that stands in another as base64, as hexadecimal digits or as a list of bytes. */
export interface PackedText {
  start: number
  end: number
  /** What it stands for; undefined where that is no text. */
  text?: string
  /** It was compressed as well, so that a changed text has no place in it. */
  isCompressed: boolean
  /** The stretch with another text of the same length in it; undefined where that does not fit. */
  write(text: string): string | undefined
  /** Very long, or known to be packed: what is in it cannot be told. */
  isUnread: boolean
}

const LINE_END = '(?:&#(?:13|[xX]0{0,6}[dD]);)?\\r?\\n[ \\t]{0,40}'
const RUN = new RegExp(
  `[A-Za-z\\d+/_-]{16,}(?:${LINE_END}[A-Za-z\\d+/_-]+)*={0,2}|-?\\d{1,3}(?:[ \\t]{0,4},\\s{0,40}-?\\d{1,3}){11,}`,
  'g',
)
const NOISE = new RegExp(`${LINE_END}|=`, 'g')
/** Shorter ones are ids, digests and the like. */
const UNREAD = 200
/** What a signature is made of holds no text. */
const SIGNATURE =
  /<(?:[\w.-]{1,60}:)?(?:SignatureValue|DigestValue|X509Certificate|Modulus)(?:\s[^<>]{0,200})?>\s{0,80}$/
const INFLATED_MAX = 1_000_000

/** Every stretch that may be such a text. Linear in the source. */
export function* packedTexts(source: string, budget: { bytes: number }): Generator<PackedText> {
  for (const { 0: run, index } of source.matchAll(RUN)) {
    if (run.includes(',')) yield listOf(run, index)
    else if (/^(?:[\da-f]{2}){12,}$/i.test(run)) yield hexOf(run, index)
    else {
      const isSigned = SIGNATURE.test(source.slice(Math.max(0, index - 400), index))
      yield* base64Of(run, index, isSigned, budget)
    }
  }
}

/** `[60, 63, 120 …]`, also with the negative numbers of Java. */
function listOf(run: string, index: number): PackedText {
  const numbers = [...run.matchAll(/-?\d+/g)]
  const values = numbers.map(([one]) => Number(one))
  const isBytes = values.every((one) => one >= -128 && one <= 255)
  const text = isBytes ? textOf(Buffer.from(values.map((one) => one & 255)), true) : undefined
  return {
    start: index,
    end: index + run.length,
    isCompressed: false,
    isUnread: false,
    ...(text === undefined ? {} : { text }),
    write: (changed) =>
      changed.length !== numbers.length ? undefined : run.replaceAll(/-?\d+/g, stars(numbers, changed, text ?? '')),
  }
}

/** Stars for those numbers whose character has changed. */
function stars(numbers: readonly RegExpMatchArray[], changed: string, text: string): (one: string) => string {
  let at = -1
  return (one) => (++at < numbers.length && changed[at] === text[at] ? one : '*'.repeat(one.length))
}

function hexOf(run: string, index: number): PackedText {
  const bytes = Buffer.from(run, 'hex')
  const text = textOf(bytes, true)
  return {
    start: index,
    end: index + run.length,
    isCompressed: false,
    isUnread: text === undefined && run.length >= UNREAD * 2 && /[a-f]/i.test(run),
    ...(text === undefined ? {} : { text }),
    write: (changed) => (changed.length === bytes.length ? Buffer.from(changed, 'latin1').toString('hex') : undefined),
  }
}

/** A letter or a slash may stand before it that is none of it, so all four beginnings are tried. */
function* base64Of(run: string, index: number, isSigned: boolean, budget: { bytes: number }): Generator<PackedText> {
  const stretch = { start: index, end: index + run.length }
  const packed = run.replaceAll(NOISE, '')
  for (const skipped of [0, 1, 2, 3]) {
    const bytes = Buffer.from(packed.slice(skipped), 'base64')
    const encoding = encodingOf(bytes)
    if (encoding !== undefined) {
      const text = read(bytes, encoding)
      const write = (changed: string): string | undefined => {
        const again = encoding === 'utf16be' ? Buffer.from(changed, 'utf16le').swap16() : Buffer.from(changed, encoding)
        return again.length === bytes.length ? relaid(run, packed.slice(0, skipped) + spelled(again, run)) : undefined
      }
      return yield { ...stretch, text, isCompressed: false, isUnread: false, write }
    }
  }
  const bytes = Buffer.from(packed, 'base64')
  const inflated = inflate(bytes, packed.length, budget)
  const text = inflated === undefined ? undefined : textOf(inflated, false)
  yield {
    ...stretch,
    isCompressed: text !== undefined,
    isUnread: text === undefined && !isSigned && (packed.length >= UNREAD || inflated !== undefined || isPack(bytes)),
    ...(text === undefined ? {} : { text }),
    write: () => undefined,
  }
}

const spelled = (bytes: Buffer, run: string): string =>
  bytes.toString(/[-_]/.test(run) && !/[+/]/.test(run) ? 'base64url' : 'base64').replaceAll('=', '')

/** The letters in their old lines; undefined where they are not as many. */
function relaid(run: string, letters: string): string | undefined {
  let at = 0
  const laid = run.replaceAll(new RegExp(`${LINE_END}|=|[^=]`, 'g'), (one) =>
    one.length === 1 && one !== '=' && one !== '\n' ? (letters[at++] ?? '') : one,
  )
  return at === letters.length && laid.length === run.length ? laid : undefined
}

/** Zip, 7z, xz, bzip2, pdf and pictures. */
const PACKS = [
  'PK\u0003\u0004',
  '7z\u00bc\u00af',
  '\u00fd7zXZ',
  'BZh',
  '%PDF-',
  '\u0089PNG',
  '\u00ff\u00d8\u00ff',
  'Rar!',
]
const isPack = (bytes: Buffer): boolean => {
  const head = bytes.toString('latin1', 0, 8)
  return PACKS.some((one) => head.startsWith(one))
}

/** Compressed bytes as they were; empty where there are too many of them. */
function inflate(bytes: Buffer, length: number, budget: { bytes: number }): Buffer | undefined {
  const ways =
    bytes[0] === 0x1f && bytes[1] === 0x8b
      ? [gunzipSync]
      : bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1] as number)
        ? [inflateSync]
        : length >= 32 && mayBeDeflated(bytes)
          ? [inflateRawSync]
          : []
  for (const way of ways) {
    if (budget.bytes <= 0) return Buffer.alloc(0)
    try {
      const plain = way(bytes, { maxOutputLength: Math.min(INFLATED_MAX, budget.bytes) })
      budget.bytes -= plain.length
      return way === inflateRawSync && textOf(plain, false) === undefined ? undefined : plain
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') continue
      budget.bytes -= INFLATED_MAX
      return Buffer.alloc(0)
    }
  }
  return undefined
}

/** @param isBytewise a character for each byte is wanted */
function textOf(bytes: Buffer, isBytewise: boolean): string | undefined {
  const encoding = encodingOf(bytes)
  return encoding === undefined ? undefined : read(bytes, isBytewise ? 'latin1' : encoding)
}

type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1'

const read = (bytes: Buffer, encoding: Encoding): string =>
  encoding === 'utf16be'
    ? Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le')
    : bytes.toString(encoding)

/** What bytes are text in; undefined of what is none. */
function encodingOf(bytes: Buffer): Encoding | undefined {
  if (bytes.length < 8) return undefined
  let [odd, high] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === 0) {
      // A zero beside each letter is UTF-16.
      if (at > 1) return isWide(bytes, 1) ? 'utf16le' : isWide(bytes, 0) ? 'utf16be' : undefined
    } else if (byte < 32 ? byte < 9 || byte > 13 : byte === 127) odd++
    else if (byte > 127) high++
    if (odd > 2 && odd * 50 > at) return undefined
  }
  if (odd > 0 && bytes.length < 64) return undefined
  if (high === 0) return 'utf8'
  if (Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes)) return 'utf8'
  return high * 10 < bytes.length ? 'latin1' : undefined
}

function isWide(bytes: Buffer, first: 0 | 1): boolean {
  let zeros = 0
  for (let at: number = first; at < bytes.length; at += 2) if (bytes[at] === 0) zeros++
  return zeros * 3 > bytes.length
}

const STORED = 0
const DYNAMIC = 2
const RESERVED = 3
/** What an inflater takes at most: literals and lengths beyond 257, and distances beyond 1. */
const LITERALS_MAX = 286 - 257
const DISTANCES_MAX = 30 - 1
const LENGTH_BITS = 3
/** Code lengths of which every bit is used up add up to this. */
const WHOLE = 1 << ((1 << LENGTH_BITS) - 1)

/**
 * Whether bytes may be deflated data without a head: what they begin with must fit (RFC 1951, 3.2.3 to 3.2.7). Ids and digests that look like base64
 * hardly ever do, and trying each with zlib costs far more than this look.
 */
export function mayBeDeflated(bytes: Uint8Array): boolean {
  const bit = (at: number): number => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1
  const bits = (from: number, count: number): number => {
    let number = 0
    for (let at = count - 1; at >= 0; at -= 1) number = 2 * number + bit(from + at)
    return number
  }
  const type = bits(1, 2)
  if (type === RESERVED) return false
  if (type === STORED) return (bits(8, 16) ^ bits(24, 16)) === 0xff_ff
  if (type !== DYNAMIC) return true
  if (bits(3, 5) > LITERALS_MAX || bits(8, 5) > DISTANCES_MAX) return false
  const lengths = bits(13, 4) + 4
  let used = 0
  for (let at = 0; at < lengths; at += 1) {
    const length = bits(17 + at * LENGTH_BITS, LENGTH_BITS)
    if (length > 0) used += WHOLE >> length
  }
  return used === WHOLE
}
