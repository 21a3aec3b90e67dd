/** Answers of a PMS: what they prove, and how they are written. */

export { type AskedOfPms, type PmsAnswer, type PmsProblem, readAnswer, stateOf } from './answer.js'
export { ALREADY_EXISTS, describeErrorCode, describeErrorType, isRetryable } from './error-codes.js'
export { faultOfSoapAction, type MessagePost, type PostedAnswer, postHeaders, type PostMessage } from './post.js'
export { type AnswerParts, type AnswerProblem, writeAnswer, writeSoapFault } from './write.js'
