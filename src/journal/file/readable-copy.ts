import { rmSync } from 'node:fs'
import { CommitMark, copyFiles } from '../../sql/index.js'
import { temporaryFolder } from '../../whole-file.js'
import { journalFile } from './journal-file.js'

/** What SQLite and the journal keep beside the database; the index of the log is made anew. */
const PARTS = ['', '-wal', '-mark'] as const

/** A journal in a folder of this process's own. */
export interface ReadableCopy {
  folder: string
  remove(): void
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
    copyFiles(file, copy, PARTS)
    new CommitMark(file).passOn(copy)
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}
