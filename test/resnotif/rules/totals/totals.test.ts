import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainMessage } from '../../../../src/resnotif/explain/explain.js'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'

interface Priced {
  rates?: string
  /** Attributes of the Total of the RoomStay. */
  total?: string
  units?: number
  more?: string
}

const rate = (from: number, to: number, base: string, told = ''): string =>
  `<Rate EffectiveDate="2027-07-0${from}" ExpireDate="2027-07-0${to}"${told}><Base ${base} CurrencyCode="EUR"/></Rate>`
const DAILY = ' RateTimeUnit="Day" UnitMultiplier="1"'
const each = (told = '', base = 'AmountAfterTax="100.00"'): string => rate(1, 2, base, told) + rate(2, 3, base, told)

const charge = (from: number, to: number, told: string, total: string, base: string): string =>
  `<Rate EffectiveDate="2027-07-0${from}" ExpireDate="2027-07-0${to}"${told}>${base === '' ? '' : `<Base ${base} CurrencyCode="EUR"/>`}<Total ${total} CurrencyCode="EUR"/></Rate>`
const charged = (told: string, base: string, total: string): string =>
  charge(1, 2, told, total, base) + charge(2, 3, told, total, base)

/** Two nights from 1 July. */
const message = ({ rates = '', total = '', units = 1, more = '' }: Priced): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/><RoomStays><RoomStay IndexNumber="1"><RoomRates><RoomRate RoomTypeCode="101" RatePlanCode="501" NumberOfUnits="${units}"><Rates>${rates}</Rates></RoomRate></RoomRates><TimeSpan Start="2027-07-01" End="2027-07-03"/>${total === '' ? '' : `<Total ${total} CurrencyCode="EUR"/>`}<BasicPropertyInfo HotelCode="1"/></RoomStay></RoomStays><ResGuests>${Array.from({ length: units }, (_, at) => `<ResGuest ResGuestRPH="1-101-501" GroupEventCode="${at + 1}"><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>A</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`).join('')}</ResGuests>${more}</HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
const found = (priced: Priced): string[] =>
  lintMessage(message(priced))
    .findings.filter(({ rule }) => rule === 'total-mismatch')
    .map(({ severity, found: is, expected }) => `${severity} ${is} ${expected}`)

describe('totals', () => {
  it.each<[string, Priced, string[]]>([
    ['nights that make the stay', { rates: each(DAILY), total: 'AmountAfterTax="200.00"' }, []],
    ['nights that do not', { rates: each(DAILY), total: 'AmountAfterTax="999.00"' }, ['error 999.00 200.00']],
    ['nights of no told unit of time', { rates: each(), total: 'AmountAfterTax="999.00"' }, ['warning 999.00 200.00']],
    [
      'a Rate of two nights, by night',
      { rates: rate(1, 3, 'AmountAfterTax="100"'), total: 'AmountAfterTax="200"' },
      [],
    ],
    [
      'a Rate of two nights, for both',
      { rates: rate(1, 3, 'AmountAfterTax="200"'), total: 'AmountAfterTax="200"' },
      [],
    ],
    [
      'a Base of two days',
      {
        rates: rate(1, 3, 'AmountAfterTax="200"', ' RateTimeUnit="Day" UnitMultiplier="2"'),
        total: 'AmountAfterTax="200"',
      },
      [],
    ],
    [
      'a Base of two days that is neither',
      {
        rates: rate(1, 3, 'AmountAfterTax="200"', ' RateTimeUnit="Day" UnitMultiplier="2"'),
        total: 'AmountAfterTax="300"',
      },
      ['warning 300 200'],
    ],
    [
      'nights that are no days of the calendar',
      { rates: each(DAILY).replace('2027-07-02', '02.05.2027'), total: 'AmountAfterTax="250"' },
      [],
    ],
    ['two units, priced for one', { rates: each(DAILY), units: 2, total: 'AmountAfterTax="400"' }, []],
    [
      'two units, priced for both where nothing is told',
      { rates: each(), units: 2, total: 'AmountAfterTax="200"' },
      [],
    ],
    [
      'nights of a part of the stay',
      { rates: rate(1, 2, 'AmountAfterTax="100"', DAILY), total: 'AmountAfterTax="200"' },
      [],
    ],
    [
      'an empty list of services',
      { rates: each(DAILY), total: 'AmountAfterTax="250"', more: '<Services/>' },
      ['error 250 200.00'],
    ],
    [
      'more before tax than after',
      { total: 'AmountBeforeTax="300" AmountAfterTax="200"' },
      ['warning 300 before tax, 200 after no more before tax than after'],
    ],
    ['as much before tax as after', { total: 'AmountBeforeTax="200.00" AmountAfterTax="200"' }, []],
    [
      'DecimalPlaces on one side',
      { rates: each(DAILY, 'AmountAfterTax="98.25"'), total: 'AmountAfterTax="19650" DecimalPlaces="2"' },
      [],
    ],
    [
      'DecimalPlaces beside a decimal point',
      { rates: each(DAILY), total: 'AmountAfterTax="200.00" DecimalPlaces="2"' },
      [],
    ],
    [
      'DecimalPlaces that make another amount',
      { rates: each(DAILY), total: 'AmountAfterTax="200" DecimalPlaces="2"' },
      ['error 2.00 200.00'],
    ],
    [
      'what is charged beside a Base',
      { rates: charged(DAILY, 'AmountAfterTax="100.00"', 'AmountAfterTax="90.00"'), total: 'AmountAfterTax="180.00"' },
      [],
    ],
    [
      'a Base where less is charged',
      { rates: charged(DAILY, 'AmountAfterTax="100.00"', 'AmountAfterTax="90.00"'), total: 'AmountAfterTax="200.00"' },
      ['error 200.00 180.00'],
    ],
    [
      'a charge for all nights of a Rate',
      {
        rates: charge(1, 3, DAILY, 'AmountAfterTax="180.00"', 'AmountAfterTax="100.00"'),
        total: 'AmountAfterTax="180.00"',
      },
      [],
    ],
    [
      'a charge whose tax is not told',
      { rates: charged(DAILY, 'AmountAfterTax="100.00"', 'AmountBeforeTax="90.00"'), total: 'AmountAfterTax="200.00"' },
      [],
    ],
    [
      'daily charges without a Base',
      { rates: charged(DAILY, '', 'AmountAfterTax="90.00"'), total: 'AmountAfterTax="180.00"' },
      [],
    ],
    [
      'daily charges without a Base that make another sum',
      { rates: charged(DAILY, '', 'AmountAfterTax="90.00"'), total: 'AmountAfterTax="999.00"' },
      ['error 999.00 180.00'],
    ],
    [
      'charges of one night each, which need no unit of time',
      { rates: charged('', '', 'AmountAfterTax="90.00"'), total: 'AmountAfterTax="999.00"' },
      ['warning 999.00 180.00'],
    ],
    [
      'parts of a cent, rounded in the sum',
      { rates: each(DAILY, 'AmountAfterTax="33.3333"'), total: 'AmountAfterTax="66.67"' },
      [],
    ],
    [
      'parts of a cent, rounded night by night',
      { rates: each(DAILY, 'AmountAfterTax="33.335"'), total: 'AmountAfterTax="66.68"' },
      [],
    ],
    [
      'a cent beyond all rounding',
      { rates: each(DAILY, 'AmountAfterTax="33.335"'), total: 'AmountAfterTax="66.69"' },
      ['error 66.69 66.67'],
    ],
    [
      'two cents where nothing is to be rounded',
      { rates: each(DAILY, 'AmountAfterTax="33.330"'), total: 'AmountAfterTax="66.68"' },
      ['error 66.68 66.66'],
    ],
  ])('%s', (_, priced, findings) => {
    expect(found(priced)).toEqual(findings)
  })

  it('a price that was divided by its nights is told as rounded', () => {
    const notes = (cents: string, total: string, units = 1, currency = 'EUR'): string[] => {
      const text = message({
        rates: each(DAILY, `AmountAfterTax="${cents}"`),
        total: `AmountAfterTax="${total}"`,
        units,
      })
      const report = lintMessage(text.replaceAll('"EUR"', `"${currency}"`))
      return [...report.findings, ...report.notes]
        .filter(({ rule }) => rule.startsWith('total-'))
        .map(({ rule, severity, found: is, expected }) => `${severity} ${rule} ${is} ${expected}`)
    }
    expect(notes('33.33', '66.67')).toEqual(['info total-rounding 66.67 66.66'])
    expect(notes('33.33', '66.65')).toEqual(['info total-rounding 66.65 66.66'])
    expect(notes('33.33', '66.68')).toEqual(['error total-mismatch 66.68 66.66'])
    // Half a cent for each night of each unit.
    expect(notes('33.33', '133.34', 2)).toEqual(['info total-rounding 133.34 133.32'])
    expect(notes('33.33', '133.35', 2)).toEqual(['error total-mismatch 133.35 133.32'])
    expect(notes('3333', '6667', 1, 'JPY')).toEqual(['info total-rounding 6667 6666'])
    expect(notes('3333', '6667')).toEqual(['error total-mismatch 6667 6666'])
  })

  it('right messages are never accused, however they round and name their prices', () => {
    const made = fc.record({
      nights: fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 9_999_999 })),
      digits: fc.constantFrom(0, 1, 2, 3, 4),
      units: fc.integer({ min: 1, max: 3 }),
      isRoundedEach: fc.boolean(),
      form: fc.constantFrom('base', 'both', 'total', 'whole', 'allUnits'),
      isTold: fc.boolean(),
      off: fc.integer({ min: 1, max: 500 }),
    })
    fc.assert(
      fc.property(made, ({ nights, digits, units, isRoundedEach, form, isTold, off }) => {
        const scale = 10 ** digits
        const text = (value: number): string => (value / scale).toFixed(digits)
        const cents = (value: number): number => Math.round((value * 100) / scale)
        const told = isTold ? DAILY : ''
        const tag = (value: number): string => `AmountAfterTax="${text(value)}"`
        const [one, two] = nights
        const other = `AmountAfterTax="${text(one + off)}"`
        const rates: Record<typeof form, string> = {
          base: rate(1, 2, tag(one), told) + rate(2, 3, tag(two), told),
          both: charge(1, 2, told, tag(one), other) + charge(2, 3, told, tag(two), other),
          total: charge(1, 2, told, tag(one), '') + charge(2, 3, told, tag(two), ''),
          whole: charge(1, 3, told, tag(one + two), other),
          allUnits: charge(1, 2, told, tag(one * units), other) + charge(2, 3, told, tag(two * units), other),
        }
        const sum =
          isRoundedEach && form !== 'whole' && form !== 'allUnits'
            ? (cents(one) + cents(two)) * units
            : cents((one + two) * units)
        expect(found({ rates: rates[form], units, total: `AmountAfterTax="${(sum / 100).toFixed(2)}"` })).toEqual([])
      }),
      { numRuns: 500, seed: 20270707 },
    )
  })

  it('explain reads DecimalPlaces', () => {
    expect(explainMessage(message({ total: 'AmountAfterTax="19650" DecimalPlaces="2"' })).lines.join(' ')).toContain(
      'total 196.50 EUR',
    )
    expect(explainMessage(message({ total: 'AmountAfterTax="19650"' })).lines.join(' ')).toContain('total 19650 EUR')
  })
})
