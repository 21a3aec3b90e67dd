import { expect, it } from 'vitest'
import { textsOf } from './compared.js'

const stay = (end: string): string =>
  `<RoomStay><RoomRates><RoomRate RoomTypeCode="101" RatePlanCode="501" NumberOfUnits="1" EffectiveDate="2027-07-01" ExpireDate="${end}"/></RoomRates><GuestCounts IsPerRoom="false"><GuestCount AgeQualifyingCode="10" Count="2"/></GuestCounts><TimeSpan Start="2027-07-01" End="${end}"/><BasicPropertyInfo HotelCode="1000001"/></RoomStay>`
const message = (...ends: string[]): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="5.000" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="R-1"/><RoomStays>${ends.map(stay).join('')}</RoomStays></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

it('a room that stays on other days brings no guests', () => {
  for (const [before, after] of [
    [message('2027-07-04', '2027-07-05'), message('2027-07-05', '2027-07-05')],
    [message('2027-07-05', '2027-07-05'), message('2027-07-05', '2027-07-06')],
  ] as const) {
    const texts = textsOf(before, after)
    expect(texts.filter((text) => text.startsWith('Stay:'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('Guests counted'))).toEqual([])
  }
  const more = message('2027-07-05', '2027-07-05').replace('Count="2"', 'Count="3"')
  expect(textsOf(message('2027-07-04', '2027-07-05'), more).join()).toContain('Guests counted')
})
