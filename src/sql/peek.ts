import { accessSync, chmodSync, constants, copyFileSync, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Fault } from '../errors.js'
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
    const fault = storageFault(error, from)
    if (!isUnwritable(fault, from)) throw fault
    copyFiles(from, to)
  }
}

/**
 * Copies a database file by file, each made this process's own, whatever the rights of what it was made of: for a place where SQLite may write nothing beside it, which it does even to read.
 * The index of the log is made anew by whoever opens the copy.
 * @param parts ends of the names of what stands there
 * @throws errors of the file system
 */
export function copyFiles(from: string, to: string, parts: readonly string[] = ['', '-wal']): void {
  for (const part of parts) {
    if (!existsSync(`${from}${part}`)) continue
    copyFileSync(`${from}${part}`, `${to}${part}`)
    chmodSync(`${to}${part}`, 0o600)
  }
}

/** Whether an error comes of a place that takes no files, whoever asks. A folder of somebody else is refused for another reason than the file system's. */
export function isUnwritable(error: unknown, file: string): error is Fault {
  if (!(error instanceof Fault) || error.code !== 'DATA_DIRECTORY' || error.cause === undefined) return false
  return !isWritable(file) || isNowhere(error.cause)
}

/** A place such as below /proc takes no entries, whoever asks. */
function isNowhere(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}

/** Whether this process may write the file, or make it and the folders above it. */
export function isWritable(file: string): boolean {
  let at = file
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  try {
    for (const place of at === file ? [file, dirname(file)] : [at]) accessSync(place, constants.W_OK)
    return true
  } catch {
    return false
  }
}
