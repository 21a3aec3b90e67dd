import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Night } from '../calendar/index.js'
import { type Database, locksFolder, openDatabase } from '../sql/index.js'
import {
  BeforeImages,
  CoverageRecords,
  type DoubtfulSeries,
  KnownCalendar,
  type KnownFilter,
  type KnownSeries,
  UnprovenCalendars,
} from './calendar/index.js'
import { PieceFates, ReplacedLines } from './fates/index.js'
import {
  BookingGaps,
  findPruned,
  journalFile,
  journalOptions,
  planPrune,
  type PrunedRun,
  type PrunePlan,
  pruneRuns,
  useOneSpelling,
} from './file/index.js'
import {
  AttemptRecords,
  BatchRecords,
  DoubtfulCells,
  LookupRecords,
  RoomFacts,
  type RunPurpose,
  type RunRecord,
  RunRecords,
  SoldProducts,
  StopRequests,
  type Target,
} from './records/index.js'
import { HotelSlices } from './slices/index.js'

/** What one run at a time may change: rates and inventory of a service do not touch each other. */
export interface RunScope {
  service: string
  kind: string
}

/** What this machine remembers: runs, their batches with each one's fate, and the last acknowledged calendar. No secrets. */
export interface Journal {
  readonly runs: RunRecords
  readonly batches: BatchRecords
  readonly pieces: PieceFates
  readonly known: KnownCalendar
  readonly doubts: DoubtfulCells
  readonly unproven: UnprovenCalendars
  readonly gaps: BookingGaps
  /** Whether it held runs or bookings, or a file without a table, and had lost its mark or been copied when it was opened: it may be an older copy, or a part of one. */
  readonly wasCopied: boolean
  readonly before: BeforeImages
  readonly coverage: CoverageRecords
  readonly replaced: ReplacedLines
  readonly rooms: RoomFacts
  readonly lookups: LookupRecords
  readonly sold: SoldProducts
  readonly attempts: AttemptRecords
  readonly stops: StopRequests
  readonly slices: HotelSlices
  /** Runs work in one transaction that is on disk when this returns. */
  transaction<T>(work: () => T): T
  /** What was sent of a hotel and may have arrived without an acknowledgement, by room and plan, inside the filter. */
  unacknowledged(target: Target, kind: string, hotel: string, filter?: KnownFilter): DoubtfulSeries[]
  /** Hotels of which anything was acknowledged, or may have arrived, rates or inventory, in the order of their codes. */
  pushedHotels(target: Target, limit: number): string[]
  /** Acknowledged segments of a hotel, by room and plan, inside the filter. */
  acknowledged(target: Target, kind: string, hotel: string, filter?: KnownFilter): KnownSeries[]
  /** Believes calendars of an older copy again of which everything from a night on has been acknowledged since. */
  settleUnproven(target: Target, kind: string, from: Night): void
  /** Forgets the calendar, the lookup lists and the products of a service, whatever profile reached it. */
  forget(service: string): void
  /** Newest first. */
  listRuns(target: Target | undefined, limit: number): RunRecord[]
  /** A run by number. */
  getRun(id: number): RunRecord | undefined
  /** The newest run of a target that can be used for this. `of`: the first night to come for `verify`, the hotel for `mark`. */
  newestRun(target: Target, purpose: RunPurpose, of?: number | string): RunRecord | undefined
  /** What can be pruned of runs that ended before a moment. */
  planPrune(before: number): PrunePlan
  /** Removes runs that `planPrune` names; the file shrinks. Hold every run lock while it is called. */
  prune(runs: readonly number[]): void
  /** A run that was pruned, by number. */
  prunedRun(id: number): PrunedRun | undefined
  /** Later runs that set, or may have set, hotels which this run still has to send. */
  laterRuns(id: number): { run: number; hotels: string[] }[]
  /** The file whose lock a run of this kind against this service holds (see withFileLock). */
  runLockFile(scope: RunScope): string
  close(): void
}

/**
 * Opens the journal of a data directory, creating both where they are missing.
 * @param dataDir without it the journal is in memory and forgets everything when it is closed
 * @param options isNewest: somebody vouches for it that nothing was pushed or booked since the copy that lies there was made
 * @throws Fault DAMAGED where it is not as it was written, DATA_DIRECTORY, LOCKED
 */
export function openJournal(dataDir?: string, { isNewest = false }: { isNewest?: boolean } = {}): Journal {
  let wasCopied = false
  const checked = {
    ...journalOptions.checked,
    copied: (found: Database, wasBare: boolean) => {
      wasCopied = wasBare || holdsAnything(found)
      if (isNewest) return
      new UnprovenCalendars(found).note()
      if (wasCopied) new BookingGaps(found).note(Date.now())
    },
  }
  const database = openDatabase(dataDir === undefined ? ':memory:' : journalFile(dataDir), {
    ...journalOptions,
    checked,
  })
  const unproven = new UnprovenCalendars(database)
  const gaps = new BookingGaps(database)
  if (isNewest) {
    unproven.believeAll()
    gaps.believe()
  }
  useOneSpelling(database)
  const runs = new RunRecords(database)
  const before = new BeforeImages(database)
  const known = new KnownCalendar(database, before)
  const batches = new BatchRecords(database, known)
  const rooms = new RoomFacts(database)
  const lookups = new LookupRecords(database)
  const doubts = new DoubtfulCells(database)
  const sold = new SoldProducts(database)
  return {
    runs,
    batches,
    pieces: new PieceFates(database),
    known,
    doubts,
    unproven,
    gaps,
    wasCopied,
    before,
    coverage: new CoverageRecords(database),
    replaced: new ReplacedLines(database),
    rooms,
    lookups,
    sold,
    attempts: new AttemptRecords(database),
    stops: new StopRequests(database),
    slices: new HotelSlices(database),
    transaction: (work) => database.transaction(work),
    acknowledged: (target, kind, hotel, filter = {}) => {
      const id = runs.targetId(target, { create: false })
      return id === undefined ? [] : known.view({ target: id, kind, hotel }, filter)
    },
    unacknowledged: (target, kind, hotel, filter = {}) => {
      const id = runs.targetId(target, { create: false })
      return id === undefined ? [] : doubts.view({ target: id, kind, hotel }, filter)
    },
    pushedHotels: (target, limit) => {
      const id = runs.targetId(target, { create: false })
      return id === undefined
        ? []
        : [...new Set([...known.hotels(id, limit), ...doubts.hotels({ target: id })])].sort().slice(0, limit)
    },
    settleUnproven: (target, kind, from) => {
      const id = runs.targetId(target, { create: false })
      if (id === undefined) return
      for (const hotel of unproven.hotels(id, kind)) {
        const owner = { target: id, kind, hotel }
        unproven.settle(owner, known.series(owner), from)
      }
    },
    forget: (service) => {
      for (const target of runs.targetsOf(service)) {
        known.forget(target)
        unproven.forget(target)
        rooms.forget(target)
      }
      lookups.forget(service)
      sold.forget(service)
    },
    listRuns: (target, limit) => runs.list(target, limit),
    getRun: (id) => runs.find(id),
    newestRun: (target, purpose, of) => runs.newest(target, purpose, of),
    planPrune: (moment) => planPrune(database, moment),
    prune: (ids) => pruneRuns(database, ids),
    prunedRun: (id) => findPruned(database, id),
    laterRuns: (id) => runs.later(id),
    runLockFile: ({ service, kind }) =>
      join(
        locksFolder(dataDir ?? tmpdir()),
        `run-${createHash('sha256').update(`${kind} ${service}`).digest('hex').slice(0, 16)}.lock`,
      ),
    close: () => database.close(),
  }
}

function holdsAnything(database: Database): boolean {
  return ['run', 'pruned', 'attempt'].some((table) => database.get(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined)
}
