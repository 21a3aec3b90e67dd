import type { CommitMark } from './commit-mark.js'
import type { Database, SqlValue } from './database.js'
import { commitsOf, countCommit, dropEmptyChecksums } from './row-checksums.js'
import { isDamage, storageFault } from './sqlite-fault.js'
import type { SqliteConnection, SqliteStatement } from './sqlite-library.js'

const STATEMENT_CACHE = 200

/** Whom a database tells of its commits. */
interface Followed {
  mark: CommitMark
  /** The version of its tables. */
  version: number
  /** When it was last read through, epoch milliseconds. */
  checkedAt: number
  /** What is thrown where SQLite finds damage in the middle of work. */
  damaged(words: string): Error
}

/** A database on one connection. */
export class SqliteDatabase implements Database {
  readonly #statements = new Map<string, SqliteStatement>()
  #depth = 0
  #followed: Followed | undefined
  #whenClosed: (() => void) | undefined

  constructor(
    private readonly file: string,
    private readonly connection: SqliteConnection,
  ) {}

  /** From now on counts commits, and tells the mark beside the file of them. */
  follow(followed: Followed): void {
    this.#followed = followed
  }

  /** What is done once the connection is closed. */
  whenClosed(work: () => void): void {
    this.#whenClosed = work
  }

  exec(sql: string): void {
    this.#guard(() => this.connection.exec(sql))
  }

  run(sql: string, ...params: SqlValue[]): { changes: number; lastInsertRowid: number } {
    return this.#followed !== undefined && this.#depth === 0
      ? this.transaction(() => this.#run(sql, params))
      : this.#run(sql, params)
  }

  #run(sql: string, params: SqlValue[]): { changes: number; lastInsertRowid: number } {
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
    return this.#guard(() => this.connection.prepare(sql).iterate(...params)) as Iterable<T>
  }

  transaction<T>(work: () => T): T {
    const level = this.#depth
    this.#run(level === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT level_${level}`, [])
    this.#depth += 1
    try {
      const changesBefore = level === 0 ? this.#changes() : 0
      const result = work()
      const commits = level === 0 && this.#changes() !== changesBefore ? countCommit(this) : undefined
      this.#run(level === 0 ? 'COMMIT' : `RELEASE level_${level}`, [])
      if (commits !== undefined) this.#mark(({ mark, version }) => mark.committed(commits, version))
      return result
    } catch (error) {
      this.#rollBack(level)
      throw error
    } finally {
      this.#depth = level
    }
  }

  inTransaction<T>(work: () => T): T {
    return this.#depth === 0 ? this.transaction(work) : work()
  }

  compact(): void {
    if (this.#followed !== undefined) this.transaction(() => dropEmptyChecksums(this))
    this.exec('VACUUM')
    this.emptyLog()
  }

  emptyLog(): void {
    // Where another process still reads, the log stays and is used again.
    this.get('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  close(): void {
    let commits: number | undefined
    this.#mark(() => (commits = commitsOf(this)))
    this.#statements.clear()
    this.connection.close()
    this.#whenClosed?.()
    this.#mark(({ mark, version, checkedAt }) => {
      if (commits !== undefined) mark.leave(commits, version, checkedAt)
      mark.close()
    })
  }

  /** Changes of this connection so far, where they are counted. */
  #changes(): number {
    return this.#followed === undefined
      ? 0
      : (this.get<{ changes: number }>('SELECT total_changes() AS changes')?.changes ?? 0)
  }

  /** What the mark does not learn it only does not vouch for: that is no reason to fail. */
  #mark(work: (followed: Followed) => void): void {
    if (this.#followed === undefined) return
    try {
      work(this.#followed)
    } catch {
      // A full disk, a folder that has gone: the database itself says so where it matters.
    }
  }

  /** SQLite has already rolled back by itself after some errors, such as a full disk. */
  #rollBack(level: number): void {
    if (!this.connection.isTransaction) return
    this.connection.exec(level === 0 ? 'ROLLBACK' : `ROLLBACK TO level_${level}; RELEASE level_${level}`)
  }

  #statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    if (this.#statements.size >= STATEMENT_CACHE) this.#statements.clear()
    const statement = this.connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.#followed !== undefined && isDamage(error)
        ? this.#followed.damaged(error.message)
        : storageFault(error, this.file)
    }
  }
}
