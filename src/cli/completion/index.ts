/** Completion of command lines in shells: what fits at the cursor, from the build and from what this machine knows. Never asks a service. */

export { kindOfArg, kindOfFlag } from './kinds.js'
export { type ShellName, SHELLS, shellScript } from './scripts.js'
export { seenIn } from './seen-names.js'
