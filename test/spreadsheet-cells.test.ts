import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asSpreadsheetText, fromSpreadsheetText } from '../src/spreadsheet-cells.js'

describe('cells of CSV in a spreadsheet', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['=cmd|x!A1', "'=cmd|x!A1"],
    ['+1+1', "'+1+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\r=1', "'\r=1"],
    ['\n=1', "'\n=1"],
    ['＝1+1', "'＝1+1"],
    ["'=1", "''=1"],
    ["''@x", "'''@x"],
    ['-', "'-"],
    ['-EUR 5', "'-EUR 5"],
    ['+49(30)1', "'+49(30)1"],
    ['-12.50', '-12.50'],
    ['+10%', '+10%'],
    ['-5 %', '-5 %'],
    ['-1.234,50', '-1.234,50'],
    ['', ''],
    ["'", "'"],
    ["O'Hara", "O'Hara"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ['a=b', 'a=b'],
    ['2027-01-01', '2027-01-01'],
  ])('%j is written as %j and read as it was', (cell, written) => {
    expect([asSpreadsheetText(cell), fromSpreadsheetText(written)]).toEqual([written, cell])
  })

  it('whatever a cell holds, it reads back, and only a number begins with such a character', () => {
    const cell = fc
      .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '1', '.', '%', ' ', 'a'), {
        maxLength: 6,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(cell, (text) => {
        const written = asSpreadsheetText(text)
        expect(fromSpreadsheetText(written)).toBe(text)
        if (/^[=+\-@\t\r\n＝]/.test(written)) expect(written).toMatch(/^[+-][\d.,]+ ?%?$/)
      }),
      { numRuns: 2000 },
    )
  })
})
