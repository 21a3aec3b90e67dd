/** Corrects counters where only one way is left. */

export { type FixChange, fixMessage, type FixOptions, type FixResult } from './fix.js'
