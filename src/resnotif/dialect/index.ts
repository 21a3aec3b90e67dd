/** What single receivers of notifications want, as data. */

export { checkDialect, tellUncheckedAction, weighFindings } from './check.js'
export type { Dialect } from './dialect.js'
export { readDialect } from './read.js'
