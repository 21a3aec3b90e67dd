import { closeSync, constants, fstatSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { crc32 } from 'node:zlib'
import { readNote } from '../given-file.js'
import { plainFileAt } from './private-file.js'

/** What the file beside a database says of it. */
export interface Mark {
  /** Transactions that were committed when it was written: the database holds at least so many, or it has lost some. */
  commits: number
  /** The version of its tables. */
  version: number
  /** Which files it was written for, by what a copy cannot have: their inodes and when they were made. Absent in what older releases wrote. */
  of?: string
  /** How the files were left by a process that knew them to be whole; absent since something was written. */
  left?: { files: string; checkedAt: number }
}

/** Whether a database is the one that was left in its place, has no mark that can be read, or is a copy. */
export type Standing = 'here' | 'unmarked' | 'copied'

const { O_CREAT, O_NOFOLLOW, O_RDWR, O_WRONLY } = constants
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
  #hasSeen = false
  #own: string | undefined

  /** @param database the file of the database */
  constructor(database: string) {
    this.#database = database
    this.#file = markFile(database)
  }

  /** Undefined where there is none that can be read. */
  read(): Mark | undefined {
    const [sum, text] = (readNote(this.#file, { bytesMax: BYTES }) ?? '').split('\n')
    if (text === undefined || sum !== checksumOf(text)) return undefined
    return JSON.parse(text) as Mark
  }

  /**
   * Whether the database is the one that was left in this place. Rights, owners and times of reading do not count, nor does it where its folder was moved to; a copy
   * is made of other files, and one that was written over these has fewer commits than were seen here.
   * @param commits how many the database holds; read after `seen`
   */
  standing({ commits, seen }: { commits: number; seen: number }): Standing {
    const mark = this.read()
    if (mark === undefined) return 'unmarked'
    return commits < seen || !this.#isOf(mark) ? 'copied' : 'here'
  }

  /** The most commits that any file beside the database tells of by its name: what is copied over it does not take them away. */
  seen(): number {
    return Math.max(0, ...seenFiles(this.#database).map(({ commits }) => commits))
  }

  /** Takes the files that lie there now for the ones that belong there. */
  adopt(commits: number, version: number): void {
    for (const { file } of seenFiles(this.#database)) rmSync(file, { force: true })
    this.#write({ commits, version })
    this.#see(commits)
  }

  /** Lets a copy of the database count as what this one counts as. */
  passOn(copy: string): void {
    for (const { commits } of seenFiles(this.#database)) new CommitMark(copy).#see(commits)
    const mark = this.read()
    if (mark === undefined || !this.#isOf(mark)) return
    const its = new CommitMark(copy)
    its.#write({ commits: mark.commits, version: mark.version })
    its.close()
  }

  /** Records that a transaction has been committed. */
  committed(commits: number, version: number): void {
    this.#write({ commits, version })
    if (!this.#hasSeen) this.#see(commits)
    this.#hasSeen = true
  }

  /** Records that the database is left as it lies there now, and when it was last read through. */
  leave(commits: number, version: number, checkedAt: number): void {
    this.#write({ commits, version, left: { files: this.#state(), checkedAt } })
    this.#see(commits)
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

  #isOf({ of, left }: Mark): boolean {
    // An older release told the inode of the database alone.
    if (of === undefined)
      return (
        left === undefined || left.files === '-' || left.files.split(':')[0] === stateOf(this.#database).split(':')[0]
      )
    const now = this.#identity().split(' ')
    return of.split(' ').every((part, at) => isSameFile(part, now[at] ?? ''))
  }

  #identity(): string {
    return [this.#database, this.#file].map(identityOf).join(' ')
  }

  /** Of the files that are open: they stay what they are. */
  #ownIdentity(): string {
    if (this.#own !== undefined) return this.#own
    const identity = this.#identity()
    // What a file that was made just now cannot tell yet may be told later.
    if (!/[?-]/.test(identity)) this.#own = identity
    return identity
  }

  #see(commits: number): void {
    const found = seenFiles(this.#database)
    if (!found.some((file) => file.commits >= commits))
      closeSync(openSync(`${this.#database}${SEEN}${commits}`, O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0), 0o600))
    for (const { file, commits: older } of found) if (older < commits) rmSync(file, { force: true })
  }

  #write(about: Mark): void {
    const isFirst = this.#handle === undefined
    // A FIFO would be opened, and hold nothing.
    if (isFirst) plainFileAt(this.#file)
    this.#handle ??= openSync(this.#file, O_RDWR | O_CREAT | (O_NOFOLLOW ?? 0), 0o600)
    const isNew = isFirst && fstatSync(this.#handle).size === 0
    const text = JSON.stringify({ ...about, of: this.#ownIdentity() } satisfies Mark)
    const bytes = Buffer.from(`${checksumOf(text)}\n${text}\n`.padEnd(BYTES))
    try {
      if (writeSync(this.#handle, bytes, 0, bytes.length, 0) < bytes.length)
        throw Object.assign(new Error('only a part of the mark was written'), { code: 'ENOSPC' })
    } catch (error) {
      // Half a mark would look as if an older copy had been put here.
      if (isNew) {
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

const SEEN = '-seen-'

/** The empty files beside a database whose names tell how many commits it had. */
export function seenFiles(database: string): { file: string; commits: number }[] {
  const folder = dirname(resolve(database))
  const prefix = `${basename(database)}${SEEN}`
  return readdirSync(folder).flatMap((name) =>
    name.startsWith(prefix) && /^\d{1,15}$/.test(name.slice(prefix.length))
      ? [{ file: join(folder, name), commits: Number(name.slice(prefix.length)) }]
      : [],
  )
}

/** Its inode and when it was made; `?` where the system may not tell that: some give the time of the last change for it. */
function identityOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (found === undefined) return '-'
  const { ino, birthtimeNs, ctimeNs } = found
  return `${ino}:${birthtimeNs === 0n || birthtimeNs === ctimeNs ? '?' : birthtimeNs}`
}

function isSameFile(written: string, now: string): boolean {
  const [inode, birth] = written.split(':')
  const [inodeNow, birthNow] = now.split(':')
  return inode === inodeNow && (birth === birthNow || birth === '?' || birthNow === '?')
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
