/** Compares what was sent with what the answer shows. */

export { cardsIn } from './card.js'
export { mismatchesOf } from './echo.js'
export { isPlain, isSame, isSameAs } from './same.js'
export { unstatedOf } from './unstated.js'
export { isObject, type Mismatch, presentAt, shown, valuesAt, wordsOf } from './values.js'
