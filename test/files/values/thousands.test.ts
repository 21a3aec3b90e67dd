import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasManyDecimals, isThousandsOrDecimals, mayHaveThousands } from '../../../src/files/values/index.js'

describe('a look at whether a price has thousands', () => {
  it.each(['1.234 kr.', '1,250.-', '$1.234,', '0.125', '1 234.567 EUR', "1'234.500"])('takes %s', (text) => {
    expect(mayHaveThousands(text)).toBe(true)
  })

  it.each(['120.00', '$1250.5', '1234', '', '950 kr.', '12,5 EUR'])('passes %s by', (text) => {
    expect(mayHaveThousands(text)).toBe(false)
  })

  it('passes by nothing that has thousands or many decimals', () => {
    const text = fc.string({
      unit: fc.constantFrom('0', '1', '9', '.', ',', ' ', "'", '$', 'k', 'r', '-'),
      maxLength: 14,
    })
    fc.assert(
      fc.property(text, (price) => {
        for (const mark of ['.', ','] as const)
          if (isThousandsOrDecimals(price, mark) || hasManyDecimals(price, mark))
            expect(mayHaveThousands(price), price).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
})
