import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, statSync, type BigIntStats } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inputFault } from './input-fault.js'

const CHUNK_BYTES = 1024 * 1024
const CHUNKS_A_TURN = 8
/** Clocks of file systems are coarse: a file written again within this time of being looked at may show the same times. */
const COARSE_NS = 2_000_000_000n

/** One reading of a file from its first byte to its last. */
interface FileReading {
  take(bytes: Uint8Array): void
  /** The end was reached. A reading that stops earlier says nothing. */
  end(): void
}

/**
 * Holds a file to what was read of it: several readings must find the same bytes, and until the first request goes out the file must stay as it was.
 * What is sent is then what somebody wrote, never a mixture of two exports or half of one.
 */
export class FileWatch {
  readonly #name: string
  readonly #path: string
  #first: BigIntStats | undefined
  #lookedAt = 0n
  #digest: string | undefined
  #hasChanged = false

  /** @param name the file as the person typed it; `path` where it is read from */
  constructor(name: string, path = name) {
    this.#name = name
    this.#path = path
  }

  /** SHA-256 of the file, once it has been read to its end. */
  get sha256(): string | undefined {
    return this.#digest
  }

  /** Notes a text that was read at once. */
  take(descriptor: number, bytes: Uint8Array): void {
    const reading = this.begin(descriptor)
    reading.take(bytes)
    reading.end()
  }

  /** A reading begins. */
  begin(descriptor: number): FileReading {
    const before = fstatSync(descriptor, { bigint: true })
    this.#first ??= before
    this.#lookedAt = BigInt(Date.now()) * 1_000_000n
    const hash = createHash('sha256')
    return {
      take: (bytes) => void hash.update(bytes),
      end: () => {
        // A file that is cut or written on while it is read would look whole afterwards: what was read is all there is.
        if (!isSame(before, fstatSync(descriptor, { bigint: true }))) this.#hasChanged = true
        const digest = hash.digest('hex')
        this.#digest ??= digest
        if (digest !== this.#digest) this.#hasChanged = true
      },
    }
  }

  /**
   * Looks at the file again. Its bytes are read again only where its size and times leave a doubt.
   * @throws Fault INVALID_INPUT where it is not what was read
   */
  async check(): Promise<void> {
    if (this.#first === undefined) return
    if (this.#hasChanged || !(await this.#isUnchanged(this.#first))) throw this.#fault()
  }

  async #isUnchanged(first: BigIntStats): Promise<boolean> {
    const now = statSync(this.#path, { bigint: true, throwIfNoEntry: false })
    if (now === undefined || now.size !== first.size) return false
    const lastWritten = first.mtimeNs > first.ctimeNs ? first.mtimeNs : first.ctimeNs
    if (
      isSame(now, first) &&
      now.ctimeNs === first.ctimeNs &&
      now.ino === first.ino &&
      lastWritten + COARSE_NS < this.#lookedAt
    )
      return true
    return this.#digest !== undefined && (await digestOf(this.#path)) === this.#digest
  }

  #fault(): Error {
    return inputFault({
      file: this.#name,
      reason: 'has changed since it was read',
      remedy: 'Run the same command again once the file is complete.',
    })
  }
}

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs
}

/** Undefined where it cannot be read any more. */
async function digestOf(path: string): Promise<string | undefined> {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const hash = createHash('sha256')
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let chunks = 1; ; chunks += 1) {
      const size = readSync(descriptor, chunk)
      if (size === 0) return hash.digest('hex')
      hash.update(chunk.subarray(0, size))
      if (chunks % CHUNKS_A_TURN === 0) await nextTurn()
    }
  } finally {
    closeSync(descriptor)
  }
}
