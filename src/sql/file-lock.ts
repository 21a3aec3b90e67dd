import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../errors.js'
import { preparePrivateFile } from './private-file.js'
import { isBusy, storageFault } from './sqlite-fault.js'
import { connect, type SqliteConnection } from './sqlite-library.js'

const POLL_MS = 25

/**
 * Runs `work` while this process alone holds `file`. The lock is an open write transaction on a small SQLite file,
 * so the operating system frees it at once when the holder dies, however it dies.
 * @param options.waitMs how long to wait for another holder; 0 = do not wait
 * @param options.holder words for the person who finds it locked, such as "run 12 of rates push, process 4711"
 * @throws Fault LOCKED after `waitMs`, DATA_DIRECTORY when the file cannot be written
 */
export async function withFileLock<T>(file: string, options: { waitMs: number; holder?: string }, work: () => Promise<T>): Promise<T> {
  const connection = await takeLock(file, options.waitMs)
  const note = noteOf(file)
  try {
    if (options.holder !== undefined) writeNote(note, options.holder)
    return await work()
  } finally {
    rmSync(note, { force: true })
    connection.close()
  }
}

/** Whether another process holds `file` now. Looking takes it for an instant: who wants it waits a moment for that. */
export function isFileLocked(file: string): boolean {
  if (!existsSync(file)) return false
  const connection = tryLock(file)
  connection?.close()
  return connection === undefined
}

/** What the holder of a lock has said of itself. */
export function lockHolder(file: string): string | undefined {
  try {
    return readFileSync(noteOf(file), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

async function takeLock(file: string, waitMs: number): Promise<SqliteConnection> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const connection = tryLock(file)
    if (connection !== undefined) return connection
    if (Date.now() >= deadline) throw lockedFault(file)
    await sleep(Math.min(POLL_MS, Math.max(1, deadline - Date.now())))
  }
}

function tryLock(file: string): SqliteConnection | undefined {
  let connection: SqliteConnection | undefined
  try {
    preparePrivateFile(file)
    connection = connect(file, 0)
    connection.exec('BEGIN EXCLUSIVE')
    return connection
  } catch (error) {
    connection?.close()
    if (isBusy(error)) return undefined
    throw storageFault(error, file)
  }
}

function lockedFault(file: string): Fault {
  const holder = lockHolder(file)
  return new Fault('LOCKED', holder === undefined ? `${file} is held by another process.` : `Locked by ${holder}.`, { facts: { file, holder } })
}

/** The note is a courtesy to the next one: the lock holds without it. */
function writeNote(note: string, holder: string): void {
  try {
    writeFileSync(note, holder, { mode: 0o600 })
  } catch {
    rmSync(note, { force: true })
  }
}

function noteOf(file: string): string {
  return `${file}.holder`
}
