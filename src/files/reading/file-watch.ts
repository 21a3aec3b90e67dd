import { createHash, type Hash } from 'node:crypto'
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

/** So much of a file is kept until somebody asks: a file of a few rows that is refused costs no start of Node's cryptography. */
const KEPT_BYTES = 64 * 1024

/** SHA-256 of bytes that are taken one after the other. */
class LateDigest {
  #kept: Buffer[] = []
  #bytes = 0
  #hash: Hash | undefined
  #value: string | undefined

  take(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#hash !== undefined) this.#hash.update(bytes)
    // A copy: a short end of a chunk would hold all of it.
    else if (this.#bytes <= KEPT_BYTES) this.#kept.push(Buffer.from(bytes))
    else this.#begin().update(bytes)
  }

  /** Of all that was taken; nothing may be taken after it. */
  get value(): string {
    this.#value ??= (this.#hash ?? this.#begin()).digest('hex')
    return this.#value
  }

  /** Whether both are of the same bytes. */
  isOfSame(other: LateDigest): boolean {
    if (this === other) return true
    if (this.#hash !== undefined || other.#hash !== undefined) return this.value === other.value
    return Buffer.concat(this.#kept).equals(Buffer.concat(other.#kept))
  }

  #begin(): Hash {
    this.#hash = createHash('sha256')
    for (const bytes of this.#kept) this.#hash.update(bytes)
    this.#kept = []
    return this.#hash
  }
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
  #digest: LateDigest | undefined
  #hasChanged = false

  /** @param name the file as the person typed it; `path` where it is read from */
  constructor(name: string, path = name) {
    this.#name = name
    this.#path = path
  }

  /** SHA-256 of the file, once it has been read to its end. */
  get sha256(): string | undefined {
    return this.#digest?.value
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
    const digest = new LateDigest()
    return {
      take: (bytes) => digest.take(bytes),
      end: () => {
        // A file that is cut or written on while it is read would look whole afterwards: what was read is all there is.
        if (!isSame(before, fstatSync(descriptor, { bigint: true }))) this.#hasChanged = true
        this.#digest ??= digest
        if (!digest.isOfSame(this.#digest)) this.#hasChanged = true
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
    return this.#digest !== undefined && (await digestOf(this.#path)) === this.#digest.value
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
