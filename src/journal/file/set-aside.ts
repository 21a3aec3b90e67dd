import { lstatSync, renameSync, rmSync } from 'node:fs'
import { makeFolder } from '../../whole-file.js'
import { basename, join } from 'node:path'
import { markFile, seenFiles, storageFault } from '../../sql/index.js'
import { journalFile } from './journal-file.js'

/**
 * Moves the journal of a data directory into a folder beside it that carries the date, so that the next command begins a new one.
 * Hold every run lock while it is called.
 * @returns the folder; the journal in it is not changed
 * @throws Fault DATA_DIRECTORY where the folder may not be written; what was moved by then is refused as damaged, and can be set aside again
 */
export function setJournalAside(dataDir: string, at: Date): string {
  const file = journalFile(dataDir)
  const folder = join(
    dataDir,
    `journal-set-aside-${at
      .toISOString()
      .replaceAll(':', '')
      .replace(/\.\d+Z$/, 'Z')}`,
  )
  try {
    moveInto(folder, file)
  } catch (error) {
    throw storageFault(error, folder)
  }
  return folder
}

function moveInto(folder: string, file: string): void {
  makeFolder(folder)
  for (const path of [`${file}-shm`, `${file}-wal`, file]) {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) renameSync(path, join(folder, basename(path)))
  }
  // The mark goes last: whatever is cut short before is refused as damaged, and set aside again. It goes for good: a journal that is put back later is an older
  // one, and without its mark it is told so.
  for (const path of [...seenFiles(file).map((found) => found.file), markFile(file)]) rmSync(path, { force: true })
}
