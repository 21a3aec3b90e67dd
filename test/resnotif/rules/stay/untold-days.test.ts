import { describe, expect, it } from 'vitest'
import { explainMessage, lintMessage } from '../../../../src/resnotif/index.js'

const rate = (from: number, to: number, amount = 100, unit = 'Day', year = 2027): string =>
  `<Rate EffectiveDate="${year}-07-0${from}" ExpireDate="${year}-07-0${to}"${unit === '' ? '' : ` RateTimeUnit="${unit}" UnitMultiplier="1"`}><Base AmountAfterTax="${amount}.00" CurrencyCode="EUR"/></Rate>`
const message = (rates: string, span = '', days = ''): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" TimeStamp="2027-06-01T10:00:00Z" Version="1.0" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="R1"/><RoomStays><RoomStay><RoomTypes><RoomType RoomTypeCode="DBL" NumberOfUnits="1"/></RoomTypes><RatePlans><RatePlan RatePlanCode="BAR"/></RatePlans><RoomRates><RoomRate RoomTypeCode="DBL" RatePlanCode="BAR" NumberOfUnits="1"${days}><Rates>${rates}</Rates></RoomRate></RoomRates><GuestCounts><GuestCount AgeQualifyingCode="10" Count="1"/></GuestCounts>${span}<BasicPropertyInfo HotelCode="H1"/></RoomStay></RoomStays><ResGuests><ResGuest AgeQualifyingCode="10"><Profiles><ProfileInfo><Profile ProfileType="1"><Customer><PersonName><Surname>Lee</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
const found = (text: string): string[] => {
  const { findings, notes } = lintMessage(text)
  return [
    ...findings.map(({ severity, rule, found: is }) => `${severity} ${rule} ${is}`),
    ...notes.filter(({ rule }) => rule === 'night-unchecked').map(({ rule, found: is }) => `note ${rule} ${is}`),
  ]
}
const unusual = (text: string): string[] => explainMessage(text).facts.unusual
const SPAN = '<TimeSpan Start="2027-07-01" End="2027-07-03"/>'

describe('nights of a stay whose days stand in its prices alone', () => {
  it('are right where each is priced once', () => {
    for (const rates of [rate(1, 2) + rate(2, 3), rate(1, 3), rate(1, 1) + rate(2, 2)]) {
      expect(found(message(rates))).toEqual([])
      expect(unusual(message(rates))).toEqual([])
    }
  })

  it.each([100, 90])('one that is priced twice is told, as beside a TimeSpan (at %s)', (again) => {
    const rates = rate(1, 2) + rate(1, 2, again) + rate(2, 3)
    const told = 'warning night-twice 2027-07-01'
    expect([found(message(rates)), found(message(rates, SPAN))]).toEqual([[told], [told]])
    expect(unusual(message(rates))).toEqual(['More than one price is told for 2027-07-01.'])
  })

  it('a gap between them is told', () => {
    expect(found(message(rate(1, 2) + rate(4, 5)))).toEqual(['warning night-missing 2027-07-02, 2027-07-03'])
    expect(unusual(message(rate(1, 2) + rate(4, 5)))).toEqual([
      'No price is told for 2027-07-02, 2027-07-03, between nights that have one.',
    ])
  })
})

describe('prices of another time than a night', () => {
  it.each(['FullDuration', 'Week', 'Day', ''])('with RateTimeUnit "%s", of another year, are told', (unit) => {
    const text = message(rate(1, 3, 210, unit, 2028), SPAN)
    expect(found(text)).toContain('warning night-outside 2028-07-01, 2028-07-02')
    expect(unusual(text)).toContain(
      'A price is for 2028-07-01 to 2028-07-03, and the stay is 2027-07-01 to 2027-07-03.',
    )
  })

  it('a price of the whole stay that is a day off is told', () => {
    const text = message(rate(2, 4, 210, 'FullDuration'), SPAN)
    expect(found(text)).toEqual(['warning night-missing 2027-07-01', 'warning night-outside 2027-07-03'])
    expect(unusual(text)).toEqual([
      'A price is for 2027-07-02 to 2027-07-04, and the stay is 2027-07-01 to 2027-07-03.',
    ])
  })

  it('one beside a price without days is told as well', () => {
    const bare = '<Rate RateTimeUnit="Day"><Base AmountAfterTax="9.00" CurrencyCode="EUR"/></Rate>'
    expect(found(message(bare + rate(6, 7), SPAN))).toContain('warning night-outside 2027-07-06')
  })

  it('of exactly the stay they are right, and of more days they are noted', () => {
    expect(found(message(rate(1, 3, 210, 'FullDuration'), SPAN))).toEqual([])
    expect(unusual(message(rate(1, 3, 210, 'FullDuration'), SPAN))).toEqual([])
    expect(found(message(rate(1, 5, 210, 'FullDuration'), SPAN))).toEqual([
      'note night-unchecked 2027-07-03, 2027-07-04',
    ])
    expect(found(message(rate(1, 8, 700, 'Week'), SPAN))[0]).toContain('note night-unchecked')
  })
})
