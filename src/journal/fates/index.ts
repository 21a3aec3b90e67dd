/** What became of each line of a run. */

export { EntryRows } from './entry-rows.js'
export { fatesByLine, type LineFate, refusedLines, type RejectedLine } from './line-fates.js'
export { type PartFate, type PieceFate, PieceFates, type Problem, STATE, type Untried } from './piece-fates.js'
export { ReplacedLines, type ReplacedRow } from './replaced-lines.js'
