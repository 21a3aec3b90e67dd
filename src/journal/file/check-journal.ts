import { lstatSync } from 'node:fs'
import {
  CommitMark,
  commitsOf,
  type Damage,
  type Database,
  examineDatabase,
  hasChecksums,
  isBare,
  isUnwritable,
  isWhole,
  isWritable,
  markFile,
  refuseHindered,
} from '../../sql/index.js'
import { type BookingGap, BookingGaps } from './booking-gap.js'
import { doubtWords } from './doubt-words.js'
import { damageWords, journalFile, journalOptions } from './journal-file.js'
import { copyToRead } from './readable-copy.js'

/** What a journal holds; a part that cannot be read is absent. */
export interface Holdings {
  runs?: number
  /** Runs with something left to send. */
  openRuns?: number[]
  /** Runs that were pruned. */
  prunedRuns?: number
  /** Hotels with an acknowledged calendar. */
  hotels?: number
  attempts?: number
  /** Booking attempts whose fate is not known. */
  openAttempts?: number
}

/** What is found when a journal is read through. */
export interface JournalCheck {
  file: string
  /** False where nothing has been written yet. */
  exists: boolean
  /** What it takes on the disk, what stands beside it included. */
  bytes: number
  isWhole: boolean
  /** Where it is or was a copy, or without its mark: that nothing tells whether what was written last is there. */
  alone?: string
  /** What of it is in doubt then: hotels whose calendar may be older than the service's, and when bookings were made that may be missing. */
  doubts?: { hotels: number; bookingsSince: string | null; bookingsUntil: string | null }
  /** What is lost, in words. */
  damage: string[]
  holds: Holdings
}

const QUERIES = {
  runs: 'SELECT count(*) AS value FROM run',
  openRuns: 'SELECT json_group_array(run) AS value FROM (SELECT DISTINCT run FROM piece WHERE state = 0 ORDER BY run)',
  prunedRuns: 'SELECT count(*) AS value FROM pruned',
  hotels: 'SELECT count(*) AS value FROM (SELECT DISTINCT target, hotel FROM known)',
  attempts: 'SELECT count(*) AS value FROM attempt',
  openAttempts: "SELECT count(*) AS value FROM attempt WHERE state IN ('sending', 'unknown', 'answered')",
} as const satisfies Record<keyof Holdings, string>

/**
 * Reads the journal of a data directory through, every row of it.
 * @throws Fault DATA_DIRECTORY where it or its mark may not be read, LOCKED
 */
export function checkJournal(dataDir: string): JournalCheck {
  const file = journalFile(dataDir)
  const exists = [file, markFile(file)].some((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined)
  if (!exists) return { file, exists, bytes: 0, isWhole: true, damage: [], holds: {} }
  const mark = new CommitMark(file)
  if (mark.read() === undefined && isWritable(file)) refuseHindered(markFile(file))
  const seen = mark.seen()
  let standing = mark.standing({ commits: seen, seen })
  const holds: Holdings = {}
  let unproven = 0
  let gap: BookingGap | undefined
  let wouldBe: BookingGap | undefined
  let isEmptied = false
  const damage = examined(file, (database) => {
    Object.assign(holds, holdingsOf(database))
    unproven = unprovenOf(database)
    gap = gapOf(database)
    wouldBe = gapIfCopied(database)
    isEmptied = standing === 'unmarked' && isBare(database)
    if (hasChecksums(database)) standing = mark.standing({ commits: commitsOf(database), seen })
  })
  const isHere = standing === 'here'
  const isAlone =
    unproven > 0 ||
    gap !== undefined ||
    isEmptied ||
    (!isHere && (holds.runs ?? 0) + (holds.attempts ?? 0) + (holds.prunedRuns ?? 0) > 0)
  const hotels = isHere ? unproven : (holds.hotels ?? 0)
  const doubted = isHere ? gap : mergedGap(gap, wouldBe)
  const alone = isAlone
    ? {
        alone: doubtWords(dataDir, { hotels, gap: doubted }),
        doubts: { hotels, bookingsSince: timeOf(doubted?.since), bookingsUntil: timeOf(doubted?.until) },
      }
    : {}
  return {
    file,
    exists,
    bytes: journalBytes(dataDir),
    isWhole: isWhole(damage),
    ...alone,
    damage: damageWords(damage),
    holds,
  }
}

/** Reads the journal through where it lies, or a copy of it where SQLite may write nothing beside it. */
function examined(file: string, look: (database: Database) => void): Damage {
  try {
    return examineDatabase(file, journalOptions, look)
  } catch (error) {
    if (!isUnwritable(error, file)) throw error
    const { folder, remove } = copyToRead(file)
    try {
      return examineDatabase(journalFile(folder), journalOptions, look)
    } finally {
      remove()
    }
  }
}

/** What the journal of a data directory takes on the disk. */
export function journalBytes(dataDir: string): number {
  return ['', '-wal'].reduce(
    (sum, beside) => sum + (lstatSync(`${journalFile(dataDir)}${beside}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

/** Hotels whose calendar came from a journal that may be an older copy. */
function unprovenOf(database: Database): number {
  try {
    return (
      database.get<{ hotels: number }>('SELECT count(*) AS hotels FROM (SELECT DISTINCT target, hotel FROM unproven)')
        ?.hotels ?? 0
    )
  } catch {
    // An older release has no such table.
    return 0
  }
}

const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())

/** An older release, and what is left of a journal whose log was lost, has no such tables. */
function gapOf(database: Database): BookingGap | undefined {
  try {
    return new BookingGaps(database).find()
  } catch {
    return undefined
  }
}

function gapIfCopied(database: Database): BookingGap {
  try {
    return new BookingGaps(database).wouldBe(Date.now())
  } catch {
    return { until: Date.now() }
  }
}

/** A gap that was noted once begins where it began then. */
function mergedGap(noted: BookingGap | undefined, found: BookingGap | undefined): BookingGap | undefined {
  if (noted === undefined || found === undefined) return noted ?? found
  return {
    ...(noted.since === undefined || found.since === undefined ? {} : { since: Math.min(noted.since, found.since) }),
    until: Math.max(noted.until, found.until),
  }
}

function holdingsOf(database: Database): Holdings {
  const values = Object.entries(QUERIES).flatMap(([name, sql]): [string, unknown][] => {
    try {
      const value = database.get<{ value: unknown }>(sql)?.value
      return [[name, typeof value === 'string' ? JSON.parse(value) : value]]
    } catch {
      // What cannot be read is told as not read.
      return []
    }
  })
  return Object.fromEntries(values)
}
