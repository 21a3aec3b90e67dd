import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Packed, unpackBody } from '../../resnotif/index.js'

/** What each chunk costs beside its bytes: a body that comes byte by byte is mostly that. */
const CHUNK_COST = 256

/** Request bodies held in memory at one time, all together. */
export class BodiesInFlight {
  #held = 0

  constructor(private readonly limits: { each: number; together: number }) {}

  /**
   * The bytes of a body behind its Content-Encoding. They count as those that came, until the answer has gone.
   * @returns why it was not unpacked, where it was not
   */
  unpack(body: Buffer, encoding: string | undefined, response: ServerResponse): Buffer | Packed | 'too many' {
    const plain = unpackBody(body, encoding, Math.min(this.limits.each, Math.max(0, this.limits.together - this.#held)))
    if (plain === 'too large' && this.limits.together - this.#held < this.limits.each) return 'too many'
    if (typeof plain === 'string' || plain === body) return plain
    this.#held += plain.length
    response.once('close', () => (this.#held -= plain.length))
    return plain
  }

  /**
   * Reads a body. It counts until its answer has gone, because what is made of it lives as long.
   * @returns why it was not taken, where it was not
   */
  read(request: IncomingMessage, response: ServerResponse): Promise<Buffer | 'too large' | 'too many' | 'gone'> {
    const { each, together } = this.limits
    let [size, cost] = [0, 0]
    const release = (): void => {
      this.#held -= cost
      cost = 0
    }
    response.once('close', release)
    return new Promise((resolve) => {
      let chunks: Buffer[] = []
      const drop = (why: 'too large' | 'too many' | 'gone'): void => {
        chunks = []
        size = Infinity
        release()
        resolve(why)
      }
      request.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size === Infinity) return
        if (size > each) return drop('too large')
        if (this.#held + chunk.length + CHUNK_COST > together) return drop('too many')
        cost += chunk.length + CHUNK_COST
        this.#held += chunk.length + CHUNK_COST
        chunks.push(chunk)
      })
      request.on('end', () => {
        resolve(Buffer.concat(chunks))
        chunks = []
      })
      request.on('close', () => {
        if (!request.complete) drop('gone')
      })
    })
  }
}
