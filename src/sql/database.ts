export type SqlValue = string | number | bigint | null | Uint8Array

/** A row whose nulls are absent fields. */
type WithoutNulls<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: Exclude<T[K], null>
}

/** The same row without the fields that are null. */
export function withoutNulls<T extends object>(row: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<T>
}

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
  /**
   * Runs `work` in the transaction that is open, or in one of its own. What it throws has to end that transaction: without a savepoint nothing is rolled back
   * by itself. A savepoint copies every page that is changed in it.
   */
  inTransaction<T>(work: () => T): T
  /** Gives back to the disk what deleted rows took. */
  compact(): void
  /** Gives back to the disk what the write-ahead log takes. It is as large as the largest write, and stays so: worth it after one that is not made again. */
  emptyLog(): void
  close(): void
}

/** How many rows a statement inserts, the most first. */
const AT_ONCE = [32, 16, 8, 4, 2, 1] as const

/**
 * Inserts rows, several in a statement. Before each statement SQLite copies the pages that it changes, where a trigger or a foreign key may still end it: rows
 * that go in together share the copies.
 * @param into the table and its columns, such as `batch (run, seq)`
 * @param ending what the statement ends with, such as what to do where a row is there already
 */
export function insertRows(
  database: Database,
  into: string,
  rows: readonly (readonly SqlValue[])[],
  ending = '',
): void {
  const row = `(${(rows[0] ?? []).map(() => '?').join(', ')})`
  let at = 0
  for (const count of AT_ONCE) {
    for (; rows.length - at >= count; at += count) {
      const sql = `INSERT INTO ${into} VALUES ${row}${`, ${row}`.repeat(count - 1)} ${ending}`
      database.run(sql, ...rows.slice(at, at + count).flat())
    }
  }
}
