import { lstatSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeFolder, markFile, seenFiles, storageFault } from '../../sql/index.js'
import { journalFile } from './journal-file.js'

/**
 * Moves the journal of a data directory into a folder beside it that carries the date, so that the next command begins a new one.
 * Hold every run lock while it is called.
 * @returns the folder; nothing in it is changed
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
  // The mark goes last: whatever is cut short before is refused as damaged, and set aside again.
  const seen = seenFiles(file).map((found) => found.file)
  for (const path of [`${file}-shm`, `${file}-wal`, file, ...seen, markFile(file)]) {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) renameSync(path, join(folder, basename(path)))
  }
}
