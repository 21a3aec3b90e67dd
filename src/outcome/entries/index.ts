/** Whether the answer to a batch is about the entries that were sent, under whatever names it shows them. */

export { type AboutEntries, aboutEntries, NO_ENTRIES } from './about-entries.js'
export { type Batch, batchIn } from './batch.js'
