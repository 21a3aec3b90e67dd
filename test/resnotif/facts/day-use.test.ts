import { describe, expect, it } from 'vitest'
import { explainPage, tellMore } from '../../../src/cli/explained/index.js'
import { explainMessage, lintMessage } from '../../../src/resnotif/index.js'
import { base, foreign, roomRate, stay, total } from '../rules/totals/foreign.js'

const HOURS = '<TimeSpan Start="2027-03-01T10:00:00" End="2027-03-01T18:00:00"/>'
const DAY = '<TimeSpan Start="2027-03-01" End="2027-03-01"/>'
const DAILY = 'RateTimeUnit="Day" UnitMultiplier="1"'
const ONE_DAY = 'EffectiveDate="2027-03-01" ExpireDate="2027-03-01"'

const rate = (told: string, price = total('60.00')): string => roomRate(`<Rate ${told}>${price}</Rate>`)
const of = (span: string, rates = rate(`${DAILY} ${ONE_DAY}`), sum = '60.00'): string =>
  foreign(stay(rates, sum, { span }))
const storyOf = (text: string): string => {
  const { lines, facts } = explainMessage(text)
  return [...lines, ...tellMore(facts, false)].join('\n')
}

describe('a stay that begins and ends on one day', () => {
  it.each([
    [HOURS, '2027-03-01T10:00:00 to 2027-03-01T18:00:00 (day use, no night);'],
    [
      '<TimeSpan Start="2027-03-01T09:00:00+01:00" End="2027-03-01T17:00:00+01:00"/>',
      '2027-03-01T09:00:00+01:00 to 2027-03-01T17:00:00+01:00 (day use, no night);',
    ],
    [
      '<TimeSpan Start="2027-03-01T10:00:00" Duration="PT6H"/>',
      '2027-03-01T10:00:00 to 2027-03-01 (day use of 6 hours, no night);',
    ],
    ['<TimeSpan Start="2027-03-01" End="2027-03-01" Duration="P0N"/>', '2027-03-01 (day use, no night);'],
    ['<TimeSpan Start="2027-03-01" End="2027-03-01" Duration="P0D"/>', '2027-03-01 (day use, no night);'],
    ['<TimeSpan Start="2027-03-01" Duration="P0N"/>', '2027-03-01 (day use, no night);'],
    [
      '<TimeSpan Start="2027-03-01T00:00:00" End="2027-03-01T00:00:00" Duration="PT0S"/>',
      '2027-03-01T00:00:00 (day use, no night);',
    ],
  ])('%s is a day use, and right', (span, words) => {
    const text = of(span)
    expect(storyOf(text)).toContain(words)
    expect(storyOf(text)).toContain('Unusual: The stay is a day use and has no night.')
    const { findings, notes } = lintMessage(text)
    expect([...findings, ...notes]).toEqual([])
    expect(explainMessage(text).facts.reservations[0]?.stays[0]?.dayUse).toMatch(/^day use/)
  })

  it('without its hours is a day use, or a slip', () => {
    expect(storyOf(of(DAY))).toContain('Stay: 2027-03-01 (no night: day use, or a slip in the dates);')
    expect(storyOf(of(DAY))).toContain('The stay has no night: it is a day use, or its dates are a slip.')
    expect(lintMessage(of(DAY)).findings).toMatchObject([
      { rule: 'date-order', severity: 'info', expected: 'End on a later day', why: /day use without its hours/ },
    ])
  })

  it('whose Duration tells nights is a contradiction', () => {
    const text = of('<TimeSpan Start="2027-03-01" End="2027-03-01" Duration="P1N"/>')
    expect(storyOf(text)).toContain('it is a day use, or its dates are a slip')
    expect(lintMessage(text).findings.map(({ rule, severity }) => [rule, severity])).toEqual(
      expect.arrayContaining([
        ['date-order', 'warning'],
        ['time-span-mismatch', 'warning'],
      ]),
    )
  })

  it('that begins and ends at one time tells no hours', () => {
    const midnight = '<TimeSpan Start="2027-03-01T00:00:00" End="2027-03-01T00:00:00"/>'
    expect(lintMessage(of(midnight)).findings).toMatchObject([{ rule: 'date-order', severity: 'info' }])
  })

  it.each([
    ['with its unit of time', rate(DAILY)],
    ['without one', rate('')],
    ['of a RoomRate with its day', rate(DAILY).replace('<RoomRate ', `<RoomRate ${ONE_DAY} `)],
  ])('has one price without a day, which is for that day: %s', (_, rates) => {
    const { findings, notes } = lintMessage(of(HOURS, rates))
    expect([...findings, ...notes]).toEqual([])
    expect(storyOf(of(HOURS, rates))).toContain('  2027-03-01, for the day  60.00 EUR')
    expect(lintMessage(of(HOURS, rates, '70.00')).findings).toMatchObject([{ rule: 'total-mismatch' }])
  })

  it('has several prices without a day, of which nothing tells which is for it', () => {
    const both = roomRate(`<Rate ${DAILY}>${total('20.00')}</Rate>`.repeat(2))
    expect(explainMessage(of(HOURS, both)).facts.reservations[0]?.stays[0]?.pricedTwice).toBeUndefined()
  })

  it('that ends hours before it begins is wrong', () => {
    const back = '<TimeSpan Start="2027-03-01T18:00:00" End="2027-03-01T10:00:00"/>'
    expect(lintMessage(of(back)).findings).toMatchObject([
      { rule: 'date-order', severity: 'error', why: 'The stay must end after it begins.' },
    ])
    expect(storyOf(of(back))).not.toContain('day use, no night')
  })

  it.each([
    [`${DAILY} ${ONE_DAY}`, '  2027-03-01, for the day  60.00 EUR'],
    [`${DAILY} EffectiveDate="2027-03-01" ExpireDate="2027-03-02"`, '  2027-03-01, for the day  60.00 EUR'],
    [DAILY, '  2027-03-01, for the day  60.00 EUR'],
    ['RateTimeUnit="FullDuration" UnitMultiplier="1"', '  2027-03-01, for the whole stay  60.00 EUR'],
    ['RateTimeUnit="Hour" UnitMultiplier="1"', '  2027-03-01  60.00 EUR an hour'],
  ])('has prices of its day, and of no night: %s', (told, row) => {
    for (const span of [HOURS, DAY]) {
      const story = storyOf(of(span, rate(told)))
      expect(story).toContain(row)
      expect(story).not.toMatch(/2027-03-02|a price is for/)
    }
  })

  it('has a total of its day', () => {
    expect(lintMessage(of(HOURS, rate(`${DAILY} ${ONE_DAY}`, base('50.00')))).findings).toMatchObject([
      { rule: 'total-mismatch' },
    ])
  })

  it('has fees of its day', () => {
    const fees = '<Fees><Fee Amount="5.00" CurrencyCode="EUR" Code="12"/></Fees>'
    const story = storyOf(of(HOURS, rate(`${DAILY} ${ONE_DAY}`, `${fees}${total('60.00')}`)))
    expect(story).toMatch(/Fee 12 5\.00 EUR, 2027-03-01, room DBL/)
    expect(story).not.toContain('night,')
  })

  it('is told as that on the page and in data', () => {
    const explanation = explainMessage(of(HOURS))
    expect(explainPage('A', [{ title: 'A', explanation, findings: [] }])).toContain('(day use, no night)')
    expect(explanation.facts.reservations[0]?.stays[0]).toMatchObject({
      arrival: '2027-03-01',
      departure: '2027-03-01',
      arrivalTime: '10:00:00',
      departureTime: '18:00:00',
      nights: 0,
    })
  })

  it('of some nights keeps its prices of nights', () => {
    const story = storyOf(
      foreign(stay(rate(`${DAILY} ${ONE_DAY}`), '', { span: '<TimeSpan Start="2027-03-01" End="2027-03-02"/>' })),
    )
    expect(story).toContain('  2027-03-01  60.00 EUR')
    expect(story).not.toContain('day use')
  })
})

describe('dates of a price', () => {
  it('that end before they begin are told of the price', () => {
    const text = of(
      '<TimeSpan Start="2027-03-01" End="2027-03-02"/>',
      rate(`${DAILY} EffectiveDate="2027-03-02" ExpireDate="2027-03-01"`),
    )
    expect(lintMessage(text).findings).toContainEqual(
      expect.objectContaining({ rule: 'date-order', why: 'A price must not end before it begins.' }),
    )
  })
})

describe('days of a stay in data', () => {
  const priced = (span: string): string =>
    foreign(stay(rate(`${DAILY} EffectiveDate="2027-03-01" ExpireDate="2027-03-03"`), '', { span }))
  it.each([
    ['<TimeSpan Start="2027-03-01"/>'],
    ['<TimeSpan Start="2027-03-01" Duration="P2N"/>'],
    ['<TimeSpan/>'],
    [''],
  ])('are those of the story: %s', (span) => {
    const { lines, facts } = explainMessage(priced(span))
    expect(lines.join('\n')).toMatch(/2027-03-01 to 2027-03-03(?: \([^)]*from the rates[^)]*\))?;/)
    expect(facts.reservations[0]?.stays[0]).toMatchObject({ arrival: '2027-03-01', departure: '2027-03-03', nights: 2 })
  })

  it('are told alike where ExpireDate is the last night', () => {
    const rates = [1, 2]
      .map((day) =>
        roomRate(
          `<Rate ${DAILY} EffectiveDate="2027-03-0${day}" ExpireDate="2027-03-0${day}">${total('60.00')}</Rate>`,
        ),
      )
      .join('')
    const { lines, facts } = explainMessage(foreign(stay(rates, '', { span: '' })))
    expect(lines.join('\n')).toMatch(/2027-03-01 to 2027-03-03(?: \([^)]*from the rates[^)]*\))?;/)
    expect(facts.reservations[0]?.stays[0]?.departure).toBe('2027-03-03')
  })
})
