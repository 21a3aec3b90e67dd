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
        'Fees: Resort fee 22.50 USD a day (mandatory); Fee 9 5 per person per stay.',
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

/** Two nights of room 101, and what else stands in the reservation. */
const booked = (
  rate: string,
  more: { roomRate?: string; stay?: string; global?: string; after?: string } = {},
): string => {
  const nights = ['2027-07-01" ExpireDate="2027-07-02', '2027-07-02" ExpireDate="2027-07-03'].map(
    (days) =>
      `<Rate RateTimeUnit="Day" EffectiveDate="${days}"><Base AmountAfterTax="100.00" CurrencyCode="EUR"/>${rate}</Rate>`,
  )
  return `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation><RoomStays><RoomStay><RoomRates><RoomRate RoomTypeCode="101" RatePlanCode="501"><Rates>${nights.join('')}</Rates>${more.roomRate ?? ''}</RoomRate></RoomRates>${more.stay ?? ''}</RoomStay></RoomStays>${more.after ?? ''}<ResGlobalInfo>${more.global ?? ''}</ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
}
const NIGHTS = '2027-07-01 to 2027-07-03, room 101, plan 501.'
const ofNight = { element: 'Rate', stay: 1, room: '101', plan: '501', from: '2027-07-01', to: '2027-07-02' }

describe('what is charged or taken off beside the price of a night', () => {
  it.each<[string, string, 'fees' | 'discounts' | 'guestAmounts' | 'additions', object, string]>([
    [
      'a discount in an amount',
      '<Discount AmountAfterTax="10.00" CurrencyCode="EUR"/>',
      'discounts',
      { price: { amount: '10.00', currency: 'EUR' } },
      'Discounts: Discount 10.00 EUR a night, 2 nights, 2027-07-01 to 2027-07-03, room 101, plan 501.',
    ],
    [
      'a discount before tax, with places',
      '<Discount AmountBeforeTax="1000" DecimalPlaces="2"/>',
      'discounts',
      { price: { amount: '10.00', isBeforeTax: true } },
      'Discounts: Discount 10.00 before tax (written 1000, DecimalPlaces 2) a night, 2 nights, ',
    ],
    [
      'a discount with a reason',
      '<Discount Percent="10" DiscountCode="EB"><DiscountReason><Text>Early bird</Text></DiscountReason></Discount>',
      'discounts',
      { percent: '10', reason: 'Early bird' },
      'Discounts: Discount EB 10 % a night (Early bird), 2 nights, ',
    ],
    [
      'a discount of nobody knows how much',
      '<Discount/>',
      'discounts',
      {},
      'Discounts: Discount of an amount that is not told, 2027-07-01 to 2027-07-03',
    ],
    [
      'a fee in an amount',
      '<Fees><Fee Amount="500" DecimalPlaces="2" CurrencyCode="EUR" ChargeFrequency="1" MandatoryIndicator="true"><Taxes Amount="35" DecimalPlaces="2"/><Description><Text>Resort fee</Text></Description></Fee></Fees>',
      'fees',
      {
        name: 'Resort fee',
        price: { amount: '5.00', currency: 'EUR', taxes: '0.35' },
        per: 'a day',
        isMandatory: true,
      },
      'Fees: Resort fee 5.00 EUR (written 500, DecimalPlaces 2) (taxes 0.35) a day (mandatory), 2027-07-01 to 2027-07-03',
    ],
    [
      'a fee in percent',
      '<Fees><Fee Percent="5"/></Fees>',
      'fees',
      { percent: '5' },
      'Fees: Fee 5 % a night, 2 nights, ',
    ],
    [
      'a further guest',
      '<AdditionalGuestAmounts><AdditionalGuestAmount AgeQualifyingCode="8" MinAge="3" MaxAge="11" MaxAdditionalGuests="1"><Amount AmountAfterTax="15.00" CurrencyCode="EUR"/></AdditionalGuestAmount></AdditionalGuestAmounts>',
      'guestAmounts',
      { kind: 'child', ages: '3 to 11', upTo: 1, price: { amount: '15.00' } },
      'Additional guests: Additional child 15.00 EUR a night (aged 3 to 11, at most 1), 2 nights, ',
    ],
    [
      'all further guests',
      '<AdditionalGuestAmounts AmountAfterTax="30.00" CurrencyCode="EUR"/>',
      'guestAmounts',
      { price: { amount: '30.00' } },
      'Additional guests: Additional guests 30.00 EUR a night, 2 nights, ',
    ],
    [
      'something in the room',
      '<AdditionalCharges><AdditionalCharge RoomAmenityCode="26" Quantity="2"><Amount AmountAfterTax="8.00" CurrencyCode="EUR"/></AdditionalCharge></AdditionalCharges>',
      'additions',
      { quantity: 2, price: { amount: '8.00' } },
      'Additional charges: Amenity 26 8.00 EUR a night (2 of it), 2 nights, ',
    ],
  ])('is told as data, in words and on the page: %s', (_, rate, kind, fact, words) => {
    const { facts, lines, page } = told(booked(rate))
    const charges = facts.reservations[0]?.[kind]
    expect(charges).toHaveLength(2)
    expect(charges?.[0]).toMatchObject({ ...fact, of: ofNight })
    for (const text of [lines, page]) {
      expect(text).toContain(words)
      expect(text).toContain(NIGHTS)
    }
  })

  it('every Fee and Discount is told, wherever it stands, with what it belongs to', () => {
    const both = (name: string): string =>
      `<Fees><Fee Code="${name}" Amount="1"/></Fees><Discount DiscountCode="${name}" Percent="1"/>`
    const message = booked(both('night'), {
      roomRate: both('room'),
      stay: both('stay'),
      global: both('all'),
      after: `<Services><Service ServiceInventoryCode="PARK"><Price>${both('service')}</Price></Service></Services>`,
    })
    const { facts, lines } = told(message)
    const product = { stay: 1, room: '101', plan: '501' }
    const places = [
      ofNight,
      { ...ofNight, from: '2027-07-02', to: '2027-07-03' },
      { ...product, element: 'RoomRate' },
      { stay: 1, element: 'RoomStay' },
      { element: 'Service', service: 'PARK' },
      { element: 'ResGlobalInfo' },
    ]
    const [reservation] = facts.reservations
    for (const charges of [reservation?.fees, reservation?.discounts])
      expect(charges?.map(({ of }) => of)).toEqual(places)
    expect(reservation?.fees.every(({ line }) => line === 1)).toBe(true)
    expect(lines).toContain(
      'Fees: Fee night 1 a night, 2 nights, 2027-07-01 to 2027-07-03, room 101, plan 501; Fee room 1, room 101, plan 501; Fee stay 1, RoomStay 1; Fee service 1, service PARK; Fee all 1.',
    )
  })

  it('the total of a room and the taxes of all totals are told', () => {
    const total = (amount: string): string =>
      `<Total AmountBeforeTax="${amount}" AmountAfterTax="220.00" CurrencyCode="EUR"><Taxes Amount="20.00"/></Total>`
    const message = booked('', { roomRate: total('200.01'), stay: total('200.02'), global: total('200.03') })
    const { facts, lines, page } = told(message)
    expect(facts.reservations[0]?.stays[0]?.roomTotals).toMatchObject([
      { amount: '220.00', beforeTax: '200.01', taxes: '20.00', room: '101', plan: '501' },
    ])
    expect(lines).toContain('in all  220.00 EUR  room 101, plan 501  200.01 before tax, taxes 20.00')
    expect(lines).toContain('Total of the stay: 200.02 before tax, taxes 20.00')
    expect(lines).toContain('Total of the reservation: 200.03 before tax, taxes 20.00')
    for (const part of ['200.01 before tax', '200.02 before tax', '200.03 before tax', 'in all'])
      expect(page).toContain(part)
  })

  it('nights that do not follow each other are told apart, and many charges shortened', () => {
    const gap = booked('<Discount Percent="10"/>').replace(
      '2027-07-02" ExpireDate="2027-07-03',
      '2027-07-05" ExpireDate="2027-07-06',
    )
    expect(told(gap).lines).toContain(
      'Discounts: Discount 10 % a night, 2 nights, 2027-07-01 and 2027-07-05, room 101, plan 501.',
    )
    const many = Array.from({ length: 80 }, (_, at) => `<Fee Code="c${at}" Amount="1"/>`).join('')
    const { facts, lines } = told(booked('', { global: `<Fees>${many}</Fees>` }))
    expect(facts.reservations[0]?.fees).toHaveLength(80)
    expect(lines).toContain('; Fee c59 1; and 20 more.')
  })
})
