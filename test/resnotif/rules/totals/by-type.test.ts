import { describe, expect, it } from 'vitest'
import { tellUnchecked } from '../../../../src/cli/resnotif/view.js'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { foreign, NIGHTS, roomRate, stay } from './foreign.js'

/** What is told of a stay of 330.00 for each unit. */
function told(byType: number, byRate: number, sum: string): string[] {
  const units = `<RoomTypes><RoomType RoomTypeCode="DBL" NumberOfUnits="${byType}"/></RoomTypes>`
  const rates = roomRate(NIGHTS).replace('NumberOfUnits="1"', `NumberOfUnits="${byRate}"`)
  const { findings, notes } = lintMessage(foreign(stay(rates, sum, { units })))
  return [...findings.map(({ rule }) => rule), ...notes.map((note) => tellUnchecked('x', note))]
}
const note = (found: string, parts: string, byRate: number, byType: number): string =>
  `x: line 1: totals were not checked: ${found} cannot be held against its parts (${parts}, as far as they can be read), because RoomRate in line 1 is for ${byRate} by itself and for ${byType} by its RoomType, and the total counts the units of the RoomType.`

describe('a total where RoomType and RoomRate tell different numbers of units', () => {
  it.each<[number, number, string, string[]]>([
    [2, 2, '660.00', []],
    [2, 1, '330.00', ['units-mismatch']],
    [2, 1, '660.00', ['units-mismatch', note('660.00', '330.00', 1, 2)]],
    [1, 2, '330.00', ['units-mismatch', note('330.00', '660.00', 2, 1)]],
    [2, 1, '990.00', ['units-mismatch', 'total-mismatch']],
    [3, 1, '660.00', ['units-mismatch', 'total-mismatch']],
  ])('%s and %s, and %s in all', (byType, byRate, sum, rules) => {
    expect(told(byType, byRate, sum)).toEqual(rules)
  })
})
