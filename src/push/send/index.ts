/** Sends the batches of a run and writes down what became of each. */

export { bodyWriter, type PieceReport, sendNextPiece } from './next-piece.js'
export type { RequestEvent } from './request-events.js'
export { sendBatch } from './send-batch.js'
export type { OutgoingBatch, SendGuard, SendOutcome } from './send-outcome.js'
export {
  emptyReport,
  type RejectedRow,
  rejectedRowsOf,
  type RunReport,
  type SendNews,
  type SendProgress,
  sendRun,
  unplanned,
  untriedRowsOf,
} from './send-run.js'
