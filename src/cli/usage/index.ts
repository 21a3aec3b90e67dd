/** What the parser of command lines refuses, in words of our own. */

export { usageFault, withUsage } from './usage.js'
