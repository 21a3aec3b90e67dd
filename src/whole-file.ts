import { randomBytes } from 'node:crypto'
import { constants, mkdirSync, mkdtempSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { access, chmod, lstat, open, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Fault } from './errors.js'

/** A new file and nothing else: not one that is there, and nothing that a link points to. Windows knows no such links. */
export const NEW_FILE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | ((constants.O_NOFOLLOW as number | undefined) ?? 0)

const NAME_BYTES = 12
const PERMISSIONS = 0o777

/** Where a file is written until it is complete: beside it, under a name that nobody can guess. */
export function partOf(file: string): string {
  return path.join(path.dirname(file), `.hubswitch-${randomBytes(NAME_BYTES).toString('hex')}.part`)
}

/**
 * Whether there is nothing at a place, or a file of its own there: through a symbolic link another file would be written than the one that was named.
 * @throws Fault USAGE
 */
export function requirePlainFile(found: Stats | undefined, file: string, flag: string): void {
  if (found === undefined || found.isFile()) return
  const what = found.isSymbolicLink() ? 'a symbolic link' : found.isDirectory() ? 'a folder' : 'no regular file'
  throw new Fault(
    'USAGE',
    `${flag} ${file} is ${what}, and nothing is written ${found.isSymbolicLink() ? 'through one' : 'there'}.`,
    { next: `Name a file${found.isSymbolicLink() ? ', such as the one that the link points to,' : ''} with ${flag}.` },
  )
}

/** What stands at a place itself, links not followed; undefined for nothing. */
export function standingAt(file: string): Promise<Stats | undefined> {
  return lstat(file).catch(() => undefined)
}

/**
 * Writes a file whole or not at all, for its owner alone; one that is there keeps its rights.
 * @throws Fault USAGE for a link or what is no file
 */
export async function writeWholeFile(file: string, flag: string, content: Uint8Array | string): Promise<void> {
  const found = await lstat(file).catch((error: unknown) => {
    // The file that is written first has a short name: the folder might seem to be at fault.
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') throw error
    return undefined
  })
  requirePlainFile(found, file, flag)
  const part = partOf(file)
  try {
    const handle = await open(part, NEW_FILE, 0o600)
    await handle.writeFile(content).finally(() => handle.close())
    if (found !== undefined) await chmod(part, found.mode & PERMISSIONS)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/**
 * Writes a small file that this program keeps for itself, for its owner alone. What stands there is removed before, never written through.
 * @throws errors of the file system
 */
export function writeNote(file: string, text: string): void {
  rmSync(file, { force: true })
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'it is as large as this process may make a file (ulimit -f)',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'the file system is read-only',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a file stands in the place of a folder',
  ENAMETOOLONG: 'its name is longer than the file system takes',
  EISDIR: 'it is a directory',
  // What Node's own rm calls it.
  ERR_FS_EISDIR: 'it is a directory',
  EEXIST: 'a file stands in the place of a folder',
  ELOOP: 'it is a symbolic link',
  ENXIO: 'it is not a plain file',
}

/** Why a file could not be written, in words. */
export function writeReason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return REASONS[code ?? ''] ?? message ?? 'unknown reason'
}

/**
 * A new folder for its owner alone, for what is gone with this process.
 * @param said what follows the remedy, such as "Nothing was sent."
 * @throws Fault DATA_DIRECTORY naming the place and the variable that moves it
 */
export function temporaryFolder(prefix: string, said?: string): string {
  try {
    return mkdtempSync(path.join(tmpdir(), prefix))
  } catch (error) {
    throw temporaryFault(error, said)
  }
}

/** What a failure to write below the temporary folder means, and the variable that names another. */
export function temporaryFault(error: unknown, said?: string): Fault {
  const { code } = error as { code?: string }
  const reason = code === 'ENOENT' ? 'there is no such folder' : writeReason(error)
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new Fault('DATA_DIRECTORY', `Nothing can be written to the temporary folder ${tmpdir()}: ${reason}.`, {
    next: [
      `${isFull ? 'Free room on that disk, or name' : 'Name'} a folder that may be written in ${process.platform === 'win32' ? 'TEMP' : 'TMPDIR'}.`,
      ...(said === undefined ? [] : [said]),
    ].join(' '),
    facts: { folder: tmpdir(), ...(isFull && { isFull: true }) },
    cause: error,
  })
}

/** Calls of the file system that a command makes; not those of sockets and processes, which have paths as well. */
const FILE_CALLS =
  /^(?:access|chmod|chown|close|copyfile|fchmod|fdatasync|fstat|fsync|ftruncate|link|lstat|mkdir|mkdtemp|open|opendir|read|readlink|realpath|rename|rm|rmdir|scandir|stat|statfs|symlink|truncate|unlink|utime|watch|write|writev)$/

/** What an error of the file system means that nobody on its way has worded: the file, the reason, what to do. Undefined for any other error. */
export function fileFault(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, path: file, dest } = error as NodeJS.ErrnoException & { dest?: string }
  const reason = { ...REASONS, ...OTHER_REASONS }[code ?? '']
  if (reason === undefined || !FILE_CALLS.test(syscall ?? '')) return undefined
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new Fault(
    'DATA_DIRECTORY',
    file === undefined
      ? `A file could not be ${syscall === 'read' ? 'read' : 'written'}: ${reason}.`
      : `${file}${dest === undefined ? '' : ` (to ${dest})`}: ${reason}.`,
    {
      next: isFull
        ? 'Free room on that disk, then run the command again.'
        : 'Settle that, or name another place, then run the command again.',
      ...(file === undefined ? {} : { facts: { file } }),
      cause: error,
    },
  )
}

const OTHER_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it, or the folder that it belongs into, does not exist',
  EACCES: 'this user may not do that there',
  EPERM: 'this user may not do that there',
  EEXIST: 'something stands there already',
  ENOTEMPTY: 'the folder is not empty',
  EXDEV: 'it lies on another disk',
  EBUSY: 'another program uses it',
  EIO: 'the disk failed to read or write',
  ESTALE: 'the network disk has lost it',
  ETIMEDOUT: 'the network disk does not answer',
  EHOSTDOWN: 'the network disk does not answer',
  EMFILE: 'this process has as many files open as it may (ulimit -n)',
  ENFILE: 'the system has as many files open as it may',
}

/** What fails although the place was named well: another day the same command works. */
const FAILING_DISK: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'])

/** What to do about it: another place is no help where the disk is full, unless it is on another one. */
export function writeRemedy(error: unknown, flag: string, kind: 'file' | 'folder' = 'file'): string {
  const { code } = error as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `Free room on that disk, or name a ${kind} on another one with ${flag}.`
  return `Name another ${kind} with ${flag}.`
}

/** What makes a folder take files again while it is in use. */
export function roomWords(error: unknown, folder: string): string {
  const { code } = error as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Free room on that disk.'
  return code === 'ENOTDIR' || code === 'ENOENT' || code === 'EEXIST'
    ? `See to it that ${folder} is a folder.`
    : `Make ${folder} writable.`
}

/** A file or folder that a flag of the command names for what it writes. */
interface NamedOutput {
  /** What is written, such as "the plan". */
  what: string
  to: string
  flag: string
  kind?: 'file' | 'folder'
  /** What follows the remedy, such as "Nothing was sent." */
  said?: string
}

/** Whatever a flag names cannot be written: a place that takes no file is a wrong flag (2), a disk that fails is not (1). Says what, where, why and what to do. */
export function outputFault(error: unknown, { what, to, flag, kind = 'file', said }: NamedOutput): Fault {
  if (error instanceof Fault) return error
  const code = FAILING_DISK.has((error as { code?: string }).code ?? '') ? 'DATA_DIRECTORY' : 'USAGE'
  return new Fault(
    code,
    `${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be written to ${to}: ${writeReason(error)}.`,
    { next: [writeRemedy(error, flag, kind), ...(said === undefined ? [] : [said])].join(' '), cause: error },
  )
}

/** Why no file can be written at a place: below a file, under a name that is too long, where this user may not. Undefined where nothing is in the way. */
export async function whyUnwritable(to: string): Promise<unknown> {
  try {
    const found = await stat(to).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? undefined : Promise.reject(error),
    )
    if (found?.isDirectory() === true) return { code: 'EISDIR' }
    await access(path.dirname(to), constants.W_OK)
    return undefined
  } catch (error) {
    return error
  }
}

/**
 * Refuses a file that is written at the end of something which is not to be done in vain, or twice.
 * @throws Fault USAGE
 */
export async function requireWritable(output: NamedOutput): Promise<void> {
  requirePlainFile(await standingAt(output.to), output.to, output.flag)
  const why = await whyUnwritable(output.to)
  if (why !== undefined) throw outputFault(why, output)
}

/**
 * Creates a folder and those above it (0700), one after the other: Node's own recursive way never ends where a parent exists that takes no entries, as under /proc.
 * @throws errors of the file system
 */
export function makeFolder(folder: string): void {
  const missing: string[] = []
  for (let at = path.resolve(folder); !isFolder(at); at = path.dirname(at)) missing.push(at)
  for (const place of missing.toReversed()) {
    try {
      mkdirSync(place, { mode: 0o700 })
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(place)) throw error
    }
  }
}

function isFolder(place: string): boolean {
  const found = statSync(place, { throwIfNoEntry: false })
  if (found === undefined && path.dirname(place) === place)
    throw Object.assign(new Error(`${place} does not exist`), { code: 'ENOENT' })
  if (found !== undefined && !found.isDirectory())
    throw Object.assign(new Error(`${place} is no directory`), { code: 'ENOTDIR' })
  return found !== undefined
}

/** As much as a small message takes: a full disk takes an empty file. */
const PROBE = Buffer.alloc(4096)

/**
 * Makes a folder where there is none, and tries to write in it. Whoever writes there for hours is not to find out from the first message that nothing can be.
 * @throws errors of the file system
 */
export async function prepareFolder(folder: string): Promise<void> {
  makeFolder(folder)
  const probe = partOf(path.join(folder, 'probe'))
  try {
    const handle = await open(probe, NEW_FILE, 0o600)
    await handle.writeFile(PROBE).finally(() => handle.close())
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}
