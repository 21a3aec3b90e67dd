import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../errors.js'
import { openDatabase, type Database } from '../sql/index.js'

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
]

const FORGOTTEN_AFTER_MS = 86_400_000

/** The pace of a service, shared by all processes of the machine and remembered for a day. */
export interface PaceRecords {
  /** Reads the states of these scopes, lets `work` change them, and writes them back in one transaction. */
  change<T>(scopes: readonly string[], work: (states: Map<string, unknown>) => T): T
  close(): void
}

/**
 * Opens the pace of a service in a data directory. It is a database of its own: it is written twice a request, and may lose its last writes in a power cut.
 * @throws Fault DATA_DIRECTORY, LOCKED
 */
export function openPace(dataDir: string, service: string): PaceRecords {
  const database = openDatabase(join(dataDir, 'pace.db'), { migrations: MIGRATIONS, mayForget: true })
  database.run('DELETE FROM pace WHERE changed_at < ?', Date.now() - FORGOTTEN_AFTER_MS)
  return { change: (scopes, work) => change(database, service, scopes, work), close: () => database.close() }
}

/** The pace of a service as it is kept just now; nothing is written, and no database is made where there is none. */
export function peekPace(dataDir: string, service: string): { of(scope: string): unknown; close(): void } {
  const file = join(dataDir, 'pace.db')
  if (!existsSync(file)) return { of: () => undefined, close: () => undefined }
  const database = openIfPossible(file)
  if (database === undefined) return { of: () => undefined, close: () => undefined }
  return {
    of: (scope) => {
      const row = database.get<{ state: string }>('SELECT state FROM pace WHERE service = ? AND scope = ? AND changed_at >= ?', service, scope, Date.now() - FORGOTTEN_AFTER_MS)
      return row === undefined ? undefined : JSON.parse(row.state)
    },
    close: () => database.close(),
  }
}

/** In a folder that may not be written SQLite cannot even look. */
function openIfPossible(file: string): Database | undefined {
  try {
    return openDatabase(file, { migrations: MIGRATIONS, mayForget: true })
  } catch (error) {
    if (error instanceof Fault && error.code === 'DATA_DIRECTORY') return undefined
    throw error
  }
}

function change<T>(database: Database, service: string, scopes: readonly string[], work: (states: Map<string, unknown>) => T): T {
  return database.transaction(() => {
    const states = new Map<string, unknown>()
    for (const scope of scopes) {
      const row = database.get<{ state: string }>('SELECT state FROM pace WHERE service = ? AND scope = ?', service, scope)
      if (row !== undefined) states.set(scope, JSON.parse(row.state))
    }
    const result = work(states)
    for (const [scope, state] of states) {
      database.run(
        `INSERT INTO pace (service, scope, state, changed_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (service, scope) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at`,
        service, scope, JSON.stringify(state), Date.now(),
      )
    }
    return result
  })
}
