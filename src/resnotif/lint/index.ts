/** Checks a notification against all rules. */

export { lintDecoded, lintMessage, type LintOptions, type LintReport } from './lint.js'
export { lintSafely } from './safely.js'
