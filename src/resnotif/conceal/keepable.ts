import type { DecodedXml } from '../xml/index.js'
import type { ConcealedMessage } from './conceal.js'
import { isBinary, withoutBinaryParts } from './binary.js'

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
