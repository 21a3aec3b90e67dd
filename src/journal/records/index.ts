/** Runs, batches, attempts and what else the journal records. */

export { type Attempt, AttemptRecords } from './attempts.js'
export {
  BatchRecords,
  type PendingHotel,
  type PendingRefusal,
  type Piece,
  type PiecePart,
  type SettledPiece,
} from './batches.js'
export { DoubtfulCells } from './doubtful-cells.js'
export { type LookupRecord, LookupRecords } from './lookups.js'
export { openPace, type PaceRecords, peekPace } from './pace.js'
export { type KeptRooms, type RoomFact, RoomFacts } from './room-facts.js'
export {
  endedWithItsProcess,
  type AppliedRun,
  type FateCounts,
  type RunFile,
  type RunPurpose,
  type RunRecord,
  RunRecords,
  type Target,
  uncheckedOf,
} from './runs.js'
export { type SoldProduct, SoldProducts } from './sold-products.js'
export { StopRequests } from './stop-requests.js'
