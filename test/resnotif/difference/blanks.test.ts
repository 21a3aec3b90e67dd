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

describe('yes or no', () => {
  const of = (value: string): string =>
    `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation RoomStayReservation="${value}"><RoomStays><RoomStay><RoomTypes><RoomType RoomTypeCode="1" NonSmoking="${value}"/></RoomTypes><GuestCounts IsPerRoom="${value}"><GuestCount Count="1" AgeQualifyingCode="10"/></GuestCounts><TimeSpan Start="2027-07-01" End="2027-07-09"/></RoomStay></RoomStays><ResGuests><ResGuest ResGuestRPH="1" PrimaryIndicator="${value}"/></ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
  const changesOf = (before: string, after: string): unknown[] =>
    compareMessages(
      { text: of(before), facts: explainMessage(of(before)).facts },
      { text: of(after), facts: explainMessage(of(after)).facts },
    ).changes
  it('is the same as true or false and as 1 or 0, and a code of 1 is none', () => {
    expect(changesOf('true', '1')).toEqual([])
    expect(changesOf('false', ' 0')).toEqual([])
    expect(changesOf('true', '0')).toHaveLength(4)
    const code = (value: string): string => of('true').replace('RoomTypeCode="1"', `RoomTypeCode="${value}"`)
    expect(
      compareMessages(
        { text: code('1'), facts: explainMessage(code('1')).facts },
        { text: code('true'), facts: explainMessage(code('true')).facts },
      ).changes,
    ).not.toEqual([])
  })
})
