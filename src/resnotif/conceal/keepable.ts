import type { DecodedXml } from '../xml/index.js'
import type { ConcealedMessage } from './conceal.js'

/** What of a stranger's message may be written to a disk. */
export interface KeepableText {
  /** Undefined where nothing of it may be. */
  text?: string
  /** Stretches that are stars because nobody knows what is in them. */
  unread: number
  /** Why nothing may be, as the end of a sentence. */
  why?: string
}

/** Lines of uuencode. */
const UUENCODED = /^begin(?:-base64)? [0-7]{3,4} \S/m

/**
 * A message without its secrets, and without what may hide one: packed, encrypted and binary parts become stars, and of a message whose bytes are no text nothing is left.
 * @param keepsUnread whether what cannot be looked into is kept all the same
 */
export function keepableText(
  { fault, text: given }: Pick<DecodedXml, 'fault' | 'text'>,
  { text, readable, unread }: Pick<ConcealedMessage, 'text' | 'readable' | 'unread'>,
  keepsUnread = false,
): KeepableText {
  if (keepsUnread) return { text, unread: 0 }
  if (fault?.kind === 'undecodable' && fault.found.startsWith('encoding '))
    return { unread: 1, why: `its ${fault.found} is not known` }
  if (isDisguised(given)) return { unread: 1, why: 'it is not in the encoding that it names' }
  if (UUENCODED.test(given)) return { unread: 1, why: 'it is uuencoded' }
  const parts = withoutBinaryParts(readable)
  if (isBinary(parts.text)) return { unread: 1, why: 'it is packed, encrypted or no text' }
  return { text: parts.text, unread: unread + parts.count }
}

const WIDE = /[\u0100-\uffff]/g

/** Letters of ASCII, two of them read as one character. */
function isDisguised(text: string): boolean {
  const wide = text.slice(0, 20_000).match(WIDE) ?? []
  if (wide.length < 8 || wide.length * 2 < Math.min(text.length, 20_000)) return false
  const plain = wide.filter((one) => {
    const code = one.charCodeAt(0)
    return isPrintable(code >> 8) && isPrintable(code & 0xff)
  })
  return plain.length * 5 > wide.length * 4
}

const isPrintable = (byte: number): boolean => (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9

/** Beginnings of packed files, of PDF and of pictures, as they look when they are read as text. */
const MAGIC = ['PK\u0003\u0004', '%PDF-', 'PNG\r\n\u001a', "7z\ufffd\ufffd'\u001c", 'Rar!\u001a']
const GZIP = ['\u008b', '\ufffd', '\u2039'].map((second) => `\u001f${second}\u0008`)
/** So many control characters within so few others are no slip of a typist. */
const [MANY, NEAR] = [6, 256]

/** Whether a text is, in part, not text at all. */
export function isBinary(text: string): boolean {
  if ([...MAGIC, ...GZIP].some((one) => text.includes(one))) return true
  const last: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 31 || (code > 8 && code < 14) || code === 27) continue
    if (last.push(at) >= MANY && at - (last.shift() as number) < NEAR) return true
  }
  return false
}

/** A message with attachments without those that are no text. */
function withoutBinaryParts(text: string): { text: string; count: number } {
  const [, boundary] = /^(?:\r?\n){0,3}--([^\s"]{1,200})\r?\n/.exec(text) ?? []
  if (boundary === undefined) return { text, count: 0 }
  let count = 0
  const parts = text.split(`\n--${boundary}`).map((part) => {
    if (!isBinary(part)) return part
    count++
    const head = /^[\s\S]*?\r?\n\r?\n/.exec(part.slice(0, 10_000))?.[0] ?? '\n'
    return `${isBinary(head) ? '\n' : head}(not kept)\r`
  })
  return { text: parts.join(`\n--${boundary}`), count }
}
