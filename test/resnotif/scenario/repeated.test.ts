import { describe, expect, it } from 'vitest'
import { contradictionIn, SCENARIOS } from '../../../src/resnotif/index.js'
import { judged, repeated, sent } from './repeating.js'

const GLOBAL = '<ResGlobalInfo>'
const RATE_DAYS = /(<Rate [^>]*EffectiveDate=")2027-07-02(" ExpireDate=")2027-07-03/
const NO_TYPES: [RegExp, string] = [/<RoomTypes>[^]*<\/RoomTypes>/, '']

describe('an answer that repeats what was sent', () => {
  it.each(SCENARIOS.flatMap(({ name, steps }) => steps.map((_, at) => [name, at] as const)))(
    'agrees with it: %s, step %i',
    (name, at) => {
      expect(contradictionIn(repeated(sent(name, at)), sent(name, at))).toBeUndefined()
    },
  )

  it.each<[string, string, [RegExp | string, string]]>([
    [
      'the span of the stay for the whole',
      'two-prices',
      [GLOBAL, `${GLOBAL}<TimeSpan Start="2027-07-01" End="2027-07-03"/>`],
    ],
    ['nights instead of an end', 'two-prices', [/(<TimeSpan [^>]*)End="[^"]*"/, '$1Duration="P2N"']],
    ['the arrival alone', 'two-prices', [/(<TimeSpan [^>]*)End="[^"]*"/, '$1']],
    ['the last night as the end of a price', 'two-prices', [RATE_DAYS, '$12027-07-02$22027-07-02']],
    ['days with times and zones', 'two-prices', [RATE_DAYS, '$12027-07-02+02:00$22027-07-03T00:00:00Z']],
    ['no days of prices', 'two-prices', [/ EffectiveDate="2027-07-02" ExpireDate="2027-07-03"/, '']],
    ['fewer nights', 'two-prices', [/<Rate [^>]*EffectiveDate="2027-07-02"[^]*?<\/Rate>/, '']],
    [
      'one price for all nights, their sum',
      'two-prices',
      [
        /<Rates>[^]*<\/Rates>/,
        '<Rates><Rate EffectiveDate="2027-07-01" ExpireDate="2027-07-03"><Base AmountAfterTax="269.50"/></Rate></Rates>',
      ],
    ],
    [
      'one price for all nights, their mean',
      'two-prices',
      [
        /<Rates>[^]*<\/Rates>/,
        '<Rates><Rate EffectiveDate="2027-07-01" ExpireDate="2027-07-03"><Base AmountAfterTax="134.75"/></Rate></Rates>',
      ],
    ],
    ['a price with fees in its total', 'one-night', ['</Rate>', '<Fees/><Total AmountAfterTax="122.50"/></Rate>']],
    ['the adults alone', 'families', [/<GuestCount AgeQualifyingCode="8"[^]*(?=<\/GuestCounts>)/, '']],
    ['rooms without how many they are', 'two-rooms', [/(<RoomType [^>]*) NumberOfUnits="2"/, '$1']],
    ['rooms with a blank for how many they are', 'two-rooms', [/(<RoomType [^>]*NumberOfUnits=")2"/, '$1"']],
    ['rooms without how many any of them are', 'families', [/(<RoomType [^>]*) NumberOfUnits="2"/, '$1']],
    ['a room without its code', 'two-products', [/(<RoomType) RoomTypeCode="12"/, '$1']],
    ['a plan without its code', 'two-products', [/(<RatePlan) RatePlanCode="3"/, '$1']],
    ['prices without how many rooms they are for', 'two-rooms', [/(<RoomRate [^>]*) NumberOfUnits="2"/, '$1']],
    ['amounts without a currency', 'two-rooms', [/ CurrencyCode="CHF"/, '']],
    ['prices without a unit of time', 'two-prices', [/ RateTimeUnit="Day" UnitMultiplier="1"/, '']],
    ['guests without how many they are', 'families', [/(AgeQualifyingCode="8" Age="3") Count="1"/, '$1']],
    ['guests without what they are', 'families', [/AgeQualifyingCode="8" (Age="3" Count="1")/, '$1']],
    ['adults without what they are', 'families', [/AgeQualifyingCode="10" (Count="5")/, '$1']],
    ['infants', 'children', [/AgeQualifyingCode="8" (Age="0" Count="1")/, 'AgeQualifyingCode="7" $1']],
    [
      'the guests of a room, where it does not say of which',
      'two-rooms',
      [/<GuestCounts[^]*<\/GuestCounts>/, '<GuestCounts><GuestCount AgeQualifyingCode="10" Count="1"/></GuestCounts>'],
    ],
    ['fewer ages', 'families', [/(AgeQualifyingCode="8") Age="11" (Count="1")/, '$1 $2']],
    [
      'its own number of type 14 beside ours',
      'one-night',
      [/<UniqueID Type="14"/, '<UniqueID Type="14" ID="4711-X"/>$&'],
    ],
    [
      'one reservation for each room',
      'one-night',
      [
        /(<HotelReservation>[^]*<\/HotelReservation>)/,
        '$1<HotelReservation><UniqueID Type="14" ID="SCN-X-5"/></HotelReservation>',
      ],
    ],
    [
      'another reservation with a number of its own',
      'one-night',
      [
        '</HotelReservations>',
        '<HotelReservation><UniqueID Type="10" ID="R-8"/></HotelReservation></HotelReservations>',
      ],
    ],
    [
      'children in one count',
      'families',
      [/<GuestCount AgeQualifyingCode="8"[^]*(?=<\/GuestCounts>)/, '<GuestCount AgeQualifyingCode="8" Count="4"/>'],
    ],
    [
      'the validity of a plan',
      'one-night',
      [/(<RatePlan [^>]*)\/>/, '$1 EffectiveDate="2020-01-01" ExpireDate="2030-01-01"/>'],
    ],
    [
      'a hotel code of its own',
      'one-night',
      [GLOBAL, `${GLOBAL}<BasicPropertyInfo HotelCode="H-9" HotelCodeContext="PMS"/>`],
    ],
  ])('may tell %s', (_, name, change) => {
    expect(judged(name, change)).toBeUndefined()
  })
})

describe('an answer that repeats something else', () => {
  it.each<[string, string, [RegExp | string, string], string]>([
    [
      'a span of the whole reservation',
      'one-night',
      [GLOBAL, `${GLOBAL}<TimeSpan Start="2026-12-01" End="2026-12-02"/>`],
      'the dates of the reservation as 2026-12-01 to 2026-12-02, sent were 2027-07-01 to 2027-07-02',
    ],
    [
      'an arrival without a departure',
      'two-prices',
      [/<TimeSpan [^>]*\/>/, '<TimeSpan Start="2027-07-02"/>'],
      'the dates as from 2027-07-02, sent were 2027-07-01 to 2027-07-03',
    ],
    ['nights', 'two-prices', [/<TimeSpan [^>]*\/>/, '<TimeSpan Duration="P9D"/>'], 'the dates as 9 nights, sent were'],
    [
      'an end in other words',
      'two-prices',
      [/(<TimeSpan [^>]*End=")[^"]*/, '$103.07.2027'],
      'as 2027-07-01 to 03.07.2027',
    ],
    [
      'nights of a price in another year',
      'two-prices',
      [RATE_DAYS, '$12028-07-02$22028-07-03'],
      'the dates of rates as 2028-07-02 to 2028-07-03, sent were 2027-07-01 to 2027-07-03',
    ],
    [
      'nights of a price before the stay',
      'two-prices',
      [RATE_DAYS, '$12024-07-02$22024-07-03'],
      'the dates of rates as 2024',
    ],
    ['a price for too long', 'two-prices', [RATE_DAYS, '$12027-07-02$22030-01-01'], 'as 2027-07-02 to 2030-01-01'],
    ['a price from too early on', 'two-prices', [RATE_DAYS, '$12020-01-01$22027-07-03'], 'as 2020-01-01 to 2027-07-03'],
    [
      'a price that ends before it begins',
      'two-prices',
      [RATE_DAYS, '$12027-07-02$22027-07-01'],
      'as 2027-07-02 to 2027-07-01',
    ],
    [
      'a day of a price in other words',
      'two-prices',
      [RATE_DAYS, '$102.07.2027$22027-07-03'],
      'as 02.07.2027 to 2027-07-03',
    ],
    [
      'a price without days',
      'two-prices',
      [
        / EffectiveDate="2027-07-02" ExpireDate="2027-07-03">\s*<Base AmountAfterTax="149.50"/,
        '><Base AmountAfterTax="99.00"',
      ],
      'a price of 12/3 as 99.00, sent were 120.00, 149.50',
    ],
    [
      'a price of several nights',
      'two-prices',
      [
        /<Rates>[^]*<\/Rates>/,
        '<Rates><Rate EffectiveDate="2027-07-01" ExpireDate="2027-07-03"><Base AmountAfterTax="111.00"/></Rate></Rates>',
      ],
      'the price of 12/3 on 2027-07-01 to 2027-07-03 as 111.00, sent were 120.00, 149.50',
    ],
    [
      'a night twice',
      'two-prices',
      [/(<Rate [^>]*EffectiveDate="2027-07-02"[^]*?<\/Rate>)/, '$1$1'],
      'the price of 12/3 on 2027-07-02 2 times',
    ],
    [
      'a total of a price',
      'one-night',
      ['</Rate>', '<Total AmountAfterTax="99.00"/></Rate>'],
      'the price of 12/3 on 2027-07-01 as 99.00',
    ],
    [
      'other rooms',
      'two-rooms',
      [/(<RoomType [^>]*NumberOfUnits=")2"/, '$11"'],
      'the rooms as 1 × 12, sent were 2 × 12',
    ],
    [
      'another room, without how many',
      'two-rooms',
      [/<RoomType [^>]*\/>/, '<RoomType RoomTypeCode="X"/>'],
      'the rooms as X, sent',
    ],
    [
      'more rooms, one without how many',
      'two-products',
      [/<RoomTypes>/, '$&<RoomType RoomTypeCode="77"/>'],
      'the rooms as 1 × 13, 2 × 12, 77, sent were 1 × 13, 2 × 12',
    ],
    [
      'a number of rooms in words',
      'two-rooms',
      [/(<RoomType [^>]*NumberOfUnits=")2"/, '$1two"'],
      'the rooms as two × 12',
    ],
    [
      'one age of several',
      'children',
      [/(AgeQualifyingCode="8" Age=")5(" Count)/, '$16$2'],
      'the ages of children as 0, 6, 17, sent were 0, 5, 17',
    ],
    [
      'an age twice',
      'children',
      [/(AgeQualifyingCode="8" Age=")17(" Count)/, '$15$2'],
      'the ages of children as 0, 5, 5, sent were 0, 5, 17',
    ],
    ['an age without a count', 'children', [/Age="5" Count="1"/, 'Age="6"'], 'the ages of children as 0, 6, 17'],
    [
      'an age without a kind',
      'children',
      [/AgeQualifyingCode="8" Age="5"/, 'Age="6"'],
      'the ages of children as 0, 6, 17',
    ],
    [
      'fewer children, each with an age',
      'families',
      [/<GuestCount AgeQualifyingCode="8" Age="3" Count="1"\/>/, ''],
      'the children as 3, sent were 4',
    ],
    [
      'fewer children of one room',
      'children',
      [/<GuestCount AgeQualifyingCode="8" Age="5" Count="1"\/>/, ''],
      'the children as 2, sent were 3',
    ],
    [
      'another reservation behind ours',
      'one-night',
      [
        '</HotelReservations>',
        '<HotelReservation><UniqueID Type="14" ID="OTHER-8"/></HotelReservation></HotelReservations>',
      ],
      'the UniqueID as OTHER-8, sent was SCN-X-5',
    ],
    [
      'another reservation before ours',
      'one-night',
      [
        '<HotelReservations>',
        '<HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="14" ResID_Value="OTHER-8"/></HotelReservationIDs></ResGlobalInfo></HotelReservation>',
      ],
      'the reservation id (ResID_Type 14) as OTHER-8, sent was SCN-X-5',
    ],
    ['adults', 'families', [/(AgeQualifyingCode="10" Count=")5/, '$19'], 'the adults as 9, sent were 5'],
    ['children', 'families', [/(AgeQualifyingCode="8" Age="3" Count=")1/, '$13'], 'the children as 6, sent were 4'],
    [
      'ages',
      'families',
      [/(AgeQualifyingCode="8" Age=")3/, '$14'],
      'the ages of children as 11, 9, 6, 4, sent were 11, 9, 6, 3',
    ],
    [
      'guests of the whole',
      'one-night',
      [GLOBAL, `${GLOBAL}<GuestCounts><GuestCount Count="9"/></GuestCounts>`],
      'the guests as 9, sent was 1',
    ],
    ['a hotel', 'one-night', [GLOBAL, `${GLOBAL}<HotelRef HotelCode="999"/>`], 'the hotel as 4711, 999, sent was 4711'],
    [
      'a total, beside a stay without one',
      'one-night',
      [/(<RoomStays>)/, '$1<RoomStay><Total AmountAfterTax="500.00"/></RoomStay><RoomStay/>'],
      'the total of the stay as',
    ],
    [
      'rooms, beside a stay without any',
      'one-night',
      [/(<RoomStays>)/, '$1<RoomStay><RoomTypes><RoomType RoomTypeCode="13"/></RoomTypes></RoomStay><RoomStay/>'],
      'the rooms as 1 × 12, 13, sent were 1 × 12',
    ],
    [
      'dates, beside a stay without any',
      'one-night',
      [/(<RoomStays>)/, '$1<RoomStay><TimeSpan Start="2027-08-01" End="2027-08-02"/></RoomStay><RoomStay/>'],
      'the dates as 2027-08-01 to 2027-08-02',
    ],
    [
      'two totals of the whole',
      'one-night',
      [GLOBAL, `${GLOBAL}<Total AmountAfterTax="77.00"/>`],
      'the total of the reservation as 197.00',
    ],
  ])('%s', (_, name, change, words) => {
    expect(judged(name, change)).toContain(words)
  })

  it('a total of some of the nights', () => {
    const night = (total: string): [RegExp, string] => [
      /<RoomRate [^]*<\/RoomRate>/,
      ['120.00', total]
        .map(
          (price, i) =>
            `<RoomRate RoomTypeCode="12" RatePlanCode="3" EffectiveDate="2027-07-0${i + 1}" ExpireDate="2027-07-0${i + 2}"><Total AmountAfterTax="${price}"/></RoomRate>`,
        )
        .join(''),
    ]
    expect(judged('two-prices', night('149.50'))).toBeUndefined()
    expect(judged('two-prices', night('99.00'))).toContain('the total of 12/3 as 99.00')
  })

  it('of one of two products that it does not name', () => {
    const bare: [RegExp, string] = [/ RoomTypeCode="13"( NumberOfUnits="1") RatePlanCode="4"/, '$1']
    expect(judged('two-products', NO_TYPES, bare)).toBeUndefined()
    expect(
      judged('two-products', NO_TYPES, bare, [/(RoomRate NumberOfUnits[^]*?<Base AmountAfterTax=")[\d.]+/, '$17.00']),
    ).toContain(' as 7.00')
  })

  it('with a string in an envelope, too', () => {
    const message = sent('one-night')
    const answer = repeated(message.replace(/<\?xml[^>]*>/, '')).replace(/(<TimeSpan Start=")[\d-]+/, '$12027-06-01')
    const text = answer.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    expect(
      contradictionIn(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><r><return>${text}</return></r></s:Body></s:Envelope>`,
        message,
      ),
    ).toContain('the dates as 2027-06-01')
  })
})

describe('an answer to a cancellation', () => {
  const judgedCancel = (name: string, at: number, ...changes: [RegExp | string, string][]): string | undefined => {
    const message = sent(name, at)
    let answer = repeated(message)
    for (const [what, by] of changes) {
      expect(answer).toMatch(what)
      answer = answer.replaceAll(new RegExp(what, 'g'), by)
    }
    return contradictionIn(answer, message, { isCancel: true })
  }
  const steps: [string, number][] = [
    ['cancel', 1],
    ['cancel-first', 0],
    ['succession', 2],
  ]

  it.each<[string, [RegExp | string, string], string]>([
    ['hotel', [/HotelCode="4711"/, 'HotelCode="4712"'], 'the hotel as 4712'],
    ['id', [/<UniqueID Type="14" ID="[^"]*/, '<UniqueID Type="14" ID="OTHER'], 'the UniqueID as OTHER'],
    ['arrival', [/(<TimeSpan Start=")[\d-]+/, '$12020-01-01'], 'the dates as 2020-01-01'],
    ['departure', [/(<TimeSpan [^>]*End=")[\d-]+/, '$12031-01-01'], 'to 2031-01-01, sent were'],
    ['currency', ['CurrencyCode="CHF"', 'CurrencyCode="USD"'], 'the currency as USD, sent was CHF'],
    ['room', ['RoomTypeCode="12"', 'RoomTypeCode="999"'], 'the rooms as 1 × 999, sent were 1 × 12'],
    ['room of a rate', [/(<RoomRate [^>]*RoomTypeCode=")12/, '$1999'], 'the room of a rate as 999, sent was 12'],
    ['plan', ['RatePlanCode="3"', 'RatePlanCode="999"'], 'the rate plans as 999, sent were 3'],
    ['units', ['NumberOfUnits="1"', 'NumberOfUnits="2"'], 'the rooms as 2 × 12, sent were 1 × 12'],
    ['night', [/(<Rate [^>]*EffectiveDate="2027-07-0)1(" ExpireDate=")2027-07-02/, '$18$22027-07-09'], 'the dates of'],
    ['count of guests', [/(<GuestCount [^>]*Count=")1/, '$12'], 'the adults as 2, sent was 1'],
    ['name', ['Lovelace', 'Smithers'], 'the name of a guest as Ada Smithers, sent was Ada Lovelace'],
    ['name of which letters are lost', ['Lovelace', 'Lovela?e'], 'letters of it are lost'],
    ['e-mail address', ['guest@guests', 'eve@guests'], 'the e-mail address as eve@guests.example'],
  ])('with another %s contradicts it', (_, change, words) => {
    for (const [name, at] of steps) expect(judgedCancel(name, at, change)).toContain(words)
  })

  it.each<[string, [RegExp | string, string]]>([
    ['as zero', [/AmountAfterTax="[\d.]+"/, 'AmountAfterTax="0.00"']],
    ['as a fee', [/(<Total AmountAfterTax=")[\d.]+/, '$160.00']],
    ['as no number', [/AmountAfterTax="[\d.]+"/, 'AmountAfterTax="none"']],
    ['of one night as zero', [/(<Base AmountAfterTax=")[\d.]+/, '$10']],
    ['not at all', [/ AmountAfterTax="[\d.]+"/, '']],
    [
      'of a fee beside the price',
      ['</Rate>', '<Fees><Fee Amount="60.00"/></Fees><Total AmountAfterTax="60.00"/></Rate>'],
    ],
  ])('may have amounts %s', (_, change) => {
    for (const [name, at] of steps) expect(judgedCancel(name, at, change)).toBeUndefined()
  })

  it('may leave all of it out, or tell the ids alone', () => {
    for (const [name, at] of steps) {
      expect(judgedCancel(name, at)).toBeUndefined()
      expect(judgedCancel(name, at, [/<RoomStays>[^]*<\/ResGuests>/, ''])).toBeUndefined()
      expect(judgedCancel(name, at, [/<HotelReservations>[^]*<\/HotelReservations>/, ''])).toBeUndefined()
    }
  })
})
