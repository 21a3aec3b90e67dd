import { accessSync, chmodSync, constants, copyFileSync, existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Fault } from '../../errors.js'
import { CommitMark } from '../../sql/index.js'
import { temporaryFolder } from '../../whole-file.js'
import { journalFile } from './journal-file.js'

/** What SQLite and the journal keep beside the database; the index of the log is made anew. */
const PARTS = ['', '-wal', '-mark'] as const

/** A journal in a folder of this process's own. */
export interface ReadableCopy {
  folder: string
  remove(): void
}

/** Whether an error comes of a place that takes no files, whoever asks. A folder of somebody else is refused for another reason than the file system's. */
export function isUnwritable(error: unknown, file: string): error is Fault {
  if (!(error instanceof Fault) || error.code !== 'DATA_DIRECTORY' || error.cause === undefined) return false
  return !isWritable(file) || isNowhere(error.cause)
}

/** A place such as below /proc takes no entries, whoever asks. */
function isNowhere(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}

/** Whether this process may write the file, or make it and the folders above it. */
export function isWritable(file: string): boolean {
  let at = file
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  try {
    for (const place of at === file ? [file, dirname(file)] : [at]) accessSync(place, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Copies a journal to where SQLite may write beside it, which it does even to read.
 * @throws errors of the file system, Fault DATA_DIRECTORY where there is no place for temporary files
 */
export function copyToRead(file: string): ReadableCopy {
  const folder = temporaryFolder('hubswitch-journal-')
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = journalFile(folder)
    for (const part of PARTS) {
      if (!existsSync(`${file}${part}`)) continue
      copyFileSync(`${file}${part}`, `${copy}${part}`)
      // The copy is this process's own, whatever the rights of what it was made of.
      chmodSync(`${copy}${part}`, 0o600)
    }
    new CommitMark(file).passOn(copy)
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}
