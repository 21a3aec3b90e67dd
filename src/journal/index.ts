/** What this machine has sent, and what became of it. */

export {
  type BeforeImage,
  type CoveredSeries,
  type DoubtfulSeries,
  doubtsOf,
  type KnownSeries,
  type LaidLayer,
  type SentFields,
  type SettledSeries,
  trustedSeries,
} from './calendar/index.js'
export { endCutRuns } from './cut-runs.js'
export type { PartFate, PieceFate, Problem, RejectedLine, ReplacedRow, Untried } from './fates/index.js'
export {
  checkJournal,
  type Holdings,
  aloneWords,
  journalBytes,
  type JournalCheck,
  type PrunePlan,
  servicesSentTo,
  setJournalAside,
} from './file/index.js'
export { type Journal, openJournal, type RunScope } from './journal.js'
export { keepNames, type NamedId, type NamedKind, namesOf } from './names.js'
export {
  BatchPacker,
  type CellBlock,
  columnsOfCodes,
  type FieldColumn,
  type FieldColumns,
  isSeveralRows,
  type LineRun,
  linesOf,
  type NewBatch,
  packBatch,
  type PackedBatch,
  type PackedCells,
  packLines,
  plainRanges,
  runWithin,
  unpackBatch,
  valueAt,
} from './packed/index.js'
export { hindranceInData } from './own-files.js'
export { openJournalToRead } from './read-only-journal.js'
export {
  type AppliedRun,
  type Attempt,
  endedWithItsProcess,
  type FateCounts,
  type KeptRooms,
  type LookupRecord,
  openPace,
  type PaceRecords,
  peekPace,
  type PendingHotel,
  type PendingRefusal,
  type Piece,
  type PiecePart,
  type RoomFact,
  type RunFile,
  type RunPurpose,
  type RunRecord,
  type SettledPiece,
  type SoldProduct,
  type Target,
  uncheckedOf,
} from './records/index.js'
export {
  breakRunLock,
  listRunLocks,
  type LockNote,
  type RunLock,
  runLockOf,
  withAllRunLocks,
  withRunLock,
} from './run-lock.js'
export { type JournalPart, toldDoubts } from './told-doubts.js'
export type { SliceCounts, SlicedHotel } from './slices/index.js'
