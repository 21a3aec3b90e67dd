import type { Mark } from './commit-mark.js'
import type { Database } from './database.js'
import { type ChecksumOwners, commitsOf, hasChecksums, type LostRows, lostRows } from './row-checksums.js'
import { isRefusedByHost, storageReason } from './sqlite-fault.js'

/** What of a database is not as it was written. */
export interface Damage {
  /** What SQLite says of its pages, in its own words. */
  pages: string[]
  rows: LostRows[]
  /** Committed transactions that it no longer holds. */
  missingCommits: number
}

const PAGES_TOLD = 20

export function isWhole({ pages, rows, missingCommits }: Damage): boolean {
  return pages.length === 0 && rows.length === 0 && missingCommits === 0
}

/**
 * Reads a database through: its pages, every row against the checksums, its commits against the mark beside it.
 * @param mark as it was before the database was opened
 * @param versions how many versions of its tables this release knows
 */
export function examine(
  database: Database,
  { mark, owners, versions }: { mark: Mark | undefined; owners: ChecksumOwners; versions: number },
): Damage {
  const damage: Damage = { pages: [], rows: [], missingCommits: 0 }
  try {
    database.exec('BEGIN')
    try {
      const version = database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
      const pages = database
        .all<{ integrity_check: string }>(`PRAGMA integrity_check(${PAGES_TOLD})`)
        .map((row) => row.integrity_check)
        .filter((line) => line !== 'ok')
      damage.pages.push(...pages)
      if (mark !== undefined && (version < mark.version || (version > versions && mark.version <= versions)))
        damage.pages.push(`its tables are of version ${version}, not ${mark.version}`)
      if (version > versions) return damage
      if (hasChecksums(database)) {
        damage.rows.push(...lostRows(database, owners))
        damage.missingCommits = Math.max(0, (mark?.commits ?? 0) - commitsOf(database))
      } else damage.missingCommits = mark?.commits ?? 0
    } finally {
      endReading(database)
    }
  } catch (error) {
    damage.pages.push(wordsOf(error))
  }
  return damage
}

/** After some errors, such as a full disk, SQLite has ended the transaction by itself: what went wrong first is told, not that. */
function endReading(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // Nothing was written in it.
  }
}

/** @throws the error again where it is no sign of damage: a busy file, a full disk, missing rights */
export function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error) || isRefusedByHost(cause)) throw error
  return storageReason(cause) === undefined ? cause.message : 'SQLite cannot read it as a database'
}
