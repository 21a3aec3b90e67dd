import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_VALUE, ValueCodes } from '../../src/calendar/index.js'

type Value = string | number | boolean

/** Values near every border of what a number can tell, and texts that look like one and are not. */
const EDGES: readonly Value[][] = [
  [true, false, 0, -0, 1, -1, 1.5, 28, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 53, Number.NaN, Infinity],
  ['', '0', '0.00', '0.01', '00.00', '01.00', '.00', '1.0', '1.00', '1.000', '1,00', '-1.00', '+1.00', '1.0a', '١.٠٠'],
  ['2684354.55', '2684354.56', '2684355.00', '3000000.00', '3000000.01', '268435455.00', '268435456.00'],
  ['999999999999.99', '9999999999999.00', '99999999999999999999.00', '1e3.00', ' 1.00', '1.00 ', 'EUR', 'true', '5105'],
]

const value = fc.oneof(
  fc.constantFrom(...EDGES.flat()),
  fc.integer({ min: 0, max: 400_000_000 }).map((cents) => (cents / 100).toFixed(2)),
  fc.integer({ min: 0, max: 2_000_000_000 }).map((whole) => `${whole}.00`),
  fc.double(),
  fc.integer(),
  fc.string(),
)

describe('codes of values', () => {
  it('come back as what they are, are one for equal values and apart for others', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), (values) => {
        const codes = new ValueCodes()
        const found = values.map((one) => codes.codeOf(one))
        for (const [at, code] of found.entries()) {
          expect(code).toBeGreaterThan(NO_VALUE)
          expect(code).toBe(code | 0)
          // Lists know no other zero.
          expect(codes.valueOf(code)).toBe(Object.is(values[at], -0) ? codes.valueOf(code) : values[at])
          for (const [other, otherCode] of found.entries())
            expect(code === otherCode).toBe(Object.is(values[at], values[other]))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('give the number, the decimals and the length in JSON of their value', () => {
    fc.assert(
      fc.property(value, (one) => {
        const codes = new ValueCodes()
        const code = codes.codeOf(one)
        expect(codes.numberOf(code)).toBe(Object.is(one, -0) ? codes.numberOf(code) : Number(one))
        const length = ValueCodes.jsonLength(code)
        if (length >= 0) expect(length).toBe(Buffer.byteLength(JSON.stringify(one)))
        const point = String(one).indexOf('.')
        expect(codes.decimalsOf(code)).toBe(point < 0 ? 0 : String(one).length - point - 1)
      }),
      { numRuns: 2_000 },
    )
  })

  it('keep none of the prices, counts and flags that files are full of', () => {
    const codes = new ValueCodes()
    for (let at = 0; at < 100_000; at += 1) codes.codeOf((at / 100).toFixed(2))
    for (const one of [true, false, 1, 28, '1500000.00', '90000000.00']) codes.codeOf(one)
    expect(codes.listed).toBe(0)
    codes.codeOf('EUR')
    expect([codes.codeOf(undefined), codes.listed, ValueCodes.placeOf(codes.codeOf('EUR'))]).toEqual([NO_VALUE, 1, 0])
    expect(codes.valueOf(NO_VALUE)).toBeUndefined()
  })

  it('go on behind those of values below, which do not grow', () => {
    const below = new ValueCodes()
    const eur = below.codeOf('EUR')
    const above = new ValueCodes(below)
    const jpy = above.codeOf('JPY')
    const top = new ValueCodes(above)
    expect([above.codeOf('EUR'), top.codeOf('EUR'), top.codeOf('JPY')]).toEqual([eur, eur, jpy])
    const usd = top.codeOf('USD')
    expect([eur, jpy, usd].map((code) => top.valueOf(code))).toEqual(['EUR', 'JPY', 'USD'])
    expect([below.listed, above.listed, top.listed]).toEqual([1, 2, 3])
  })
})
