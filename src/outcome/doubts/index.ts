/** What in an answer tells against it. */

export { doubtOfAbsence, gapOfAbsence } from './absence.js'
export { wordsAgainst } from './against-success.js'
export { type Doubt, doubtsIn, doubtsOfCard } from './doubts.js'
export { againstState, type StateDoubt } from './record-state.js'
export { restOf } from './rest.js'
export { claimsSuccess, plainLabel, type Voice, voiceOf, wordOf } from './voice.js'
export { warningsIn } from './warnings.js'
