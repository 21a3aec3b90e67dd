/** One message to a PMS and its answer: the flags that say how it travels, who agrees to it, and how both are shown without secrets. */

export { agreeToPost } from './agree.js'
export { type Outgoing, type Posting, readPosting, writeOutgoing } from './outgoing.js'
export { type PostingFlags, postingFlags } from './posting-flags.js'
export { secretsOf } from './secrets.js'
export {
  answerLines,
  exchangeLines,
  type ShownAnswer,
  showAnswer,
  showCutAnswer,
  showHeaders,
  type ShownRequest,
  showRequest,
} from './shown.js'
export { leftStars, ownStars, refuseLeftStars } from './left-stars.js'
export { refuseStars } from './starred.js'
