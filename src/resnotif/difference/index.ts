/** All that one notification says otherwise than another. */

export { foldNights } from './folded.js'
export { type ComparedMessage, compareMessages, type Comparison } from './compare.js'
