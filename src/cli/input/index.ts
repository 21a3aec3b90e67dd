/** Options that say how the files of a push are read. */

export { explainInput } from './explain-input.js'
export { InputReports } from './input-report.js'
export { inputsOf, unchanged } from './inputs.js'
export { pushArgs, type PushFlags, pushFlags, readGuards } from './push-flags.js'
export { readMappingFile, readOptionsOf, todayOf } from './read-options.js'
