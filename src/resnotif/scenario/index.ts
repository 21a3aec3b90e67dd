/** Sequences of messages that a PMS under test is sent, and what its answers are worth. */

export { EXPECTED_WORDS, type Judged, judgeStep, type Verdict, worstOf } from './judge.js'
export { bookingIdOf, scenarioMessage, type ScenarioRun } from './message.js'
export { contradictionIn, type HotelNumbersGiven, notComparedIn, otherNumberIn, sharedNumberIn } from './repeated.js'
export { needsTwoProducts, SCENARIOS } from './scenarios.js'
export type { Expected, Scenario, Step } from './shape/index.js'
