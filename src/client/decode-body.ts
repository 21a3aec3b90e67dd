import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
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
export async function decodeBody(body: Buffer, encoding: string, bytesMax: number): Promise<string> {
  const encodings = encoding.split(',').map((name) => name.trim().toLowerCase()).filter((name) => name !== '' && name !== 'identity')
  let decoded = body
  for (const name of body.length === 0 ? [] : encodings.reverse()) decoded = await decodeOne(decoded, name, bytesMax)
  return textOf(decoded)
}

/** UTF-8 to text, without a byte order mark. */
export function textOf(body: Buffer): string {
  return body.toString('utf8').replace(/^\uFEFF/, '')
}

async function decodeOne(body: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return await unzip(body, { maxOutputLength })
    if (encoding === 'br') return await unbrotli(body, { maxOutputLength })
    // Many servers say deflate and send it without the zlib wrapper, whose first byte ends in 8.
    if (encoding === 'deflate') return await (((body[0] ?? 0) & 0x0f) === 8 ? undeflate : undeflateRaw)(body, { maxOutputLength })
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new WireFault('maybe', 'ANSWER_TOO_LARGE', `the answer is larger than ${maxOutputLength} bytes`, false)
    }
    throw new WireFault('maybe', 'ANSWER_ENCODING', 'the answer is cut or damaged', true)
  }
  throw new WireFault('maybe', 'ANSWER_ENCODING', 'the answer came in an encoding that was not asked for', false)
}
