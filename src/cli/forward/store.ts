import { constants } from 'node:fs'
import { lstat, open, readdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../../errors.js'
import { makeFolder, prepareFolder, roomWords, writeReason } from '../../whole-file.js'
import type { Exchange } from './exchange.js'

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

export const forwardedFolder = (dataDir: string): string => path.join(dataDir, 'forwarded')

/** What passed through here, one file an exchange, for its owner alone. Several processes may write into one folder. */
export class ExchangeStore {
  readonly #folder: string
  readonly #bounds: Bounds
  readonly #kept: { id: number; bytes: number }[]
  #bytes: number

  private constructor(folder: string, bounds: Bounds, kept: { id: number; bytes: number }[]) {
    this.#folder = folder
    this.#bounds = bounds
    this.#kept = kept
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
    const kept = []
    for (const id of await idsIn(folder)) {
      const found = await stat(fileOf(folder, id)).catch(() => undefined)
      if (found !== undefined) kept.push({ id, bytes: found.size })
    }
    return new ExchangeStore(folder, bounds, kept)
  }

  /**
   * Keeps an exchange under the next free number, and lets go of the oldest where there are too many.
   * @returns its id
   */
  async add(exchange: Omit<Exchange, 'id'>): Promise<number> {
    for (let id = (this.#kept.at(-1)?.id ?? 0) + 1; ; id++) {
      const handle = await open(fileOf(this.#folder, id), 'wx', 0o600).catch((error: unknown) => {
        if (codeOf(error) === 'EEXIST') return undefined
        throw error
      })
      if (handle === undefined) continue
      const content = Buffer.from(`${JSON.stringify({ id, ...exchange })}\n`)
      try {
        await handle.writeFile(content)
      } catch (error) {
        // Half a record says nothing.
        await unlink(fileOf(this.#folder, id)).catch(() => undefined)
        throw error
      } finally {
        await handle.close()
      }
      this.#kept.push({ id, bytes: content.length })
      this.#kept.sort((a, b) => a.id - b.id)
      this.#bytes += content.length
      await this.#prune()
      return id
    }
  }

  async #prune(): Promise<void> {
    while (this.#kept.length > this.#bounds.keep || (this.#bytes > this.#bounds.bytesMax && this.#kept.length > 1)) {
      const oldest = this.#kept.shift()
      if (oldest === undefined) return
      this.#bytes -= oldest.bytes
      await unlink(fileOf(this.#folder, oldest.id)).catch(() => undefined)
    }
  }
}

const fileOf = (folder: string, id: number): string => path.join(folder, `${String(id).padStart(6, '0')}.json`)

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
    const exchange = await readExchange(folder, id).catch(() => undefined)
    if (exchange === undefined) damaged.push(fileOf(folder, id))
    else exchanges.push(exchange)
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
  try {
    const found = await handle.stat()
    const value: unknown =
      found.isFile() && found.size <= RECORD_BYTES_MAX ? JSON.parse(await handle.readFile('utf8')) : undefined
    if (isExchange(value)) return value
    throw new SyntaxError('no record')
  } catch (error) {
    throw error instanceof SyntaxError
      ? new Fault('INVALID_INPUT', `${file} is no record of a forwarded message.`, { next: `Remove it: rm ${file}` })
      : error
  } finally {
    await handle.close()
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
