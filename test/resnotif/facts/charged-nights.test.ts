import { describe, expect, it } from 'vitest'
import { tellCharges } from '../../../src/cli/explained/charges.js'
import { explainMessage } from '../../../src/resnotif/explain/index.js'

const money = (name: string, amount: string, told = '', within = ''): string =>
  `<${name} AmountAfterTax="${amount}" CurrencyCode="EUR" ${told}>${within}</${name}>`
const guest = money('Amount', '15.00')
const adult = `<AdditionalGuestAmount AgeQualifyingCode="10">${guest}</AdditionalGuestAmount>`
const added = (...guests: string[]): string => `<AdditionalGuestAmounts>${guests.join('')}</AdditionalGuestAmounts>`
const off = money('Discount', '20.00', 'DiscountCode="EARLY"')

/** A Rate from March 14 on. */
const rate = (nights: number, within: string, time = 'RateTimeUnit="Day" UnitMultiplier="1"', from = 14): string =>
  `<Rate ${time} EffectiveDate="2027-03-${from}" ExpireDate="2027-03-${from + nights}">${within}</Rate>`

/** What the story says of charges of a stay from March 14 to the end of the last of these Rates. */
function told(...rates: string[]): string[] {
  const end = rates.join('').match(/ExpireDate="([^"]*)"(?!.*ExpireDate)/)?.[1] ?? ''
  const { facts } = explainMessage(
    `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation><RoomStays><RoomStay><RoomRates><RoomRate><Rates>${rates.join('')}</Rates></RoomRate></RoomRates><TimeSpan Start="2027-03-14" End="${end}"/></RoomStay></RoomStays></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`,
  )
  const [reservation] = facts.reservations
  return reservation === undefined ? [] : tellCharges(reservation).flatMap(([, texts]) => texts)
}

describe('what more guests cost', () => {
  const base = money('Base', '100.00')
  it.each<[string, string[], string[]]>([
    [
      'one adult for three nights of one price',
      [rate(3, base + added(adult) + money('Total', '115.00'))],
      ['Additional adult 15.00 EUR a night, 3 nights, 2027-03-14 to 2027-03-17, RoomStay 1'],
    ],
    [
      'one adult for a night',
      [rate(1, base + added(adult) + money('Total', '115.00'))],
      ['Additional adult 15.00 EUR, 2027-03-14, RoomStay 1'],
    ],
    [
      'two adults for three nights',
      [rate(3, base + added(adult, adult) + money('Total', '130.00'))],
      ['2 × Additional adult 15.00 EUR a night, 3 nights, 2027-03-14 to 2027-03-17, RoomStay 1'],
    ],
    [
      'one adult for two nights, and two for the next',
      [rate(2, base + added(adult)), rate(1, base + added(adult, adult), undefined, 16)],
      [
        'Additional adult 15.00 EUR a night, 2 nights, 2027-03-14 to 2027-03-16, RoomStay 1',
        '2 × Additional adult 15.00 EUR, 2027-03-16, RoomStay 1',
      ],
    ],
    [
      'in all, as the Total shows',
      [rate(3, base + added(adult) + money('Total', '315.00'))],
      ['Additional adult 15.00 EUR for these 3 nights together, 2027-03-14 to 2027-03-17, RoomStay 1'],
    ],
  ])('is told with nights and guests: %s', (_, rates, texts) => {
    expect(told(...rates)).toEqual(texts)
  })
})

describe('a discount within a Rate of several nights', () => {
  const days = '2027-03-14 to 2027-03-16'
  const base = money('Base', '100.00')
  const twoDays = 'RateTimeUnit="Day" UnitMultiplier="2"'
  it.each<[string, string, string]>([
    [
      'is one of each night where Base and Total of a night show it',
      rate(2, base + off + money('Total', '80.00')),
      `Discount EARLY 20.00 EUR a night, 2 nights, ${days}`,
    ],
    [
      'is one of each night where the Total of all nights shows it',
      rate(2, base + off + money('Total', '160.00')),
      `Discount EARLY 20.00 EUR a night, 2 nights, ${days}`,
    ],
    [
      'is one in all where the Total of all nights shows it',
      rate(2, base + off + money('Total', '180.00')),
      `Discount EARLY 20.00 EUR for these 2 nights together, ${days}`,
    ],
    [
      'is one in all where the Total of two days shows it',
      rate(2, base + off + money('Total', '180.00'), twoDays),
      `Discount EARLY 20.00 EUR for these 2 nights together, ${days}`,
    ],
    [
      'is one of two days where Base and Total are',
      rate(2, base + off + money('Total', '80.00'), twoDays),
      `Discount EARLY 20.00 EUR for 2 days, ${days}`,
    ],
    [
      'is one of the full duration where the price is',
      rate(4, money('Total', '80.00') + off, 'RateTimeUnit="FullDuration" UnitMultiplier="1"'),
      'Discount EARLY 20.00 EUR for the whole stay, 2027-03-14 to 2027-03-18',
    ],
    [
      'counts beside what more guests cost',
      rate(2, base + added(adult) + off + money('Total', '95.00')),
      `Discount EARLY 20.00 EUR a night, 2 nights, ${days}`,
    ],
    [
      'is one of each night where nothing but its Rate shows it',
      rate(2, base + off),
      `Discount EARLY 20.00 EUR a night, 2 nights, ${days}`,
    ],
    [
      'is open where Base and Total show something else',
      rate(2, base + off + money('Total', '70.00')),
      `Discount EARLY 20.00 EUR per night or in all is not told, ${days}`,
    ],
    [
      'is open where its price is',
      rate(2, money('Total', '80.00') + off, ''),
      `Discount EARLY 20.00 EUR per night or in all is not told, ${days}`,
    ],
  ])('%s', (_, rates, text) => {
    expect(told(rates)[0]).toBe(`${text}, RoomStay 1`)
  })

  it('is told by itself for each stretch of nights that it is taken off once', () => {
    const two = (from: number): string => rate(2, base + off + money('Total', '180.00'), undefined, from)
    expect(told(two(14), two(16))).toEqual([
      'Discount EARLY 20.00 EUR for these 2 nights together, 2027-03-14 to 2027-03-16, RoomStay 1',
      'Discount EARLY 20.00 EUR for these 2 nights together, 2027-03-16 to 2027-03-18, RoomStay 1',
    ])
  })
})
