/** Tells what a notification says. */

export {
  type ExplainedGuest,
  type ExplainedProduct,
  type ExplainedReservation,
  explainMessage,
  type Explanation,
} from './explain.js'
