import { randomBytes } from 'node:crypto'
import { constants, mkdtempSync, type Stats } from 'node:fs'
import { chmod, lstat, open, rename, rm } from 'node:fs/promises'
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
  const found = await standingAt(file)
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
  /^(?:access|chmod|chown|close|copyfile|fchmod|fdatasync|fstat|fsync|ftruncate|link|lstat|mkdir|mkdtemp|open|opendir|read|readlink|realpath|rename|rm|rmdir|scandir|stat|statfs|symlink|truncate|unlink|utime|write|writev)$/

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
  EMFILE: 'this process has as many files open as it may (ulimit -n)',
  ENFILE: 'the system has as many files open as it may',
}

/** What to do about it: another file is no help where the disk is full, unless it is on another one. */
export function writeRemedy(error: unknown, flag: string): string {
  const { code } = error as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `Free room on that disk, or name a file on another one with ${flag}.`
  return `Name another file with ${flag}.`
}
