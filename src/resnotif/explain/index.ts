/** Tells what a notification says. */

export { explainMessage, type Explanation } from './explain.js'
