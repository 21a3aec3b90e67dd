import { existsSync, statfsSync, statSync } from 'node:fs'
import { Fault } from '../errors.js'
import { isUnwritable, isWritable } from '../sql/index.js'
import { copyToRead, journalFile, type ReadableCopy } from './file/index.js'
import { type Journal, openJournal } from './journal.js'

/** Pages of a small change to the journal, and its log. */
const ROOM_BYTES = 500_000

/**
 * The journal of a data directory for a command that only reads. Where the directory may not be written or its disk is full, a copy of it is read, or an empty one where there is none.
 * @param onUnwritable told in that case
 * @param roomBytes a disk with less free than this counts as full
 * @throws Fault as `openJournal` for anything else
 */
export function openJournalToRead(
  dataDir: string,
  onUnwritable: (file: string) => void,
  roomBytes: number = ROOM_BYTES,
): Journal {
  const file = journalFile(dataDir)
  if (existsSync(file) && !hasRoom(dataDir, roomBytes)) {
    onUnwritable(file)
    return openCopy(
      file,
      new Fault('DATA_DIRECTORY', `${file}: the disk is full.`, {
        next: 'Free room on that disk.',
        facts: { file, isFull: true },
      }),
    )
  }
  try {
    const journal = openJournal(dataDir)
    // What a process left in the log when it was killed is noted by whoever opens the journal next: the run was cut off.
    if (!hasLog(file) || isWritable(file)) return journal
    journal.close()
    onUnwritable(file)
    return openCopy(
      file,
      new Fault('DATA_DIRECTORY', `${file}: it may not be written.`, { next: 'Make the data directory writable.' }),
    )
  } catch (error) {
    if (!isUnwritable(error, file)) throw error
    onUnwritable(file)
    return existsSync(file) ? openCopy(file, error) : openJournal()
  }
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** Whether there is room for the notes that reading makes, such as that a run was cut short. */
function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= bytes
}

function openCopy(file: string, unwritable: Fault): Journal {
  let copy: ReadableCopy | undefined
  try {
    copy = copyToRead(file)
    const { folder, remove } = copy
    const journal = openJournal(folder)
    return {
      ...journal,
      close: () => {
        journal.close()
        remove()
      },
    }
  } catch (error) {
    copy?.remove()
    throw error instanceof Fault ? error : unwritable
  }
}
