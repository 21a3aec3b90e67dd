import { describe, expect, it } from 'vitest'
import { compareMessages, explainMessage } from '../../../src/resnotif/index.js'

describe('blanks around a value', () => {
  const of = (count: string, code: string): string =>
    `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation><RoomStays><RoomStay><RoomTypes><RoomType RoomTypeCode="${code}"/></RoomTypes><GuestCounts IsPerRoom="${count}"><GuestCount Count="${count}" Age="${count}"/></GuestCounts><TimeSpan Start="2027-07-0${count.trim()}${count.slice(1)}" End="2027-07-09"/></RoomStay></RoomStays></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
  const changesOf = (before: string, after: string): unknown[] =>
    compareMessages(
      { text: before, facts: explainMessage(before).facts },
      { text: after, facts: explainMessage(after).facts },
    ).changes
  it('mean nothing in a number or a day, and are told in a code', () => {
    expect(changesOf(of('1', 'DBL'), of('1 ', 'DBL'))).toEqual([])
    expect(changesOf(of('1', 'DBL'), of('1', 'DBL '))).not.toEqual([])
    expect(changesOf(of('1', 'DBL'), of('2', 'DBL'))).not.toEqual([])
  })
})
