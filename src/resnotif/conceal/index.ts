/** Hides cards and passwords in messages. */

export { type ConcealedMessage, concealMessage } from './conceal.js'
export { digitOf } from './digits.js'
export { type Concealer, createConcealer, STARS } from './foreign.js'
export { holdsCard, isMasked, starDigits } from './numbers.js'
export { createSchemaWords } from './schema-words.js'
export { decodeEntities } from './spelling.js'
export { isNaming, secretKind } from './names.js'
