/** From rows to the fate of each: plan, send, resume, undo. */

export {
  type CellSample,
  type DrawnCell,
  type NotUndone,
  planUndo,
  sampleCells,
  type SampledCell,
  type UndoPlan,
  upperShare,
} from './after/index.js'
export { ChangesPreview, type HotelChanges, type NightMark } from './changes/index.js'
export {
  checkRejectsTarget,
  isRejectsFile,
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
  type PlanOptions,
  type PlanProgress,
  planRun,
  type SavedPlan,
  type ValueSummary,
} from './plan/index.js'
export {
  emptyReport,
  type OutgoingBatch,
  type RejectedRow,
  rejectedRowsOf,
  type RunReport,
  sendBatch,
  type SendNews,
  type SendOutcome,
  type SendProgress,
  sendRun,
  untriedRowsOf,
} from './send/index.js'
export {
  checkKnownStay,
  compareRun,
  type Comparison,
  LOOK_AROUND_NIGHTS,
  nightsText,
  type NotJudged,
  type RunComparison,
  type SentSeries,
  type StayCheck,
  type Tally,
  type UnansweredTally,
} from './verify/index.js'
