import { constants, renameSync, rmSync, writeFileSync } from 'node:fs'
import { lstat, open, readdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../../errors.js'
import { makeFolder, prepareFolder, roomWords, writeReason } from '../../whole-file.js'
import type { Exchange } from './exchange.js'
import {
  ANSWER_NOT_KNOWN,
  ANSWER_NOT_READ_YET,
  NOT_READ_YET,
  notReadWords,
  type Unanswered,
  unansweredWhy,
} from './under-way.js'

/** How much is kept of what was passed on; the oldest goes first. */
export interface Bounds {
  /** Exchanges. */
  keep: number
  /** Bytes of all of them. */
  bytesMax: number
}

/** Of one record: a message and an answer of the largest size that is kept, and what was found in them. */
const RECORD_BYTES_MAX = 8_000_000
const NAME = /^(\d{6,12})\.json$/
/** A record that is being written anew. */
const PART = /^\d{6,12}\.part$/
const BEGINNING = '{"id":'
/** Nobody writes a record for so long, milliseconds. */
const PART_LEFT_MS = 60_000

export const forwardedFolder = (dataDir: string): string => path.join(dataDir, 'forwarded')

/** What passed through here, one file an exchange, for its owner alone. Several processes may write into one folder. */
export class ExchangeStore {
  readonly #folder: string
  readonly #bounds: Bounds
  readonly #kept: { id: number; bytes: number }[]
  #bytes: number
  /** Without an answer yet: they stay, however many, and count for nothing. */
  readonly #open = new Set<number>()
  #last: number

  private constructor(folder: string, bounds: Bounds, kept: { id: number; bytes: number }[]) {
    this.#folder = folder
    this.#bounds = bounds
    this.#kept = kept
    this.#last = kept.at(-1)?.id ?? 0
    this.#bytes = kept.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** @throws Fault DATA_DIRECTORY where the folder is not one that its owner alone can read */
  static async open(folder: string, bounds: Bounds): Promise<ExchangeStore> {
    const unwritable = (error: unknown): Fault =>
      unusable(
        folder,
        `cannot be written: ${writeReason(error)}`,
        `${codeOf(error) === 'ENOTDIR' || codeOf(error) === 'ENOENT' ? 'Name another folder in HUBSWITCH_DATA_DIR.' : roomWords(error, folder)} With --keep 0 nothing is kept, and it is not needed.`,
      )
    try {
      makeFolder(folder)
      await requirePrivate(folder)
      await prepareFolder(folder)
    } catch (error) {
      throw error instanceof Fault ? error : unwritable(error)
    }
    await removeParts(folder)
    const kept = []
    for (const id of await idsIn(folder)) {
      const found = await stat(fileOf(folder, id)).catch(() => undefined)
      if (found !== undefined) kept.push({ id, bytes: found.size })
    }
    return new ExchangeStore(folder, bounds, kept)
  }

  /**
   * Keeps an exchange under the next free number, and lets go of the oldest where there are too many. Written before anything else is done: an end of this process leaves no half of it.
   * @param isOpen it is completed later
   * @returns its id
   * @throws errors of the file system
   */
  async add(exchange: Omit<Exchange, 'id'>, { isOpen = false } = {}): Promise<number> {
    for (;;) {
      const id = ++this.#last
      const content = contentOf(id, exchange)
      const file = fileOf(this.#folder, id)
      try {
        writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
      } catch (error) {
        if (codeOf(error) === 'EEXIST') continue
        // Half a record says nothing.
        rmSync(file, { force: true })
        this.#last--
        throw error
      }
      this.#kept.push({ id, bytes: content.length })
      this.#bytes += content.length
      if (isOpen) this.#open.add(id)
      await this.#prune()
      return id
    }
  }

  /**
   * Writes the whole record of an exchange in place of the one that was begun, which stands until then.
   * @param isOpen it is completed once more
   * @throws errors of the file system; what was begun is left as it is
   */
  async complete(id: number, exchange: Omit<Exchange, 'id'>, { isOpen = false } = {}): Promise<void> {
    if (!isOpen) this.#open.delete(id)
    const content = contentOf(id, exchange)
    const part = partFileOf(this.#folder, id)
    try {
      rmSync(part, { force: true })
      writeFileSync(part, content, { flag: 'wx', mode: 0o600 })
      renameSync(part, fileOf(this.#folder, id))
    } catch (error) {
      rmSync(part, { force: true })
      throw error
    }
    const own = this.#kept.find((one) => one.id === id)
    if (own !== undefined) {
      this.#bytes += content.length - own.bytes
      own.bytes = content.length
    }
    await this.#prune()
  }

  async #prune(): Promise<void> {
    const closed = (): number => this.#kept.length - this.#open.size
    while (closed() > this.#bounds.keep || (this.#bytes > this.#bounds.bytesMax && closed() > 1)) {
      const at = this.#kept.findIndex(({ id }) => !this.#open.has(id))
      const [oldest] = at < 0 ? [] : this.#kept.splice(at, 1)
      if (oldest === undefined) return
      this.#bytes -= oldest.bytes
      await unlink(fileOf(this.#folder, oldest.id)).catch(() => undefined)
    }
  }
}

const contentOf = (id: number, exchange: Omit<Exchange, 'id'>): Buffer =>
  Buffer.from(`${JSON.stringify({ id, ...exchange })}\n`)
const nameOf = (id: number): string => String(id).padStart(6, '0')
const partFileOf = (folder: string, id: number): string => path.join(folder, `${nameOf(id)}.part`)

/** What a process that was killed while it wrote has left. */
async function removeParts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => PART.test(one))) {
    const file = path.join(folder, name)
    const found = await lstat(file).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > PART_LEFT_MS) await unlink(file).catch(() => undefined)
  }
}

const fileOf = (folder: string, id: number): string => path.join(folder, `${nameOf(id)}.json`)

async function idsIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw unusable(folder, `cannot be read (${codeOf(error)})`)
  })
  return names.flatMap((name) => Number(NAME.exec(name)?.[1] ?? Number.NaN) || []).toSorted((a, b) => a - b)
}

/** @throws Fault DATA_DIRECTORY: what lies there names guests */
async function requirePrivate(folder: string): Promise<void> {
  const found = await lstat(folder)
  const me = process.getuid?.()
  if (!found.isDirectory()) throw unusable(folder, 'is not a folder', `Move it away: mv ${folder} ${folder}.aside`)
  if (me === undefined) return
  if (found.uid !== me) throw unusable(folder, `belongs to another user (uid ${found.uid})`)
  if ((found.mode & 0o077) !== 0)
    throw unusable(
      folder,
      `can be opened by others (mode ${(found.mode & 0o777).toString(8)})`,
      `Run: chmod 700 ${folder}`,
    )
}

function unusable(folder: string, what: string, next?: string): Fault {
  return new Fault(
    'DATA_DIRECTORY',
    `The folder of forwarded messages, ${folder}, ${what}.`,
    next === undefined ? {} : { next },
  )
}

/** Oldest first; a file that is no record is named, not read. */
export async function readExchanges(folder: string): Promise<{ exchanges: Exchange[]; damaged: string[] }> {
  const [exchanges, damaged]: [Exchange[], string[]] = [[], []]
  for (const id of await idsIn(folder)) {
    const exchange = await readExchange(folder, id).catch((error: unknown) => codeOf(error))
    if (typeof exchange === 'object') exchanges.push(exchange)
    // It was let go of meanwhile.
    else if (exchange !== 'NOT_FOUND') damaged.push(fileOf(folder, id))
  }
  return { exchanges, damaged }
}

/** @throws Fault NOT_FOUND; DAMAGED-like INVALID_INPUT for a file that is no record */
export async function readExchange(folder: string, id: number): Promise<Exchange> {
  const file = fileOf(folder, id)
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      throw codeOf(error) === 'ENOENT'
        ? new Fault('NOT_FOUND', `There is no forwarded message ${id}.`, {
            next: '"hubswitch resnotif listen list" shows them; the oldest are let go of first.',
          })
        : new Fault('INVALID_INPUT', `${file} cannot be read (${codeOf(error)}).`)
    },
  )
  let isCut = false
  try {
    const found = await handle.stat()
    const content = found.isFile() && found.size <= RECORD_BYTES_MAX ? await handle.readFile('utf8') : undefined
    isCut = content !== undefined && !content.endsWith('\n') && BEGINNING.startsWith(content.slice(0, BEGINNING.length))
    const value: unknown = content === undefined ? undefined : JSON.parse(content)
    if (isExchange(value)) return settled(value)
    throw new SyntaxError('no record')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw isCut
      ? new Fault(
          'INVALID_INPUT',
          `The record of message ${id} breaks off: its listener was killed, or had no room left, while it wrote it.`,
          { next: `Have the hub send the message again, and remove the record: rm ${file}` },
        )
      : new Fault('INVALID_INPUT', `${file} is no record of a forwarded message.`, { next: `Remove it: rm ${file}` })
  } finally {
    await handle.close()
  }
}

/** What is told of a message whose answer is not written down, or that is not read, depends on whether its listener still waits, or reads. */
function settled({ underWay, beingRead, ...exchange }: Exchange): Exchange {
  const waiting = underWay ?? beingRead
  if (waiting === undefined) return exchange
  const why = unansweredWhy(waiting)
  const told = read(exchange, why)
  return underWay === undefined ? told : { ...told, summary: ANSWER_NOT_KNOWN[why], unanswered: why }
}

/** What a record says of what was not read when it was written, as it stands now. */
function read(exchange: Exchange, why: Unanswered): Exchange {
  const { request, answer, failure, notLinted, summary } = exchange
  const words = notReadWords(why, request.bytes)
  const now = (text: string): string =>
    text.replace(NOT_READ_YET, () => words.message).replace(ANSWER_NOT_READ_YET, () => words.answer)
  const nowOf = <Part extends { notKept?: string }>(part: Part): Part =>
    part.notKept === undefined ? part : { ...part, notKept: now(part.notKept) }
  return {
    ...exchange,
    request: nowOf(request),
    ...(answer === undefined ? {} : { answer: nowOf(answer) }),
    ...(failure?.partial === undefined ? {} : { failure: { ...failure, partial: nowOf(failure.partial) } }),
    ...(notLinted === undefined ? {} : { notLinted: now(notLinted) }),
    summary: now(summary),
  }
}

function isExchange(value: unknown): value is Exchange {
  if (typeof value !== 'object' || value === null) return false
  const { id, time, to, findings } = value as Partial<Exchange>
  return typeof id === 'number' && typeof time === 'string' && typeof to === 'string' && Array.isArray(findings)
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason'
}
