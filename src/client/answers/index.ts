/** Reads the answers of the service. */

export { bodyOf, isTorn, judgeReceived, readResult, type RemarkKind, summarise } from './answer.js'
export { showAnswer, wireSecretNames } from './show.js'
