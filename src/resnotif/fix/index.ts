/** Corrects counters where only one way is left. */

export { fixMessage, type FixOptions, type FixResult } from './fix.js'
