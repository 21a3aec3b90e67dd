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
