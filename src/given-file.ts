import {
  close,
  closeSync,
  constants,
  fstat,
  fstatSync,
  open,
  openSync,
  readSync,
  stat,
  type Stats,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Fault } from './errors.js'
import { shellWord } from './shell-word.js'
import { steadyMs } from './clock.js'

/** What a shell or a scheduler hands over, such as `<(…)`: its other end is there already, so that neither opening nor reading it waits for somebody who may never come. */
const HANDED_OVER = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/
const MEBI = 1024 * 1024
const CHUNK_BYTES = 64 * 1024
/** Between two looks at an empty pipe. */
const LOOK_MS = [1, 2, 5, 10] as const
/** No person writes a larger file, and no export reads one whole. */
const WHOLE_BYTES_MAX = 1024 * 1024 * 1024

/** Whether a name stands for a descriptor of this process. */
export const isHandedOver = (file: string): boolean => HANDED_OVER.test(file)

/** The error of a file that is not read, with a `code` that can stand where one of the file system does. */
export const notReadable = (code: string): Error => Object.assign(new Error(code), { code })

/** Why nothing is read of what is larger than it may be. */
export function tooLarge(bytesMax: number): Error {
  const size = bytesMax >= MEBI ? `${bytesMax / MEBI} MB` : `${bytesMax / 1024} KB`
  return Object.assign(new Error(`larger than ${size}`), { code: `it is larger than ${size}` })
}

interface Kind {
  isFIFO(): boolean
  isCharacterDevice(): boolean
  isBlockDevice(): boolean
  isSocket(): boolean
}

/**
 * Why something that is to be read whole is not opened at all: opening it may wait for ever, or set something going.
 * @returns a `code` for the error, undefined for what may be opened
 */
export function whyNotOpened(file: string, kind: Kind): string | undefined {
  if (kind.isBlockDevice() || (kind.isCharacterDevice() && !isHandedOver(file))) return 'a device, not a file'
  if (kind.isFIFO() && !isHandedOver(file)) return 'a named pipe, not a file'
  return undefined
}

/**
 * The bytes of a file that is read whole. What a shell hands over, `<(…)` and /dev/stdin, is read as well; a named pipe or a device is refused before it is opened. No thread waits for a pipe.
 * @throws errors of the file system, and those of `whyNotOpened`
 */
export async function readGivenFile(
  file: string,
  { signal, bytesMax = WHOLE_BYTES_MAX }: { signal?: AbortSignal; bytesMax?: number } = {},
): Promise<Buffer> {
  const why = whyNotOpened(file, await promisify(stat)(file))
  if (why !== undefined) throw notReadable(why)
  const descriptor = await openToRead(file)
  try {
    const found = await promisify(fstat)(descriptor)
    // It may be another by now.
    const other = whyNotOpened(file, found)
    if (other !== undefined) throw notReadable(other)
    if (found.isDirectory() || found.size > bytesMax)
      throw found.isDirectory() ? notReadable('EISDIR') : tooLarge(bytesMax)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of chunksOfPipe(descriptor, { signal })) {
      size += chunk.length
      if (size > bytesMax) throw tooLarge(bytesMax)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    await promisify(close)(descriptor)
  }
}

export interface PipeOptions {
  signal?: AbortSignal | undefined
  /** How long nobody may have it open for writing, milliseconds. */
  waitMs: number
}

/**
 * The bytes of a pipe or a terminal as they come. Nothing but this generator waits for them.
 * @throws errors of the file system; one with a `code` that says that nobody wrote; the reason of the signal
 */
export async function* readPipe(file: string, options: PipeOptions): AsyncGenerator<Buffer, void, void> {
  const descriptor = await openToRead(file)
  try {
    yield* chunksOfPipe(descriptor, isHandedOver(file) ? { signal: options.signal } : options)
  } finally {
    await promisify(close)(descriptor)
  }
}

/** Not by the promises of Node's file system, which take 2 ms to load. */
const openToRead = (file: string): Promise<number> =>
  promisify(open)(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))

/** @param waitMs undefined where the end of the pipe is its end, even before its first byte */
async function* chunksOfPipe(
  descriptor: number,
  { signal, waitMs }: Partial<PipeOptions>,
): AsyncGenerator<Buffer, void, void> {
  const end = steadyMs() + (waitMs ?? 0)
  let hasWriter = waitMs === undefined
  for (let looks = 0; ;) {
    signal?.throwIfAborted()
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const size = readSome(descriptor, chunk)
    if (size === undefined || size > 0) hasWriter = true
    if (size === 0 && hasWriter) return
    if (size !== undefined && size > 0) {
      looks = 0
      yield chunk.subarray(0, size)
      continue
    }
    if (!hasWriter && steadyMs() >= end)
      throw notReadable(`nobody wrote into this pipe within ${Math.round((waitMs ?? 0) / 100) / 10} s`)
    await sleep(LOOK_MS[Math.min(looks, LOOK_MS.length - 1)], undefined, signal === undefined ? {} : { signal }).catch(
      () => undefined,
    )
    looks += 1
  }
}

/**
 * The same for what is needed at once. While a pipe is waited for nothing else of the process goes on, so a signal ends it as if nobody listened.
 * @throws the same; one with a `code` that says so where it is longer than `bytesMax`, or nothing came within `waitMs`
 */
export function readGivenFileSync(
  file: string,
  { bytesMax, waitMs }: { bytesMax: number; waitMs: number },
): { bytes: Buffer; isFile: boolean } {
  const why = whyNotOpened(file, statSync(file))
  if (why !== undefined) throw notReadable(why)
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  let listen: (() => void) | undefined
  try {
    const found = fstatSync(handle)
    const other = found.isDirectory() ? 'EISDIR' : whyNotOpened(file, found)
    if (other !== undefined) throw notReadable(other)
    const end = steadyMs() + waitMs
    const chunks: Buffer[] = []
    let size = 0
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      const more = readSome(handle, chunk)
      if (more === 0) return { bytes: Buffer.concat(chunks), isFile: found.isFile() }
      if (more !== undefined) {
        size += more
        if (size > bytesMax) throw notReadable(`more than ${Math.round(bytesMax / 1024)} KB`)
        chunks.push(chunk.subarray(0, more))
        continue
      }
      if (steadyMs() >= end) throw notReadable(`nothing came in ${Math.round(waitMs / 1000)} seconds`)
      listen ??= stopListening()
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  } finally {
    listen?.()
    closeSync(handle)
  }
}

/** Takes signals from whoever listens to them, until what it answers is called. */
function stopListening(): () => void {
  const listeners = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => ({
    signal,
    all: process.listeners(signal),
  }))
  for (const { signal } of listeners) process.removeAllListeners(signal)
  return () => listeners.forEach(({ signal, all }) => all.forEach((one) => process.on(signal, one)))
}

/** Undefined while the other end is open and nothing has come. */
function readSome(handle: number, bytes: Buffer): number | undefined {
  try {
    return readSync(handle, bytes, 0, bytes.length, null)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

/** Sizes of what is held in memory as a whole. Far above what anyone writes, far below what takes all memory. */
export const LARGEST = {
  /** Of a request, a property document, a booking, a mapping: written by hand. */
  document: 4 * MEBI,
  /** A captured message, which may hold many reservations, and the schema that it is held against. */
  message: 4 * MEBI,
  config: MEBI,
  /** Secrets of all profiles. */
  secrets: 4 * MEBI,
  certificates: 4 * MEBI,
  /** What is piped in or named as the secret itself. */
  secret: 64 * 1024,
} as const

/**
 * The bytes of a file, or of standard input for `-`. Of what is larger than the limit, or has no end, no more is read than the limit.
 * @throws what `readGivenFile` throws; Error with the `code` that says why for what is too large
 */
export async function readBounded(file: string, bytesMax: number): Promise<Buffer> {
  if (file !== '-') return readGivenFile(file, { bytesMax })
  const parts: Buffer[] = []
  let size = 0
  for await (const part of process.stdin) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : (part as Buffer)
    size += bytes.length
    if (size > bytesMax) throw tooLarge(bytesMax)
    parts.push(bytes)
  }
  return Buffer.concat(parts, size)
}

/** How the small files are read that this program keeps for itself. */
interface NoteOptions {
  /** No more is read of it. */
  bytesMax: number
  /** What another user has laid there says nothing; root believes root alone. */
  ownOnly?: boolean
  /** Whether a link may stand for it, as people lay out their configuration. */
  mayBeLink?: boolean
}

/**
 * The beginning of a small file that this program has written for itself. Whatever else stands in its place is as good as nothing: neither a FIFO nor a device is
 * waited for, no link is followed, and nothing is read of what another user has laid there. What stands in it is still to be judged.
 * @returns undefined where there is none, or it cannot be read
 */
export function readNote(
  file: string,
  { bytesMax, ownOnly = false, mayBeLink = false }: NoteOptions,
): string | undefined {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants
  let handle: number | undefined
  try {
    handle = openSync(file, O_RDONLY | O_NONBLOCK | (mayBeLink ? 0 : O_NOFOLLOW))
    const found = fstatSync(handle)
    if (!found.isFile() || (ownOnly && ![process.getuid?.(), 0, undefined].includes(process.getuid && found.uid)))
      return undefined
    const buffer = Buffer.alloc(Math.min(bytesMax, found.size))
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, 0))
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** The same of a file that holds an object as JSON; undefined for any other content, and for one that is larger. */
export function readNoteObject(file: string, options: NoteOptions): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(readNote(file, options) ?? '')
    return typeof found === 'object' && found !== null && !Array.isArray(found)
      ? (found as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The same of a file, without waiting for a turn. */
export function readBoundedSync(file: string, bytesMax: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    return readOpen(handle, bytesMax)
  } finally {
    closeSync(handle)
  }
}

/**
 * The same of a file that is open, from where it stands.
 * @throws errors of the file system; Error with the `code` that says why for what is too large
 */
export function readOpen(handle: number, bytesMax: number): Buffer {
  // Some files tell no size.
  if (fstatSync(handle).size > bytesMax) throw tooLarge(bytesMax)
  const parts: Buffer[] = []
  let size = 0
  for (;;) {
    const part = Buffer.allocUnsafe(CHUNK_BYTES)
    const read = readSync(handle, part)
    if (read === 0) return Buffer.concat(parts, size)
    size += read
    if (size > bytesMax) throw tooLarge(bytesMax)
    parts.push(part.subarray(0, read))
  }
}

/**
 * What is wrong with a symbolic link in the way of a file: that it leads to itself, or that a link stands where one of our own files belongs, which is not followed.
 * @returns undefined for any other error
 */
export function linkFault(error: unknown): Fault | undefined {
  const { code, path: file } = error as NodeJS.ErrnoException
  if (code !== 'ELOOP' || typeof file !== 'string') return undefined
  const link = loopIn(path.resolve(file))
  return new Fault(
    'DATA_DIRECTORY',
    link === undefined
      ? `${file} is a symbolic link, not a plain file.`
      : `${link} is a symbolic link that leads to itself.`,
    {
      next: `Remove the link (rm ${shellWord(link ?? file)}), or name another place.`,
      facts: { file: link ?? file },
      cause: error,
    },
  )
}

/** The first part of a path that leads in a circle. */
function loopIn(file: string): string | undefined {
  const above = path.dirname(file)
  const found = above === file ? undefined : loopIn(above)
  if (found !== undefined) return found
  try {
    statSync(file, { throwIfNoEntry: false })
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP' ? file : undefined
  }
}

const ANYBODY_WRITES = 0o002

/** Why a file is not read, and the command that settles it. */
export interface Unsafe {
  what: string
  next: string
  facts?: Record<string, unknown>
}

/**
 * For what a profile names, such as a wire overlay or certificates: it decides whom a secret is sent to, so nobody obeys a file that belongs to another user or that
 * anybody may change. What an administrator laid out is root's, and root obeys nobody else. A pipe that the shell made is not judged.
 * @param me the user of this process; undefined where the system knows none
 * @throws Fault of `refuse`
 */
export function refuseForeignFile(
  file: string,
  found: Pick<Stats, 'uid' | 'mode' | 'isFile'>,
  refuse: (why: Unsafe) => Fault,
  me: number | undefined = process.getuid?.(),
): void {
  const { uid, mode } = found
  if (me === undefined || !found.isFile()) return
  if (uid !== me && uid !== 0)
    throw refuse({
      what: `belongs to another user (uid ${uid})`,
      next: `If it is yours, run: sudo chown ${me} ${file}, or run the command as that user.`,
      facts: { uid },
    })
  const octal = (mode & 0o777).toString(8)
  if ((mode & ANYBODY_WRITES) !== 0)
    throw refuse({
      what: `can be written by anybody (mode ${octal})`,
      next: `Look at it, then run: chmod o-w ${file}`,
      facts: { mode: octal },
    })
}
