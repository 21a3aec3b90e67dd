/** Sends the batches of a run and writes down what became of each. */

export type { RequestEvent } from './request-events.js'
export { sendBatch } from './send-batch.js'
export {
  emptyReport,
  type RejectedRow,
  rejectedRowsOf,
  type RunReport,
  type SendNews,
  type SendProgress,
  sendRun,
  untriedRowsOf,
} from './send-run.js'
