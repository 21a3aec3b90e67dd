/** Tells what a notification says. */

export { explainCaptured, type ExplainedMessage, explainMessage, type Explanation } from './explain.js'
