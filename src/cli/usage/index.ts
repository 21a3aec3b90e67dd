/** What the parser of command lines refuses, in words of our own, and what a person can still be asked for. */

export { helpValueOf, optional } from './declared.js'
export { LINES, TOPICS, VERBS } from './other-words.js'
export { secretWay, withoutTyped } from './typed-secrets.js'
export { missingOf, usageFault, withUsage } from './usage.js'
