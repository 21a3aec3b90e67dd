import { randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { chmod, lstat, open, rename, rm } from 'node:fs/promises'
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

/** What to do about it: another file is no help where the disk is full, unless it is on another one. */
export function writeRemedy(error: unknown, flag: string): string {
  const { code } = error as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `Free room on that disk, or name a file on another one with ${flag}.`
  return `Name another file with ${flag}.`
}
