/** What the parser of command lines refuses, in words of our own. */

export { secretWay, withoutTyped } from './typed-secrets.js'
export { usageFault, withUsage } from './usage.js'
