/**
 * What became of a request that asks the service to change something. Every answer to a write is judged here and nowhere else; commands, the sender of a
 * push, bookings and the notification outbox read the same five words.
 */

export { isSame, type Mismatch, mismatchesOf, unstatedOf } from './echo/index.js'
export { judgeInterruption, judgeSilence } from './judge-silence.js'
export { isKnownState, stateDoubts, stateWord } from './judge-state.js'
export { readRetryAfter, waitWords } from './judge-status.js'
export { isTorn, judgeAnswer, ruleOf } from './judge.js'
export {
  type Asked,
  asksToWait,
  type EndpointRule,
  type Fate,
  fateOf,
  faultOf,
  isSignIn,
  isTrouble,
  type Judgement,
  provesAbsence,
  repeatsItself,
  RULES,
  wasAnswered,
  wasSignedInAgain,
} from './rules/index.js'
export { Rehearsed, type ShownRequest } from './rehearsed.js'
export { PlainAnswers } from './plain-answers.js'
export { deedOf } from './words.js'
