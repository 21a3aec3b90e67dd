import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildNotification } from '../../../src/resnotif/build/build.js'
import { explainMessage } from '../../../src/resnotif/explain/explain.js'
import { fixMessage, productsToName } from '../../../src/resnotif/fix/fix.js'
import { lintMessage } from '../../../src/resnotif/lint/lint.js'
import { MUTATIONS, SEQUENCES, sizesOf, unitsOf, validRequests, withCodes, type Valid } from '../mutations.js'

const OTA = 'http://www.opentravel.org/OTA/2003/05'

interface Sleeper {
  name: string
  code?: string
  age?: number
  rph?: string
}

const adult = (name: string, code?: string, rph?: string): Sleeper => ({
  name,
  ...(code === undefined ? {} : { code }),
  ...(rph === undefined ? {} : { rph }),
})
const rate = (units: number): string =>
  `<RoomRates><RoomRate RoomTypeCode="101" RatePlanCode="77" NumberOfUnits="${units}"/></RoomRates>`
const stay = (units: number, counts = '', index = 1): string =>
  `<RoomStay IndexNumber="${index}">${rate(units)}${counts}<TimeSpan Start="2027-03-01" End="2027-03-02"/><BasicPropertyInfo HotelCode="1"/></RoomStay>`
const counts = (inner: string, isPerRoom?: boolean): string =>
  `<GuestCounts${isPerRoom === undefined ? '' : ` IsPerRoom="${isPerRoom}"`}>${inner}</GuestCounts>`
const of = (count: number, age?: number): string =>
  `<GuestCount AgeQualifyingCode="${age === undefined ? 10 : 8}"${age === undefined ? '' : ` Age="${age}"`} Count="${count}"/>`

/** A message by hand: RoomStays and the guests of room 101 with plan 77. */
function message(stays: string[], guests: Sleeper[]): string {
  const nodes = guests.map(
    ({ name, code, age, rph = '1-101-77' }) =>
      `<ResGuest ResGuestRPH="${rph}" AgeQualifyingCode="${age === undefined ? 10 : 8}"${code === undefined ? '' : ` GroupEventCode="${code}"`}${age === undefined ? '' : ` Age="${age}"`}><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>${name}</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`,
  )
  return `<OTA_HotelResNotifRQ xmlns="${OTA}" Version="5.000" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/><RoomStays>${stays.join('')}</RoomStays><ResGuests>${nodes.join('')}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
}

const codesOf = (text: string): string[] =>
  [...text.matchAll(/GroupEventCode="([^"]*)"/g)].map(([, code]) => code as string)
const FAMILY = [adult('Solo', '1'), adult('Mum', '2'), adult('Dad', '3'), { name: 'Kid', code: '4', age: 7 }]

describe('who shares a unit', () => {
  it('is not guessed: where several groupings fit, the codes stay, the groupings are named, and lint still finds the fault', () => {
    const text = message([stay(2)], FAMILY)
    const { text: fixed, changes, open, remaining } = fixMessage(text)
    expect({ fixed, changes }).toEqual({ fixed: text, changes: [] })
    expect(open).toEqual([
      {
        product: '101-77',
        units: 2,
        guests: 4,
        total: 7,
        fits: expect.any(Array) as unknown[],
        remedy: expect.stringMatching(
          /Solo, Mum \| Dad, Kid; .*Solo, Dad \| Mum, Kid.* and 1 more all fit\..*--guest-units 101-77=1,1,1,2"/,
        ) as string,
      },
    ])
    expect(open[0]?.fits).toContainEqual({
      guestsPerUnit: [2, 2],
      guestUnits: [1, 2, 1, 2],
      words: 'Solo, Dad | Mum, Kid',
    })
    expect(remaining).toMatchObject([
      {
        rule: 'counter-per-guest',
        severity: 'error',
        found: '2, 3, 4',
        expected: '?, ?, ?',
        remedy: expect.stringMatching(
          /does not say which guests of 101-77 share a unit.*--guest-units 101-77=/,
        ) as string,
      },
    ])
  })

  it.each<[string, string[], Sleeper[], string[]]>([
    [
      'ages, in whatever order the guests and the RoomStays stand',
      [stay(1, counts(of(2))), stay(1, counts(of(2, 7)))],
      [{ name: 'Kid', code: '1', age: 7 }, adult('Mum', '2'), { name: 'Kit', code: '3', age: 7 }, adult('Dad', '4')],
      ['1', '2', '1', '2'],
    ],
    [
      'references to RoomStays of their own number',
      [stay(1, '', 1), stay(1, '', 2)],
      [adult('A', '1', '1-101-77'), adult('B', '2', '2-101-77'), adult('C', '3', '2-101-77')],
      ['1', '2', '2'],
    ],
    ['one unit alone', [stay(1)], FAMILY, ['1', '1', '1', '1']],
    [
      'equal codes, where the counts leave one way',
      [stay(1, counts(of(2))), stay(1, counts(of(2)))],
      [adult('A1', '1'), adult('B1', '2'), adult('A2', '1'), adult('B2', '3')],
      ['1', '2', '1', '2'],
    ],
    [
      'labels',
      [stay(2)],
      [adult('A', 'Room 1'), adult('B', 'Room 1'), adult('C', 'Room 1'), adult('D', 'Room 2'), adult('E', 'Room 2')],
      ['1', '1', '1', '2', '2'],
    ],
    ['the one unit that has no guest yet', [stay(3)], [adult('A', '3'), adult('B', '1'), adult('C')], ['3', '1', '2']],
    [
      'GuestCounts of one unit with more guests',
      [stay(1, counts(of(1))), stay(1, counts(of(3))), stay(1, counts(of(1)))],
      [adult('A', '3'), adult('B', '1'), adult('C', '2'), adult('D', ''), adult('E', '2')],
      ['3', '1', '2', '2', '2'],
    ],
    ['the one number that is free', [stay(3)], [adult('A', '3'), adult('B', '1'), adult('C', '9')], ['3', '1', '2']],
  ])('is told by %s', (_, stays, guests, wanted) => {
    const { text, open } = fixMessage(message(stays, guests))
    expect(open).toEqual([])
    expect(codesOf(text)).toEqual(wanted)
  })

  it.each<[string, string[], Sleeper[], number]>([
    [
      'GuestCounts leave the child to either adult',
      [stay(1, counts(of(1) + of(1, 7))), stay(1, counts(of(1)))],
      [adult('Anna', '1'), adult('Bert', '2'), { name: 'Childofanna', code: '3', age: 7 }],
      2,
    ],
    [
      'GuestCounts of two RoomStays are alike',
      [stay(1, counts(of(2))), stay(1, counts(of(2)))],
      ['A1', 'B1', 'A2', 'B2'].map((name, at) => adult(name, String(at + 1))),
      3,
    ],
    ['GuestCounts are per room', [stay(2, counts(of(2), true))], FAMILY.map(({ name, code }) => adult(name, code)), 3],
    [
      'GuestCounts tell one unit, and not who has it',
      [stay(1, counts(of(1))), stay(1, counts(of(2) + of(1, 7)))],
      FAMILY,
      3,
    ],
    [
      'a counter of each RoomStay gives a third guest either unit',
      [stay(1), stay(1)],
      [adult('A', '1'), adult('B', '1'), adult('C', '1')],
      3,
    ],
    ['all codes are 1', [stay(2)], [adult('A', '1'), adult('B', '1'), adult('C', '1')], 3],
    [
      'codes go on in no order, though GuestCounts tell the sizes',
      [stay(1, counts(of(1))), stay(1, counts(of(2)))],
      [adult('A', '3'), adult('B', '1'), adult('C', '2')],
      3,
    ],
    [
      'all codes are 1, though GuestCounts tell the sizes',
      [stay(1, counts(of(1))), stay(1, counts(of(2)))],
      [adult('A', '1'), adult('B', '1'), adult('C', '1')],
      3,
    ],
    ['a guest without a code stands between two units', [stay(2)], [adult('A', '1'), adult('B'), adult('C', '2')], 2],
    [
      'codes and GuestCounts contradict',
      [stay(1, counts(of(2))), stay(1, counts(of(2)))],
      [adult('A', '5'), adult('B', '6'), adult('C', '6'), adult('D', '6')],
      4,
    ],
    [
      'GuestCounts do not add up',
      [stay(1, counts(of(1))), stay(1, counts(of(4)))],
      [adult('A', '1'), adult('B', '2'), adult('C', '3')],
      3,
    ],
    ['a stay of several units counts them together', [stay(2, counts(of(4), false))], FAMILY, 7],
  ])('stays open where %s, until it is named', (_, stays, guests, total) => {
    const text = message(stays, guests)
    const { text: fixed, open } = fixMessage(text)
    expect(codesOf(fixed)).toEqual(codesOf(text))
    expect(open).toMatchObject([{ total }])
    // As the counts want it, where they tell.
    const sizes =
      stays.join('').includes('IsPerRoom="true"') || stays.filter((one) => one.includes('Count="2"')).length === 2
        ? [2, 2]
        : [guests.length - 1, 1]
    const named = fixMessage(text, { guestsPerUnit: new Map([['', sizes]]) })
    expect(codesOf(named.text)).toEqual(sizes.flatMap((size, at) => Array.from({ length: size }, () => String(at + 1))))
    expect(named).toMatchObject({ open: [], misfits: [] })
    expect(fixMessage(named.text)).toMatchObject({ text: named.text, changes: [] })
  })

  it.each<[string, number, (string | undefined)[], RegExp]>([
    [
      'a code that cannot be read',
      2,
      ['1', '2', 'x'],
      /in which unit C sleeps: A, C \| B; A \| B, C all fit\. Say which unit each guest has, in the order of the message, such as "resnotif fix --guest-units 101-77=1,2,1"\./,
    ],
    ['a code that is missing', 2, ['1', '2', undefined], /in which unit C sleeps/],
    ['an unreadable code beside units in another order', 2, ['2', '1', '1', 'x'], /in which unit D sleeps/],
    [
      'a code given twice and a unit without a guest',
      4,
      ['1', '2', '4', '1'],
      /The codes name 3 of 4 units of 101-77: a unit has no guest, or one of A, D has a wrong code/,
    ],
    ['two codes missing', 3, ['1', undefined, undefined], /in which unit B, C sleep|in which unit B \| C sleep/],
    ['all codes missing', 2, [undefined, undefined], /does not say/],
    ['fewer guests than units', 3, ['1', undefined], /in which unit B sleeps/],
    ['fewer guests than units, and a number that is not booked', 4, ['1', '9'], /which units/],
  ])('readable codes stay where %s leaves several ways', (_, units, codes, remedy) => {
    const text = message(
      [stay(units)],
      codes.map((code, at) => adult('ABCDEF'[at] as string, code)),
    )
    const fixed = fixMessage(text)
    expect(fixed).toMatchObject({ text, changes: [], open: [{ remedy: expect.stringMatching(remedy) as string }] })
    expect(fixed.remaining.some(({ severity }) => severity === 'error')).toBe(true)
  })

  it.each<[string[], string[]]>([
    [
      ['1', '2.0'],
      ['1', '2'],
    ],
    [
      ['01', '002'],
      ['1', '2'],
    ],
    [
      ['+1', '2.00'],
      ['1', '2'],
    ],
    [
      ['\uFF11', '\u0662'],
      ['1', '2'],
    ],
    [
      ['1&#160;', ' 2\u200B'],
      ['1', '2'],
    ],
    [
      ['1.', '\u06F2'],
      ['1', '2'],
    ],
    [
      ['Room 2', 'Room 1', 'Room 2'],
      ['1', '2', '1'],
    ],
    [
      ['B', 'A'],
      ['1', '2'],
    ],
  ])('%j spells units, %j', (codes, wanted) => {
    const fixed = fixMessage(
      message(
        [stay(2)],
        codes.map((code, at) => adult('ABC'[at] as string, code)),
      ),
    )
    expect(fixed).toMatchObject({ open: [], remaining: [] })
    expect(codesOf(fixed.text)).toEqual(wanted)
  })

  const SPELLED = ['1.0', '+1', '\uFF11', '\u0661', '1&#160;', '1\u200B', '1.', '1.00', '01', '001']
  const NAMED = [
    '#1',
    '1,0',
    '1e0',
    '0x1',
    '1st',
    'No. 1',
    'Unit 1',
    '1 of 2',
    'one',
    'I',
    'R1',
    'r1',
    '-1',
    '1.000',
    '\u2460',
    '-',
    '1\u200B1',
  ]

  it.each([...SPELLED, ...NAMED])(
    'a guest with code %j is not taken for the one who is missing in another unit',
    (code) => {
      for (const [units, codes] of [
        [2, ['1', '1', code]],
        [3, [code, '1', '2', '2']],
        [3, ['1', '2', code, code]],
        [2, [code]],
        [2, ['1', code]],
      ] as const) {
        const text = message(
          [stay(units)],
          codes.map((one, at) => adult('ABCD'[at] as string, one)),
        )
        const fixed = fixMessage(text)
        const isSpelled = SPELLED.includes(code)
        // A spelling is written as its number, and nobody gets the number of another unit.
        expect(codesOf(fixed.text), String(codes)).toEqual(
          codesOf(text).map((one, at) => (fixed.open.length === 0 && isSpelled && codes[at] === code ? '1' : one)),
        )
        if (!isSpelled) expect(fixed.open[0]?.remedy, String(codes)).toMatch(/Write the right|--guest-units/)
        expect(fixed.remaining.some(({ severity }) => severity === 'error')).toBe(true)
      }
    },
  )

  it.each([
    ['R1', 'r1', 'R2'],
    ['1st', 'one', '2nd'],
    ['I', 'II', 'III'],
    ['Room 1', 'Room1', 'Room 2'],
    ['R1', 'R01', 'R2'],
  ])('labels %s, %s and %s may be fewer units than labels', (...codes) => {
    const text = message(
      [stay(3)],
      codes.map((code, at) => adult('ABC'[at] as string, code)),
    )
    expect(fixMessage(text)).toMatchObject({ text, changes: [], open: [{ product: '101-77' }] })
  })

  it('the counters of a product with a guest too many stay while a unit of another product has none, until the caller says', () => {
    const other = (units: number): string => stay(units).replace('RoomTypeCode="101"', 'RoomTypeCode="102"')
    for (const [units, codes, others, left] of [
      [1, ['1', '3'], 3, ['1', '2']],
      [1, ['2', '2'], 2, ['1']],
      [2, ['1', '2', '3'], 2, ['1', '1']],
      [2, ['1', '4'], 1, []],
    ] as const) {
      const text = message(
        [stay(units), other(others)],
        [
          ...codes.map((code, at) => adult('ABC'[at] as string, code)),
          ...left.map((code, at) => adult('DE'[at] as string, code, '1-102-77')),
        ],
      )
      const fixed = fixMessage(text)
      expect(fixed, String(codes)).toMatchObject({ text, changes: [] })
      expect(
        fixed.open.map(({ product }) => product),
        String(codes),
      ).toContain('101-77')
    }
    const text = message(
      [stay(1), other(3)],
      [adult('A', '1'), adult('B', '3'), adult('C', '1', '1-102-77'), adult('D', '2', '1-102-77')],
    )
    expect(fixMessage(text).open).toMatchObject([
      {
        product: '101-77',
        remedy: expect.stringMatching(
          /^102-77 has a unit without a guest, and 101-77 a guest or code too many: the ResGuestRPH of A, B \(line 1\) may be the fault\. .*--guest-units 101-77=1,1"\.$/,
        ) as string,
      },
    ])
    expect(codesOf(fixMessage(text, { guestUnits: new Map([['101-77', [1, 1]]]) }).text)).toEqual(['1', '1', '1', '2'])
    // With a guest in each unit the same codes are one counter for all.
    const whole = message(
      [stay(1), other(2)],
      [adult('A', '1'), adult('C', '2', '1-102-77'), adult('D', '3', '1-102-77')],
    )
    expect(codesOf(fixMessage(whole).text)).toEqual(['1', '1', '2'])
  })

  it('corrections that would contradict GuestCounts are withheld, and said', () => {
    const text = message(
      [stay(1, counts(of(2))), stay(1, counts(of(2)))],
      ['A', 'B', 'C', 'D'].map((name) => adult(name, '3')),
    )
    const fixed = fixMessage(text, { guestsPerUnit: new Map([['', [1, 3]]]) })
    expect(fixed).toMatchObject({ text, changes: [], added: [{ rule: 'guest-count-mismatch' }] })
    expect(fixed.remaining.map(({ rule }) => rule)).not.toContain('guest-count-mismatch')
  })

  it('three codes for two units are not called one code twice', () => {
    const text = message([stay(2)], [adult('A', '1'), adult('B', '3'), adult('C', '2')])
    const [finding] = lintMessage(text).findings
    expect([finding?.rule, explainMessage(text).reservations[0]?.faults]).toEqual([
      'counter-surplus',
      ['counter-surplus'],
    ])
    expect(explainMessage(text).lines).toContain('The guests have more codes than units are booked.')
    expect(finding?.why).toBe('3 codes stand for 2 units, so the PMS sees more rooms than are booked.')
  })

  it('right codes stay in whatever order, where a unit has no guest', () => {
    const text = message([stay(4)], [adult('A', '3'), adult('B', '1')])
    expect(fixMessage(text)).toMatchObject({ text, changes: [], remaining: [{ rule: 'unit-without-guest' }] })
  })

  it('stays open without any code, whatever GuestCounts say', () => {
    const text = message([stay(1, counts(of(1))), stay(1, counts(of(2)))], [adult('A'), adult('B'), adult('C')])
    expect(fixMessage(text)).toMatchObject({ text, open: [{ total: 3 }] })
  })

  it('advises no guest that nobody booked: three guests of two units with code 1 are two units', () => {
    const { findings } = lintMessage(message([stay(2)], [adult('A', '1'), adult('B', '1'), adult('C', '1')]))
    expect(findings.map(({ rule }) => rule)).toEqual(['counter-duplicate'])
  })

  it('names of the caller that fit nothing are told, and change nothing', () => {
    const text = message([stay(2)], FAMILY)
    for (const [product, sizes] of [
      ['101-77', [1, 2]],
      ['101-77', [1, 1, 2]],
      ['999-77', [1, 3]],
    ] as const)
      expect(fixMessage(text, { guestsPerUnit: new Map([[product, sizes]]) })).toMatchObject({
        text,
        misfits: [`${product}=${sizes.join(',')}`],
      })
  })

  it('products whose units can be named are told with their guests and units', () => {
    expect(productsToName(message([stay(2)], FAMILY))).toEqual([{ product: '101-77', guests: 4, units: 2 }])
  })

  it('the unit of each guest says any division, and numbers that fit no units are told', () => {
    const text = message([stay(2)], FAMILY)
    const say = (...guestUnits: number[]): ReturnType<typeof fixMessage> =>
      fixMessage(text, { guestUnits: new Map([['', guestUnits]]) })
    for (const units of [
      [1, 2, 1, 2],
      [2, 1, 1, 2],
      [2, 2, 2, 1],
    ])
      expect(codesOf(say(...units).text).map(Number)).toEqual(units)
    for (const units of [
      [1, 2, 1],
      [1, 1, 1, 1],
      [1, 2, 3, 1],
      [0, 1, 2, 1],
    ])
      expect(say(...units)).toMatchObject({ text, misfits: [units.join(',')] })
    expect(fixMessage(text, { guestsPerUnit: new Map([['', [0, 4]]]) })).toMatchObject({
      text,
      misfits: ['0,4'],
    })
    expect(
      fixMessage(text, { guestsPerUnit: new Map([['', [1, 3]]]), guestUnits: new Map([['101-77', [1, 2, 2, 2]]]) })
        .misfits,
    ).toHaveLength(2)
  })

  it.each(['1-101-ZZ', '1-999-77', 'x'])(
    'counters stay while a guest with the reference %s may be one of the product, whatever the caller says',
    (rph) => {
      const text = message([stay(2)], [adult('A', '0'), adult('B', '1', rph), adult('C', '1')])
      for (const given of [{}, { guestsPerUnit: new Map([['', [1, 1]]]) }])
        expect(fixMessage(text, given)).toMatchObject({
          text,
          changes: [],
          open: [
            {
              product: '101-77',
              total: null,
              remedy: expect.stringMatching(
                /^B \(line 1\) may belong to 101-77, .* Correct the ResGuestRPH there first\.$/,
              ) as string,
            },
          ],
        })
    },
  )

  it('counters of one product are corrected where those of another stay open', () => {
    const other = `<RoomStay IndexNumber="1"><RoomRates><RoomRate RoomTypeCode="102" RatePlanCode="77" NumberOfUnits="2"/></RoomRates><TimeSpan Start="2027-03-01" End="2027-03-02"/><BasicPropertyInfo HotelCode="1"/></RoomStay>`
    const text = message(
      [stay(2), other],
      [...FAMILY, ...['E', 'F', 'G'].map((name, at) => adult(name, String(at + 5), '1-102-77'))],
    )
    const fixed = fixMessage(text, { guestsPerUnit: new Map([['101-77', [1, 3]]]) })
    expect(fixed).toMatchObject({ added: [], open: [{ product: '102-77' }] })
    expect(codesOf(fixed.text)).toEqual(['1', '2', '2', '2', '5', '6', '7'])
  })

  it('right numbers are right in whatever order their units stand', () => {
    const text = message([stay(2)], [adult('B', '2'), adult('A', '1')])
    expect(lintMessage(text).findings).toEqual([])
    expect(fixMessage(text)).toMatchObject({ text, changes: [] })
    expect(codesOf(fixMessage(message([stay(2)], [adult('B', '5'), adult('A', '3'), adult('C', '3')])).text)).toEqual([
      '2',
      '1',
      '1',
    ])
  })
})

/** The long form: RESNOTIF_RUNS=1000. */
const RUNS = Number(process.env['RESNOTIF_RUNS'] ?? 10) * 3

describe(`${RUNS} messages with one, two and three faults`, { timeout: 240_000 }, () => {
  const faults: [string, (valid: Valid) => string | undefined][] = [
    ...MUTATIONS.map(([rule, mutate]): [string, (valid: Valid) => string | undefined] => [rule, mutate]),
    ...Object.entries(SEQUENCES).map(([rule, sequence]): [string, (valid: Valid) => string | undefined] => [
      rule,
      ({ text, request }) =>
        codesOf(text).length === unitsOf(request).reduce((sum, { guests }) => sum + guests, 0)
          ? withCodes(text, sequence(unitsOf(request)))
          : undefined,
    ]),
  ]
  const cases = fc.record({
    request: validRequests,
    roomStays: fc.constantFrom('reservation' as const, 'room' as const),
    picks: fc.array(fc.nat(faults.length - 1), { minLength: 1, maxLength: 3 }),
  })

  it('what is fixed is not changed by a second run, lints clean or says what is left, and never names another sleeper than was booked', () => {
    fc.assert(
      fc.property(cases, ({ request, roomStays, picks }) => {
        const right = buildNotification(request, { roomStays, timeStamp: '2027-01-01T00:00:00Z' })
        const text = picks.reduce(
          (valid, pick) => faults[pick]?.[1]({ request, roomStays, text: valid }) ?? valid,
          right,
        )
        const once = fixMessage(text)
        const twice = fixMessage(once.text)
        expect(twice).toEqual({ ...once, changes: [] })
        expect(once.remaining).toEqual(lintMessage(once.text).findings)
        const named = fixMessage(text, { guestsPerUnit: sizesOf(request) })
        expect(fixMessage(named.text, { guestsPerUnit: sizesOf(request) }).text).toBe(named.text)
        const rest = (one: string): string =>
          one.replaceAll(/ (GroupEventCode|ResGuestRPH|RPH|IndexNumber)="[^"]*"/g, '')
        expect(rest(once.text)).toBe(rest(text))
      }),
      { numRuns: RUNS, seed: 20270714 },
    )
  })
})
