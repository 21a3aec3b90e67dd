import { describe, expect, it } from 'vitest'
import { explainMessage, lintMessage } from '../../../src/resnotif/index.js'

const DAYS = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04'] as const
const price = (euros: number): string => `<Base AmountAfterTax="${euros}.00" CurrencyCode="EUR"/>`

/** Nights from and to, plan, units, room. */
type Row = [from: number, to: number, plan?: string, units?: number, room?: string]
const roomRate = ([from, to, plan = 'BAR', units = 1, room = 'DBL']: Row, isDatedInside = false): string => {
  const days = `EffectiveDate="${DAYS[from]}" ExpireDate="${DAYS[to]}"`
  return `<RoomRate RoomTypeCode="${room}" RatePlanCode="${plan}" NumberOfUnits="${units}"${isDatedInside ? '' : ` ${days}`}><Rates><Rate RateTimeUnit="Day" UnitMultiplier="1"${isDatedInside ? ` ${days}` : ''}>${price(100)}</Rate></Rates></RoomRate>`
}
const message = (roomRates: string, types = '', more = '', guests = ''): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" TimeStamp="2027-01-10T08:00:00Z" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="R-1"/><RoomStays><RoomStay IndexNumber="1">${types}<RoomRates>${roomRates}</RoomRates><TimeSpan Start="${DAYS[0]}" End="${DAYS[3]}"/><BasicPropertyInfo HotelCode="H1"/>${more}</RoomStay></RoomStays><ResGuests>${guests}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
const two = '<RoomTypes><RoomType RoomTypeCode="DBL" NumberOfUnits="2"/></RoomTypes>'
const NIGHTLY: Row[] = [
  [0, 1],
  [1, 2],
  [2, 3],
]

/** As facts and in the story. */
const roomsOf = (text: string): unknown[][][] => {
  const { facts, reservations } = explainMessage(text)
  return [facts.reservations[0]?.stays[0]?.rooms ?? [], reservations[0]?.booked.stays[0]?.rooms ?? []].map((list) =>
    list.map(({ room, plan, units, from }) => [units, room, plan, from].filter((one) => one !== undefined)),
  )
}

describe('as many units are booked as are booked for any one night', () => {
  it.each<[string, Row[], unknown[][]]>([
    [
      'a RoomRate for each night of each unit',
      [...NIGHTLY, ...NIGHTLY],
      [
        [1, 'DBL', 'BAR'],
        [1, 'DBL', 'BAR'],
      ],
    ],
    [
      'one unit less on the last nights',
      [
        [0, 1, 'BAR', 2],
        [1, 3],
      ],
      [[2, 'DBL', 'BAR']],
    ],
    [
      'another plan for both from the second night on',
      [
        [0, 1],
        [0, 1],
        [1, 3, 'PROMO'],
        [1, 3, 'PROMO'],
      ],
      [
        [1, 'DBL', 'BAR'],
        [1, 'DBL', 'PROMO', DAYS[1]],
        [1, 'DBL', 'BAR'],
        [1, 'DBL', 'PROMO', DAYS[1]],
      ],
    ],
    [
      'two prices of one room beside another plan that comes later',
      [
        [0, 1],
        [1, 3],
        [1, 3, 'PROMO'],
      ],
      [
        [1, 'DBL', 'BAR'],
        [1, 'DBL', 'PROMO'],
      ],
    ],
    [
      'another type beside it',
      [...NIGHTLY, [0, 3, 'BAR', 1, 'SGL']],
      [
        [1, 'DBL', 'BAR'],
        [1, 'SGL', 'BAR'],
      ],
    ],
  ])('%s', (_, rows, rooms) => {
    for (const isDatedInside of [false, true])
      expect(roomsOf(message(rows.map((row) => roomRate(row, isDatedInside)).join('')))).toEqual([rooms, rooms])
  })

  const guest = (code: number): string =>
    `<ResGuest ResGuestRPH="1-DBL-BAR" AgeQualifyingCode="10" GroupEventCode="${code}"><Profiles><ProfileInfo><Profile ProfileType="1"><Customer><PersonName><GivenName>A${code}</GivenName><Surname>Berg</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`
  const ours = (rows: readonly Row[], guests: string): string =>
    message(
      rows.map((row) => roomRate(row)).join(''),
      two,
      '<ResGuestRPHs><ResGuestRPH RPH="1-DBL-BAR"/></ResGuestRPHs>',
      guests,
    )
  const rulesOf = (text: string): string[] => lintMessage(text).findings.map(({ rule }) => rule)
  const WRONG = ['unit-without-guest', 'units-mismatch', 'night-twice']

  it('and each of them has its guest', () => {
    const text = ours([...NIGHTLY, ...NIGHTLY], guest(1) + guest(2))
    expect(explainMessage(text).lines).toContain('Room DBL with plan BAR: 2 units booked, codes 1, 2.')
    expect(rulesOf(text).filter((rule) => WRONG.includes(rule))).toEqual([])
    expect(rulesOf(ours([...NIGHTLY, ...NIGHTLY], guest(1)))).toContain('unit-without-guest')
  })

  it('which the RoomType is held against', () => {
    expect(rulesOf(ours([...NIGHTLY, ...NIGHTLY, ...NIGHTLY], guest(1) + guest(2) + guest(3)))).toContain(
      'units-mismatch',
    )
    expect(rulesOf(ours([...NIGHTLY, ...NIGHTLY, [1, 2]], guest(1) + guest(2)))).toContain('night-twice')
  })
})

describe('units that the RoomType alone tells', () => {
  const silent = (rows: Row[]): string => rows.map((row) => roomRate(row).replace(' NumberOfUnits="1"', '')).join('')
  it('are those of RoomRates that follow each other', () => {
    const text = message(silent(NIGHTLY), two)
    expect(roomsOf(text)).toEqual([[[2, 'DBL', 'BAR']], [[2, 'DBL', 'BAR']]])
    expect(explainMessage(text).facts.reservations[0]?.stays[0]?.prices.map(({ units }) => units)).toEqual([2, 2, 2])
  })

  it.each<[string, Row[], unknown[][]]>([
    [
      'of one plan',
      [...NIGHTLY, ...NIGHTLY],
      [
        [1, 'DBL', 'BAR'],
        [1, 'DBL', 'BAR'],
      ],
    ],
    [
      'of two plans',
      [
        [0, 3],
        [0, 3, 'NR'],
      ],
      [
        [1, 'DBL', 'BAR'],
        [1, 'DBL', 'NR'],
      ],
    ],
  ])('are one for each of as many RoomRates at once, %s', (_, rows, rooms) => {
    expect(roomsOf(message(silent(rows), two))).toEqual([rooms, rooms])
  })

  it.each<[string, string, Row[], unknown[]]>([
    [
      'fewer RoomRates at once',
      two.replace('"2"', '"3"'),
      [
        [0, 3],
        [0, 3],
      ],
      ['DBL', 'BAR'],
    ],
    [
      'more',
      two.replace('"2"', '"1"'),
      [
        [0, 3],
        [0, 3],
      ],
      ['DBL', 'BAR'],
    ],
    [
      'RoomTypes of one code twice',
      two.replace(/(<RoomType .*\/>)/, '$1$1'),
      [
        [0, 3],
        [0, 3],
      ],
      ['DBL', 'BAR'],
    ],
  ])('are not told of %s', (_, types, rows, room) => {
    expect(roomsOf(message(silent(rows), types))).toEqual([
      [room, room],
      [room, room],
    ])
  })

  it.each<[string, string, Row[]]>([
    ['RoomRates of one night', two, [...NIGHTLY, ...NIGHTLY]],
    ['two RoomTypes of one code', two.replace(/(<RoomType .*\/>)/, '$1$1'), NIGHTLY],
  ])('are not told of %s', (_, types, rows) => {
    expect(roomsOf(message(silent(rows), types)).flat(2)).not.toContain(2)
  })

  it('count in the totals', () => {
    const sum = (euros: string): string[] =>
      lintMessage(
        message(silent(NIGHTLY), two, `<Total AmountAfterTax="${euros}" CurrencyCode="EUR"/>`),
      ).findings.flatMap(({ rule, expected }) => (rule === 'total-mismatch' ? [expected ?? ''] : []))
    expect([sum('600.00'), sum('500.00')]).toEqual([[], ['600.00']])
  })
})

describe('a RoomType of more units than its RoomRates', () => {
  const said = (rows: Row[], types = two): string =>
    explainMessage(message(rows.map((row) => roomRate(row)).join(''), types)).lines.join('\n')
  const OPEN = '(of room DBL 2 by its RoomType, 1 by its RoomRates: either may be meant)'

  it.each<[string, Row[]]>([
    ['one after the other', NIGHTLY],
    [
      'one after the other, under another plan',
      [
        [0, 1],
        [1, 3, 'NR'],
      ],
    ],
    ['one alone', [[0, 3]]],
  ])('is told in both ways: %s', (_, rows) => {
    expect(said(rows)).toContain(OPEN)
    const { facts } = explainMessage(message(rows.map((row) => roomRate(row)).join(''), two))
    expect(facts.reservations[0]?.stays[0]?.openUnits).toEqual([{ room: 'DBL', byType: 2, byRates: 1 }])
  })

  it.each<[string, Row[], string]>([
    [
      'as many at once',
      [
        [0, 3],
        [0, 3],
      ],
      two,
    ],
    [
      'as many in one night',
      [
        [0, 1, 'BAR', 2],
        [1, 3],
      ],
      two,
    ],
    ['another room', [[0, 3, 'BAR', 1, 'TWN']], two],
    ['no number of the RoomType', [[0, 3]], '<RoomTypes><RoomType RoomTypeCode="DBL"/></RoomTypes>'],
  ])('is not in doubt: %s', (_, rows, types) => {
    expect(said(rows, types)).not.toContain('either may be meant')
  })
})
