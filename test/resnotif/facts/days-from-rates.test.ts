import { describe, expect, it } from 'vitest'
import { explainMessage } from '../../../src/resnotif/explain/index.js'

const message = (roomRates: string, timeSpan = '', guest = ''): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID ID="9"/><RoomStays><RoomStay><RoomRates>${roomRates}</RoomRates>${timeSpan}</RoomStay></RoomStays>${guest}</HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
const total = '<Total AmountAfterTax="90.00" CurrencyCode="EUR"/>'
const rate = (told: string): string => `<Rate ${told}>${total}</Rate>`
const room = (told: string, ...rates: string[]): string =>
  `<RoomRate RoomTypeCode="DBL" ${told}><Rates>${rates.join('')}</Rates></RoomRate>`

/** Days of the only stay as the facts and as the story have them. */
function daysOf(text: string): { days: (string | undefined)[]; story: string } {
  const { facts, lines } = explainMessage(text)
  const { arrival, departure, daysFrom } = facts.reservations[0]?.stays[0] ?? {}
  return {
    days: [arrival, departure, daysFrom],
    story: lines.find((line) => line.startsWith('Stay'))?.split('; room')[0] ?? '',
  }
}

const FROM = 'from the rates, as there is no TimeSpan'
const OPEN = `${FROM}; the price does not say when it ends, so the stay may be longer`

describe('a stay without a TimeSpan', () => {
  it.each([
    ['one night by both days of its Rate', room('', rate('EffectiveDate="2027-04-05" ExpireDate="2027-04-06"'))],
    ['one night that ends on its day', room('', rate('EffectiveDate="2027-04-05" ExpireDate="2027-04-05"'))],
    ['both days of the RoomRate', room('EffectiveDate="2027-04-05" ExpireDate="2027-04-06"', rate(''))],
  ])('has the days of what is priced: %s', (_, rates) => {
    expect(daysOf(message(rates)).days).toEqual(['2027-04-05', '2027-04-06', FROM])
    expect(daysOf(message(rates)).story).toBe(`Stay: 2027-04-05 to 2027-04-06 (${FROM})`)
  })

  const begun = 'EffectiveDate="2027-04-05"'
  it.each([
    ['one Rate', '2027-04-06', room('', rate(begun))],
    ['one RoomRate', '2027-04-06', room(begun, rate(''))],
    ['a price of a day', '2027-04-06', room('', rate(`${begun} RateTimeUnit="Day" UnitMultiplier="1"`))],
    ['a price of three days', '2027-04-08', room('', rate(`${begun} RateTimeUnit="Day" UnitMultiplier="3"`))],
    ['two rooms of one day', '2027-04-06', room(begun, rate('')) + room(begun, rate(''))],
  ])('says that it may be longer where the price only begins: %s', (_, departure, rates) => {
    expect(daysOf(message(rates)).days).toEqual(['2027-04-05', departure, OPEN])
    expect(daysOf(message(rates)).story).toBe(`Stay: 2027-04-05 to ${departure} (${OPEN})`)
  })

  it.each([
    ['the price is of the whole stay', room('', rate(`${begun} RateTimeUnit="FullDuration"`))],
    ['the price is of a week', room('', rate(`${begun} RateTimeUnit="Week"`))],
    ['prices begin with days between them', room('', rate(begun), rate('EffectiveDate="2027-04-09"'))],
    ['rooms begin on other days', room(begun, rate('')) + room('EffectiveDate="2027-04-09"', rate(''))],
  ])('has no departure where %s', (_, rates) => {
    expect(daysOf(message(rates)).days[1]).toBeUndefined()
  })

  it('says which day is from the rates where the TimeSpan tells the other', () => {
    const rates = room('', rate('EffectiveDate="2027-04-05" ExpireDate="2027-04-07"'))
    expect(daysOf(message(rates, '<TimeSpan Start="2027-04-05"/>')).days).toEqual([
      '2027-04-05',
      '2027-04-07',
      'departure from the rates, as TimeSpan does not tell it',
    ])
    expect(daysOf(message(rates, '<TimeSpan Start="2027-04-05" End="2027-04-07"/>')).days).toEqual([
      '2027-04-05',
      '2027-04-07',
      undefined,
    ])
  })

  it('tells how old a child is at that arrival', () => {
    const guest =
      '<ResGuests><ResGuest AgeQualifyingCode="8"><Profiles><ProfileInfo><Profile><Customer BirthDate="2020-01-01"/></Profile></ProfileInfo></Profiles></ResGuest></ResGuests>'
    const { facts } = explainMessage(message(room('', rate(begun)), '', guest))
    expect(facts.reservations[0]?.guests[0]?.ageAtArrival).toBe(7)
  })
})
