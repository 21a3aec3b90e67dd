import { describe, expect, it } from 'vitest'
import { explainMessage, lintMessage } from '../../../../src/resnotif/index.js'
import { base, foreign, rate, roomRate, stay } from '../totals/foreign.js'

const TEXT = foreign(stay(roomRate(rate(1, 4, base('100.00'))), '300.00'))
const INFO = '<BasicPropertyInfo HotelCode="H"/>'
const moved = (before: string): string => TEXT.replace(INFO, '').replace(before, `${before}${INFO}`)
const found = (text: string): string[] =>
  lintMessage(text).findings.map(({ rule, severity, found: told, expected }) =>
    [severity, rule, told, expected].filter(Boolean).join(' | '),
  )

describe('a hotel outside of the RoomStays', () => {
  it.each<[string, string]>([
    ['HotelReservation', '<HotelReservation>'],
    ['RoomStays', '<RoomStays>'],
    ['HotelReservations', '<HotelReservations>'],
  ])('in %s is told where it stands', (element, before) => {
    const text = moved(before)
    expect(found(text)).toEqual([
      `warning | element-misplaced | in ${element}, with HotelCode H | in each RoomStay`,
      `warning | hotel-missing | none here; H in ${element}, line 1 | HotelCode in the BasicPropertyInfo of this RoomStay`,
    ])
    expect(explainMessage(text).facts.unusual).toContain(
      `The hotel, H, stands in the wrong place: in ${element}, line 1, not in a RoomStay.`,
    )
  })

  it.each<[string, string]>([
    ['in its RoomStay', TEXT],
    ['in ResGlobalInfo', moved('<ResGlobalInfo>')],
    [
      'of somebody else, in TPA_Extensions',
      TEXT.replace('<ResGlobalInfo>', `<ResGlobalInfo><TPA_Extensions>${INFO}</TPA_Extensions>`),
    ],
  ])('%s is right', (_, text) => {
    expect(found(text)).toEqual([])
    expect(explainMessage(text).facts.unusual.join()).not.toContain('wrong place')
  })

  it('that is nowhere is missing', () => {
    expect(found(TEXT.replace(INFO, ''))).toEqual(['warning | hotel-missing'])
  })
})
