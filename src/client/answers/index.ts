/** Reads the answers of the service. */

export { bodyOf, isTorn, judgeReceived, readResult, summarise } from './answer.js'
export { showAnswer, wireSecretNames } from './show.js'
