import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../errors.js'
import { type Database, isRefusedByHost, openDatabase } from '../../sql/index.js'
import { SharedStates, stateOf } from './shared-states.js'

const MIGRATIONS = [
  `
  -- How fast a service may be asked, over all and for each hotel, as far as it was learned. One row a scope.
  CREATE TABLE pace (
    service TEXT NOT NULL,
    scope TEXT NOT NULL,
    state TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (service, scope)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Rows by number: one that changes is written in its place, where the key of a table without numbers, long as these rows are, takes it out and puts it in again.
  ALTER TABLE pace RENAME TO pace_by_key;
  CREATE TABLE pace (
    id INTEGER PRIMARY KEY,
    service TEXT NOT NULL,
    scope TEXT NOT NULL,
    state TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    UNIQUE (service, scope)
  ) STRICT;
  INSERT INTO pace (service, scope, state, changed_at) SELECT service, scope, state, changed_at FROM pace_by_key;
  DROP TABLE pace_by_key;
  `,
]

const FORGOTTEN_AFTER_MS = 86_400_000

/** The pace of a service, shared by all processes of the machine and remembered for a day. */
export interface PaceRecords {
  /** Reads the states of these scopes, lets `work` change them, and writes them back in one transaction. */
  change<T>(scopes: readonly string[], work: (states: Map<string, unknown>) => T): T
  close(): void
}

/**
 * Opens the pace of a service in a data directory. It is a database of its own: it is written twice a request, and may lose its last writes in a power cut. What it holds is
 * learned again, so it never ends a push: one that is damaged is set aside and begun anew, and one that cannot be used is done without.
 * @param tell hears of it, once
 */
export function openPace(dataDir: string, service: string, tell: (line: string) => void): PaceRecords {
  const file = join(dataDir, 'pace.db')
  let shared: SharedStates | undefined
  const alone = new Map<string, unknown>()
  const open = (): SharedStates => new SharedStates(openKept(file), service)
  const doWithout = (error: unknown): void => {
    if (!isOfStorage(error)) throw error
    closeQuietly(shared?.database)
    shared = undefined
    if (!isSpoiled(error))
      return tell(`The pace that was learned cannot be used: ${wordsOf(error)} It is learned anew for this run.`)
    try {
      setAside(file)
      shared = open()
      tell(`${file} was damaged and is now ${file}.damaged: the pace of requests is learned anew.`)
    } catch (again) {
      tell(
        `${file} is damaged and cannot be set aside: ${wordsOf(again)} The pace of requests is learned anew for this run.`,
      )
    }
  }
  try {
    shared = open()
  } catch (error) {
    doWithout(error)
  }
  return {
    change: (scopes, work) => {
      if (shared !== undefined) {
        try {
          return shared.change(scopes, work)
        } catch (error) {
          doWithout(error)
        }
      }
      return shared === undefined ? work(alone) : shared.change(scopes, work)
    },
    close: () => {
      closeQuietly(shared?.database)
      shared = undefined
    },
  }
}

function openKept(file: string): Database {
  const database = openDatabase(file, { migrations: MIGRATIONS, mayForget: true })
  try {
    database.run('DELETE FROM pace WHERE changed_at < ?', Date.now() - FORGOTTEN_AFTER_MS)
    return database
  } catch (error) {
    closeQuietly(database)
    throw error
  }
}

/** What the database or its file is at fault for; anything else is an error of ours. */
const isOfStorage = (error: unknown): boolean =>
  error instanceof Fault ? error.code === 'DATA_DIRECTORY' || error.code === 'LOCKED' : isSpoiled(error)
const isSpoiled = (error: unknown): boolean => !isRefusedByHost(error instanceof Fault ? error.cause : error)
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function setAside(file: string): void {
  for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true })
  renameSync(file, `${file}.damaged`)
}

function closeQuietly(database: Database | undefined): void {
  try {
    database?.close()
  } catch (error) {
    if (!isOfStorage(error)) throw error
  }
}

/** The pace of a service as it is kept just now; nothing is written, no database is made where there is none, and one that cannot be read tells nothing. */
export function peekPace(dataDir: string, service: string): { of(scope: string): unknown; close(): void } {
  const file = join(dataDir, 'pace.db')
  const database = existsSync(file)
    ? unlessSpoiled(() => openDatabase(file, { migrations: MIGRATIONS, mayForget: true }))
    : undefined
  return {
    of: (scope) => {
      const row = unlessSpoiled(() =>
        database?.get<{ state: string }>(
          'SELECT state FROM pace WHERE service = ? AND scope = ? AND changed_at >= ?',
          service,
          scope,
          Date.now() - FORGOTTEN_AFTER_MS,
        ),
      )
      return row === undefined ? undefined : stateOf(row)
    },
    close: () => closeQuietly(database),
  }
}

/** In a folder that may not be written SQLite cannot even look. */
function unlessSpoiled<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (isOfStorage(error)) return undefined
    throw error
  }
}
