import { expect } from 'vitest'
import { contradictionIn, type Scenario, SCENARIOS, scenarioMessage } from '../../../src/resnotif/index.js'

/** A run of scenarios against a house with two products. */
export const RUN = {
  house: {
    propertyId: 4711,
    currencyCode: 'CHF',
    products: [
      { roomId: 12, ratePlanId: 3 },
      { roomId: 13, ratePlanId: 4 },
    ],
    from: '2027-07-01',
  },
  prefix: 'SCN-X',
  startedAt: Date.parse('2027-05-01T12:00:00Z'),
  target: 'Test' as const,
}
export const named = (name: string): Scenario => SCENARIOS.find((one) => one.name === name) as Scenario
/** The message of one step of a scenario. */
export const sent = (name: string, at = 0): string => {
  return scenarioMessage(RUN, 5, named(name).steps[at] as Scenario['steps'][number], at)
}
/** What a PMS answers that repeats all that it was sent. */
export const repeated = (message: string): string =>
  message
    .replaceAll('OTA_HotelResNotifRQ', 'OTA_HotelResNotifRS')
    .replace(/ ResStatus="\w+"/, '')
    .replace(/<POS>[^]*<\/POS>/, '<Success/>')
/** What is told of an answer that repeats the first message of a scenario but for some changes. */
export const judged = (name: string, ...changes: [RegExp | string, string][]): string | undefined => {
  const message = sent(name)
  let answer = repeated(message)
  for (const [what, by] of changes) {
    expect(answer).toMatch(what)
    answer = answer.replace(what, by)
  }
  return contradictionIn(answer, message)
}
