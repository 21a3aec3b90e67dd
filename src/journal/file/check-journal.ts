import { lstatSync } from 'node:fs'
import {
  CommitMark,
  commitsOf,
  type Database,
  examineDatabase,
  hasChecksums,
  isBare,
  isWhole,
  markFile,
} from '../../sql/index.js'
import { aloneWords, damageWords, journalFile, journalOptions, unprovenWords } from './journal-file.js'

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
 * @throws Fault DATA_DIRECTORY where it may not be read, LOCKED
 */
export function checkJournal(dataDir: string): JournalCheck {
  const file = journalFile(dataDir)
  const exists = [file, markFile(file)].some((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined)
  if (!exists) return { file, exists, bytes: 0, isWhole: true, damage: [], holds: {} }
  const mark = new CommitMark(file)
  const seen = mark.seen()
  let standing = mark.standing({ commits: seen, seen })
  const holds: Holdings = {}
  let unproven = 0
  let isEmptied = false
  const damage = examineDatabase(file, journalOptions, (database) => {
    Object.assign(holds, holdingsOf(database))
    unproven = unprovenOf(database)
    isEmptied = standing === 'unmarked' && isBare(database)
    if (hasChecksums(database)) standing = mark.standing({ commits: commitsOf(database), seen })
  })
  const isHere = standing === 'here'
  const isAlone =
    unproven > 0 || isEmptied || (!isHere && (holds.runs ?? 0) + (holds.attempts ?? 0) + (holds.prunedRuns ?? 0) > 0)
  const hotels = isHere ? unproven : (holds.hotels ?? 0)
  const alone = isAlone
    ? { alone: [aloneWords(dataDir), ...(hotels === 0 ? [] : [unprovenWords(hotels)])].join(' ') }
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
