import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'

/** What we use of the `node:sqlite` interface, which Node's own module and the library in the package share. */
export type SqliteStatement = Pick<StatementSyncInstance, 'run' | 'get' | 'all' | 'iterate'>

export type SqliteConnection = Pick<DatabaseSyncInstance, 'isTransaction' | 'exec' | 'close'> & {
  prepare(sql: string): SqliteStatement
  function(
    name: string,
    options: { deterministic: boolean; varargs: boolean },
    work: (...values: (Uint8Array | null)[]) => number,
  ): void
}

interface SqliteLibrary {
  DatabaseSync: new (file: string, options?: { timeout?: number; readOnly?: boolean }) => SqliteConnection
}

/** The first SQLite release in which several writers of one write-ahead log cannot damage it (its reset race is mended). */
const SAFE_SQLITE = [3, 51, 3] as const

/** Opens a connection with Node's own SQLite where that is recent enough, else with the one in our dependencies. */
export function connect(file: string, timeoutMs: number, readOnly = false): SqliteConnection {
  const { DatabaseSync } = loadLibrary()
  keepTemporariesBeside(file)
  return new DatabaseSync(file, { timeout: timeoutMs, ...(readOnly ? { readOnly } : {}) })
}

const TEMPORARY_FOLDER = 'SQLITE_TMPDIR'

/**
 * Has SQLite put what it writes for the time of a statement on the disk of the database, where there has to be room anyway and which is told when it is full. A /tmp
 * that is full would stop every push. SQLite asks for the folder once, with the first database, and takes another one where this cannot be written.
 */
function keepTemporariesBeside(file: string): void {
  if (file !== ':memory:') process.env[TEMPORARY_FOLDER] ??= path.dirname(path.resolve(file))
}

const PACKAGE = '@photostructure/sqlite'

function loadLibrary(): SqliteLibrary {
  const require = createRequire(import.meta.url)
  const nodeMajor = Number(process.versions.node.split('.')[0])
  const isOurs = nodeMajor < 24 || !isSafeSqlite(process.versions['sqlite'])
  return require(isOurs ? packageFile(require) : 'node:sqlite') as SqliteLibrary
}

/** The file that the package's own `exports` lead to: to read them Node loads the whole resolution of ES modules, which is 3 ms of each start. */
export function packageFile({ resolve }: NodeJS.Require): string {
  const files = (resolve.paths(PACKAGE) ?? []).map((folder) => path.join(folder, PACKAGE, 'dist/index.cjs'))
  return files.find((file) => existsSync(file)) ?? PACKAGE
}

/** Whether this SQLite release may be trusted with several writers. */
export function isSafeSqlite(version: string | undefined): boolean {
  const parts = (version ?? '0').split('.').map(Number)
  for (const [i, wanted] of SAFE_SQLITE.entries()) {
    const part = parts[i] ?? 0
    if (part !== wanted) return part > wanted
  }
  return true
}
