import { expect, it } from 'vitest'
import { tellMore } from '../../../src/cli/explained/index.js'
import { parseMoney } from '../../../src/resnotif/build/index.js'
import { explainMessage, lintMessage } from '../../../src/resnotif/index.js'
import { base, foreign, rate, roomRate, stay } from '../rules/totals/foreign.js'

const TEXT = foreign(stay(roomRate(rate(1, 4, base('100.00'))), '300.00'))
const factsOf = (text: string) => explainMessage(text).facts
const storyOf = (text: string): string => tellMore(factsOf(text), false).join('\n')

it('a deposit is due in the words of a cancellation', () => {
  const payment =
    '<DepositPayments><GuaranteePayment><AmountPercent Percent="30"/><Deadline OffsetTimeUnit="Day" OffsetUnitMultiplier="14" OffsetDropTime="BeforeArrival"/></GuaranteePayment></DepositPayments>'
  const text = TEXT.replace('</RoomStay>', `${payment}</RoomStay>`)
  expect(storyOf(text)).toContain('Deposit: 30 %, due 14 days before arrival.')
})

it.each([
  ['MealPlanIndicator="0" MealPlanCodes="19"', ['not included: meal plan code 19']],
  ['MealPlanIndicator="false"', []],
  ['MealPlanIndicator="1" MealPlanCodes="19"', ['meal plan code 19']],
  ['MealPlanCodes="19" Breakfast="1"', ['breakfast', 'meal plan code 19']],
])('meals of %s', (attributes, meals) => {
  const plans = `<RatePlans><RatePlan RatePlanCode="BAR"><MealsIncluded ${attributes}/></RatePlan></RatePlans>`
  const text = TEXT.replace('<RoomRates>', `${plans}<RoomRates>`)
  expect(factsOf(text).reservations[0]?.stays[0]?.meals).toEqual(meals)
})

it.each(['300.', '+300.00'])('a total of %s is an amount, as xs:decimal has it', (amount) => {
  const found = lintMessage(TEXT.replace('"300.00"', `"${amount}"`)).findings.map(
    ({ severity, rule, expected }) => `${severity} ${rule} ${expected}`,
  )
  expect(found).toEqual(amount === '300.' ? ['warning amount-invalid 300, as every reader reads it'] : [])
})

it('an amount that ends with its point has no DecimalPlaces to read', () => {
  expect(parseMoney('210.', '2')).toEqual({ units: 210n, scale: 0 })
  expect([parseMoney('.', undefined), parseMoney('', undefined), parseMoney('-.5', undefined)]).toEqual([
    undefined,
    undefined,
    { units: -5n, scale: 1 },
  ])
})

it('half a euro may be written without a 0', () => {
  const text = foreign(stay(roomRate(rate(1, 4, base('.50'))), '1.50'))
  expect(lintMessage(text).findings.map(({ severity, rule, expected }) => `${severity} ${rule} ${expected}`)).toEqual([
    'warning amount-invalid 0.50, as every reader reads it',
  ])
})
