import { describe, expect, it } from 'vitest'
import { tellAside } from '../../../src/cli/explained/tell.js'
import { explainMessage } from '../../../src/resnotif/index.js'

const MESSAGE = `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation>
<RoomStays><RoomStay><RoomTypes><RoomType><Amenities><Amenity RoomAmenity="161"/><Amenity RoomAmenity="58"/></Amenities></RoomType></RoomTypes>
<GuestCounts><GuestCount AgeQualifyingCode="10" Count="2"/><GuestCount Count="1" Age="9"/><GuestCount AgeQualifyingCode="8" Count="2" Age="3"/></GuestCounts></RoomStay></RoomStays>
<Services><Service ServiceInventoryCode="PARK" Quantity="2" RequiredInd="true"><Price ChargeFrequency="1"><Base AmountAfterTax="30.00" CurrencyCode="EUR"/></Price></Service></Services>
<ResGuests><ResGuest><Profiles><ProfileInfo><Profile><Customer><PhysChallName PhysChallInd="true">Wheelchair user</PhysChallName></Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests>
<ResGlobalInfo><SpecialRequests><SpecialRequest><Text>Baby cot</Text></SpecialRequest></SpecialRequests>
<Fees><Fee Amount="22.50" CurrencyCode="USD" ChargeFrequency="1" MandatoryIndicator="true"><Description><Text>Resort fee</Text></Description></Fee><Fee Code="9" Amount="5" ChargeFrequency="20"/></Fees></ResGlobalInfo>
</HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

describe('what a hotel prepares and charges beside the rooms', () => {
  it('is told: ages of children, fees, services, and what a guest with a disability needs', () => {
    const { facts, lines } = explainMessage(MESSAGE)
    expect(lines.join('\n')).toContain('2 adults and 3 children aged 9, 3, 3')
    expect(facts.reservations.flatMap((one) => tellAside(one))).toEqual(
      expect.arrayContaining([
        'Services: 2 × PARK 30.00 EUR a day (mandatory).',
        'Fees: Resort fee 22.50 USD a day (mandatory), Fee 9 5 charge type 20.',
        'Accessibility: accessible room, Wheelchair user.',
        'Requests: Baby cot.',
      ]),
    )
  })
})
