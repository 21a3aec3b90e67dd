/** Hides cards and passwords in messages. */

export { findSecurityCodes } from './codes.js'
export { type ConcealedMessage, concealMessage } from './conceal.js'
export { type Concealer, createConcealer, STARS } from './foreign.js'
export { isBinary, type KeepableText, keepableText } from './keepable.js'
export { isNaming, secretKind } from './names.js'
export { createSchemaWords } from './schema-words.js'
