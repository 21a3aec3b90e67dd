import { describe, expect, it } from 'vitest'
import { tellUnchecked } from '../../../../src/cli/resnotif/view.js'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { foreign, NIGHTS, roomRate, stay } from '../totals/foreign.js'

const listed = (value: string, told = ''): string =>
  `<HotelReservationID ResID_Type="14" ResID_Value="${value}"${told}/>`
const of = (id: string, ids: string): string[] => {
  const global = `<HotelReservationIDs>${ids}</HotelReservationIDs>`
  const text = foreign(stay(roomRate(NIGHTS), ''), { global }).replace('Type="14" ID="1"', `Type="14" ID="${id}"`)
  const { findings, notes } = lintMessage(text)
  return [
    ...findings.map(({ rule, found, expected }) => `${rule} ${found} ${expected}`),
    ...notes.map((one) => tellUnchecked('x', one)),
  ]
}

describe('the two ids of a reservation', () => {
  it.each([
    ['the same', listed('TWO-8831')],
    ['one of another kind', listed('TWO-8832').replace('"14"', '"13"')],
    ['one of another system', listed('TWO-8832', ' ResID_Source="PMS"')],
    ['one for each room', listed('TWO-8832') + listed('TWO-8833')],
    ['none', ''],
  ])('are right: %s', (_, ids) => {
    expect(of('TWO-8831', ids)).toEqual([])
  })

  it.each(['TOW-8831', 'TWO-8832', 'TWO-88311', 'TWO-831', 'XTWO-8831', 'WO-8831'])('differ by a slip: %s', (value) => {
    expect(of('TWO-8831', listed(value))).toEqual([`reservation-id-mismatch ${value} TWO-8831`])
  })

  it.each(['998877', 'TWO-8899', 'OWT-8831', '31'])('are noted where they are others: %s', (value) => {
    expect(of('TWO-8831', listed(value))).toEqual([
      `x: line 1: ids were not compared: HotelReservationID ${value} and UniqueID TWO-8831 are both those of a reservation; whether one is of another system is not told.`,
    ])
  })
})
