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
  /** What is at the end and not on disk yet. */
  #waiting: Buffer | undefined
  #waitingBytes = 0

  /**
   * Makes room for bytes at the end.
   * @param length a multiple of four, so that numbers stand where numbers can be read
   * @returns the room, to be filled before the next call of any method
   */
  append(length: number): { place: SpillPlace; room: Buffer } {
    if (this.#waiting === undefined || this.#waitingBytes + length > this.#waiting.length) {
      this.#flush()
      if (this.#waiting === undefined || length > this.#waiting.length)
        this.#waiting = Buffer.allocUnsafeSlow(Math.max(length, WRITE_BYTES))
    }
    const place = { offset: this.#written + this.#waitingBytes, length }
    const room = this.#waiting.subarray(this.#waitingBytes, this.#waitingBytes + length)
    this.#waitingBytes += length
    return { place, room }
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
    const [bytes, length] = [this.#waiting, this.#waitingBytes]
    if (bytes === undefined || length === 0) return
    for (let done = 0; done < length;) {
      done += this.#onDisk((descriptor) => writeSync(descriptor, bytes, done, length - done, this.#written + done))
    }
    this.#written += length
    this.#waitingBytes = 0
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
