import { describe, expect, it } from 'vitest'
import type { ReservationRequest } from '../../../src/contract/endpoints/reservation-fields.js'
import { buildNotification } from '../../../src/resnotif/build/build.js'
import { lintMessage } from '../../../src/resnotif/lint/lint.js'
import { line, people, reservation } from '../reservations.js'

/** Two units of a double and a suite, two nights with prices. */
const nights = (price: string) => [
  { date: '2027-03-01', price },
  { date: '2027-03-02', price },
]
const REQUEST = {
  ...reservation([
    { ...line(101, 77, 2, people(2)), totalPrice: '400.00', dailyPrices: nights('100.00') },
    { ...line(102, 77, 1, people(1, 5)), totalPrice: '360.00', dailyPrices: nights('180.00') },
  ] as unknown as ReservationRequest['rooms']),
  totalPrice: '760.00',
} as ReservationRequest
const RIGHT = buildNotification(REQUEST, { timeStamp: '2027-01-01T00:00:00Z' })
const found = (text: string): string[] => [
  ...new Set(
    lintMessage(text)
      .findings.filter(({ severity }) => severity === 'error')
      .map(({ rule }) => rule),
  ),
]

function changed(from: string | RegExp, to: string): string {
  const text = RIGHT.replace(from, to)
  if (text === RIGHT) throw new Error(`nothing to replace: ${String(from)}`)
  return text
}

describe('what lint finds in a message of this service', () => {
  it('nothing in a right one', () => {
    expect(lintMessage(RIGHT).findings).toEqual([])
  })

  it.each<[string, string]>([
    ['product-code-unmatched', changed('<RoomType RoomTypeCode="102"', '<RoomType RoomTypeCode="109"')],
    ['product-code-unmatched', changed('<RatePlan RatePlanCode="77"', '<RatePlan RatePlanCode="78"')],
    ['hotel-missing', changed(/<BasicPropertyInfo[^>]*>/, '')],
    ['hotel-missing', changed(/ HotelCode="[^"]*"/, ' HotelName="Inn"')],
    ['hotel-missing', changed(/ HotelCode="[^"]*"/, ' HotelCode=""')],
    ['hotel-missing', changed(/ HotelCode="[^"]*"/, ' HotelCode=" "')],
    ['code-too-long', changed(/(<RoomRate RoomTypeCode=")[^"]*/, '$1 ')],
    ...['euro', 'EU', 'eur', 'E1R', '€', ''].map((code): [string, string] => [
      'currency-invalid',
      changed(/CurrencyCode="EUR"/g, `CurrencyCode="${code}"`),
    ]),
    ['currency-missing', changed(/ CurrencyCode="EUR"/g, '')],
    ['surname-missing', changed(/<Surname>Last1<\/Surname>/, '')],
    ['surname-missing', changed(/<Surname>Last1<\/Surname>/, '<Surname> </Surname>')],
    ['guest-count-zero', changed(/(<GuestCount AgeQualifyingCode="10" Count=")\d+/, '$10')],
    ['status-unknown', changed('ResStatus="Commit"', 'ResStatus="Confirmed"')],
    ['status-unknown', changed('ResStatus="Commit"', 'ResStatus="commit"')],
    ['status-unknown', changed('<HotelReservation>', '<HotelReservation ResStatus="Booked">')],
    ['status-missing', changed(' ResStatus="Commit"', '')],
    ['status-missing', changed('ResStatus="Commit"', 'ResStatus=" "')],
    ['status-contradiction', changed('<HotelReservation>', '<HotelReservation ResStatus="Cancel">')],
    [
      'status-contradiction',
      changed('ResStatus="Commit"', 'ResStatus="Cancel"').replace(
        '<HotelReservation>',
        '<HotelReservation ResStatus="Commit">',
      ),
    ],
    ['status-contradiction', changed('<UniqueID Type="14"', '<UniqueID Type="15"')],
    ['status-contradiction', changed('ResID_Type="14"', 'ResID_Type="15"')],
    ['currency-mixed', changed('CurrencyCode="EUR"', 'CurrencyCode="USD"')],
    [
      'night-outside',
      changed(
        'EffectiveDate="2027-03-02" ExpireDate="2027-03-03"',
        'EffectiveDate="2027-03-03" ExpireDate="2027-03-04"',
      ),
    ],
    ['night-missing', changed(/<Rate [^>]*EffectiveDate="2027-03-02"[\s\S]*?<\/Rate>/, '')],
    [
      'night-twice',
      changed(
        'EffectiveDate="2027-03-02" ExpireDate="2027-03-03"',
        'EffectiveDate="2027-03-01" ExpireDate="2027-03-02"',
      ),
    ],
    ['amount-negative', changed('<Base AmountAfterTax="100.00"', '<Base AmountAfterTax="-100.00"')],
    ['amount-invalid', changed('<Base AmountAfterTax="180.00"', '<Base AmountAfterTax="180,50"')],
    ['amount-invalid', changed('<Base AmountAfterTax="180.00"', '<Base AmountAfterTax="1 180.00"')],
    ['amount-invalid', changed('<Base AmountAfterTax="180.00"', '<Base AmountAfterTax="EUR 180"')],
    ['unique-id-twice', changed(/(<UniqueID[^>]*>)/, '$1$1')],
    ['unique-id-twice', changed(/(<HotelReservation>[\s\S]*<\/HotelReservation>)/, '$1$1')],
    ['primary-twice', changed(/GroupEventCode="2">/, 'GroupEventCode="2" PrimaryIndicator="true">')],
  ])('%s', (rule, text) => {
    expect(found(text)).toContain(rule)
  })

  it('a service below zero may be a credit, and is warned of', () => {
    const service = (amount: string): string =>
      changed(
        '<ResGuests>',
        `<Services><Service ServiceInventoryCode="VOUCHER" ServicePricingType="Per stay"><Price><Base AmountAfterTax="${amount}" CurrencyCode="EUR"/></Price></Service></Services><ResGuests>`,
      )
    const severities = (text: string): string[] =>
      lintMessage(text).findings.flatMap(({ rule, severity }) => (rule === 'amount-negative' ? [severity] : []))
    expect(severities(service('-30.00'))).toEqual(['warning'])
    expect(severities(service('30.00'))).toEqual([])
    expect(severities(changed('<Base AmountAfterTax="100.00"', '<Base AmountAfterTax="-100.00"'))).toEqual(['error'])
  })

  it('ResStatus may stand on each reservation, and a cancellation may carry an id of its own', () => {
    expect(
      lintMessage(
        changed(' ResStatus="Commit"', '').replace('<HotelReservation>', '<HotelReservation ResStatus="Commit">'),
      ).findings,
    ).toEqual([])
    expect(
      lintMessage(
        changed('ResStatus="Commit"', 'ResStatus="Cancel"').replace('<UniqueID Type="14"', '<UniqueID Type="15"'),
      ).findings,
    ).toEqual([])
  })

  it('a price without the currency that the others have is warned of', () => {
    expect(lintMessage(changed(' CurrencyCode="EUR"', '')).findings).toMatchObject([
      { rule: 'currency-missing', severity: 'warning', found: '1 price without a currency' },
    ])
  })

  it('names of more than 64 characters are warned of', () => {
    expect(lintMessage(changed('<Surname>Last1<', `<Surname>${'Ü'.repeat(65)}<`)).findings).toMatchObject([
      { rule: 'name-too-long', severity: 'warning', found: '65 characters' },
    ])
    expect(lintMessage(changed('<Surname>Last1<', `<Surname>${'Ü'.repeat(64)}<`)).findings).toEqual([])
  })

  it('RoomStays need no ResGuestRPHs', () => {
    expect(lintMessage(changed(/<ResGuestRPHs>[\s\S]*?<\/ResGuestRPHs>/, '')).findings).toEqual([])
  })

  it('units may stand in any order, even that of text', () => {
    const swapped = RIGHT.replace('GroupEventCode="2"', 'GroupEventCode="x"')
      .replace('GroupEventCode="1"', 'GroupEventCode="2"')
      .replace('"x"', '"1"')
    expect(lintMessage(swapped).findings).toEqual([])
    const twelve = buildNotification(reservation([line(101, 77, 12, people(12))]), {
      timeStamp: '2027-01-01T00:00:00Z',
    })
    const order = Array.from({ length: 12 }, (_, i) => String(i + 1)).sort()
    let at = 0
    expect(
      lintMessage(twelve.replaceAll(/GroupEventCode="\d+"/g, () => `GroupEventCode="${order[at++] as string}"`))
        .findings,
    ).toMatchObject([{ rule: 'counter-string-sorted', severity: 'info' }])
  })
})

const OTA = 'http://www.opentravel.org/OTA/2003/05'
const NAME =
  '<Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>X</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles>'
const stranger = (stays: string, more = ''): string =>
  `<OTA_HotelResNotifRQ xmlns="${OTA}" ResStatus="Book"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/>${more}<RoomStays>${stays}</RoomStays><ResGuests><ResGuest ResGuestRPH="1">${NAME}</ResGuest></ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
const HOTEL = '<BasicPropertyInfo HotelCode="7"/>'
const SPAN = '<TimeSpan Start="2027-01-01" End="2027-01-03"/>'

describe('what lint does not hold against a stranger', () => {
  it.each([
    [
      'dates that stand in RoomRate',
      stranger(
        `<RoomStay><RoomRates><RoomRate EffectiveDate="2027-01-01" ExpireDate="2027-01-03"/></RoomRates>${HOTEL}</RoomStay>`,
      ),
      [],
    ],
    [
      'dates that stand in Rate',
      stranger(
        `<RoomStay><RoomRates><RoomRate><Rates><Rate EffectiveDate="2027-01-01" ExpireDate="2027-01-03"/></Rates></RoomRate></RoomRates>${HOTEL}</RoomStay>`,
      ),
      [],
    ],
    [
      'IndexNumber 0 and 1 over two stays',
      stranger(
        `<RoomStay IndexNumber="0">${SPAN}${HOTEL}</RoomStay><RoomStay IndexNumber="1">${SPAN}${HOTEL}</RoomStay>`,
      ),
      ['index-out-of-range'],
    ],
    ['the order of elements', stranger(`<RoomStay>${HOTEL}${SPAN}</RoomStay>`), ['element-order']],
    [
      'a price of one night of three',
      stranger(
        `<RoomStay><RoomRates><RoomRate><Rates><Rate RateTimeUnit="Day" EffectiveDate="2027-01-01" ExpireDate="2027-01-02"/></Rates></RoomRate></RoomRates>${SPAN}${HOTEL}</RoomStay>`,
      ),
      [],
    ],
    [
      'a long code',
      stranger(
        `<RoomStay><RoomTypes><RoomType RoomTypeCode="a-room-with-a-long-name"/></RoomTypes>${SPAN}${HOTEL}</RoomStay>`,
      ),
      ['code-too-long'],
    ],
    [
      'no hotel and no id',
      stranger(`<RoomStay>${SPAN}</RoomStay>`).replace('<UniqueID Type="14" ID="1"/>', ''),
      ['unique-id-missing', 'hotel-missing'],
    ],
  ] as const)('%s', (_, text, warned) => {
    const { findings, hasErrors } = lintMessage(text)
    expect({ hasErrors, rules: findings.map(({ rule, severity }) => `${rule} ${severity}`) }).toEqual({
      hasErrors: false,
      rules: warned.map((rule) => `${rule} warning`),
    })
  })

  it('but what cannot be read is an error for everybody', () => {
    expect(found(stranger(`<RoomStay>${SPAN}<Total AmountAfterTax="180,50"/>${HOTEL}</RoomStay>`))).toEqual([
      'amount-invalid',
    ])
    expect(found(stranger(`<RoomStay>${HOTEL}</RoomStay>`))).toEqual(['time-span-missing'])
  })
})
