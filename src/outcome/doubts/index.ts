/** What in an answer tells against it. */

export { doubtOfAbsence, gapOfAbsence } from './absence.js'
export { type Doubt, doubtsIn, doubtsInRecord, doubtsOfCard, isJudgedKey, tellsOfFault } from './doubts.js'
export { takesBack } from './flags.js'
export { withMarks } from './plain-words.js'
export { againstState, type StateDoubt } from './record-state.js'
export { restOf } from './rest.js'
export { goesWithHold, isThereIn, tellsDone } from './keys.js'
export { isBeside, plainKey } from './told-around.js'
export { claimsSuccess, plainLabel, type Voice, voiceOf, wordOf } from './voice.js'
export { placedWarnings, type Warning, warningsIn } from './warnings.js'
