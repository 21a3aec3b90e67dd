import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../errors.js'
import { temporaryFault, temporaryFolder } from '../../whole-file.js'

/** Where a part of the rows lies in the temporary file. */
export interface SpillPlace {
  offset: number
  length: number
}

const WRITE_BYTES = 1 << 20

/** A temporary file for rows that memory has no room for. It has no name, so nothing is left behind, whatever happens. */
export class RowSpill {
  #descriptor: number | undefined
  #written = 0
  #waiting: Uint8Array[] = []
  #waitingBytes = 0

  /** Puts bytes at the end. */
  append(bytes: Uint8Array): SpillPlace {
    const place = { offset: this.#written + this.#waitingBytes, length: bytes.byteLength }
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.byteLength
    if (this.#waitingBytes >= WRITE_BYTES) this.#flush()
    return place
  }

  read({ offset, length }: SpillPlace): Buffer {
    this.#flush()
    const bytes = Buffer.allocUnsafe(length)
    let done = 0
    while (done < length) {
      const got = this.#onDisk((descriptor) => readSync(descriptor, bytes, done, length - done, offset + done))
      if (got === 0) throw new Fault('UNEXPECTED', 'The temporary file of this run became shorter while it was in use.')
      done += got
    }
    return bytes
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  #flush(): void {
    if (this.#waitingBytes === 0) return
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    for (let done = 0; done < bytes.length;) {
      done += this.#onDisk((descriptor) =>
        writeSync(descriptor, bytes, done, bytes.length - done, this.#written + done),
      )
    }
    this.#written += bytes.length
  }

  #onDisk<T>(work: (descriptor: number) => T): T {
    try {
      this.#descriptor ??= openNameless()
      return work(this.#descriptor)
    } catch (error) {
      throw error instanceof Fault ? error : temporaryFault(error, 'Nothing was sent.')
    }
  }
}

function openNameless(): number {
  const directory = temporaryFolder('hubswitch-', 'Nothing was sent.')
  const descriptor = openSync(join(directory, 'rows'), 'wx+', 0o600)
  rmSync(directory, { recursive: true, force: true })
  return descriptor
}
