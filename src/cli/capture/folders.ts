import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../../errors.js'
import { unreadable } from './unreadable.js'

const FILES_MAX = 10_000
const LINKS_MAX = 1_000

export interface FolderFiles {
  /** In the order of their names. */
  files: string[]
  unread: { file: string; what: string }[]
}

/**
 * All files of a folder and its folders, those that links lead to as well; each folder once. What begins with a dot is left out.
 * @throws Fault INVALID_INPUT where it cannot be listed, or has too many files
 */
export async function filesIn(folder: string): Promise<FolderFiles> {
  const found: FolderFiles = { files: [], unread: [] }
  const seen = new Set<string>()
  await walk(folder, found, seen).catch((error: unknown) => {
    throw error instanceof Fault ? error : unreadable(folder, error)
  })
  return { files: found.files.toSorted(), unread: found.unread }
}

async function walk(folder: string, found: FolderFiles, seen: Set<string>): Promise<void> {
  const real = await realpath(folder)
  if (seen.has(real)) return
  seen.add(real)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue
    const file = path.join(folder, entry.name)
    const kind = entry.isSymbolicLink() ? await stat(file).catch(() => undefined) : entry
    if (kind === undefined) found.unread.push({ file, what: 'a link that leads nowhere' })
    else if (kind.isDirectory()) await enter(file, found, seen)
    else if (kind.isFile()) found.files.push(file)
    if (found.files.length > FILES_MAX || found.unread.length > LINKS_MAX)
      throw new Fault('INVALID_INPUT', `${folder} has more than ${FILES_MAX} files.`, { next: 'Name a folder in it.' })
  }
}

/** A folder inside that cannot be listed is told. */
async function enter(file: string, found: FolderFiles, seen: Set<string>): Promise<void> {
  try {
    await walk(file, found, seen)
  } catch (error) {
    if (error instanceof Fault) throw error
    found.unread.push({ file, what: unreadable(file, error).message })
  }
}
