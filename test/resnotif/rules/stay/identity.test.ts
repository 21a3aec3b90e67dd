import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { foreign, NIGHTS, roomRate, stay } from '../totals/foreign.js'
import { messageOf } from '../totals/messages.js'

const OURS = messageOf({ stays: [{ rooms: [{ nights: [{ after: 10_000 }], units: 1 }] }] })
const THEIRS = foreign(stay(roomRate(NIGHTS), '330.00'))
const NEW = /^(?:unique-id-missing|id-incomplete|room-stay-missing|version-missing|index-out-of-range)$/
const told = (text: string): string[] =>
  lintMessage(text).findings.flatMap(({ rule, severity }) => (NEW.test(rule) ? [`${severity} ${rule}`] : []))
const changed = (text: string, from: string | RegExp, to: string): string => {
  const other = text.replace(from, to)
  expect(other).not.toBe(text)
  return other
}
const withId = (id: string): string => changed(OURS, '<ResGlobalInfo>', `<ResGlobalInfo>${id}`)
const LISTED = '<HotelReservationIDs><HotelReservationID ResID_Type="14" ResID_Value="R-2"/></HotelReservationIDs>'

describe('ids of a reservation', () => {
  it('are whole', () => {
    expect(told(OURS)).toEqual([])
    expect(told(THEIRS)).toEqual([])
  })

  it('without an ID identify nothing, unless another id does', () => {
    const bare = changed(OURS, /<UniqueID [^>]*>/, '<UniqueID Type="14"/>').replace(
      /<HotelReservationIDs>[^]*?<\/HotelReservationIDs>/,
      '',
    )
    expect(told(bare)).toEqual(['error unique-id-missing'])
    expect(told(bare.replace('<ResGlobalInfo>', `<ResGlobalInfo>${LISTED}`))).toEqual(['warning unique-id-missing'])
    expect(told(changed(THEIRS, /<UniqueID [^>]*>/, '<UniqueID Type="14" ID=" "/>'))).toEqual([
      'warning unique-id-missing',
    ])
  })

  it('have a type and a value in a message of this service', () => {
    expect(told(changed(OURS, '<UniqueID Type="14"', '<UniqueID'))).toEqual(['warning id-incomplete'])
    expect(told(withId(LISTED.replace(' ResID_Value="R-2"', '')))).toEqual(['warning id-incomplete'])
  })
})

describe('a reservation without a RoomStay', () => {
  const without = (text: string, status: string): string =>
    changed(text, /<RoomStays>[^]*<\/RoomStays>/, '').replace(/ ResStatus="\w+"/, ` ResStatus="${status}"`)
  it.each(['Commit', 'Modify'])('books nothing in a message of %s', (status) => {
    expect(told(without(OURS, status))).toEqual(['warning room-stay-missing'])
    expect(told(changed(OURS, /(<RoomStays>)[^]*(<\/RoomStays>)/, '$1$2').replace('Commit', status))).toEqual([
      'warning room-stay-missing',
    ])
  })

  it('may be cancelled', () => {
    expect(told(without(OURS, 'Cancel'))).toEqual([])
  })
})

describe('Version', () => {
  it('stands on a message of this service', () => {
    expect(told(changed(OURS, / Version="[^"]*"/, ''))).toEqual(['warning version-missing'])
  })
})

describe('IndexNumber of another sender', () => {
  it('is 1 or more', () => {
    const index = (value: string): string => changed(THEIRS, '<RoomStay>', `<RoomStay IndexNumber="${value}">`)
    expect(told(index('0'))).toEqual(['warning index-out-of-range'])
    for (const value of ['1', '01', '999']) expect(told(index(value))).toEqual([])
  })
})
