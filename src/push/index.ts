/** From rows to the fate of each: plan, send, resume, undo. */

export { type CellSample, type NotUndone, planUndo, type UndoPlan, upperShare } from './after/index.js'
export { ChangesPreview, type HotelChanges, type NightMark } from './changes/index.js'
export {
  KeptRejects,
  nightsOfRun,
  refusalWords,
  refusedNightsOf,
  type RejectsInput,
  rejectsPlace,
  removeStaleRejects,
  type RunNights,
  writePlannedRejects,
  writeRejects,
} from './fates/index.js'
export {
  type AbsentHotels,
  absentHotelWords,
  type FactsByHotel,
  type GuardLimits,
  type GuardStop,
  type RoomsByHotel,
  unknownRooms,
  unknownRoomWords,
} from './guards/index.js'
export { isEqualValue } from './merge/index.js'
export {
  estimateTime,
  memoryPace,
  type PaceLimits,
  paceLimits,
  type PaceStore,
  type PlannedRequests,
  type TimeEstimate,
  UNLIMITED,
} from './pace/index.js'
export {
  checkPlanTarget,
  groupRefused,
  type HotelPlan,
  linesText,
  loadPlan,
  type PlacedValue,
  type Plan,
  type PlanInput,
  type PlanProgress,
  planRun,
  type ValueSummary,
} from './plan/index.js'
export {
  bodyWriter,
  emptyReport,
  type OutgoingBatch,
  type PieceReport,
  type RejectedRow,
  rejectedRowsOf,
  type RequestEvent,
  type RunReport,
  sendBatch,
  sendNextPiece,
  type SendNews,
  type SendGuard,
  type SendOutcome,
  type SendProgress,
  sendRun,
  unplanned,
  untriedRowsOf,
} from './send/index.js'
export {
  checkKnownStay,
  compareRun,
  LOOK_AROUND_NIGHTS,
  nightsText,
  type Lack,
  type NotJudged,
  type RunComparison,
  type SentSeries,
  type StayCheck,
  type Tally,
  type UnansweredTally,
} from './verify/index.js'
