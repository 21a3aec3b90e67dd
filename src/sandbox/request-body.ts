import type { IncomingMessage } from 'node:http'
import { parseJson } from '../contract/json.js'
import { Refusal } from './refusal.js'

/**
 * Reads a request's JSON body.
 * @param limitBytes largest body that is taken
 * @throws Refusal 413 too large, 415 not JSON by its headers, 400 missing or malformed
 */
export async function readJsonBody(incoming: IncomingMessage, limitBytes: number): Promise<unknown> {
  requireJson(incoming)
  const bytes = await readBytes(incoming, limitBytes)
  if (bytes.length === 0) throw new Refusal(400, 'The request has no body.', { code: 'INVALID_REQUEST' })
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new Refusal(400, error instanceof SyntaxError ? 'The body is not well-formed JSON.' : 'The body cannot be read as UTF-8 JSON.', { code: 'INVALID_REQUEST' })
  }
}

function requireJson({ headers }: IncomingMessage): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json') throw new Refusal(415, 'The body must be application/json.')
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  if (encoding !== undefined && encoding !== 'identity') throw new Refusal(415, `The body must not be encoded (${encoding}).`)
}

async function readBytes(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const tooLarge = () => new Refusal(413, `The body is larger than ${limitBytes} bytes.`)
  if (Number(incoming.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) chunks.push(chunk)
      else reject(tooLarge())
    })
    incoming.on('end', () => resolve(Buffer.concat(chunks)))
    incoming.on('error', reject)
    incoming.on('close', () => reject(new Refusal(400, 'The body ended early.', { code: 'INVALID_REQUEST' })))
  })
}
