import { isUtf8 } from 'node:buffer'
import { lineFeedOf } from './lines.js'

/** A message as bytes, made text by what the bytes themselves say of their encoding. */
export interface DecodedXml {
  /** Without the byte order mark. */
  text: string
  /** Canonical name, such as `utf-8` or `windows-1252`. */
  encoding: string
  hasBom: boolean
  /** Why the bytes are not what they should be; with the place, from 1, where there is one. */
  fault?: {
    kind: 'undecodable' | 'contradiction'
    line: number
    column: number
    found: string
    expected: string
    /** UTF-16 is declared over UTF-8, and nothing outside of the text says otherwise: no parser of XML takes that. */
    isFatal?: true
  }
  /** The bytes of a text in the same encoding, mark included; undefined where this encoding cannot be written, or not this text. */
  encode(text: string): Uint8Array | undefined
}

/** What a text begins with that has one mark too many. */
export const SECOND_MARK = 'a second byte order mark'

const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
const MULTI_BYTE: ReadonlySet<string> = new Set(
  'gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr replacement x-user-defined'.split(' '),
)

/**
 * Decodes by byte order mark, then `charset` (of an HTTP header), then the XML declaration, then as UTF-8. Never throws: bytes that do not fit
 * are replaced, and `fault` says where the first one stands. What should be UTF-8 and can be Windows-1252 is read as that, with the same fault.
 */
export function decodeXml(bytes: Uint8Array, charset?: string): DecodedXml {
  const [marked, mark] = MARKS.find(([, start]) => start.every((byte, i) => bytes[i] === byte)) ?? []
  const body = bytes.subarray(mark?.length ?? 0)
  const wide = marked === undefined ? unmarkedWideOf(body) : undefined
  const declared = declaredIn(body)
  const label = marked ?? wide ?? charset ?? (isWide(declared) ? undefined : declared) ?? 'utf-8'
  const known = canonical(label)
  const isForeign = known === 'utf-8' && marked === undefined && !isUtf8(body) && isWindowsText(body)
  const encoding = isForeign ? 'windows-1252' : (known ?? 'windows-1252')
  const text = textIn(body, encoding)
  const decoded = {
    text,
    encoding,
    hasBom: mark !== undefined,
    encode: (changed: string) => encodeText(changed, encoding, mark),
  }
  if (known === undefined)
    return {
      ...decoded,
      fault: {
        kind: 'undecodable',
        line: 1,
        column: 1,
        found: `encoding ${label}`,
        expected: 'UTF-8, UTF-16 or another encoding that is known',
      },
    }
  const valid = validLength(body, known)
  if (valid !== undefined) {
    const before = new TextDecoder(known, { ignoreBOM: true }).decode(body.subarray(0, valid), { stream: true })
    const lines = before.split(lineFeedOf(text))
    const byte = body[valid] as number
    return {
      ...decoded,
      fault: {
        kind: 'undecodable',
        line: lines.length,
        column: (lines.at(-1) ?? '').length + 1,
        found: fitsPartly(body, valid, known)
          ? 'an incomplete character'
          : `byte 0x${byte.toString(16).toUpperCase().padStart(2, '0')}`,
        expected: `text in ${known.toUpperCase()}`,
      },
    }
  }
  if (mark !== undefined && text.startsWith('\ufeff'))
    return {
      ...decoded,
      fault: { kind: 'undecodable', line: 1, column: 1, found: SECOND_MARK, expected: 'one, or none' },
    }
  const says =
    wide === undefined && marked === undefined
      ? declared
      : (/^\s*<\?xml[^>]*?\sencoding=["']([A-Za-z][\w.-]*)["']/.exec(text.slice(0, 300))?.[1] ?? declared)
  // Bytes of a one-byte encoding are never UTF-8 by chance: a reader that trusts the declaration stores other characters.
  if (marked === undefined && says !== undefined && isSame(says, encoding) && isMislabelled(body, encoding))
    return {
      ...decoded,
      fault: {
        kind: 'undecodable',
        ...placeOfWide(body),
        found: `a declaration of ${says} over bytes in UTF-8`,
        expected: 'the encoding that the bytes are in',
      },
    }
  if (says !== undefined && !isSame(says, encoding))
    return {
      ...decoded,
      fault: {
        kind: 'contradiction',
        line: 1,
        column: 1,
        found: `a declaration of ${says} over bytes in ${encoding.toUpperCase()}`,
        expected: 'the encoding that the bytes are in',
        ...(isWide(says) && encoding === 'utf-8' && charset === undefined ? { isFatal: true as const } : {}),
      },
    }
  return decoded
}

/** A character beyond ASCII in UTF-8, or a byte that is none in Windows-1252. */
const NO_WINDOWS = /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u0081\u008d\u008f\u0090\u009d]/

/** Whether bytes that are no UTF-8 may be Windows-1252: nothing in them is UTF-8 in part, and each byte has its letter. */
export const isWindowsText = (bytes: Uint8Array): boolean =>
  !isUtf8(bytes) && !NO_WINDOWS.test(Buffer.from(bytes).toString('latin1'))

/** Some releases of Node read windows-1252 at one go as Latin-1, so that the euro sign and curly quotes (bytes 80 to 9F) become control characters; in a stream they do not. */
const textIn = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: encoding === 'windows-1252' })

/** What each byte stands for in an encoding of one byte a letter. */
const lettersIn = (encoding: string): string =>
  textIn(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    encoding,
  )

/** The 256 letters of an encoding of one byte a letter, by its name in a declaration or header; undefined for any other encoding, and for a name that is not known. */
export function lettersNamed(label: string): string | undefined {
  const encoding = canonical(label)
  if (encoding === undefined || encoding === 'utf-8' || encoding.startsWith('utf-16') || MULTI_BYTE.has(encoding))
    return undefined
  return lettersIn(encoding)
}

/** Whether a name is that of a known encoding with several bytes for most letters, in which each byte below 80 at the beginning of a letter is one of ASCII. */
export function isMultiByte(label: string): boolean {
  const encoding = canonical(label) ?? ''
  return MULTI_BYTE.has(encoding) && !/^(?:iso-2022|replacement|x-user)/.test(encoding)
}

/** Which UTF-16 bytes are in, by their mark or without one; undefined where they are in none. */
export function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  // With two zeros behind it, the mark is that of UTF-32.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes[2] === 0 && bytes[3] === 0 ? undefined : 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return unmarkedWideOf(bytes)
}

/** How much of a text tells whether it is in UTF-16, bytes. */
const WIDE_LOOK = 256

/** Without a mark, the zero bytes beside the letters of ASCII tell UTF-16: beside a `<` at the beginning and the letter behind it, or at every other place. One alone is a length before a text, or what fills a block. */
function unmarkedWideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = bytes
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return 'utf-16be'
  const zeros = [0, 0]
  const looked = Math.min(bytes.length & ~1, WIDE_LOOK)
  for (let at = 0; at < looked; at++) if (bytes[at] === 0) zeros[at & 1]!++
  const [even = 0, odd = 0] = zeros
  if (looked < 4 || (even > 0 && odd > 0) || (even + odd) * 4 < looked) return undefined
  return even > 0 ? 'utf-16be' : 'utf-16le'
}

/** The charset of a Content-Type header. */
export const charsetOf = (contentType: string | undefined): string | undefined =>
  /(?:^|[;,\s])\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(contentType?.slice(0, 2_000) ?? '')?.[1]

function declaredIn(bytes: Uint8Array): string | undefined {
  return /^\s*<\?xml[^>]*?\sencoding=["']([A-Za-z][\w.-]*)["']/.exec(
    Buffer.from(bytes.subarray(0, 300)).toString('latin1'),
  )?.[1]
}

const isWide = (label: string | undefined): boolean =>
  label !== undefined && /^(utf|ucs|iso-10646)-?(16|2)/i.test(label)

function isSame(says: string, encoding: string): boolean {
  return isWide(says) ? encoding.startsWith('utf-16') : (canonical(says) ?? says.toLowerCase()) === encoding
}

function canonical(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** A one-byte encoding is named, and the bytes beyond ASCII are all whole characters of UTF-8. */
function isMislabelled(bytes: Uint8Array, encoding: string): boolean {
  return (
    encoding !== 'utf-8' &&
    !encoding.startsWith('utf-16') &&
    !MULTI_BYTE.has(encoding) &&
    bytes.some((byte) => byte > 0x7f) &&
    validLength(bytes, 'utf-8') === undefined
  )
}

/** Where the first character beyond ASCII stands. */
function placeOfWide(bytes: Uint8Array): { line: number; column: number } {
  const view = Buffer.from(bytes).toString('latin1')
  const before = view.slice(
    0,
    bytes.findIndex((byte) => byte > 0x7f),
  )
  const lines = before.split(lineFeedOf(view))
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/** How many bytes stand before the first that does not fit; undefined where all do. */
function validLength(bytes: Uint8Array, encoding: string): number | undefined {
  const fits = (length: number, isWhole: boolean): boolean => {
    try {
      new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), {
        stream: !isWhole,
      })
      return true
    } catch {
      return false
    }
  }
  if (fits(bytes.length, true)) return undefined
  let [low, high] = fits(bytes.length, false) ? [bytes.length, bytes.length] : [0, bytes.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle, false)) low = middle
    else high = middle
  }
  // A character that was begun and not ended counts as wrong from its first byte.
  while (low > 0 && !fits(low, true)) low--
  return low
}

/** What stands there is the beginning of a character, and then the text ends. */
function fitsPartly(bytes: Uint8Array, from: number, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes.subarray(from), { stream: true })
    return true
  } catch {
    return false
  }
}

function encodeText(text: string, encoding: string, mark: readonly number[] | undefined): Uint8Array | undefined {
  const body = bytesOf(text, encoding)
  return body === undefined ? undefined : Buffer.concat([Uint8Array.from(mark ?? []), body])
}

function bytesOf(text: string, encoding: string): Uint8Array | undefined {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8')
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  if (MULTI_BYTE.has(encoding)) return undefined
  const codes = new Map(Array.from(lettersIn(encoding), (character, byte) => [character, byte]))
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const byte = codes.get(text[i] as string)
    if (byte === undefined) return undefined
    bytes[i] = byte
  }
  return bytes
}
