import { bookingIdOf, type Scenario, scenarioMessage, type ScenarioRun } from '../../resnotif/index.js'
import { columns, list, triedAnswer } from '../show/index.js'
import type { Answer } from '../terminal/index.js'

/** The messages of each scenario in the order in which they would be posted. */
export function rehearsedScenarios(scenarios: readonly Scenario[], run: ScenarioRun): Answer {
  const rows = scenarios.flatMap(({ name, steps }, scenario) =>
    steps.map((step, at) => ({
      name,
      step: at + 1,
      sends: step.sends,
      bookingId: bookingIdOf(run, scenario + 1),
      title: step.title,
      message: scenarioMessage(run, scenario + 1, step, at),
    })),
  )
  return triedAnswer(list(rows, rows, columns('name', 'step', 'sends', 'bookingId', 'title'), 'No scenarios.'))
}
