/** The report of a failure that nobody has provided for. */

export { isUnforeseen, withReport } from './report.js'
