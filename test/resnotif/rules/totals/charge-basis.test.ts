import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { base, foreign, rate, roomRate, stay, total } from './foreign.js'

/** Three nights of 100 for two adults, and a fee of 10 above. */
const of = (codes: string, sum: string, rooms = 1): string => {
  const { findings, notes } = lintMessage(
    foreign(stay(roomRate(rate(1, 4, base('100.00'))), '300.00').repeat(rooms), {
      global: `${total(sum)}<Fees><Fee Amount="10.00" CurrencyCode="EUR" ${codes}/></Fees>`,
    }),
  )
  const [one] = [...findings, ...notes].filter(({ rule }) => rule.startsWith('total'))
  return one === undefined ? 'right' : one.rule
}

describe('a fee that says by what it is charged', () => {
  const [RIGHT, NOTE, WRONG] = ['right', 'total-unchecked', 'total-mismatch']
  it.each<[string, string, [string, string, string, string]]>([
    ['nothing', '', [RIGHT, RIGHT, RIGHT, RIGHT]],
    ['the stay, by its unit', 'ChargeUnit="12"', [RIGHT, WRONG, WRONG, WRONG]],
    ['the stay, by its frequency', 'ChargeFrequency="12"', [RIGHT, WRONG, WRONG, WRONG]],
    ['the stay, by both', 'ChargeFrequency="12" ChargeUnit="12"', [RIGHT, WRONG, WRONG, WRONG]],
    ['the night', 'ChargeUnit="19"', [NOTE, NOTE, RIGHT, WRONG]],
    ['the day, of which there is one more than nights', 'ChargeFrequency="1"', [NOTE, NOTE, RIGHT, NOTE]],
    ['the person and stay', 'ChargeUnit="20"', [NOTE, RIGHT, NOTE, WRONG]],
    ['the person, and the stay', 'ChargeFrequency="12" ChargeUnit="20"', [NOTE, RIGHT, NOTE, WRONG]],
    ['the person and night', 'ChargeUnit="21"', [NOTE, NOTE, NOTE, RIGHT]],
    ['codes that speak against each other', 'ChargeFrequency="12" ChargeUnit="19"', [RIGHT, RIGHT, RIGHT, RIGHT]],
    ['a code that is not known', 'ChargeFrequency="12" ChargeUnit="99"', [RIGHT, RIGHT, RIGHT, RIGHT]],
  ])('%s', (_, codes, expected) => {
    expect(['310.00', '320.00', '330.00', '360.00'].map((sum) => of(codes, sum))).toEqual(expected)
    expect(of(codes, '300.00')).toBe(RIGHT)
  })

  it('counts for each room as well', () => {
    expect(['610.00', '620.00', '640.00'].map((sum) => of('ChargeUnit="12"', sum, 2))).toEqual([RIGHT, RIGHT, WRONG])
  })
})
