/** Sequences of messages for a PMS under test, and the sheet of what it answered. */

export { listScenarios, type ScenarioFlags, tryPms } from './scenario.js'
