/** Plans a run hotel by hotel. */

export type { PlanInput } from './input.js'
export { checkPlanTarget, loadPlan } from './plan-file.js'
export { journalRecord, noRecord } from './plan-record.js'
export { planRun } from './plan-run.js'
export { type HotelPlan, nothingPlanned, type Plan, type PlanProgress } from './plan.js'
export { groupRefused, linesText } from './row-groups.js'
export type { PlacedValue, ValueSummary } from './value-tally.js'
