import { existsSync } from 'node:fs'
import { storageFault } from './sqlite-fault.js'
import { connect } from './sqlite-library.js'

/**
 * Rows of a database as they stand, for what may do without them: nothing is created, migrated, checked or waited for, and whatever fails gives none.
 */
export function peekRows<Row>(
  file: string,
  queries: readonly { sql: string; values: readonly (string | number)[] }[],
): Row[][] {
  try {
    const connection = connect(file, 0, true)
    try {
      return queries.map(({ sql, values }) => connection.prepare(sql).all(...values) as Row[])
    } finally {
      connection.close()
    }
  } catch {
    return queries.map(() => [])
  }
}

const BUSY_TIMEOUT_MS = 5000

/**
 * Copies a database as it stands into a new file, also while others write to it. Where there is none, nothing is made.
 * @throws Fault DATA_DIRECTORY, LOCKED
 */
export function copyDatabase(from: string, to: string): void {
  if (!existsSync(from)) return
  try {
    const connection = connect(from, BUSY_TIMEOUT_MS, true)
    try {
      connection.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`)
    } finally {
      connection.close()
    }
  } catch (error) {
    throw storageFault(error, from)
  }
}
