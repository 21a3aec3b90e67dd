/** Compares what a run set with what the service sells. */

export type { Comparison, NotJudged } from './compare-cell.js'
export { compareRun, type RunComparison } from './compare-run.js'
export type { Tally } from './tally.js'
export type { UnansweredTally } from './unanswered.js'
