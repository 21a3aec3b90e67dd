import { describe, expect, it } from 'vitest'
import type { ReservationRequest } from '../../../src/contract/endpoints/reservation-fields.js'
import { buildNotification } from '../../../src/resnotif/build/build.js'
import { explainMessage } from '../../../src/resnotif/explain/explain.js'
import { lintMessage } from '../../../src/resnotif/lint/lint.js'
import { line, people, reservation } from '../reservations.js'

const RIGHT = buildNotification(
  {
    ...reservation([{ ...line(101, 77, 1, people(1)), totalPrice: '400.00' } as ReservationRequest['rooms'][number]]),
    checkInDate: '2027-03-01',
    checkOutDate: '2027-03-04',
    totalPrice: '400.00',
  } as ReservationRequest,
  { timeStamp: '2027-01-01T00:00:00Z' },
)
const errors = (text: string): string[] =>
  lintMessage(text)
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ rule }) => rule)

function changed(from: string | RegExp, to: string): string {
  const text = RIGHT.replace(from, to)
  if (text === RIGHT) throw new Error(`nothing to replace: ${String(from)}`)
  return text
}

const span = (attributes: string): string => changed(/<TimeSpan [^>]*>/, `<TimeSpan ${attributes}/>`)
const RATE = /<RoomRate [^>]*>[\s\S]*?<\/RoomRate>/
const rate = (from: string, to: string, more = ''): string =>
  `<RoomRate RoomTypeCode="101" NumberOfUnits="1" RatePlanCode="77" EffectiveDate="${from}" ExpireDate="${to}">${more}</RoomRate>`

describe('the days of a stay', () => {
  it.each([
    'Start="2027-03-01" Duration="P3N"',
    'Start="2027-03-01" Duration="P3D" End="2027-03-04"',
    'Start="2027-03-01" Duration="PT72H"',
    'Start="2027-03-01" Duration="P0Y0M3DT0H0M0S"',
    'Start="2027-03-01" Duration="P0Y0M3DT0H0M0.000S" End="2027-03-04"',
    'Start="2027-03-01" Duration="P2DT24H"',
    'Start="2027-03-01" Duration="PT4320M"',
    'Start="2027-03-01" Duration="P0M00003D"',
    'Start="2027-03-01T15:00:00" Duration="P2DT20H"',
    'Start="2027-03-01T15:00:00Z" Duration="PT68H" End="2027-03-04T11:00:00Z"',
    'Start="2027-03-01T15:00:00Z" End="2027-03-04T11:00:00+01:00"',
  ])('%s is right', (attributes) => {
    expect(lintMessage(span(attributes)).findings).toEqual([])
    expect(explainMessage(span(attributes)).lines.join('\n')).toMatch(/2027-03-01\S* to 2027-03-04/)
  })

  it.each<[string, string]>([
    ['Start="2027-03-01" Duration="P2D" End="2027-03-04"', 'time-span-mismatch'],
    ['Start="2027-03-01" Duration="P4N" End="2027-03-04"', 'time-span-mismatch'],
    ['Start="2027-03-01" Duration="three" End="2027-03-04"', 'date-invalid'],
    ['Start="2027-03-01" Duration="P4D"', 'night-missing'],
    ['Start="2027-03-01" Duration="PT48H" End="2027-03-04"', 'time-span-mismatch'],
    ['Start="2027-03-01" Duration="P1W" End="2027-03-04"', 'time-span-mismatch'],
    ['Start="2027-03-01" Duration="P1M" End="2027-03-04"', 'time-span-mismatch'],
    ['Start="2027-03-01" Duration="PT36H"', 'date-invalid'],
    ['Start="2027-03-01" Duration="PT"', 'date-invalid'],
    ['Start="2027-03-01" Duration="P"', 'date-invalid'],
    ['Start="2027-03-01" Duration="-P3D"', 'date-invalid'],
    ['Start="2027-03-01"', 'time-span-missing'],
    ['End="2027-03-04"', 'time-span-missing'],
    ['Start="2027-03-01" End="2027-03-01"', 'date-order'],
    ['Start="2027-03-04" End="2027-03-01"', 'date-order'],
    ['Start="2027-13-01" End="2027-03-04"', 'date-invalid'],
    ['Start="2027-02-30" End="2027-03-04"', 'date-invalid'],
    ['Start="2027-03-01Tnoon" End="2027-03-04"', 'date-invalid'],
    ['Start="" End="2027-03-04"', 'date-invalid'],
  ])('%s is not: %s', (attributes, rule) => {
    expect(errors(span(attributes))).toContain(rule)
  })

  it.each([
    'Start="2027-03-01" Duration="P0D"',
    'Start="2027-03-01T09:00:00" Duration="PT8H"',
    'Start="2027-03-01T10:00:00" End="2027-03-01T18:00:00"',
    'Start="2027-03-01" End="2027-03-01" Duration="P0N"',
  ])('%s is a day use, of which a notification of this service says nothing', (attributes) => {
    const found = lintMessage(span(attributes)).findings.filter(({ rule }) => rule === 'date-order')
    expect(found).toMatchObject([{ severity: 'warning', why: /is a day use.*sold by the hour/ }])
  })

  it.each(['PT36H', 'P1DT5H', 'PT0.5S', 'P99999D'])('a duration of %s is told as not understood', (duration) => {
    const { facts } = explainMessage(span(`Start="2027-03-01" Duration="${duration}"`))
    expect(facts.reservations[0]?.stays[0]).toMatchObject({ arrival: '2027-03-01', durationText: duration })
    expect(facts.unusual).toContain(
      `Duration "${duration}" is no whole number of days, so it does not tell the departure.`,
    )
  })

  it('months are as long as the calendar says', () => {
    const nightsOf = (start: string, duration: string): unknown =>
      explainMessage(span(`Start="${start}" Duration="${duration}"`)).facts.reservations[0]?.stays[0]?.nights
    expect([nightsOf('2027-03-01', 'P1M'), nightsOf('2027-01-31', 'P1M'), nightsOf('2028-02-01', 'P1M')]).toEqual([
      31, 28, 29,
    ])
    expect([nightsOf('2027-12-31', 'P1M1D'), nightsOf('2027-03-01', 'P1Y'), nightsOf('2027-03-01', 'P99Y')]).toEqual([
      32,
      366,
      undefined,
    ])
  })

  it('ResGlobalInfo spans the stays', () => {
    expect(
      errors(changed('<ResGlobalInfo>', '<ResGlobalInfo><TimeSpan Start="2027-03-01" End="2027-03-03"/>')),
    ).toEqual(['time-span-mismatch'])
    expect(
      errors(changed('<ResGlobalInfo>', '<ResGlobalInfo><TimeSpan Start="2027-03-01" End="2027-03-09"/>')),
    ).toEqual([])
  })

  it.each<[string, string, string]>([
    ['a night at the end', rate('2027-03-01', '2027-03-03'), 'night-missing'],
    ['a night in the middle', rate('2027-03-01', '2027-03-02') + rate('2027-03-03', '2027-03-04'), 'night-missing'],
    ['all nights', rate('2027-03-01', '2027-03-01'), 'night-missing'],
    ['a night too much', rate('2027-03-01', '2027-03-05'), 'night-outside'],
    ['one night twice', rate('2027-03-01', '2027-03-03') + rate('2027-03-02', '2027-03-04'), 'night-twice'],
    [
      'some nights with another unit',
      rate('2027-03-01', '2027-03-04') + rate('2027-03-03', '2027-03-04'),
      'night-twice',
    ],
  ])('RoomRates of a product leave out or repeat nothing: %s', (_, rates, rule) => {
    expect(errors(changed(RATE, rates))).toContain(rule)
  })

  it('RoomRates of a product may follow each other', () => {
    expect(errors(changed(RATE, rate('2027-03-01', '2027-03-02') + rate('2027-03-02', '2027-03-04')))).toEqual([])
  })

  it('the total of the reservation is held against the RoomRates where the stay has none', () => {
    const bare = RIGHT.replace(/<Total [^>]*>(?=\s*<BasicPropertyInfo)/, '')
    expect([errors(bare), errors(bare.replace(/(<ResGlobalInfo>\s*<Total AmountAfterTax=")400/, '$1500'))]).toEqual([
      [],
      ['total-mismatch'],
    ])
  })
})

describe('blanks around a day', () => {
  const message = (start: string, end: string): string =>
    `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="R1"/><RoomStays><RoomStay><RoomRates><RoomRate RoomTypeCode="D" RatePlanCode="B" NumberOfUnits="1"><Rates><Rate EffectiveDate=" 2027-07-01 " ExpireDate="2027-07-04&#10;" RateTimeUnit="Day"><Base AmountAfterTax=" 100 " CurrencyCode="EUR"/></Rate></Rates></RoomRate></RoomRates><TimeSpan Start="${start}" ${end}/><Total AmountAfterTax="300" CurrencyCode="EUR"/><BasicPropertyInfo HotelCode="H"/></RoomStay></RoomStays></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
  it('mean nothing, and do not stand in the story', () => {
    for (const end of ['End=" 2027-07-04"', 'Duration=" P3N "']) {
      const text = message(' 2027-07-01', end)
      expect(lintMessage(text).findings).toEqual([])
      expect(explainMessage(text).lines).toContain(
        'Stay: 2027-07-01 to 2027-07-04; 1 × room D with plan B; hotel H; rate 100 EUR; total 300 EUR.',
      )
    }
  })
  it.each(['RatePlan', 'RoomType'])('the days of a %s are held to the calendar as well', (name) => {
    const rulesWith = (day: string): string[] =>
      lintMessage(
        message('2027-07-01', 'End="2027-07-04"').replace(
          '<RoomRates>',
          `<${name}s><${name} ${name}Code="B" EffectiveDate="${day}"/></${name}s><RoomRates>`,
        ),
      ).findings.map(({ rule }) => rule)
    expect(rulesWith('2027-02-30')).toContain('date-invalid')
    expect(rulesWith('2027-06-30')).not.toContain('date-invalid')
  })
  it('do not make a day of what is none', () => {
    const rules = lintMessage(message('2027-07- 01', 'End="2027-07-04"')).findings.map(({ rule }) => rule)
    expect(rules).toContain('date-invalid')
  })
})

describe('a price for some nights together', () => {
  const message = (days: string, times: number, timeSpan = ''): string =>
    `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="R1"/><RoomStays><RoomStay><RoomRates><RoomRate RoomTypeCode="D" RatePlanCode="B" NumberOfUnits="1"><Rates><Rate ${days} UnitMultiplier="${times}" RateTimeUnit="Day"><Base AmountAfterTax="100" CurrencyCode="EUR"/><Total AmountAfterTax="${times * 100}" CurrencyCode="EUR"/></Rate></Rates></RoomRate></RoomRates>${timeSpan}<Total AmountAfterTax="${times * 100}" CurrencyCode="EUR"/><BasicPropertyInfo HotelCode="H"/></RoomStay></RoomStays></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
  const days = (end: number): string => `EffectiveDate="2027-07-01" ExpireDate="2027-07-0${end}"`
  const rules = (text: string): string[] => lintMessage(text).findings.map(({ rule }) => rule)
  const span = (end: number): string => `<TimeSpan Start="2027-07-01" End="2027-07-0${end}"/>`

  it('is for as many as it says: a stay that is a night longer has one without a price', () => {
    expect(rules(message(days(3), 2, span(4)))).toEqual(['night-missing'])
    expect(rules(message(days(4), 3, span(5)))).toEqual(['night-missing'])
  })

  it('is told as open where it is for a night by its unit, and as many times the Base as there are nights', () => {
    const priceOf = (text: string): unknown => explainMessage(text).facts.reservations[0]?.stays[0]?.prices[0]
    const sum = message(days(3), 2, span(3)).replace('UnitMultiplier="2"', 'UnitMultiplier="1"')
    expect(priceOf(sum)).toMatchObject({ amount: '200', per: 'not told', perText: expect.stringContaining('2 × Base') })
    expect(priceOf(sum.replace('<Base AmountAfterTax="100"', '<Base AmountAfterTax="180"'))).toMatchObject({
      amount: '200',
      per: 'night',
    })
  })

  it('ends on its last night where the number of nights says so', () => {
    expect(rules(message(days(3), 3, span(4)))).toEqual([])
    expect(rules(message(days(3), 2, span(3)))).toEqual([])
    const { facts } = explainMessage(message(days(2), 2))
    expect(facts.reservations[0]?.stays[0]).toMatchObject({ arrival: '2027-07-01', departure: '2027-07-03', nights: 2 })
  })
})
