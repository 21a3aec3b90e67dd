import { isAscii, isUtf8 } from 'node:buffer'
import { type Encoding, type EncodingFact, inputFault } from '../reading/index.js'
import { Problem } from '../values/index.js'
import { decoderOf, encodingNamed, hasOneByte } from './text-encodings.js'

/** Encodings with one byte for each character. Their line ends, separators, quotes and digits are those of ASCII. */
export const EIGHT_BIT_ENCODINGS = ['windows-1252', 'windows-1250', 'windows-1251', 'macintosh'] as const
export type EightBitEncoding = (typeof EIGHT_BIT_ENCODINGS)[number]

export type EightBitFact = EncodingFact & { name: EightBitEncoding }

/** True for a fact about an encoding of one byte a character. */
export function isEightBit(fact: EncodingFact): fact is EightBitFact {
  return (EIGHT_BIT_ENCODINGS as readonly string[]).includes(fact.name)
}

interface DecodeInput {
  name: string
  /** The encoding that a person has named. */
  wanted?: Encoding | undefined
  /** Asked where bytes are not UTF-8 and nothing names their encoding. Absent: readers refuse such bytes. */
  prove?: (() => Promise<EightBitFact>) | undefined
  /** Told once what was found. */
  onFact?: ((fact: EncodingFact) => void) | undefined
}

const MARKS: readonly { name: Encoding; mark: readonly number[] }[] = [
  { name: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', mark: [0xff, 0xfe] },
  { name: 'utf-16be', mark: [0xfe, 0xff] },
]
const SNIFFED_BYTES = 4096
/** Share of code units whose high byte is 0 in UTF-16 text: separators, digits and line ends are enough for it in any script. */
const ZERO_SHARE = 1 / 8

/**
 * The bytes of a text file as UTF-8. A byte order mark decides, then what a person says, then the pattern of zero bytes,
 * then whether the bytes are UTF-8; only then is asked for a proof. ASCII and UTF-8 pass through untouched.
 * @throws Fault INVALID_INPUT where the bytes contradict the encoding
 */
export async function* decodeText(bytes: AsyncGenerator<Buffer>, input: DecodeInput): AsyncGenerator<Buffer> {
  const { name, onFact } = input
  const wanted = input.wanted === undefined ? undefined : encodingNamed(input.wanted)
  if (wanted instanceof Problem)
    throw inputFault({
      file: name,
      reason: `cannot be read: --encoding ${wanted.reason}`,
      ...(wanted.remedy === undefined ? {} : { remedy: wanted.remedy }),
    })
  try {
    const start = await firstBytes(bytes)
    const marked = MARKS.find(({ mark }) => mark.every((byte, at) => start[at] === byte))?.name
    if (marked !== undefined && wanted !== undefined && wanted !== marked)
      throw contradiction(name, wanted, `begins with the byte order mark of ${marked}`)
    const sniffed = marked ?? wanted ?? utf16Of(start)
    const whole = prepend(start, bytes)
    if (sniffed === undefined) yield* provedOrPlain(whole, input)
    else {
      onFact?.({
        name: sniffed,
        proof:
          marked !== undefined
            ? 'its byte order mark'
            : wanted !== undefined
              ? '--encoding'
              : 'every second byte of its signs and digits is 0',
      })
      yield* sniffed === 'utf-8' ? whole : decoded(whole, sniffed, name, wanted !== undefined)
    }
  } finally {
    await bytes.return(undefined)
  }
}

/**
 * A function that gives the text of bytes in an encoding of one byte a character, undefined where a byte stands for none.
 * The bytes come as a text whose characters have their numbers.
 */
export function eightBitDecoder(encoding: EightBitEncoding): (bytes: string) => string | undefined {
  // As a stream: decoding at once takes windows-1252 for ISO 8859-1 on some versions of the platform.
  const upper = new TextDecoder(encoding).decode(Buffer.from(Array.from({ length: 128 }, (_, at) => at + 128)), {
    stream: true,
  })
  return (bytes) => {
    const text = bytes.replace(/[\u0080-\u00ff]/g, (byte) => upper[byte.charCodeAt(0) - 128] as string)
    return /[\u0080-\u009f\ufffd]/.test(text) ? undefined : text
  }
}

async function* provedOrPlain(
  bytes: AsyncGenerator<Buffer>,
  { name, prove, onFact }: DecodeInput,
): AsyncGenerator<Buffer> {
  let carry: Buffer = Buffer.alloc(0)
  let isPlain = true
  for await (const chunk of bytes) {
    if (carry.length === 0 && isAscii(chunk)) {
      yield chunk
      continue
    }
    const pending = carry.length === 0 ? chunk : Buffer.concat([carry, chunk])
    const end = pending.length - cutCharacter(pending)
    const part = pending.subarray(0, end)
    if (prove !== undefined && !isUtf8(part)) {
      const fact = await prove()
      onFact?.(fact)
      yield* decoded(prepend(pending, bytes), fact.name, name, false)
      return
    }
    if (isPlain && end > 0 && !isAscii(part)) onFact?.({ name: 'utf-8', proof: 'its bytes' })
    if (end > 0 && !isAscii(part)) isPlain = false
    carry = pending.subarray(end)
    if (end > 0) yield part
  }
  if (isPlain && carry.length === 0) onFact?.({ name: 'ascii', proof: 'it has no other characters' })
  if (carry.length === 0) return
  const fact = prove === undefined ? undefined : await prove()
  if (fact !== undefined) onFact?.(fact)
  yield* fact === undefined ? prepend(carry, bytes) : decoded(prepend(carry, bytes), fact.name, name, false)
}

async function* decoded(
  bytes: AsyncGenerator<Buffer>,
  encoding: Encoding,
  name: string,
  isNamed: boolean,
): AsyncGenerator<Buffer> {
  const decode = await decoderOf(encoding)
  const isWide = !hasOneByte(encoding)
  let offset = 0
  const utf8Of = (chunk?: Buffer): Buffer => {
    const text = decode(chunk)
    // Decoders give the bytes that an encoding of one byte a character leaves free as control characters.
    if (text === undefined || (!isWide && /[\u0080-\u009f]/.test(text))) throw noCharacter(name, encoding, offset)
    offset += chunk?.length ?? 0
    return Buffer.from(text, 'utf8')
  }
  for await (const chunk of bytes) {
    if (isNamed && !isWide && !isAscii(chunk) && isUtf8(chunk))
      throw contradiction(name, encoding, 'holds characters of UTF-8')
    yield utf8Of(chunk)
  }
  yield utf8Of()
}

function noCharacter(name: string, encoding: Encoding, offset: number): Error {
  return inputFault({
    file: name,
    reason: `is not ${encoding}: bytes behind offset ${offset} stand for no character`,
    remedy: 'Name its encoding with --encoding, or save the file as UTF-8.',
  })
}

function contradiction(name: string, wanted: Encoding, what: string): Error {
  return inputFault({ file: name, reason: `${what}, but --encoding is ${wanted}`, remedy: 'Leave out --encoding.' })
}

/** UTF-16 by its zero bytes: they all stand on one side, and no other encoding of text has any. */
function utf16Of(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const units = Math.floor(start.length / 2)
  const zeros = [0, 0]
  for (let at = 0; at < units * 2; at += 1) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  const [even = 0, odd = 0] = zeros
  if (units < 4 || Math.max(even, odd) < units * ZERO_SHARE || Math.min(even, odd) > 0) return undefined
  return odd > 0 ? 'utf-16le' : 'utf-16be'
}

/** How many bytes at the end are the beginning of a character of UTF-8. */
function cutCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4) ? back : 0
  }
  return 0
}

async function firstBytes(bytes: AsyncGenerator<Buffer>): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  while (start.length < SNIFFED_BYTES) {
    const { value, done } = await bytes.next()
    if (done === true) break
    start = start.length === 0 ? value : Buffer.concat([start, value])
  }
  return start
}

async function* prepend(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start
  yield* rest
}
