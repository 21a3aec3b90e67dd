/** Compares what a run set with what the service sells. */

export { checkKnownStay, LOOK_AROUND_NIGHTS, type SentSeries, type StayCheck } from './check-stay.js'
export type { Lack, NotJudged } from './compare-cell.js'
export { compareRun, type RunComparison } from './compare-run.js'
export { nightsText } from './stay-words.js'
export type { Tally } from './tally.js'
export type { UnansweredTally } from './unanswered.js'
