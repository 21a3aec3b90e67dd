/** All that one notification says otherwise than another. */

export { type ComparedMessage, compareMessages, type Comparison } from './compare.js'
