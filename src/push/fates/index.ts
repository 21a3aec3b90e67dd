/** Which rows were refused, and the files that hold them. */

export { writePlannedRejects } from './planned-rejects.js'
export { refusalWords } from './refusal-words.js'
export { refusedNightsOf } from './refused-nights.js'
export { checkRejectsTarget, type RejectsInput, removeStaleRejects, writeRejects } from './rejects.js'
export { nightsOfRun, type RunNights } from './run-nights.js'
