/** Compares what the service shows with what a run has sent. */

export { verifyRun } from './run.js'
