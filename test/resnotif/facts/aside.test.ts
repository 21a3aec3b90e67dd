import { describe, expect, it } from 'vitest'
import { explainPage } from '../../../src/cli/explained/page.js'
import { tellAside, tellMore } from '../../../src/cli/explained/tell.js'
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

const night = (base: string, unit = ' RateTimeUnit="Day" UnitMultiplier="1"'): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation><RoomStays><RoomStay><RoomRates><RoomRate RoomTypeCode="101" RatePlanCode="501" NumberOfUnits="2"><Rates><Rate EffectiveDate="2027-07-01" ExpireDate="2027-07-02"${unit}>${base}</Rate></Rates></RoomRate></RoomRates><DepositPayments><GuaranteePayment><AmountPercent Amount="5000" DecimalPlaces="2" CurrencyCode="GBP"/><Deadline AbsoluteDeadline="2027-06-20"/></GuaranteePayment><GuaranteePayment><AmountPercent Percent="30"/></GuaranteePayment><GuaranteePayment><AmountPercent NmbrOfNights="1"/></GuaranteePayment></DepositPayments></RoomStay></RoomStays></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
const told = (text: string): { facts: ReturnType<typeof explainMessage>['facts']; lines: string; page: string } => {
  const explanation = explainMessage(text)
  return {
    facts: explanation.facts,
    lines: tellMore(explanation.facts, true).join('\n'),
    page: explainPage('x', [{ title: 'x', explanation, findings: [] }]),
  }
}

describe('money beside the price of a night', () => {
  it('deposits are told as data, in words and on the page', () => {
    const { facts, lines, page } = told(night(''))
    expect(facts.reservations[0]?.deposits).toMatchObject([
      { amount: '50.00', currency: 'GBP', due: '2027-06-20' },
      { percent: '30' },
      { nights: '1' },
    ])
    for (const text of [lines, page])
      expect(text).toContain('Deposits: 50.00 GBP, due 2027-06-20, 30 %, the price of 1 night.')
  })

  it.each<[string, string, object, string]>([
    [
      'before tax, with a tax',
      '<Base AmountAfterTax="107.00" AmountBeforeTax="100.00"><Taxes Amount="7.00"><Tax Code="7" Percent="7" Amount="7.00"/></Taxes></Base>',
      {
        amount: '107.00',
        beforeTax: '100.00',
        taxes: '7.00',
        taxList: [{ name: 'code 7', amount: '7.00', percent: '7' }],
      },
      '100.00 before tax, taxes 7.00: code 7 7.00 7 %',
    ],
    ['before tax alone', '<Base AmountAfterTax="107" AmountBeforeTax="100"/>', { beforeTax: '100' }, '100 before tax'],
    [
      'taxes by their descriptions',
      '<Base AmountAfterTax="107.00"><Taxes><Tax Amount="5"><TaxDescription><Text>VAT</Text></TaxDescription></Tax><Tax Code="3" Amount="2"/></Taxes></Base>',
      {
        taxList: [
          { name: 'VAT', amount: '5' },
          { name: 'code 3', amount: '2' },
        ],
      },
      'taxes VAT 5 and code 3 2',
    ],
    [
      'DecimalPlaces of the price',
      '<Base AmountAfterTax="10700" AmountBeforeTax="10000" DecimalPlaces="2"><Taxes Amount="700"/></Base>',
      { amount: '107.00', beforeTax: '100.00', taxes: '7.00' },
      '100.00 before tax, taxes 7.00',
    ],
  ])('%s', (_, base, price, words) => {
    const { facts, lines, page } = told(night(base))
    expect(facts.reservations[0]?.stays[0]?.prices).toMatchObject([price])
    for (const text of [lines, page]) expect(text).toContain(words)
  })

  it.each(['', ' UnitMultiplier="1"'])(
    'a Rate of one night is of that night, whatever unit it does not name:%s',
    (unit) => {
      const { facts, lines } = told(night('<Base AmountAfterTax="107.00"/>', unit))
      expect(facts.reservations[0]?.stays[0]?.prices).toMatchObject([{ per: 'night' }])
      expect(lines).not.toContain('not told')
    },
  )
})
