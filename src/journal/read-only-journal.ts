import { accessSync, chmodSync, constants, copyFileSync, existsSync, rmSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Fault } from '../errors.js'
import { temporaryFolder } from '../whole-file.js'
import { CommitMark } from '../sql/index.js'
import { journalFile } from './file/index.js'
import { type Journal, openJournal } from './journal.js'

/** Pages of a small change to the journal, and its log. */
const ROOM_BYTES = 500_000
/** What SQLite and the journal keep beside the database; the index of the log is made anew. */
const PARTS = ['', '-wal', '-mark'] as const

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
    return openJournal(dataDir)
  } catch (error) {
    // A folder of somebody else is refused for another reason than the file system's.
    if (
      !(error instanceof Fault) ||
      error.code !== 'DATA_DIRECTORY' ||
      error.cause === undefined ||
      (isWritable(file) && !isNowhere(error.cause))
    )
      throw error
    onUnwritable(file)
    return existsSync(file) ? openCopy(file, error) : openJournal()
  }
}

/** Whether there is room for the notes that reading makes, such as that a run was cut short. */
function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= bytes
}

/** A place such as below /proc takes no entries, whoever asks. */
function isNowhere(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}

/** Whether this process may write the file, or make it and the folders above it. */
function isWritable(file: string): boolean {
  let at = file
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  try {
    for (const place of at === file ? [file, dirname(file)] : [at]) accessSync(place, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function openCopy(file: string, unwritable: Fault): Journal {
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
    const journal = openJournal(folder)
    return {
      ...journal,
      close: () => {
        journal.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error instanceof Fault ? error : unwritable
  }
}
