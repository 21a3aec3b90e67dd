import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { parseExactJson } from '../../contract/index.js'
import { Refusal } from '../ground/index.js'
import { repeatedKey } from './repeated-key.js'

const unzip = promisify(gunzip)

/**
 * Reads a request's JSON body, in gzip too. Integers that a double cannot hold are bigints.
 * @param limitBytes largest body that is taken, before and after decoding
 * @throws Refusal 413 too large, 415 not JSON by its headers or in another encoding, 400 missing, damaged, malformed, or with a key twice
 */
export async function readJsonBody(
  incoming: IncomingMessage,
  limitBytes: number,
): Promise<{ value: unknown; hasWide: boolean }> {
  requireJson(incoming)
  const sent = await readBytes(incoming, limitBytes)
  const bytes = sent.length > 0 && encodingOf(incoming) === 'gzip' ? await inflate(sent, limitBytes) : sent
  if (bytes.length === 0) throw new Refusal(400, 'The request has no body.', { code: 'INVALID_REQUEST' })
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const parsed = parseExactJson(text)
    const twice = repeatedKey(text)
    if (twice !== undefined)
      throw new Refusal(400, `The body names ${twice.slice(0, 80)} twice in one object.`, {
        code: 'INVALID_REQUEST',
        details: [{ field: twice.slice(0, 80), message: 'stands twice in one object' }],
      })
    return parsed
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      400,
      error instanceof SyntaxError ? 'The body is not well-formed JSON.' : 'The body cannot be read as UTF-8 JSON.',
      { code: 'INVALID_REQUEST' },
    )
  }
}

function requireJson(incoming: IncomingMessage): void {
  const [type = ''] = (incoming.headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json') throw new Refusal(415, 'The body must be application/json.')
  const encoding = encodingOf(incoming)
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new Refusal(415, `The body may be plain or in gzip, and in no other encoding (${encoding}).`)
}

function encodingOf({ headers }: IncomingMessage): string {
  const name = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  return name === 'x-gzip' ? 'gzip' : name
}

/** Stops at the limit, so that a small body cannot fill the memory. */
async function inflate(bytes: Buffer, limitBytes: number): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: limitBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limitBytes)
    throw new Refusal(400, 'The body is not whole gzip.', { code: 'INVALID_REQUEST' })
  }
}

function tooLarge(limitBytes: number): Refusal {
  return new Refusal(413, `The body is larger than ${limitBytes} bytes.`)
}

async function readBytes(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) chunks.push(chunk)
      else reject(tooLarge(limitBytes))
    })
    incoming.on('end', () => resolve(Buffer.concat(chunks)))
    incoming.on('error', reject)
    incoming.on('close', () => reject(new Refusal(400, 'The body ended early.', { code: 'INVALID_REQUEST' })))
  })
}
