import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { crc32 } from 'node:zlib'
import { plainFileAt } from './private-file.js'

/** What the file beside a database says of it. */
export interface Mark {
  /** Transactions that were committed when it was written: the database holds at least so many, or it has lost some. */
  commits: number
  /** The version of its tables. */
  version: number
  /** How the files were left by a process that knew them to be whole; absent since something was written. */
  left?: { files: string; checkedAt: number }
}

const BYTES = 512
/** A disk may lose bytes that nobody wrote: what was left whole is read through again after a day. */
const BELIEVED_MS = 86_400_000

/**
 * A small file beside a database that tells how far it had come. It costs no wait for the disk: after a power cut it may be older than the database, never newer.
 * It shows what a database cannot show of itself: that it was emptied, that an older copy lies in its place, that its last commits are gone.
 */
export class CommitMark {
  readonly #file: string
  readonly #database: string
  #handle: number | undefined

  /** @param database the file of the database */
  constructor(database: string) {
    this.#database = database
    this.#file = markFile(database)
  }

  /** Undefined where there is none that can be read. */
  read(): Mark | undefined {
    if (lstatSync(this.#file, { throwIfNoEntry: false })?.isFile() !== true) return undefined
    const [sum, text] = readFileSync(this.#file, 'utf8').slice(0, BYTES).split('\n')
    if (text === undefined || sum !== checksumOf(text)) return undefined
    return JSON.parse(text) as Mark
  }

  /** Records that a transaction has been committed. */
  committed(commits: number, version: number): void {
    this.#write({ commits, version })
  }

  /** Records that the database is left as it lies there now, and when it was last read through. */
  leave(commits: number, version: number, checkedAt: number): void {
    this.#write({ commits, version, left: { files: this.#state(), checkedAt } })
  }

  /** When the files were last read through, if nothing has been written to them since and that is not long ago. */
  believedSince({ left }: Mark): number | undefined {
    if (left === undefined || left.files !== this.#state()) return undefined
    const age = Date.now() - left.checkedAt
    return age >= 0 && age < BELIEVED_MS ? left.checkedAt : undefined
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle)
    this.#handle = undefined
  }

  #state(): string {
    return [this.#database, `${this.#database}-wal`].map(stateOf).join(' ')
  }

  #write(mark: Mark): void {
    const text = JSON.stringify(mark)
    // A FIFO would be opened, and hold nothing.
    if (this.#handle === undefined) plainFileAt(this.#file)
    this.#handle ??= openSync(this.#file, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600)
    const bytes = Buffer.from(`${checksumOf(text)}\n${text}\n`.padEnd(BYTES))
    const isFirst = fstatSync(this.#handle).size === 0
    try {
      if (writeSync(this.#handle, bytes, 0, bytes.length, 0) < bytes.length)
        throw Object.assign(new Error('only a part of the mark was written'), { code: 'ENOSPC' })
    } catch (error) {
      // Half a mark would look as if an older copy had been put here.
      if (isFirst) {
        this.close()
        rmSync(this.#file, { force: true })
      }
      throw error
    }
  }
}

/** The file beside a database that tells how far it had come. */
export function markFile(database: string): string {
  return `${database}-mark`
}

/** Whether a database has a mark that can be read. */
export function isMarked(database: string): boolean {
  return new CommitMark(database).read() !== undefined
}

function stateOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined || found.size === 0n
    ? '-'
    : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(':')
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
