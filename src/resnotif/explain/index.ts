/** Tells what a notification says. */

export { explainCaptured, explainMessage, type Explanation } from './explain.js'
