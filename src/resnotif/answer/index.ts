/** Answers of a PMS: what they prove, and how they are written. */

export {
  type AnswerEnd,
  endOf,
  numbersAsWritten,
  type PmsAnswer,
  type PmsProblem,
  readAnswer,
  stateOf,
} from './answer.js'
export { answerTextOf } from './document.js'
export { ALREADY_EXISTS } from './error-codes.js'
export { faultOfSoapAction, type MessagePost, type PostedAnswer, postHeaders, type PostMessage } from './post.js'
export { rootPartOf } from './root-part.js'
export { type AnswerProblem, writeAnswer, writeSoapFault } from './write.js'
