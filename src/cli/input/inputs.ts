import { createWriteStream, stat, type Stats } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Fault } from '../../errors.js'
import { FileWatch, type InputFile } from '../../files/index.js'
import { isHandedOver, readPipe } from '../../given-file.js'
import type { RunFile } from '../../journal/index.js'
import { isPlainlyHarmless } from '../../redaction/index.js'
import { temporaryFault, temporaryFolder } from '../../whole-file.js'
import { MAPPING_FILE } from './read-options.js'

/** A program that fills a named pipe is given this long to open it, milliseconds. */
const WRITER_WAIT_MS = 60_000

/** The files of a push, each held to what was read of it. */
export interface Inputs {
  files: InputFile[]
  /** The same as the journal keeps them; a digest is added once a file has been read. */
  records: RunFile[]
  /** Holds the mapping file that --map names. */
  mapping: FileWatch | undefined
  /**
   * Looks at all files again.
   * @throws Fault INVALID_INPUT where one has changed since it was read
   */
  lookAgain(): Promise<void>
  remove(): Promise<void>
}

/**
 * What a push reads. Standard input and named pipes can be read once, but doubtful columns and refused rows take a second reading: they are
 * kept in private files meanwhile.
 * @param map what --map says, a list of columns or a file
 * @param signal ends the wait for a pipe
 * @throws Fault INVALID_INPUT where nobody writes into a named pipe, or the reason of the signal
 */
export async function inputsOf(
  names: readonly string[],
  map: string | undefined,
  signal?: AbortSignal,
): Promise<Inputs> {
  const spool = new Spool()
  try {
    const files: InputFile[] = []
    const records: RunFile[] = []
    for (const name of names) {
      const source = await sourceOf(name, signal)
      files.push(
        source === undefined
          ? { name, watch: new FileWatch(name) }
          : { name, path: await spool.keep(name, source, signal) },
      )
      records.push(await recordOf(name, source !== undefined))
    }
    const mapping = map !== undefined && MAPPING_FILE.test(map) ? new FileWatch(map) : undefined
    return {
      files,
      records,
      mapping,
      async lookAgain() {
        for (const [at, { watch }] of files.entries()) {
          await watch?.check()
          if (watch?.sha256 !== undefined) (records[at] as RunFile).sha256 = watch.sha256
        }
        await mapping?.check()
      },
      remove: () => spool.remove(),
    }
  } catch (error) {
    await spool.remove()
    throw error
  }
}

/** The same chunks. Once all of them are read, the files must still be what they were at the first. */
export async function* unchanged<T>(inputs: Inputs, chunks: AsyncIterable<T>): AsyncGenerator<T> {
  yield* chunks
  await inputs.lookAgain()
}

/** Where to read what can be read only once; undefined for a file, and for what the reader will refuse. */
async function sourceOf(name: string, signal: AbortSignal | undefined): Promise<AsyncIterable<Buffer> | undefined> {
  if (name === '-') return process.stdin
  const found = await statOf(name)
  return found !== undefined && (found.isFIFO() || (found.isCharacterDevice() && isHandedOver(name)))
    ? readPipe(name, { signal, waitMs: WRITER_WAIT_MS })
    : undefined
}

/** What stands at a path; undefined where nothing can be told. The promises of Node's file system take 2 ms to load, and a call that waits holds up the process. */
const statOf = async (name: string): Promise<Stats | undefined> =>
  new Promise((resolve) => stat(name, (error, found) => resolve(error === null ? found : undefined)))

async function recordOf(name: string, isSpooled: boolean): Promise<RunFile> {
  const found = isSpooled ? undefined : await statOf(name)
  return found === undefined ? { name } : { name, bytes: found.size, modifiedAt: Math.floor(found.mtimeMs) }
}

/** A pipe may have no end: so much is kept of all of them. */
const PIPES_VARIABLE = 'HUBSWITCH_PIPE_MAX'
const PIPES_MAX = '4GB'
const UNITS: Readonly<Record<string, number>> = { kb: 1_000, mb: 1_000_000, gb: 1_000_000_000 }

/** @throws Fault USAGE */
function pipesMax(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6})(kb|mb|gb)$/i.exec(text.trim()) ?? []
  const bytes = Number(amount) * (UNITS[unit.toLowerCase()] ?? 0)
  if (bytes > 0) return bytes
  throw new Fault(
    'USAGE',
    `${PIPES_VARIABLE} needs a size such as 500MB or 20GB${isPlainlyHarmless(text) ? `, not "${text}"` : ''}.`,
    {
      next: 'Correct the variable, or unset it. Nothing was sent.',
    },
  )
}

class Spool {
  readonly #max = process.env[PIPES_VARIABLE] || PIPES_MAX
  readonly #maxBytes = pipesMax(this.#max)
  #folder: string | undefined
  #files = 0
  #bytes = 0

  async *#bounded(name: string, source: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer | string> {
    for await (const chunk of source) {
      this.#bytes += Buffer.byteLength(chunk)
      if (this.#bytes > this.#maxBytes)
        throw new Fault(
          'INVALID_INPUT',
          `${name === '-' ? 'Standard input' : name} brings more than ${this.#max}, and no more is kept of pipes.`,
          {
            findings: [{ file: name, reason: `is longer than ${this.#max}` }],
            next: `Push a file instead, which is not copied, or raise ${PIPES_VARIABLE}, such as 20GB. Nothing was sent.`,
          },
        )
      yield chunk
    }
  }

  async keep(name: string, source: AsyncIterable<Buffer>, signal: AbortSignal | undefined): Promise<string> {
    this.#folder ??= temporaryFolder('hubswitch-', 'Nothing was sent. A file that is named is not copied.')
    const kept = path.join(this.#folder, `input-${this.#files++}`)
    await pipeline(
      this.#bounded(name, source),
      createWriteStream(kept, { mode: 0o600 }),
      signal === undefined ? {} : { signal },
    ).catch((error: NodeJS.ErrnoException) => {
      if (signal?.aborted === true)
        throw signal.reason instanceof Fault
          ? signal.reason
          : new Fault(
              'INTERRUPTED',
              `Interrupted while ${name === '-' ? 'standard input' : name} was read. Nothing was sent.`,
            )
      if (error instanceof Fault || error.code === undefined) throw error
      if (error.path === kept || error.syscall === 'write' || error.syscall === 'writev')
        throw temporaryFault(error, 'Nothing was sent. A file that is named is not copied.')
      throw new Fault('INVALID_INPUT', `${name} cannot be read (${error.code}).`, {
        findings: [{ file: name, reason: `cannot be read (${error.code})` }],
        next: 'Start the program that writes into it, or name a file. Nothing was sent.',
        cause: error,
      })
    })
    return kept
  }

  async remove(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }
}
