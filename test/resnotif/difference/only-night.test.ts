import { expect, it } from 'vitest'
import { foreign } from '../rules/totals/foreign.js'
import { textsOf } from './compared.js'

const stay = (...days: number[]): string =>
  foreign(
    `<RoomStay><RoomTypes><RoomType RoomTypeCode="DBL"/></RoomTypes><RoomRates>${days
      .map(
        (day) =>
          `\n<RoomRate EffectiveDate="2027-03-0${day}" RatePlanCode="BAR"><Rates><Rate><Total AmountAfterTax="89.00"/></Rate></Rates></RoomRate>`,
      )
      .join('')}</RoomRates></RoomStay>`,
  )

it('a price of the only night, which tells no end, is that of the night', () => {
  const lines = textsOf(stay(1), stay(1, 2))
  expect(lines).toContain('Night 2027-03-02, Room DBL with plan BAR is new: 89.00.')
  expect(lines.join('\n')).not.toMatch(/gone|Nights? 2027-03-01/)
  expect(textsOf(stay(1, 2), stay(1)).join('\n')).toContain('Night 2027-03-02, Room DBL with plan BAR is gone: 89.00.')
})
