import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  decimalsOf,
  multiplyDecimal,
  readDecimal,
  takePercentOff,
  writeDecimal,
} from '../../../src/sandbox/ground/money.js'

describe('amounts', () => {
  it.each([
    ['80', 2, '80.00'],
    ['80.5', 2, '80.50'],
    ['80.1250', 2, '80.125'],
    ['80.1250', 0, '80.125'],
    ['120.00', 0, '120'],
    ['0.05', 2, '0.05'],
    ['0', 2, '0.00'],
    ['0', 0, '0'],
    ['007.10', 2, '7.10'],
    [0.1, 2, '0.10'],
    [99, 2, '99.00'],
    [1e-7, 2, '0.0000001'],
    [1.5e21, 2, '1500000000000000000000.00'],
    ['999999999999.9999', 2, '999999999999.9999'],
    ['1.5', 3, '1.500'],
  ])('%s with %i decimals reads and writes as %s', (value, decimals, expected) =>
    expect(writeDecimal(readDecimal(value), decimals)).toBe(expected),
  )

  it.each(['', '-1', '1,5', '.5', '5.', 'x', Number.NaN, Number.POSITIVE_INFINITY, -0.5])('%s is none', (value) =>
    expect(() => readDecimal(value)).toThrow(RangeError),
  )

  it('add and multiply exactly', () => {
    const sum = addDecimals(addDecimals(readDecimal(0.1), readDecimal(0.2)), readDecimal('9007199254740993.0001'))
    expect(writeDecimal(sum, 2)).toBe('9007199254740993.3001')
    expect(writeDecimal(multiplyDecimal(readDecimal('333333333333.3333'), 3), 2)).toBe('999999999999.9999')
  })

  it.each([
    ['10.05', 2, '9.05'],
    ['10.04', 2, '9.04'],
    ['15', 0, '14'],
    ['16', 0, '14'],
    ['1.005', 3, '0.905'],
    ['0.005', 3, '0.005'],
    ['0', 2, '0.00'],
    ['100', 2, '90.00'],
  ])('ten per cent off %s at %i decimals is %s', (value, decimals, expected) =>
    expect(writeDecimal(takePercentOff(readDecimal(value), 10, decimals), decimals)).toBe(expected),
  )

  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    [undefined, 2],
  ])('%s has %i decimals', (currency, decimals) => expect(decimalsOf(currency)).toBe(decimals))
})
