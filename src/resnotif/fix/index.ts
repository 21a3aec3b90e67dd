/** Corrects counters where only one way is left. */

export { fixMessage, productsToName, type FixOptions, type FixResult } from './fix.js'
