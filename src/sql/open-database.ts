import { rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Fault } from '../errors.js'
import { temporaryFolder } from '../whole-file.js'
import { CommitMark, type Mark, markFile, type Standing } from './commit-mark.js'
import type { Database } from './database.js'
import { type Damage, examine, isWhole, wordsOf } from './examine.js'
import { copyFiles } from './peek.js'
import { preparePrivateFile, refuseHindered } from './private-file.js'
import {
  addChecksumFunction,
  buildChecksums,
  type ChecksumOwners,
  commitsOf,
  dropTriggers,
  hasChecksums,
} from './row-checksums.js'
import { SqliteDatabase } from './sqlite-database.js'
import { isBusy, storageFault } from './sqlite-fault.js'
import { connect } from './sqlite-library.js'

const BUSY_TIMEOUT_MS = 5000
const PAGE_BYTES = 4096

/** How a database is opened. */
interface DatabaseOptions {
  /** SQL scripts, oldest first; a new one is appended, an old one never changes. */
  migrations: readonly string[]
  /** Size of the pages of a new file, a power of two; large ones suit long rows. 4096 unless told. */
  pageBytes?: number
  /** A power cut may undo the last commits, which then cost no wait for the disk; the end of a process undoes none. */
  mayForget?: boolean
  /** Every row is kept with a checksum, and a file that is not as it was written is not opened. */
  checked?: Checked
}

/** How a database that knows damage is kept, and what is thrown where it is damaged. */
interface Checked {
  owners: ChecksumOwners
  fault(file: string, damage: Damage): Fault
  /**
   * Called once, in a transaction, where a database that had been used before is not the one that was left there, or has lost its mark: it may be an older copy.
   * `wasBare`: a file without any table, which is what is left of one whose log was not copied with it.
   */
  copied?(database: Database, wasBare: boolean): void
}

/**
 * Opens (and creates) a database: write-ahead log, every commit on disk before it returns, foreign keys on, readable by this user alone.
 * Several processes may open one file at once, also while it is being migrated.
 * @param file path, or `:memory:`
 * @throws Fault DATA_DIRECTORY (not writable, not of this user, disk full, damaged, written by a newer release), LOCKED, and what `checked` makes of damage
 */
export function openDatabase(file: string, options: DatabaseOptions): Database {
  try {
    if (file === ':memory:') return openPrepared(file, options)
    preparePrivateFile(file)
    return options.checked === undefined ? openPrepared(file, options) : openChecked(file, options, options.checked)
  } catch (error) {
    throw storageFault(error, file)
  }
}

/**
 * Opens a copy of a database that lies where SQLite may write nothing beside it, which it does even to read. It takes no change, and is gone when it is closed.
 * @param prepare makes what a copy of an older release lacks, before changes are refused
 * @throws Fault DATA_DIRECTORY, LOCKED
 */
export function openCopyToRead(
  file: string,
  options: DatabaseOptions,
  prepare: (database: Database) => void,
): Database {
  const folder = temporaryFolder('hubswitch-data-')
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, basename(file))
    copyFiles(file, copy)
    const database = openPrepared(file, options, copy)
    prepare(database)
    database.exec('PRAGMA query_only = ON')
    database.whenClosed(remove)
    return database
  } catch (error) {
    remove()
    throw storageFault(error, file)
  }
}

/** @param at where it lies, if that is not where it is said to */
function openPrepared(file: string, options: DatabaseOptions, at = file): SqliteDatabase {
  const database = connectTo(file, options, at)
  try {
    migrate(database, file, options)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function connectTo(file: string, { pageBytes, mayForget, checked }: DatabaseOptions, at = file): SqliteDatabase {
  const connection = connect(at, BUSY_TIMEOUT_MS)
  try {
    connection.exec(`PRAGMA page_size = ${pageBytes ?? PAGE_BYTES}`)
    patiently(() => connection.exec('PRAGMA journal_mode = WAL'))
    connection.exec(
      `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA synchronous = ${mayForget === true ? 'NORMAL' : 'FULL'}; PRAGMA foreign_keys = ON`,
    )
    if (checked !== undefined) {
      // Triggers call a function of ours.
      connection.exec('PRAGMA trusted_schema = ON')
      addChecksumFunction(connection)
    }
    return new SqliteDatabase(file, connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

function openChecked(file: string, options: DatabaseOptions, checked: Checked): Database {
  const commits = new CommitMark(file)
  const before = commits.read()
  // Before anything is put in doubt: with its rights put right it is the mark that it was.
  if (before === undefined) refuseHindered(markFile(file))
  // A new file is marked before anything stands in it: one without tables and without a mark is then none that was just begun.
  if (before === undefined && isEmptyFile(file)) commits.committed(0, 0)
  const seen = commits.seen()
  const wasUnmarked = commits.standing({ commits: seen, seen }) === 'unmarked'
  const believedSince = before === undefined ? undefined : commits.believedSince(before)
  const checkedAt = believedSince ?? Date.now()
  const { database, damage } = connectAndExamine(file, options, {
    owners: checked.owners,
    before,
    isBelieved: believedSince !== undefined,
  })
  try {
    if (database === undefined || !isWhole(damage)) throw checked.fault(file, damage)
    const wasBare = wasUnmarked && isBare(database)
    // An older release kept neither checksums nor a mark.
    const isOfOlderRelease = wasUnmarked && !hasChecksums(database) && !wasBare
    migrate(database, file, options)
    const version = options.migrations.length
    const standing = standingOf(database, commits)
    if (standing !== 'here' && !isOfOlderRelease)
      tellCopied(database, commits, (found) => checked.copied?.(found, wasBare))
    if (standing !== 'here' && standingOf(database, commits) !== 'here') commits.adopt(commitsOf(database), version)
    else if (before?.version !== version) commits.committed(commitsOf(database), version)
    database.follow({
      mark: commits,
      version,
      checkedAt,
      damaged: (words) => checked.fault(file, { pages: [words], rows: [], missingCommits: 0 }),
    })
    return database
  } catch (error) {
    database?.close()
    throw error
  }
}

/** Whether nothing was ever put into a file. */
function isEmptyFile(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/** Whether a database has no table. */
export function isBare(database: Database): boolean {
  return database.get('SELECT 1 FROM sqlite_master LIMIT 1') === undefined
}

function standingOf(database: SqliteDatabase, mark: CommitMark): Standing {
  // In this order: another process may commit in between.
  const seen = mark.seen()
  return mark.standing({ commits: commitsOf(database), seen })
}

/** Who opened or made the database a moment ago has marked it: that is seen once its lock is held. */
function tellCopied(database: SqliteDatabase, mark: CommitMark, copied: (database: Database) => void): void {
  database.transaction(() => {
    if (standingOf(database, mark) !== 'here') copied(database)
  })
}

/** Without a database where SQLite does not take the file for one. */
function connectAndExamine(
  file: string,
  options: DatabaseOptions,
  { owners, before, isBelieved }: { owners: ChecksumOwners; before: Mark | undefined; isBelieved: boolean },
): { database?: SqliteDatabase; damage: Damage } {
  try {
    const database = connectTo(file, options)
    const damage = isBelieved
      ? { pages: [], rows: [], missingCommits: 0 }
      : examine(database, { mark: before, owners, versions: options.migrations.length })
    return { database, damage }
  } catch (error) {
    return { damage: { pages: [wordsOf(error)], rows: [], missingCommits: 0 } }
  }
}

/**
 * Reads a database through without opening it for work; nothing is migrated.
 * @param also reads more of it, where SQLite takes the file for a database at all
 */
export function examineDatabase(
  file: string,
  options: DatabaseOptions & { checked: Checked },
  also: (database: Database) => void = () => undefined,
): Damage {
  try {
    preparePrivateFile(file)
    const before = new CommitMark(file).read()
    const { database, damage } = connectAndExamine(file, options, {
      owners: options.checked.owners,
      before,
      isBelieved: false,
    })
    try {
      if (database !== undefined) also(database)
    } finally {
      database?.close()
    }
    return damage
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

function migrate(database: SqliteDatabase, file: string, { migrations, checked }: DatabaseOptions): void {
  const isChecked = checked !== undefined && file !== ':memory:'
  const version = () => database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  const isReady = () => version() >= migrations.length && (!isChecked || hasChecksums(database))
  if (!isReady()) {
    database.transaction(() => {
      if (isReady()) return
      dropTriggers(database)
      for (const script of migrations.slice(version())) database.exec(script)
      database.exec(`PRAGMA user_version = ${migrations.length}`)
      if (isChecked) buildChecksums(database, checked.owners)
    })
  }
  if (version() > migrations.length) {
    throw new Fault('DATA_DIRECTORY', `${file} was written by a newer release of hubswitch.`, {
      next: 'Update hubswitch, or use another data directory.',
    })
  }
}
