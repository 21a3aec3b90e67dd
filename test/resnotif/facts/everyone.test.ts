import { describe, expect, it } from 'vitest'
import { explainPage } from '../../../src/cli/explained/page.js'
import { tellMore } from '../../../src/cli/explained/tell.js'
import { explainMessage } from '../../../src/resnotif/index.js'

const ADDRESS =
  '<Address><AddressLine>Am Markt 5</AddressLine><CityName>Köln</CityName><PostalCode>50667</PostalCode><CountryName Code="DE">Deutschland</CountryName></Address>'
const MESSAGE = `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><POS><Source><RequestorID Type="22" ID="CM" MessagePassword="geheim-77"><CompanyName>Channels Ltd</CompanyName></RequestorID></Source><Source><BookingChannel Type="7"><CompanyName Code="19">Booking.example</CompanyName></BookingChannel></Source></POS><HotelReservations><HotelReservation CreateDateTime="2027-01-05T10:00:00Z" LastModifyDateTime="2027-01-06T10:00:00Z"><UniqueID Type="14" ID="R1"/><RoomStays><RoomStay>
<RoomTypes><RoomType RoomTypeCode="DBL"><RoomDescription Name="Double with a view"/></RoomType></RoomTypes>
<RatePlans><RatePlan RatePlanCode="BAR" RatePlanName="Best rate" PromotionCode="SUMMER"><RatePlanInclusions><RatePlanInclusionDesciption><Text>Parking</Text></RatePlanInclusionDesciption></RatePlanInclusions><MealsIncluded MealPlanIndicator="true"/><Commission Percent="15"/></RatePlan></RatePlans>
<GuestCounts><GuestCount AgeQualifyingCode="10" Count="2"/><GuestCount AgeQualifyingCode="8" AgeBucket="3-6" Count="1"/></GuestCounts></RoomStay></RoomStays>
<BillingInstructionCode BillingCode="1" Description="All to the company"/>
<BillingInstructionCode BillingCode="2" Start="2027-07-01" End="2027-07-02" AuthorizationCode="A1"><ResGuestRPH RPH="1"/><ResGuestRPH RPH="9"/></BillingInstructionCode>
<ResGuests><ResGuest ResGuestRPH="1"><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>Lee</Surname></PersonName><Telephone PhoneTechType="5" PhoneNumber="+49 170 1"/><Telephone CountryAccessCode="49" AreaCityCode="30" PhoneNumber="222" Extension="4"/><Email>a@x.example</Email><Email>b@x.example</Email>${ADDRESS}</Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests>
<ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="13" ResID_Value="B77" ResID_Source="Booking.example"/></HotelReservationIDs><Profiles><ProfileInfo><Profile><CompanyInfo><CompanyName>Agency</CompanyName><Email>c@x.example</Email></CompanyInfo></Profile></ProfileInfo><ProfileInfo><Profile><Customer><PersonName><Surname>Ek</Surname></PersonName>${ADDRESS}</Customer></Profile></ProfileInfo></Profiles></ResGlobalInfo>
</HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

describe('who is behind a booking, and what a hotel files with it', () => {
  const explanation = explainMessage(MESSAGE)
  const lines = [...explanation.lines, ...tellMore(explanation.facts, false)]
  const page = explainPage('x', [{ title: 'x', explanation, findings: [] }])

  it('is told in words: sender, ids, every address and number, names, inclusions, billing', () => {
    const address = 'Am Markt 5, 50667 Köln, Deutschland'
    for (const line of [
      'Sender: Channels Ltd, CM (type 22); channel Booking.example, 19 (type 7).',
      'Ids: R1 (type 14), B77 (type 13, of Booking.example).',
      'Made: 2027-01-05T10:00:00Z, changed 2027-01-06T10:00:00Z.',
      `Booker: Ek, ${address}.`,
      'Company: Agency, c@x.example.',
      `Lee: a@x.example, b@x.example, +49 170 1 (mobile), 49 30 222 ext. 4, ${address}.`,
      'Names: room DBL is Double with a view; plan BAR is Best rate.',
      'Meals: included, which ones is not told.',
      'Included: Parking.',
      'Promotion codes: SUMMER.',
      'Commission: 15 % (plan BAR).',
      'Billing: All to the company; code 2 from 2027-07-01 to 2027-07-02, for Lee, guest 9, authorization A1.',
    ])
      expect(lines).toContain(line)
    expect(lines.join()).toContain('2 adults and 1 child (AgeBucket 3-6)')
    expect(lines.join()).not.toContain('geheim-77')
  })

  it('is told as data and on the page', () => {
    expect(explanation.facts).toMatchObject({
      requestor: { id: 'CM', type: '22', company: 'Channels Ltd' },
      channels: [{ type: '7', company: 'Booking.example', code: '19' }],
      reservations: [
        {
          ids: [{ id: 'R1' }, { id: 'B77', source: 'Booking.example' }],
          companies: [{ name: 'Agency', email: 'c@x.example' }],
          guests: [
            {
              email: 'a@x.example',
              emails: ['a@x.example', 'b@x.example'],
              phone: '+49 170 1',
              phones: ['+49 170 1 (mobile)', '49 30 222 ext. 4'],
              address: 'Am Markt 5, 50667 Köln, Deutschland',
            },
          ],
          stays: [{ counts: [{}, { kind: 'child', ageBucket: '3-6' }] }],
        },
      ],
    })
    for (const text of ['Channels Ltd', 'b@x.example', '50667 Köln', '1 child of AgeBucket 3-6', 'B77'])
      expect(page).toContain(text)
  })

  it('says nothing twice, and nothing that is not there', () => {
    const { facts } = explainMessage(
      '<OTA_HotelResNotifRQ><HotelReservations><HotelReservation><UniqueID Type="14" ID="R1"/><RoomStays><RoomStay><RoomTypes><RoomType RoomTypeCode="DBL" RoomType="DBL"/></RoomTypes></RoomStay></RoomStays><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="14" ResID_Value="R1"/></HotelReservationIDs><Profiles><ProfileInfo><Profile><CompanyInfo><CompanyName>Agency</CompanyName></CompanyInfo></Profile></ProfileInfo></Profiles></ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>',
    )
    expect(tellMore({ ...facts, unusual: [] }, false)).toEqual(['Booker: Agency.'])
  })
})
