/** Faults that the sandbox shows on demand. */

export { injectFaults } from './faults.js'
export { FAULT_KINDS, type FaultKind } from './kinds.js'
export { type FaultRule, FaultRules } from './rules.js'
