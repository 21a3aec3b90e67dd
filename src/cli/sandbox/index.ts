/** Flags and views of the sandbox commands. */

export { answerChange, readBookingChange } from './booking-change.js'
export { exposureOf, exposureWarning } from './exposure.js'
export { faultColumns } from './fault-rules.js'
export { withNamedData } from './named-data.js'
export { viewEntry } from './outbox-entry.js'
export { readWaits } from './retry-waits.js'
