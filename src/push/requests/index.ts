/** Bodies of the requests of a run. */

export { fillBatches, type FilledBatch, type RequestBounds } from './fill-batches.js'
export { RequestWriter, type ValuesOf, wireNames } from './request-text.js'
export type { WireNames } from './wire-names.js'
