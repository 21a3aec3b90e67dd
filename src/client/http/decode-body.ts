import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib'
import { charsetOf, decodeXml, wideOf } from '../../resnotif/index.js'
import { boundsFault, ENCODINGS_MAX, isBoundless, tooLarge, tooManyBytes } from './answer-bounds.js'
import { WireFault } from './wire.js'

const unzip = promisify(gunzip)
const unbrotli = promisify(brotliDecompress)
const undeflate = promisify(inflate)
const undeflateRaw = promisify(inflateRaw)

/**
 * The text of an answer's body: what every answer is read by, whoever asked for it.
 * @param bytesMax largest body accepted, before and after decoding
 * @throws WireFault when it is cut, in an encoding that is not read, too large, or JSON beyond the bounds
 */
export async function readBody(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  bytesMax: number,
): Promise<string> {
  if (body.length > bytesMax) throw tooManyBytes(bytesMax)
  const { 'content-encoding': encoding, 'content-type': contentType } = headers
  const text =
    encoding === undefined ? textOf(body, contentType) : await decodeBody(body, encoding, bytesMax, contentType)
  const fault = isBoundless(text) ? boundsFault(text) : undefined
  if (fault !== undefined) throw fault
  return text
}

/**
 * What can be read of a body whose end is missing, packed or not.
 * @throws WireFault when nothing of it can be
 */
export function readCutBody(
  body: Buffer,
  { 'content-encoding': encoding, 'content-type': contentType }: Readonly<Record<string, string>>,
  bytesMax: number,
): Promise<string> {
  return decodeBody(body, encoding ?? '', bytesMax, contentType, true)
}

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
  isCut = false,
): Promise<string> {
  const encodings = encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (encodings.length > ENCODINGS_MAX) throw tooLarge(`was packed ${encodings.length} times over`)
  let decoded = body
  for (const name of body.length === 0 ? [] : encodings.reverse())
    decoded = await decodeOne(decoded, name, bytesMax, isCut)
  return textOf(decoded, contentType)
}

/** Bytes to text, without a byte order mark: XML by its mark, the charset of the header or its declaration, everything else as UTF-8, or UTF-16 where the bytes are. */
export function textOf(body: Buffer, contentType = ''): string {
  const charset = charsetOf(contentType)
  if (!looksLikeXml(body) && !/^utf-?16/i.test(charset ?? '')) return body.toString('utf8').replace(/^\uFEFF/, '')
  const decoded = decodeXml(body, charset)
  if (charset === undefined || decoded.fault?.kind !== 'undecodable') return decoded.text
  // The header names an encoding that the bytes are not in; what the text itself says may be right.
  const own = decodeXml(body)
  return own.fault?.kind === 'undecodable' ? decoded.text : own.text
}

/** Is in UTF-16, or begins with the first sign of markup. */
function looksLikeXml(body: Buffer): boolean {
  if (wideOf(body) !== undefined) return true
  return /^(?:\xef\xbb\xbf)?\s{0,200}</.test(body.subarray(0, 210).toString('latin1'))
}

async function decodeOne(body: Buffer, encoding: string, maxOutputLength: number, isCut: boolean): Promise<Buffer> {
  const limit = { maxOutputLength, ...(isCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {}) }
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return await unzip(body, limit)
    if (encoding === 'br')
      return await unbrotli(body, {
        maxOutputLength,
        ...(isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {}),
      })
    // Many servers say deflate and send it without the zlib wrapper, whose first byte ends in 8.
    if (encoding === 'deflate') return await (((body[0] ?? 0) & 0x0f) === 8 ? undeflate : undeflateRaw)(body, limit)
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooManyBytes(maxOutputLength)
    }
    throw new WireFault('maybe', 'ANSWER_ENCODING', 'the answer is cut or damaged', true)
  }
  throw new WireFault('maybe', 'ANSWER_ENCODING', 'the answer came in an encoding that was not asked for', false)
}
