import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildNotification } from '../../src/resnotif/build.js'
import { explainMessage } from '../../src/resnotif/explain.js'
import { fixMessage } from '../../src/resnotif/fix.js'
import { lintMessage } from '../../src/resnotif/lint.js'
import { MUTATIONS, SEQUENCES, sizesOf, unitsOf, validRequests, withCodes, type Valid } from './mutations.js'

const OTA = 'http://www.opentravel.org/OTA/2003/05'

interface Sleeper {
  name: string
  code?: string
  age?: number
  rph?: string
}

const adult = (name: string, code?: string, rph?: string): Sleeper => ({ name, ...(code === undefined ? {} : { code }), ...(rph === undefined ? {} : { rph }) })
const rate = (units: number): string => `<RoomRates><RoomRate RoomTypeCode="101" RatePlanCode="77" NumberOfUnits="${units}"/></RoomRates>`
const stay = (units: number, counts = '', index = 1): string =>
  `<RoomStay IndexNumber="${index}">${rate(units)}${counts}<TimeSpan Start="2027-03-01" End="2027-03-02"/><BasicPropertyInfo HotelCode="1"/></RoomStay>`
const counts = (inner: string, isPerRoom?: boolean): string => `<GuestCounts${isPerRoom === undefined ? '' : ` IsPerRoom="${isPerRoom}"`}>${inner}</GuestCounts>`
const of = (count: number, age?: number): string => `<GuestCount AgeQualifyingCode="${age === undefined ? 10 : 8}"${age === undefined ? '' : ` Age="${age}"`} Count="${count}"/>`

/** A message by hand: RoomStays and the guests of room 101 with plan 77. */
function message(stays: string[], guests: Sleeper[]): string {
  const nodes = guests.map(({ name, code, age, rph = '1-101-77' }) =>
    `<ResGuest ResGuestRPH="${rph}" AgeQualifyingCode="${age === undefined ? 10 : 8}"${code === undefined ? '' : ` GroupEventCode="${code}"`}${age === undefined ? '' : ` Age="${age}"`}><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>${name}</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`)
  return `<OTA_HotelResNotifRQ xmlns="${OTA}" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/><RoomStays>${stays.join('')}</RoomStays><ResGuests>${nodes.join('')}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
}

const codesOf = (text: string): string[] => [...text.matchAll(/GroupEventCode="([^"]*)"/g)].map(([, code]) => code as string)
const FAMILY = [adult('Solo', '1'), adult('Mum', '2'), adult('Dad', '3'), { name: 'Kid', code: '4', age: 7 }]

describe('who shares a unit', () => {
  it('is not guessed: where several groupings fit, the codes stay, the groupings are named, and lint still finds the fault', () => {
    const text = message([stay(2)], FAMILY)
    const { text: fixed, changes, open, remaining } = fixMessage(text)
    expect({ fixed, changes }).toEqual({ fixed: text, changes: [] })
    expect(open).toEqual([{ product: '101-77', units: 2, guests: 4, total: 3, fits: [
      { guestsPerUnit: [3, 1], words: 'Solo, Mum, Dad | Kid' }, { guestsPerUnit: [2, 2], words: 'Solo, Mum | Dad, Kid' }, { guestsPerUnit: [1, 3], words: 'Solo | Mum, Dad, Kid' },
    ], remedy: expect.stringMatching(/--guests-per-unit 101-77=3,1/) as string }])
    expect(remaining).toMatchObject([{ rule: 'counter-per-guest', severity: 'error', found: '2, 3, 4', expected: '?, ?, 2', remedy: expect.stringMatching(/does not say which guests of 101-77 share a unit.*--guests-per-unit 101-77=/) as string }])
  })

  it.each<[string, string[], Sleeper[], string[]]>([
    ['GuestCounts of one RoomStay a unit', [stay(1, counts(of(1))), stay(1, counts(of(2) + of(1, 7)))], FAMILY, ['1', '2', '2', '2']],
    ['GuestCounts that are per room', [stay(2, counts(of(2), true))], FAMILY.map(({ name, code }) => adult(name, code)), ['1', '1', '2', '2']],
    ['GuestCounts of as many guests as units', [stay(1, counts(of(2))), stay(2, counts(of(2)))], FAMILY, ['1', '1', '2', '3']],
    ['ages, where the guests stand in another order than the RoomStays', [stay(1, counts(of(1))), stay(1, counts(of(2) + of(1, 7)))], [{ name: 'Kid', code: '1', age: 7 }, adult('Mum', '2'), adult('Dad', '3'), adult('Solo', '4')], ['1', '1', '1', '2']],
    ['references to RoomStays of their own number', [stay(1, '', 1), stay(1, '', 2)], [adult('A', '1', '1-101-77'), adult('B', '2', '2-101-77'), adult('C', '3', '2-101-77')], ['1', '2', '2']],
    ['one unit alone', [stay(1)], FAMILY, ['1', '1', '1', '1']],
    ['equal codes, where the counts leave one way', [stay(1, counts(of(2))), stay(1, counts(of(2)))], [adult('A1', '1'), adult('B1', '2'), adult('A2', '1'), adult('B2', '3')], ['1', '2', '1', '2']],
    ['labels', [stay(2)], [adult('A', 'Room 1'), adult('B', 'Room 1'), adult('C', 'Room 1'), adult('D', 'Room 2'), adult('E', 'Room 2')], ['1', '1', '1', '2', '2']],
    ['the one unit that has no guest yet', [stay(3)], [adult('A', '3'), adult('B', '1'), adult('C')], ['3', '1', '2']],
    ['GuestCounts along the codes', [stay(1, counts(of(1))), stay(1, counts(of(1))), stay(1, counts(of(2)), 1), stay(1, counts(of(2)))], [adult('A', '4'), adult('B', 'x'), adult('C', '1'), adult('D', '3'), adult('E', '2'), adult('F', '3')], ['4', '4', '1', '3', '2', '3']],
    ['GuestCounts of one unit with more guests', [stay(1, counts(of(1))), stay(1, counts(of(3))), stay(1, counts(of(1)))], [adult('A', '3'), adult('B', '1'), adult('C', '2'), adult('D', 'NaN'), adult('E', '2')], ['3', '1', '2', '2', '2']],
    ['the one number that is free', [stay(3)], [adult('A', '3'), adult('B', '1'), adult('C', '9')], ['3', '1', '2']],
  ])('is told by %s', (_, stays, guests, wanted) => {
    const { text, open } = fixMessage(message(stays, guests))
    expect(open).toEqual([])
    expect(codesOf(text)).toEqual(wanted)
  })

  it.each<[string, string[], Sleeper[], number]>([
    ['all codes are 1', [stay(2)], [adult('A', '1'), adult('B', '1'), adult('C', '1')], 2],
    ['codes go on in no order, though GuestCounts tell the sizes', [stay(1, counts(of(1))), stay(1, counts(of(2)))], [adult('A', '3'), adult('B', '1'), adult('C', '2')], 2],
    ['all codes are 1, though GuestCounts tell the sizes', [stay(1, counts(of(1))), stay(1, counts(of(2)))], [adult('A', '1'), adult('B', '1'), adult('C', '1')], 2],
    ['a guest without a code stands between two units', [stay(2)], [adult('A', '1'), adult('B'), adult('C', '2')], 2],
    ['codes and GuestCounts contradict', [stay(1, counts(of(2))), stay(1, counts(of(1)))], [adult('A', '5'), adult('B', '6'), adult('C', '6')], 2],
    ['GuestCounts do not add up', [stay(1, counts(of(1))), stay(1, counts(of(4)))], [adult('A', '1'), adult('B', '2'), adult('C', '3')], 2],
    ['a stay of several units counts them together', [stay(2, counts(of(4), false))], FAMILY, 3],
  ])('stays open where %s, until it is named', (_, stays, guests, total) => {
    const text = message(stays, guests)
    const { text: fixed, open } = fixMessage(text)
    expect(codesOf(fixed)).toEqual(codesOf(text))
    expect(open).toMatchObject([{ total }])
    const sizes = [guests.length - 1, 1]
    const named = fixMessage(text, { guestsPerUnit: new Map([['', sizes]]) })
    expect(codesOf(named.text)).toEqual([...guests.slice(1).map(() => '1'), '2'])
    expect(named).toMatchObject({ open: [], misfits: [] })
    expect(fixMessage(named.text)).toMatchObject({ text: named.text, changes: [] })
  })

  it.each<[string, number, (string | undefined)[], RegExp]>([
    ['a code that cannot be read', 2, ['1', '2', 'x'], /in which unit C sleeps: A, C \| B; A \| B, C all fit\. Write the right GroupEventCode at line 1\./],
    ['a code that is missing', 2, ['1', '2', undefined], /in which unit C sleeps/],
    ['an unreadable code beside units in another order', 2, ['2', '1', '1', 'x'], /in which unit D sleeps/],
    ['a code given twice and a unit without a guest', 4, ['1', '2', '4', '1'], /The codes name 3 of 4 units of 101-77: a unit has no guest, or one of A, D has a wrong code/],
    ['two codes missing', 3, ['1', undefined, undefined], /in which unit B, C sleep|in which unit B \| C sleep/],
    ['all codes missing', 2, [undefined, undefined], /does not say/],
    ['fewer guests than units', 3, ['1', undefined], /in which unit B sleeps/],
    ['fewer guests than units, and a number that is not booked', 4, ['1', '9'], /which units/],
  ])('readable codes stay where %s leaves several ways', (_, units, codes, remedy) => {
    const text = message([stay(units)], codes.map((code, at) => adult('ABCDEF'[at] as string, code)))
    const fixed = fixMessage(text)
    expect(fixed).toMatchObject({ text, changes: [], open: [{ remedy: expect.stringMatching(remedy) as string }] })
    expect(fixed.remaining.some(({ severity }) => severity === 'error')).toBe(true)
  })

  it('corrections that would contradict GuestCounts are withheld, and said', () => {
    const text = message([stay(1, counts(of(2))), stay(1, counts(of(2)))], ['A', 'B', 'C', 'D'].map((name) => adult(name, '3')))
    const fixed = fixMessage(text, { guestsPerUnit: new Map([['', [1, 3]]]) })
    expect(fixed).toMatchObject({ text, changes: [], added: [{ rule: 'guest-count-mismatch' }] })
    expect(fixed.remaining.map(({ rule }) => rule)).not.toContain('guest-count-mismatch')
  })

  it('three codes for two units are not called one code twice', () => {
    const text = message([stay(2)], [adult('A', '1'), adult('B', '3'), adult('C', '2')])
    const [finding] = lintMessage(text).findings
    expect([finding?.rule, explainMessage(text).reservations[0]?.faults]).toEqual(['counter-surplus', ['counter-surplus']])
    expect(explainMessage(text).lines).toContain('The guests have more codes than units are booked.')
    expect(finding?.why).toBe('3 codes stand for 2 units, so the PMS sees more rooms than are booked.')
  })

  it('right codes stay in whatever order, where a unit has no guest', () => {
    const text = message([stay(4)], [adult('A', '3'), adult('B', '1')])
    expect(fixMessage(text)).toMatchObject({ text, changes: [], remaining: [{ rule: 'unit-without-guest' }] })
  })

  it('stays open without any code, whatever GuestCounts say', () => {
    const text = message([stay(1, counts(of(1))), stay(1, counts(of(2)))], [adult('A'), adult('B'), adult('C')])
    expect(fixMessage(text)).toMatchObject({ text, open: [{ total: 2 }] })
  })

  it('advises no guest that nobody booked: three guests of two units with code 1 are two units', () => {
    const { findings } = lintMessage(message([stay(2)], [adult('A', '1'), adult('B', '1'), adult('C', '1')]))
    expect(findings.map(({ rule }) => rule)).toEqual(['counter-duplicate'])
  })

  it('names of the caller that fit nothing are told, and change nothing', () => {
    const text = message([stay(2)], FAMILY)
    for (const [product, sizes] of [['101-77', [1, 2]], ['101-77', [1, 1, 2]], ['999-77', [1, 3]]] as const) expect(fixMessage(text, { guestsPerUnit: new Map([[product, sizes]]) })).toMatchObject({ text, misfits: [`${product}=${sizes.join(',')}`] })
  })

  it('right numbers are right in whatever order their units stand', () => {
    const text = message([stay(2)], [adult('B', '2'), adult('A', '1')])
    expect(lintMessage(text).findings).toEqual([])
    expect(fixMessage(text)).toMatchObject({ text, changes: [] })
    expect(codesOf(fixMessage(message([stay(2)], [adult('B', '5'), adult('A', '3'), adult('C', '3')])).text)).toEqual(['2', '1', '1'])
  })
})

/** The long form: RESNOTIF_RUNS=1000. */
const RUNS = Number(process.env['RESNOTIF_RUNS'] ?? 10) * 3

describe(`${RUNS} messages with one, two and three faults`, { timeout: 240_000 }, () => {
  const faults: [string, (valid: Valid) => string | undefined][] = [
    ...MUTATIONS.map(([rule, mutate]): [string, (valid: Valid) => string | undefined] => [rule, mutate]),
    ...Object.entries(SEQUENCES).map(([rule, sequence]): [string, (valid: Valid) => string | undefined] => [rule, ({ text, request }) => (codesOf(text).length === unitsOf(request).reduce((sum, { guests }) => sum + guests, 0) ? withCodes(text, sequence(unitsOf(request))) : undefined)]),
  ]
  const cases = fc.record({ request: validRequests, roomStays: fc.constantFrom('reservation' as const, 'room' as const), picks: fc.array(fc.nat(faults.length - 1), { minLength: 1, maxLength: 3 }) })

  it('what is fixed is not changed by a second run, lints clean or says what is left, and never names another sleeper than was booked', () => {
    fc.assert(
      fc.property(cases, ({ request, roomStays, picks }) => {
        const right = buildNotification(request, { roomStays, timeStamp: '2027-01-01T00:00:00Z' })
        const text = picks.reduce((valid, pick) => faults[pick]?.[1]({ request, roomStays, text: valid }) ?? valid, right)
        const once = fixMessage(text)
        const twice = fixMessage(once.text)
        expect(twice).toEqual({ ...once, changes: [] })
        expect(once.remaining).toEqual(lintMessage(once.text).findings)
        const named = fixMessage(text, { guestsPerUnit: sizesOf(request) })
        expect(fixMessage(named.text, { guestsPerUnit: sizesOf(request) }).text).toBe(named.text)
        const rest = (one: string): string => one.replaceAll(/ (GroupEventCode|ResGuestRPH|RPH|IndexNumber)="[^"]*"/g, '')
        expect(rest(once.text)).toBe(rest(text))
      }),
      { numRuns: RUNS, seed: 20270714 },
    )
  })
})
