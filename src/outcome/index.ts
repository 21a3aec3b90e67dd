/**
 * What became of a request that asks the service to change something. Every answer to a write is judged here and nowhere else; commands, the sender of a
 * push, bookings and the notification outbox read the same five words.
 */

export type { Fate } from './rules/fate.js'
export { isSame, mismatchesOf, type Mismatch } from './echo/echo.js'
export { type Asked } from './rules/asked.js'
export { unstatedOf } from './echo/unstated.js'
export { isTorn, judgeAnswer, ruleOf } from './judge.js'
export type { Heard, JudgeContext } from './rules/judging.js'
export { judgeInterruption, judgeSilence, type Silence } from './judge-silence.js'
export { isKnownState, stateDoubts, stateWord, type StateWord } from './judge-state.js'
export { readRetryAfter, waitWords } from './judge-status.js'
export { asksToWait, fateOf, faultOf, isTrouble, type Judgement, provesAbsence, wasAnswered, wasSignedInAgain } from './rules/judgement.js'
export { type EndpointRule, repeatsItself, RULES } from './rules/rules.js'
export { deedOf } from './words.js'
