import { lstatSync } from 'node:fs'
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
