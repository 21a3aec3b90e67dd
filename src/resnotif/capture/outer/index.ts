/** What the document that a message stands in gives it: its letters, and the prefixes that it declares. */

export { Surroundings } from './surroundings.js'
