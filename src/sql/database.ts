import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Fault } from '../errors.js'
import { isBusy, storageFault } from './sqlite-fault.js'
import { connect, type SqliteConnection, type SqliteStatement } from './sqlite-library.js'

export type SqlValue = string | number | bigint | null | Uint8Array

/** A SQL database in one file. All calls are synchronous; statements are compiled once per SQL text. */
export interface Database {
  exec(sql: string): void
  run(sql: string, ...params: SqlValue[]): { changes: number; lastInsertRowid: number }
  get<T>(sql: string, ...params: SqlValue[]): T | undefined
  all<T>(sql: string, ...params: SqlValue[]): T[]
  /** Rows one at a time; the same SQL may be used again while this runs. */
  iterate<T>(sql: string, ...params: SqlValue[]): Iterable<T>
  /** Runs `work` between BEGIN IMMEDIATE and COMMIT; nested calls are savepoints. A thrown error rolls back. */
  transaction<T>(work: () => T): T
  close(): void
}

const BUSY_TIMEOUT_MS = 5000
const STATEMENT_CACHE = 200
const PAGE_BYTES = 4096

/**
 * Opens (and creates) a database: write-ahead log, every commit on disk before it returns, foreign keys on.
 * Several processes may open one file at once, also while it is being migrated.
 * @param file path, or `:memory:`
 * @param options.migrations SQL scripts, oldest first; a new one is appended, an old one never changes
 * @param options.pageBytes size of the pages of a new file, a power of two; large ones suit long rows. 4096 unless told
 * @param options.mayForget a power cut may undo the last commits, which then cost no wait for the disk; the end of a process undoes none
 * @throws Fault DATA_DIRECTORY (not writable, disk full, damaged, written by a newer release), LOCKED
 */
export function openDatabase(file: string, options: { migrations: readonly string[]; pageBytes?: number; mayForget?: boolean }): Database {
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const connection = connect(file, BUSY_TIMEOUT_MS)
    try {
      connection.exec(`PRAGMA page_size = ${options.pageBytes ?? PAGE_BYTES}`)
      patiently(() => connection.exec('PRAGMA journal_mode = WAL'))
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA synchronous = ${options.mayForget === true ? 'NORMAL' : 'FULL'}; PRAGMA foreign_keys = ON`)
      const database = new SqliteDatabase(file, connection)
      migrate(database, file, options.migrations)
      return database
    } catch (error) {
      connection.close()
      throw error
    }
  } catch (error) {
    throw storageFault(error, file)
  }
}

/** SQLite may answer "busy" at once, without its own wait, when two processes switch to the write-ahead log together. */
function patiently(work: () => void): void {
  const deadline = Date.now() + BUSY_TIMEOUT_MS
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      Atomics.wait(sleeper, 0, 0, 20)
    }
  }
}

function migrate(database: Database, file: string, migrations: readonly string[]): void {
  const version = () => database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  const refuseNewer = () => {
    if (version() <= migrations.length) return
    throw new Fault('DATA_DIRECTORY', `${file} was written by a newer release of hubswitch.`, { next: 'Update hubswitch, or use another data directory.' })
  }
  refuseNewer()
  while (version() < migrations.length) {
    database.transaction(() => {
      const current = version()
      const script = migrations[current]
      if (script === undefined) return
      database.exec(script)
      database.exec(`PRAGMA user_version = ${current + 1}`)
    })
  }
  refuseNewer()
}

class SqliteDatabase implements Database {
  readonly #file: string
  readonly #connection: SqliteConnection
  readonly #statements = new Map<string, SqliteStatement>()
  #depth = 0

  constructor(file: string, connection: SqliteConnection) {
    this.#file = file
    this.#connection = connection
  }

  exec(sql: string): void {
    this.#guard(() => this.#connection.exec(sql))
  }

  run(sql: string, ...params: SqlValue[]): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.#guard(() => this.#statement(sql).run(...params))
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) }
  }

  get<T>(sql: string, ...params: SqlValue[]): T | undefined {
    return this.#guard(() => this.#statement(sql).get(...params)) as T | undefined
  }

  all<T>(sql: string, ...params: SqlValue[]): T[] {
    return this.#guard(() => this.#statement(sql).all(...params)) as T[]
  }

  iterate<T>(sql: string, ...params: SqlValue[]): Iterable<T> {
    return this.#guard(() => this.#connection.prepare(sql).iterate(...params)) as Iterable<T>
  }

  transaction<T>(work: () => T): T {
    const level = this.#depth
    this.exec(level === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT level_${level}`)
    this.#depth += 1
    try {
      const result = work()
      this.exec(level === 0 ? 'COMMIT' : `RELEASE level_${level}`)
      return result
    } catch (error) {
      this.#rollBack(level)
      throw error
    } finally {
      this.#depth = level
    }
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  /** SQLite has already rolled back by itself after some errors, such as a full disk. */
  #rollBack(level: number): void {
    if (!this.#connection.isTransaction) return
    this.#connection.exec(level === 0 ? 'ROLLBACK' : `ROLLBACK TO level_${level}; RELEASE level_${level}`)
  }

  #statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    if (this.#statements.size >= STATEMENT_CACHE) this.#statements.clear()
    const statement = this.#connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw storageFault(error, this.#file)
    }
  }
}
