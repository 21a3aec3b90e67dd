import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/index.js'

const of = (stamp: string, made: string, changed = ''): string[] =>
  lintMessage(
    `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" TimeStamp="${stamp}" ResStatus="Modify"><HotelReservations><HotelReservation CreateDateTime="${made}"${changed === '' ? '' : ` LastModifyDateTime="${changed}"`}><UniqueID Type="14" ID="9"/><RoomStays><RoomStay><TimeSpan Start="2027-07-01" End="2027-07-04"/></RoomStay></RoomStays></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`,
  ).findings.flatMap(({ rule, severity, node, expected }) =>
    rule === 'date-time-order' ? [`${severity} ${node.split('/').at(-1)}: ${expected ?? ''}`] : [],
  )

describe('times of a reservation', () => {
  it.each([
    ['2027-06-01T09:00:00Z', '2027-06-01T08:00:00Z', '2027-06-01T08:30:00Z'],
    // Clocks differ, and so do zones that are not told.
    ['2027-06-01T09:00:00Z', '2027-06-01T09:20:00Z', '2027-06-01T09:19:00Z'],
    ['2027-06-01T09:00:00Z', '2027-06-01T22:00:00', '2027-06-01T09:00:00Z'],
    // Somebody who comes without a booking.
    ['2027-07-01T20:00:00Z', '2027-07-01T19:00:00Z', ''],
    ['2027-07-04T20:00:00Z', '2027-07-04T19:00:00-11:00', ''],
    ['', '0001-01-01T00:00:00', '2027-06-01T08:30:00Z'],
    ['2027-06-01T09:00:00Z', '2027-06-01T08:00:00Z', '0001-01-01T00:00:00'],
  ])('follow each other: sent %s, made %s, changed %s', (stamp, made, changed) => {
    expect(of(stamp, made, changed)).toEqual([])
  })

  it('are warnings where they cannot', () => {
    expect(of('2027-06-01T09:00:00Z', '2027-06-01T08:00:00Z', '2027-05-01T08:00:00Z')).toEqual([
      'warning @LastModifyDateTime: CreateDateTime 2027-06-01T08:00:00Z, or later',
    ])
    expect(of('2027-06-01T09:00:00Z', '2027-06-02T10:00:00Z')).toEqual([
      'warning @CreateDateTime: TimeStamp 2027-06-01T09:00:00Z, or before',
    ])
    expect(of('2027-08-01T09:00:00Z', '2027-07-10T08:00:00Z')).toEqual([
      'warning @CreateDateTime: the day of departure, or before',
    ])
  })
})
