import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../errors.js'

/**
 * The folder of a data directory in which locks stand. It is made there and nowhere else: behind a link, files would be made and removed in a folder that nobody named.
 * @throws Fault DATA_DIRECTORY where a symbolic link or a file stands in its place
 */
export function locksFolder(dataDir: string): string {
  const folder = join(dataDir, 'locks')
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found === undefined || found.isDirectory()) return folder
  if (!found.isSymbolicLink())
    throw new Fault('DATA_DIRECTORY', `${folder} is a file, not a folder.`, {
      next: 'Move it away: the folder is made anew.',
      facts: { folder },
    })
  throw new Fault('DATA_DIRECTORY', `${folder} is a symbolic link, not a folder.`, {
    next: 'Remove the link: the folder is made anew. A data directory elsewhere is named in HUBSWITCH_DATA_DIR.',
    facts: { folder },
  })
}

/** The beginning of a small file beside a lock; undefined where there is none, or what is no plain file. Neither a FIFO nor a device is waited for, and no link is followed. */
export function readBesideLock(file: string, bytesMax: number): string | undefined {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants
  let handle: number | undefined
  try {
    handle = openSync(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    if (!fstatSync(handle).isFile()) return undefined
    const buffer = Buffer.alloc(bytesMax)
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, bytesMax, 0))
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
