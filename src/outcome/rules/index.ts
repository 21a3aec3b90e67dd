/** What the answer of each endpoint must say before it counts, and what a judgement is. */

export type { Asked } from './asked.js'
export type { Fate } from './fate.js'
export {
  asksToWait,
  fateOf,
  faultOf,
  isTrouble,
  type Judgement,
  provesAbsence,
  wasAnswered,
  wasSignedInAgain,
} from './judgement.js'
export type { Heard, JudgeContext, Judging } from './judging.js'
export type { OwnLabels } from './labels.js'
export { type EndpointRule, RAW_READ, RAW_WRITE, repeatsItself, RULES } from './rules.js'
export { isSignIn } from './sign-in.js'
