/** What the document that a message stands in gives it: its letters, and the prefixes that it declares. */

export { Surroundings } from './surroundings.js'
export { inUtf8, inWindows, isSingle } from './single.js'
export { exampleAt, isUnsent, unsentIn } from './examples.js'
