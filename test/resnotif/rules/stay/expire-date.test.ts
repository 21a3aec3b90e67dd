import { describe, expect, it } from 'vitest'
import { readMessageFacts } from '../../../../src/resnotif/facts/index.js'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { captureMessage } from '../../../../src/resnotif/read/index.js'

const date = (day: number): string => `2027-07-0${day}`
const dates = (from: number, to: number): string => `EffectiveDate="${date(from)}" ExpireDate="${date(to)}"`
const rate = (from: number, to: number, amount = '100.00', told = ''): string =>
  `<Rate ${dates(from, to)} ${told}><Base AmountAfterTax="${amount}" CurrencyCode="EUR"/></Rate>`
const stayOf = (rates: string, own: string, end: number, total: string): string =>
  `<RoomStay IndexNumber="1"><RoomTypes><RoomType RoomTypeCode="101" NumberOfUnits="1"/></RoomTypes><RoomRates><RoomRate RoomTypeCode="101" NumberOfUnits="1" RatePlanCode="501" ${own}><Rates>${rates}</Rates></RoomRate></RoomRates><TimeSpan Start="${date(1)}" End="${date(end)}"/>${total === '' ? '' : `<Total AmountAfterTax="${total}" CurrencyCode="EUR"/>`}<BasicPropertyInfo HotelCode="1"/><ResGuestRPHs><ResGuestRPH RPH="1-101-501"/></ResGuestRPHs></RoomStay>`
const messageOf = (stays: string, units: number): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="5.000" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/><RoomStays>${stays}</RoomStays><ResGuests>${Array.from({ length: units }, (_, at) => `<ResGuest ResGuestRPH="1-101-501" GroupEventCode="${at + 1}"><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>A</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`).join('')}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
/** A message of this service, from day 1 to another. */
const message = (rates: string, own: string, end: number, total: string): string =>
  messageOf(stayOf(rates, own, end, total), 1)
const told = (text: string): string[] => {
  const { findings, notes } = lintMessage(text)
  return [...findings, ...notes].map(({ rule, severity, found = '' }) => `${severity} ${rule} ${found}`)
}
const nightsOf = (text: string): string[] =>
  readMessageFacts(captureMessage(text).message).reservations[0]?.stays[0]?.prices.map(
    ({ from, to }) => `${from} ${to}`,
  ) ?? []
const unclear = (...nights: number[]): string[] => [`warning expire-date-unclear ${nights.map(date).join(', ')}`]

describe('ExpireDate of Rates of this service', () => {
  it.each<[string, string, string, number, string, string[]]>([
    ['runs of nights', rate(1, 2) + rate(3, 3), dates(1, 4), 4, '300.00', unclear(2)],
    ['two runs', rate(1, 2) + rate(3, 4, '110.00'), dates(1, 5), 5, '420.00', unclear(2, 4)],
    ['a night and a run', rate(1, 1, '80.00') + rate(2, 3), dates(1, 4), 4, '280.00', unclear(3)],
    [
      'so many days together',
      rate(1, 3, '300.00', 'RateTimeUnit="Day" UnitMultiplier="3"'),
      dates(1, 4),
      4,
      '300.00',
      unclear(3),
    ],
    ['the whole stay', rate(1, 3, '300.00', 'RateTimeUnit="FullDuration"'), dates(1, 3), 4, '300.00', unclear(3)],
    ['a RoomRate without days', rate(1, 3), '', 4, '300.00', unclear(3)],
    ['each night, with its total', rate(1, 3, '100.00', 'RateTimeUnit="Day"'), dates(1, 4), 4, '300.00', unclear(3)],
  ])(
    'is read as the last night where this alone gives each night once, and told: %s',
    (_, rates, own, end, sum, all) => {
      expect(told(message(rates, own, end, sum))).toEqual(all)
    },
  )

  it('of a RoomRate that is the last night is told where its Rates price one night more', () => {
    const daily = (from: number, to: number): string =>
      rate(from, to, '100.00', 'RateTimeUnit="Day" UnitMultiplier="1"')
    expect(told(message(daily(1, 4), dates(1, 3), 4, '300.00'))).toEqual(unclear(3))
    expect(told(message(daily(1, 4), dates(1, 4), 4, '300.00'))).toEqual([])
  })

  it('is read alike where the message is explained', () => {
    expect(nightsOf(message(rate(1, 2) + rate(3, 4), dates(1, 5), 5, '400.00'))).toEqual([
      '2027-07-01 2027-07-03',
      '2027-07-03 2027-07-05',
    ])
  })

  it.each<[string, string, string, number, string, string]>([
    ['one between', rate(1, 2) + rate(3, 4), dates(1, 4), 4, '300.00', date(2)],
    ['one at the end', rate(1, 2) + rate(2, 3), dates(1, 4), 4, '300.00', date(3)],
    ['more than a last night', rate(1, 3), dates(1, 5), 5, '400.00', date(3)],
  ])('fills no gap that no reading fills: %s', (_, rates, own, end, sum, night) => {
    const missing = told(message(rates, own, end, sum)).filter((one) => one.includes('night-missing'))
    expect(missing.map((one) => one.slice(0, 30))).toContain(`error night-missing ${night}`)
  })

  it('is the day of departure where the total says so, or another RoomStay', () => {
    const day = 'RateTimeUnit="Day"'
    expect(told(message(rate(1, 2, '100.00', day), dates(1, 3), 3, '100.00'))).toContain(
      `error night-missing ${date(2)}`,
    )
    const nightly = stayOf(rate(1, 2) + rate(2, 3), dates(1, 3), 3, '200.00')
    const found = told(messageOf(nightly + stayOf(rate(1, 2), dates(1, 3), 3, '200.00'), 2))
    expect(found).toContain(`error night-missing ${date(2)}`)
  })

  it('is told by a Rate of one day, or by its indicator', () => {
    expect(told(message(rate(1, 1) + rate(2, 3), dates(1, 3), 4, '300.00'))).toEqual([])
    const shown = 'ExpireDateExclusiveIndicator="false"'
    expect(told(message(rate(1, 3, '100.00', shown), dates(1, 4), 4, '300.00'))).toEqual([])
  })

  it('needs no word in a cancellation', () => {
    const cancel = message(rate(1, 3), dates(1, 4), 4, '300.00').replace('"Commit"', '"Cancel"')
    expect(told(cancel).filter((one) => one.includes('expire-date-unclear'))).toEqual([])
  })
})

describe('ExpireDate of Rates of another sender', () => {
  it('is the last night where the RoomRate tells the day of departure', () => {
    const foreign = message(rate(1, 3, '100.00', 'RateTimeUnit="Day"'), dates(1, 4), 4, '300.00')
      .replaceAll('1-101-501', '1')
      .replace(' GroupEventCode="1"', '')
    expect(told(foreign)).toEqual([])
  })
})
