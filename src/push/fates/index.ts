/** Which rows were refused, and the files that hold them. */

export { KeptRejects } from './kept-rejects.js'
export { writePlannedRejects } from './planned-rejects.js'
export { refusalWords } from './refusal-words.js'
export { refusedNightsOf } from './refused-nights.js'
export { type RejectsInput, rejectsPlace, removeStaleRejects, writeRejects } from './rejects.js'
export { nightsOfRun, type RunNights } from './run-nights.js'
