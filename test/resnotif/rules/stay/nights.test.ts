import { describe, expect, it } from 'vitest'
import { captureMessage } from '../../../../src/resnotif/read/index.js'
import { explainMessage } from '../../../../src/resnotif/explain/explain.js'
import { readMessageFacts } from '../../../../src/resnotif/facts/index.js'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { base, foreign, rate, roomRate, stay, total } from '../totals/foreign.js'

const ONE = 'UnitMultiplier="1"'
const told = (text: string): string[] => {
  const { findings, notes } = lintMessage(text)
  return [
    ...findings.map(({ rule, found = '' }) => `${rule} ${found}`.trim()),
    ...notes.filter(({ rule }) => rule !== 'total-unchecked').map(({ rule, found }) => `note ${rule} ${found ?? ''}`),
  ]
}
const rates = (...spans: [number, number?][]): string =>
  spans.map(([from, to]) => rate(from, to, base('100.00'), ONE)).join('')
const lint = (all: string, options?: { span: string }): string[] => told(foreign(stay(all, '', options)))
/** Nights as the facts list them, of the first stay. */
const pricesOf = (text: string) =>
  readMessageFacts(captureMessage(text).message).reservations[0]?.stays[0]?.prices.map(({ from, to, per }) =>
    [from, to, per].join(' '),
  )

describe('a RoomRate with days of its own', () => {
  const withDays = (days: string): string =>
    roomRate(rates([1, 2], [2, 3], [3, 4])).replace('<RoomRate', `<RoomRate ${days}`)
  it.each([
    ['EffectiveDate="2027-03-02" ExpireDate="2027-03-04"', ['night-outside 2027-03-01']],
    ['EffectiveDate="2027-03-01" ExpireDate="2027-03-02"', ['night-outside 2027-03-03']],
    ['EffectiveDate="2027-03-01" ExpireDate="2027-03-04"', []],
    // The last night is told.
    ['EffectiveDate="2027-03-01" ExpireDate="2027-03-03"', []],
  ])('is held against those of its Rates: %s', (days, expected) => {
    expect(lint(withDays(days))).toEqual(expected)
  })
})

describe('RoomRates of one unit each, of the two that RoomType tells', () => {
  const types = '<RoomTypes><RoomType RoomTypeCode="DBL" NumberOfUnits="2"/></RoomTypes>'
  const units = (...spans: [number, number][][]): string[] =>
    told(foreign(stay(spans.map((own) => roomRate(rates(...own))).join(''), '', { units: types })))
  const whole: [number, number][] = [
    [1, 2],
    [2, 3],
    [3, 4],
  ]
  it('price each night for both, or a price is missing', () => {
    expect(units(whole, whole)).toEqual([])
    expect(units(whole, whole.slice(0, 2))).toEqual(['night-missing 2027-03-03'])
    expect(units(whole.slice(1), whole)).toEqual(['night-missing 2027-03-01'])
  })
})

describe('nights of prices without a unit of time', () => {
  it.each<[string, [number, number?][], string[]]>([
    [
      'each once',
      [
        [1, 2],
        [2, 3],
        [3, 4],
      ],
      [],
    ],
    [
      'one left out',
      [
        [1, 2],
        [3, 4],
      ],
      ['night-missing 2027-03-02'],
    ],
    [
      'the last left out',
      [
        [1, 2],
        [2, 3],
      ],
      ['night-missing 2027-03-03'],
    ],
    [
      'one twice',
      [
        [1, 2],
        [2, 3],
        [2, 3],
        [3, 4],
      ],
      ['night-twice 2027-03-02'],
    ],
    [
      'one outside',
      [
        [1, 2],
        [2, 3],
        [8, 9],
      ],
      ['night-missing 2027-03-03', 'night-outside 2027-03-08'],
    ],
    ['a night that begins and says no end', [[1], [2], [3]], []],
    ['such a one too much', [[1], [2], [3], [4]], ['night-outside 2027-03-04']],
    ['such a one twice', [[1], [2], [2]], ['night-missing 2027-03-03', 'night-twice 2027-03-02']],
    ['one price for all of them', [[1, 4]], []],
    [
      'one price that holds for longer',
      [[1, 9]],
      ['note night-unchecked 2027-03-04, 2027-03-05, 2027-03-06, 2027-03-07, 2027-03-08'],
    ],
    ['one price for other days', [[6, 9]], ['night-outside 2027-03-06, 2027-03-07, 2027-03-08']],
  ])('%s', (_, spans, findings) => {
    expect(lint(roomRate(rates(...spans)))).toEqual(findings)
  })

  it('are the same with it', () => {
    for (const spans of [
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1, 2],
        [2, 3],
        [2, 3],
        [3, 4],
      ],
      [
        [1, 2],
        [2, 3],
        [8, 9],
      ],
    ] as [number, number][][]) {
      const all = roomRate(rates(...spans))
      expect(lint(all)).toEqual(lint(all.replaceAll(ONE, `RateTimeUnit="Day" ${ONE}`)))
    }
  })
})

describe('a price that begins and says no end', () => {
  const daily = (...days: number[]): string =>
    roomRate(days.map((day) => rate(day, undefined, base('100.00'))).join(''))
  const short = { span: '<TimeSpan Start="2027-03-03" End="2027-03-05"/>' }

  it.each<[string, number[], string[]]>([
    ['on the day of departure', [5], ['night-missing 2027-03-03, 2027-03-04', 'night-outside 2027-03-05']],
    ['later', [9], ['night-missing 2027-03-03, 2027-03-04', 'night-outside 2027-03-09']],
    ['on arrival, and may be carried on', [3], []],
    ['on arrival, and one later', [3, 9], ['night-missing 2027-03-04', 'night-outside 2027-03-09']],
    ['before arrival, and may be carried on', [1], ['note night-unchecked 2027-03-01']],
  ])('%s', (_, days, findings) => {
    expect(lint(daily(...days), short)).toEqual(findings)
  })

  it('is told beside one that says its end', () => {
    const all = roomRate(rate(3, 5, base('100.00')) + rate(7, undefined, base('100.00')))
    expect(lint(all, short)).toEqual(['night-outside 2027-03-07'])
  })

  it('is told of a RoomRate as of a Rate', () => {
    const all = roomRate(`<Rate RateTimeUnit="Day">${base('100.00')}</Rate>`, ' EffectiveDate="2027-03-09"')
    expect(lint(all, short)).toEqual(['night-outside 2027-03-09', 'night-missing 2027-03-03, 2027-03-04'])
  })
})

describe.each([
  ['RateTimeUnit', 'RateTimeUnit="FullDuration" UnitMultiplier="1"'],
  ['ChargeType', 'ChargeType="12"'],
])('a price of the whole stay by %s', (_, whole) => {
  const of = (from: number, to: number, amount = '300.00'): string => rate(from, to, base(amount), whole)
  const undated = `<Rate ${whole}>${base('300.00')}</Rate>`
  const days = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_day, at) => `2027-03-0${from + at}`).join(', ')

  it.each<[string, string, string[]]>([
    ['for all of it', of(1, 4), []],
    ['for all of it, by its last night', of(1, 3), []],
    ['for the night of arrival, which may stand for all', of(1, 2), []],
    ['that begins later', of(2, 4), ['night-missing 2027-03-01']],
    ['for other days', of(2, 5), ['night-missing 2027-03-01', 'night-outside 2027-03-04']],
    ['that holds for longer', of(1, 6), [`note night-unchecked ${days(4, 6)}`]],
    ['of each part', of(1, 3) + of(3, 4, '90.00'), []],
    ['twice', of(1, 4) + of(1, 4), [`night-twice ${days(1, 4)}`]],
    ['twice without days', undated + undated, [`night-twice ${days(1, 4)}`]],
    ['in part twice', of(1, 4) + of(2, 4), ['night-twice 2027-03-02, 2027-03-03']],
  ])('%s', (_name, all, findings) => {
    expect(lint(roomRate(all))).toEqual(findings)
  })

  it('twice is wrong with a total of both as well, unless they are different prices', () => {
    const sum = (all: string, of: string): string[] => told(foreign(stay(roomRate(all), of)))
    expect(sum(of(1, 4) + of(1, 4), '600.00')).toEqual([`night-twice ${days(1, 4)}`])
    expect(sum(of(1, 4) + of(1, 4, '60.00'), '360.00')).toEqual([`note night-unchecked ${days(1, 4)}`])
    expect(sum(of(1, 4) + of(1, 4, '60.00'), '')).toEqual([`night-twice ${days(1, 4)}`])
  })

  it('twice may be that of each of several rooms', () => {
    const all = roomRate(of(1, 4) + of(1, 4)).replace('NumberOfUnits="1"', 'NumberOfUnits="2"')
    expect(lint(all).filter((one) => one.includes('night'))).toEqual([`note night-unchecked ${days(1, 4)}`])
  })
})

describe('ExpireDate of several RoomStays', () => {
  const of = (from: number, to: number, end: number, sum = ''): string =>
    stay(roomRate(rate(from, to, base('100.00'))), sum, {
      span: `<TimeSpan Start="2027-03-0${from}" End="2027-03-0${end}"/>`,
    })

  it.each<[string, string[], string[]]>([
    ['is the last night of each', [of(1, 3, 4), of(1, 2, 3)], []],
    ['is the day of departure of each', [of(1, 4, 4), of(1, 3, 3)], []],
    ['leaves out a night of one', [of(1, 3, 3), of(1, 3, 4)], ['night-missing 2027-03-03']],
    ['leaves it out with the total of the other', [of(1, 3, 3, '200.00'), of(1, 3, 4)], ['night-missing 2027-03-03']],
    [
      'is not proved by the total of each',
      [of(1, 3, 3, '200.00'), of(1, 3, 4, '300.00')],
      ['note night-unchecked 2027-03-03'],
    ],
    ['may be the day after a single night', [of(1, 2, 2), of(1, 3, 4)], ['note night-unchecked 2027-03-03']],
    [
      'is doubted where most speak against one',
      [of(1, 3, 3), of(1, 3, 4), of(4, 6, 7)],
      ['note night-unchecked 2027-03-03', 'note night-unchecked 2027-03-06'],
    ],
  ])('%s', (_, stays, findings) => {
    const found = told(foreign(stays.join('')))
    expect(found.filter((one) => one.includes('night'))).toEqual(findings)
  })

  const several = (...stays: string[]): string[] => {
    const [first = '', ...others] = stays.map((one) => foreign(one))
    const reservations = others.map((one, at) =>
      (/<HotelReservation>.*<\/HotelReservation>/s.exec(one)?.[0] ?? '').replace('ID="1"', `ID="${at + 2}"`),
    )
    const text = first.replace('</HotelReservations>', `${reservations.join('')}</HotelReservations>`)
    return told(text).filter((one) => one.includes('night'))
  }
  it('is doubted where as many reservations of the message mean the day of departure', () => {
    const [departure, last] = [of(1, 3, 3), of(1, 3, 4)]
    expect(several(departure, departure, last)).toEqual(['note night-unchecked 2027-03-03'])
    expect(several(last, departure, departure)).toEqual(['note night-unchecked 2027-03-03'])
    expect(several(departure, last)).toEqual(['note night-unchecked 2027-03-03'])
    expect(several(last, last, departure)).toEqual([])
    expect(several(departure, departure, of(1, 3, 4, '300.00'))).toEqual([])
  })

  it('is read as an element says', () => {
    const last = of(1, 3, 4).replace('ExpireDate=', 'ExpireDateExclusiveIndicator="false" ExpireDate=')
    expect(told(foreign(of(1, 3, 3) + last)).filter((one) => one.includes('night'))).toEqual([])
  })
})

describe('a RoomRate for each night', () => {
  const each = (...days: number[]): string =>
    days.map((day) => roomRate(`<Rate>${total('110.00')}</Rate>`, ` EffectiveDate="2027-03-0${day}"`)).join('')
  const nights = ['2027-03-01 2027-03-02 night', '2027-03-02 2027-03-03 night', '2027-03-03 2027-03-04 night']

  it('tells the stay where TimeSpan does not', () => {
    const text = foreign(stay(each(1, 2, 3), '330.00', { span: '' }))
    expect(told(text)).toEqual([])
    expect(pricesOf(text)).toEqual(nights)
    expect(explainMessage(text).lines.join('\n')).toContain(
      '2027-03-01 to 2027-03-04 (from the rates, as there is no TimeSpan); 1 × room DBL with plan BAR;',
    )
    expect(told(foreign(stay(each(1, 2, 3), '440.00', { span: '' })))).toEqual(['total-mismatch 440.00'])
  })

  it('is for its night where TimeSpan tells the stay', () => {
    const text = foreign(stay(each(1, 2, 3), '330.00'))
    expect(told(text)).toEqual([])
    expect(pricesOf(text)).toEqual(nights)
    expect(lint(each(1, 2, 8))).toEqual(['night-missing 2027-03-03', 'night-outside 2027-03-08'])
    expect(lint(each(1, 2, 3, 4))).toEqual(['night-outside 2027-03-04'])
  })

  it('may be for all from its day on where there are fewer than nights', () => {
    const text = foreign(stay(each(1, 3), ''))
    expect(told(text)).toEqual(['note night-unchecked 2027-03-02'])
    expect(pricesOf(text)).toEqual(['2027-03-01  not told', '2027-03-03  not told'])
  })

  it.each<[string, string, string[]]>([
    ['that are carried on until the next', '330.00', []],
    ['that may be of all nights until the next', '220.00', []],
    ['that make the total in no reading', '310.00', ['night-missing 2027-03-02']],
    ['without a total', '', ['note night-unchecked 2027-03-02']],
  ])('%s', (_name, sum, expected) => {
    const text = foreign(stay(each(1, 3), sum))
    expect(told(text)).toEqual(expected)
    expect(lintMessage(text).hasErrors).toBe(false)
    const more = text.replace('<GuestCounts', '<Fees><Fee Amount="5.00"/></Fees>$&')
    expect(told(more).filter((one) => one.startsWith('night'))).toEqual([])
    expect(told(text.replace('ResStatus="Commit"', 'ResStatus="Cancel"'))).toEqual([])
  })

  it('that is a Rate which says so, of which one is missing', () => {
    const daily = (sum: string): string =>
      foreign(stay(roomRate(rate(1, undefined, base('100.00')) + rate(3, undefined, base('110.00'))), sum))
    expect(told(daily('310.00'))).toEqual([])
    expect(told(daily('210.00'))).toEqual(['night-missing 2027-03-02'])
    expect(told(daily('330.00'))).toEqual(['night-missing 2027-03-02'])
  })

  it('of which there is one does not say when the stay ends', () => {
    const { findings } = lintMessage(foreign(stay(each(1), '110.00', { span: '' })))
    expect(findings.map(({ rule, severity, found }) => [rule, severity, found])).toEqual([
      ['time-span-missing', 'warning', 'a price from 2027-03-01 on, without its last day'],
    ])
  })
})

describe('a total of prices before tax', () => {
  const notes = (after: string): string[] => {
    const sum = `<Total AmountBeforeTax="300.00" AmountAfterTax="${after}" CurrencyCode="EUR"><Taxes Amount="57.00"><Tax Code="VAT" Percent="19" Amount="57.00"/></Taxes></Total>`
    const text = foreign(stay(roomRate(rate(1, 4, base('100.00').replace('AfterTax', 'BeforeTax'))), '300.00'))
    const { findings, notes: left } = lintMessage(text.replace(/<Total [^>]*>/, sum))
    return [...findings, ...left].map(({ rule, node }) => `${rule} ${node.slice(node.lastIndexOf('@'))}`)
  }

  it('is checked with its own taxes', () => {
    expect(notes('357.00').filter((one) => one.includes('AfterTax'))).toEqual([])
  })

  it('is not called unchecked where it is wrong', () => {
    expect(notes('375.00').filter((one) => one.includes('AfterTax'))).toEqual(['total-mismatch @AmountAfterTax'])
  })
})

describe('RateTimeUnit', () => {
  const daily = (unit: string, sum: string): string =>
    foreign(stay(roomRate(rate(1, 4, base('100.00'), `RateTimeUnit="${unit}" ${ONE}`)), sum))

  it.each(['DAY', 'day'])('%s is read as Day, and told', (unit) => {
    expect(told(daily(unit, '300.00'))).toEqual([`rate-time-unit ${unit}`])
    expect(lintMessage(daily(unit, '300.00')).hasErrors).toBe(false)
    expect(told(daily(unit, '310.00'))).toEqual([`rate-time-unit ${unit}`, 'total-mismatch 310.00'])
    expect(pricesOf(daily(unit, '300.00'))).toEqual(['2027-03-01 2027-03-04 night'])
  })

  it('is a word of the schemas', () => {
    expect(told(daily('Night', '300.00'))).toEqual(['rate-time-unit Night'])
    expect(told(daily('', '300.00'))).toEqual(['rate-time-unit nothing'])
    expect(told(daily('Day', '300.00'))).toEqual([])
    expect(told(daily('FullDuration', '100.00'))).toEqual([])
  })
})

describe('24:00:00', () => {
  it('is the beginning of the next day, wherever a span begins or ends', () => {
    const span = (start: string, end: string): { span: string } => ({
      span: `<TimeSpan Start="${start}" End="${end}"/>`,
    })
    const each = rates([1, 2], [2, 3], [3, 4])
    for (const end of ['2027-03-03T24:00:00', '2027-03-03T24:00:00.000Z', '2027-03-03T24:00:00+01:00'])
      expect(lint(each, span('2027-03-01', end))).toEqual([])
    expect(lint(each, span('2027-02-28T24:00:00', '2027-03-03T24:00:00'))).toEqual([])
    expect(lint(rates([1, 2]), span('2027-03-01T10:00:00', '2027-03-01T24:00:00'))).toEqual([])
    expect(lint(each + rates([4, 5]), span('2027-03-01', '2027-03-04T24:00:00'))).toEqual([])
    const ended = each.replace('ExpireDate="2027-03-04"', 'ExpireDate="2027-03-03T24:00:00"')
    expect(lint(ended)).toEqual(['value-invalid 2027-03-03T24:00:00'])
  })
})
