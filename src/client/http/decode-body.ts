import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { decodeXml } from '../../resnotif/index.js'
import { ENCODINGS_MAX, tooLarge, tooManyBytes } from './answer-bounds.js'
import { WireFault } from './wire.js'

const unzip = promisify(gunzip)
const unbrotli = promisify(brotliDecompress)
const undeflate = promisify(inflate)
const undeflateRaw = promisify(inflateRaw)

/**
 * The text of an answer's body behind its content encodings (gzip, deflate, br, stacked in any order).
 * @param bytesMax largest body accepted after decoding
 * @throws WireFault when it is cut, of another encoding, or too large
 */
export async function decodeBody(
  body: Buffer,
  encoding: string,
  bytesMax: number,
  contentType?: string,
): Promise<string> {
  const encodings = encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (encodings.length > ENCODINGS_MAX) throw tooLarge(`was packed ${encodings.length} times over`)
  let decoded = body
  for (const name of body.length === 0 ? [] : encodings.reverse()) decoded = await decodeOne(decoded, name, bytesMax)
  return textOf(decoded, contentType)
}

/** Bytes to text, without a byte order mark: XML by its mark, the charset of the header or its declaration, everything else as UTF-8. */
export function textOf(body: Buffer, contentType = ''): string {
  if (!looksLikeXml(body)) return body.toString('utf8').replace(/^\uFEFF/, '')
  const [, charset] = /charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(contentType.slice(0, 500)) ?? []
  const decoded = decodeXml(body, charset)
  if (charset === undefined || decoded.fault?.kind !== 'undecodable') return decoded.text
  // The header names an encoding that the bytes are not in; what the text itself says may be right.
  const own = decodeXml(body)
  return own.fault?.kind === 'undecodable' ? decoded.text : own.text
}

/** Begins with a mark of UTF-16, or with the first sign of markup in one or two bytes. */
function looksLikeXml(body: Buffer): boolean {
  const [first = 0, second = 0] = body
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return true
  return /^(?:\xef\xbb\xbf)?\s{0,200}</.test(body.subarray(0, 210).toString('latin1'))
}

async function decodeOne(body: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return await unzip(body, { maxOutputLength })
    if (encoding === 'br') return await unbrotli(body, { maxOutputLength })
    // Many servers say deflate and send it without the zlib wrapper, whose first byte ends in 8.
    if (encoding === 'deflate')
      return await (((body[0] ?? 0) & 0x0f) === 8 ? undeflate : undeflateRaw)(body, { maxOutputLength })
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooManyBytes(maxOutputLength)
    }
    throw new WireFault('maybe', 'ANSWER_ENCODING', 'the answer is cut or damaged', true)
  }
  throw new WireFault('maybe', 'ANSWER_ENCODING', 'the answer came in an encoding that was not asked for', false)
}
