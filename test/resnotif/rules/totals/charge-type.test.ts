import { describe, expect, it } from 'vitest'
import { tellMore } from '../../../../src/cli/explained/index.js'
import { compareMessages, explainMessage, lintMessage } from '../../../../src/resnotif/index.js'
import { base, foreign, rate, roomRate, stay, total } from './foreign.js'

const DAILY = 'RateTimeUnit="Day" UnitMultiplier="1"'
const ofCode = (code: number, price: string, told = ''): string => rate(1, 4, price, `ChargeType="${code}" ${told}`)
const found = (stays: string): string[] =>
  [lintMessage(foreign(stays))]
    .flatMap(({ findings, notes }) => [...findings, ...notes])
    .map(({ rule, expected }) => `${rule} ${expected ?? ''}`.trim())
const storyOf = (stays: string): string => {
  const { lines, facts } = explainMessage(foreign(stays))
  return [...lines, ...tellMore(facts, false)].join('\n')
}
const counted = (...counts: [number, number][]): string =>
  counts.map(([code, count]) => `<GuestCount AgeQualifyingCode="${code}" Count="${count}"/>`).join('')

describe('the ChargeType of a Rate', () => {
  it.each([
    [12, ', for the whole stay  90.00 EUR  '],
    [18, ', charge type 18, per night or in all is not told  90.00 EUR  '],
    [17, '  90.00 EUR a week  '],
    [19, '2027-03-02  90.00 EUR  '],
    [20, ', for the whole stay  90.00 EUR per person  '],
    [21, '2027-03-02  90.00 EUR per person  '],
  ])('%s tells what the amount is the price of', (code, row) => {
    expect(storyOf(stay(roomRate(ofCode(code, base('90.00'))), ''))).toContain(row)
  })

  it('is told where the unit of time stands beside it', () => {
    const story = storyOf(stay(roomRate(ofCode(21, base('50.00'), DAILY)), '300.00'))
    expect(story).toContain('rate 50.00 EUR per person; total 300.00 EUR')
    expect(story).toContain('2027-03-03  50.00 EUR per person')
  })

  it('that is for each person is a change of the price', () => {
    const [was, is] = ([19, 21] as const).map((code) => {
      const text = foreign(stay(roomRate(ofCode(code, base('50.00'))), ''))
      return { text, facts: explainMessage(text).facts }
    })
    expect(JSON.stringify(compareMessages(was as never, is as never))).toContain('50.00 EUR per person')
  })

  it.each<[string, string, string[]]>([
    ['each person and night', stay(roomRate(ofCode(21, base('50.00'), DAILY)), '300.00'), []],
    ['without a unit of time', stay(roomRate(ofCode(21, base('50.00'))), '300.00'), []],
    ['each person and stay', stay(roomRate(ofCode(20, base('150.00'))), '300.00'), []],
    [
      'in turn',
      stay(
        [
          [1, 2],
          [2, 4],
        ]
          .map(([from = 1, to = 2]) => roomRate(rate(from, to, base('50.00'), `ChargeType="21" ${DAILY}`)))
          .join(''),
        '300.00',
      ),
      [],
    ],
    ['a Total of one person', stay(roomRate(ofCode(21, total('50.00'), DAILY)), '300.00'), []],
    ['a Total of all', stay(roomRate(ofCode(21, total('150.00'), DAILY)), '150.00'), []],
    ['counted once', stay(roomRate(ofCode(21, base('50.00'), DAILY)), '150.00'), ['total-unchecked 300.00']],
    ['another sum', stay(roomRate(ofCode(21, base('50.00'), DAILY)), '310.00'), ['total-mismatch 300.00']],
    [
      'children, who may pay less',
      stay(roomRate(ofCode(21, base('50.00'), DAILY)), '360.00', { counts: counted([10, 1], [8, 1]) }),
      ['total-unchecked 50.00 or more'],
    ],
    [
      'nobody counted',
      stay(roomRate(ofCode(21, base('50.00'), DAILY)), '360.00').replace(/<GuestCounts.*<\/GuestCounts>/, ''),
      ['total-unchecked 50.00 or more'],
    ],
    [
      'two rooms at once',
      stay(roomRate(ofCode(21, base('50.00'), DAILY)) + roomRate(ofCode(21, base('60.00'), DAILY)), '660.00', {
        counts: counted([10, 4]),
      }),
      ['total-unchecked 110.00 or more'],
    ],
  ])('of a total: %s', (_, stays, rules) => {
    expect(found(stays).filter((one) => one.startsWith('total-'))).toEqual(rules)
  })
})

describe('prices and charges by the week, the hour or the minute', () => {
  const span = '<TimeSpan Start="2027-03-01" End="2027-03-15"/>'
  const fortnight = (price: string, unit: string, sum: string): string =>
    stay(roomRate(`<Rate EffectiveDate="2027-03-01" ExpireDate="2027-03-15" ${unit}>${price}</Rate>`), sum, { span })
  const totalsOf = (stays: string): string[] => found(stays).filter((one) => one.startsWith('total-'))
  const fee = (code: number, amount: string): string =>
    `<Fees><Fee Code="12" Amount="${amount}" CurrencyCode="EUR" ChargeFrequency="${code}"/></Fees>`
  const withFee = (code: number, sum: string): string =>
    fortnight(base('100.00'), DAILY, sum).replace('</RoomRates>', `</RoomRates>${fee(code, '30.00')}`)
  const withService = (code: number, sum: string): string =>
    foreign(fortnight(base('100.00'), DAILY, sum)).replace(
      '<ResGuests>',
      `<Services><Service><Price ChargeType="${code}">${base('30.00')}</Price></Service></Services><ResGuests>`,
    )

  it.each([
    [17, '1400.00', []],
    [17, '2000.00', ['total-mismatch 1400.00']],
    [2, '2000.00', ['total-unchecked 700.00']],
    [10, '2000.00', ['total-unchecked 700.00']],
  ])('are no prices of a night: ChargeType %s, and %s in all', (code, sum, rules) => {
    expect(totalsOf(fortnight(base('700.00'), `ChargeType="${code}"`, sum))).toEqual(rules)
  })

  it.each([
    [17, '1460.00', []],
    [2, '1460.00', []],
  ])('may be in a total with a fee of code %s: %s', (code, sum, rules) => {
    expect(totalsOf(withFee(code, sum))).toEqual(rules)
  })

  it.each([2, 10])('leave a total open: a fee of code %s', (code) => {
    const { findings, notes } = lintMessage(foreign(withFee(code, '9000.00')))
    expect(findings).toEqual([])
    expect(JSON.stringify(notes)).toContain(`is charged by the ${code === 2 ? 'hour' : 'minute'}, and of how many`)
  })

  it('are wrong beyond all nights, of a fee by the week', () => {
    expect(totalsOf(withFee(17, '9000.00'))).toEqual([expect.stringMatching(/^total-mismatch/)])
  })

  it.each([
    [17, '1460.00', ''],
    [2, '9000.00', 'is charged by the hour, and of how many hours is not told'],
    [10, '9000.00', 'is charged by the minute, and of how many minutes is not told'],
  ])('of a service of code %s, and %s in all', (code, sum, what) => {
    const { findings, notes } = lintMessage(withService(code, sum))
    expect(findings.filter(({ rule }) => rule.startsWith('total-'))).toEqual([])
    expect(what === '' ? notes : notes.flatMap(({ nodes = [] }) => nodes.map((one) => one.found))).toEqual(
      what === '' ? [] : [what],
    )
  })
})
