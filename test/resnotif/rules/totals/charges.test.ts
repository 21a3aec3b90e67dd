import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import {
  attributes,
  type Booking,
  DEPOSIT,
  messageOf,
  type Money,
  money,
  priced,
  type Room,
  service,
} from './messages.js'

const look = (booking: Booking): { findings: string[]; notes: string[] } => {
  const { findings, notes } = lintMessage(messageOf(booking))
  const path = (node: string): string =>
    node.replace('HotelReservation/', '').replace('RoomStays/', '').replace('RoomRates/', '')
  return {
    findings: findings
      .filter(({ rule }) => rule === 'total-mismatch')
      .map(({ severity, node, found, expected }) => `${severity} ${path(node)} ${found} ${expected}`),
    notes: notes.map(
      ({ node, nodes }) => `${path(node)} ${(nodes ?? []).map((one) => `${path(one.node)} ${one.found}`).join()}`,
    ),
  }
}

const after = (cents: number): Money => ({ after: cents })
/** Two units, nights of 100 and 120: 440. */
const room = (more: Partial<Room> = {}): Room => ({
  nights: [after(10_000), after(12_000)],
  units: 2,
  total: after(44_000),
  ...more,
})
const booking = (
  more: Partial<Booking> = {},
  stay: Partial<Booking['stays'][number]> = {},
  ofRoom: Partial<Room> = {},
): Booking => ({
  stays: [{ rooms: [room(ofRoom)], total: after(44_000), ...stay }],
  global: after(44_000),
  ...more,
})
const services = (...all: string[]): string => `<Services>${all.join('')}</Services>`
const SPA = service('SPA', priced('Base', after(1_000)), ' Quantity="2" ServicePricingType="Per stay"')
const COT = service('COT', '')
const fee = (amount: string, more = ''): string => `<Fees><Fee Amount="${amount}" CurrencyCode="EUR"${more}/></Fees>`
const CLEAN = { findings: [], notes: [] }

describe('what stands beside a price switches no total off', () => {
  const beside: [string, (totals: { rate: number; stay: number; global: number }) => Booking][] = [
    [
      'Taxes of nights',
      ({ rate, stay, global }) =>
        booking(
          { global: after(global) },
          { total: after(stay) },
          { total: after(rate), nights: [{ after: 10_000, taxes: 700 }, after(12_000)] },
        ),
    ],
    [
      'Taxes of a total',
      ({ rate, stay, global }) =>
        booking({ global: after(global) }, { total: { after: stay, taxes: 700 } }, { total: after(rate) }),
    ],
    [
      'Taxes of nothing',
      ({ rate, stay, global }) =>
        booking({ global: after(global) }, { total: { after: stay, taxes: 0 } }, { total: after(rate) }),
    ],
    [
      'a deposit',
      ({ rate, stay, global }) =>
        booking({ global: after(global) }, { total: after(stay), beside: DEPOSIT }, { total: after(rate) }),
    ],
    [
      'a service',
      ({ rate, stay, global }) =>
        booking({ global: after(global), services: services(SPA) }, { total: after(stay) }, { total: after(rate) }),
    ],
    [
      'a service in the room rate',
      ({ rate, stay, global }) =>
        booking(
          {
            global: after(global),
            services: services(service('SPA', priced('Base', after(1_000)), ' Inclusive="true"')),
          },
          { total: after(stay) },
          { total: after(rate) },
        ),
    ],
    [
      'a fee of a night',
      ({ rate, stay, global }) =>
        booking({ global: after(global) }, { total: after(stay) }, { total: after(rate), beside: [fee('5.00')] }),
    ],
    [
      'a discount',
      ({ rate, stay, global }) =>
        booking(
          { global: after(global) },
          { total: after(stay), beside: `<Discount${attributes(after(2_000))}/>` },
          { total: after(rate) },
        ),
    ],
  ]
  it.each(beside)('%s', (_, made) => {
    const { findings: none, notes } = look(made({ rate: 44_000, stay: 44_000, global: 44_000 }))
    // Taxes that no night tells are held against nothing, and that is said.
    expect([none, notes.filter((one) => !one.includes('/Taxes/@Amount'))]).toEqual([[], []])
    const wrong = [
      [{ rate: 30_011, stay: 44_000, global: 44_000 }, 'error RoomStay/RoomRate/Total/@AmountAfterTax'],
      [{ rate: 44_000, stay: 30_011, global: 44_000 }, 'error RoomStay/Total/@AmountAfterTax'],
      [{ rate: 44_000, stay: 44_000, global: 30_011 }, 'error ResGlobalInfo/Total/@AmountAfterTax'],
      [{ rate: 44_000, stay: 44_000, global: 99_999 }, 'error ResGlobalInfo/Total/@AmountAfterTax'],
    ] as const
    for (const [totals, finding] of wrong) {
      const { findings } = look(made(totals))
      expect(findings.map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual([finding])
    }
  })

  it('fees of the whole reservation', () => {
    const withFee = (global: number): string[] => {
      const text = messageOf(booking({ global: after(global) })).replace('<ResGuests>', `${fee('7.00')}<ResGuests>`)
      return lintMessage(text).findings.flatMap(({ rule, found: is }) => (rule === 'total-mismatch' ? [is ?? ''] : []))
    }
    expect([44_000, 44_700, 43_900, 54_800].map(withFee)).toEqual([[], [], ['439.00'], ['548.00']])
  })

  it('a cot without a price leaves the totals below it checked, and what is more than the nights open', () => {
    const withCot = (totals: Partial<Booking>, ofRoom: Partial<Room> = {}): ReturnType<typeof look> =>
      look(booking({ services: services(COT), ...totals }, {}, ofRoom))
    expect(withCot({})).toEqual(CLEAN)
    expect(withCot({}, { total: after(50_000) }).findings).toHaveLength(1)
    expect(withCot({ global: after(40_000) }).findings).toEqual([
      'error ResGlobalInfo/Total/@AmountAfterTax 400.00 440.00 or more',
    ])
    expect(withCot({ global: after(50_000) })).toEqual({
      findings: [],
      notes: ['ResGlobalInfo/Total/@AmountAfterTax Services/Service has no price'],
    })
  })
})

describe('a price before tax', () => {
  it.each<[string, Money, string[]]>([
    ['with its Taxes', { before: 10_000, taxes: 700, after: 10_700 }, []],
    [
      'with other Taxes',
      { before: 10_000, taxes: 700, after: 10_800 },
      ['error RoomStay/RoomRate/Rates/Rate/Base/@AmountAfterTax 108.00 107.00: 100.00 before tax with Taxes of 7.00'],
    ],
    ['without Taxes', { before: 10_000, after: 10_800 }, []],
  ])('%s', (_, night, findings) => {
    const total = after(night.after as number)
    expect(look({ stays: [{ rooms: [{ nights: [night], units: 1, total }], total }], global: total }).findings).toEqual(
      findings,
    )
  })

  it.each<[string, string, number, boolean]>([
    ['each Tax', '<Tax Amount="5.00"/><Tax Amount="2.00"/>', 10_700, true],
    ['each Tax, wrong', '<Tax Amount="5.00"/><Tax Amount="2.00"/>', 10_600, false],
    ['one of two that may be paid beside the price', '<Tax Amount="5.00"/><Tax Amount="2.00"/>', 10_500, true],
    ['a percentage', '<Tax Percent="7"/>', 10_700, true],
    ['a percentage, wrong', '<Tax Percent="7"/>', 10_800, false],
    ['one that is paid beside the price', '<Tax Amount="5.00"/><Tax Type="Exclusive" Amount="2.00"/>', 10_500, true],
    ['one that is in both amounts', '<Tax Type="Inclusive" Amount="7.00"/>', 10_000, true],
    ['one by the night', '<Tax Amount="2.00" ChargeUnit="1"/>', 10_900, true],
  ])('is counted with %s', (_, taxes, cents, isRight) => {
    const total = priced('Total', after(cents))
    const text = messageOf({ stays: [{ rooms: [{ nights: [{ before: 10_000, after: cents }], units: 1 }] }] })
      .replace(/(<Base [^>]*>)/, `$1<Taxes>${taxes}</Taxes>`)
      .replace('<ResGlobalInfo>', `<ResGlobalInfo>${total}`)
    expect(lintMessage(text).findings.filter(({ rule }) => rule === 'total-mismatch')).toHaveLength(isRight ? 0 : 1)
  })

  it('and a total after it are held together by the Taxes, or as less and more', () => {
    const of = (night: Money, cents: number): ReturnType<typeof look> =>
      look({ stays: [{ rooms: [{ nights: [night], units: 2 }], total: after(cents) }] })
    expect(of({ before: 10_000, taxes: 700 }, 21_400)).toEqual(CLEAN)
    expect(of({ before: 10_000, taxes: 700 }, 21_500).findings).toEqual([
      'error RoomStay/Total/@AmountAfterTax 215.00 214.00',
    ])
    expect(of({ before: 10_000 }, 19_000).findings).toEqual([
      'warning RoomStay/Total/@AmountAfterTax 190.00 200.00 or more',
    ])
    expect(of({ before: 10_000 }, 21_500)).toEqual({
      findings: [],
      notes: ['RoomStay/Total/@AmountAfterTax RoomStay/RoomRate has prices of nights without AmountAfterTax'],
    })
  })
})

describe('the total that is wrong is the one that is named', () => {
  it.each([DEPOSIT, '', fee('5.00')])('of a stay, where that of the reservation is right: %s', (beside) => {
    expect(look(booking({}, { total: after(41_000), beside })).findings.map((one) => one.split(' ')[1])).toEqual([
      'RoomStay/Total/@AmountAfterTax',
    ])
  })

  it('both, where both differ from what the rooms and their nights prove', () => {
    expect(look(booking({ global: after(41_000) }, { total: after(41_000) })).findings).toHaveLength(2)
  })
})

describe('a service is counted by its pricing type', () => {
  const of = (more: string, cents: number): ReturnType<typeof look> =>
    look(
      booking({
        global: after(44_000 + cents),
        services: services(service('SPA', priced('Base', after(1_000)), more)),
      }),
    )
  it.each<[string, number[], number[]]>([
    [' ServicePricingType="Per stay"', [0, 1_000, 2_000], []],
    [' ServicePricingType="Per stay" Quantity="3"', [0, 1_000, 3_000], [4_000]],
    [' ServicePricingType="Per night"', [0, 2_000, 4_000], [3_000]],
    [' ServicePricingType="Per person" Quantity="1"', [0, 1_000, 2_000, 4_000], [3_000]],
    [' ServicePricingType="Per person" Quantity="4"', [0, 4_000, 8_000], [3_000]],
    [' ServicePricingType="Per person"', [0, 2_000], [3_000]],
    [' ServicePricingType="Per person per night" Quantity="3"', [0, 6_000, 12_000], [7_000]],
    [' ServicePricingType="Per use" Quantity="5"', [0, 5_000], [3_000]],
    [' Inclusive="true"', [0], [1_000]],
    ['', [0, 1_000, 2_000, 4_000], [3_000, 999]],
  ])('%s', (more, right, open) => {
    for (const cents of right) expect(of(more, cents), `${cents}`).toEqual(CLEAN)
    for (const cents of open) {
      expect(of(more, cents).findings, `${cents}`).toEqual([])
      expect(of(more, cents).notes, `${cents}`).toHaveLength(1)
    }
    for (const cents of [-1, 99_000]) expect(of(more, cents).findings, `${cents}`).toHaveLength(1)
  })

  it('in the total of the part that names it', () => {
    const rphs = '<ServiceRPHs><ServiceRPH RPH="7"/></ServiceRPHs>'
    const named = services(
      service('SPA', priced('Base', after(1_000)), ' ServiceRPH="7" ServicePricingType="Per stay"'),
    )
    expect(
      look(
        booking(
          { services: named, global: after(45_000) },
          { total: after(45_000) },
          { total: after(45_000), services: rphs },
        ),
      ),
    ).toEqual(CLEAN)
    expect(look(booking({ services: named, global: after(45_000) }, { total: after(45_000), services: rphs }))).toEqual(
      CLEAN,
    )
    expect(
      look(
        booking(
          { services: named, global: after(45_000) },
          { total: after(45_000), services: rphs },
          { total: after(45_000) },
        ),
      ).findings,
    ).toHaveLength(1)
  })
})

/** A way to read the extras of a reservation: what each adds. */
interface Extra {
  xml: string
  at: 'night' | 'stay' | 'reservation'
  /** All that it may add, in cents. */
  ways: number[]
}

describe('totals of random reservations', () => {
  const cents = fc.integer({ min: 100, max: 99_999 })
  const extra = fc.record({
    kind: fc.constantFrom('service', 'told', 'fee', 'night-fee', 'discount', 'percent', 'deposit'),
    amount: fc.integer({ min: 100, max: 9_999 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    pick: fc.nat(),
  })
  const made = fc.record({
    nights: fc.array(cents, { minLength: 1, maxLength: 4 }),
    units: fc.integer({ min: 1, max: 3 }),
    form: fc.constantFrom('after', 'taxes', 'all', 'before'),
    extras: fc.array(extra, { maxLength: 3 }),
    hasRateTotal: fc.boolean(),
    hasStayTotal: fc.boolean(),
    off: fc.integer({ min: 1, max: 50_000 }),
  })

  /** By its own arithmetic: night, unit and person each once or all, in or out. */
  function extraOf(
    { kind, amount, quantity }: { kind: string; amount: number; quantity: number },
    at: number,
    nights: number,
    units: number,
    base: number,
  ): Extra {
    const out = [0, 1, nights, units, nights * units].map((times) => times * amount)
    const code = `X${at}`
    switch (kind) {
      case 'service':
        return {
          at: 'reservation',
          xml: service(code, priced('Base', after(amount)), ` Quantity="${quantity}"`),
          ways: [...out, quantity * amount, quantity * nights * amount],
        }
      case 'told':
        return {
          at: 'reservation',
          xml: service(
            code,
            priced('Base', after(amount)),
            ` Quantity="${quantity}" ServicePricingType="Per person per night"`,
          ),
          ways: [0, quantity * nights * amount],
        }
      case 'fee':
        return {
          at: 'stay',
          xml: `<Fees><Fee Code="${code}" Amount="${money(amount)}" CurrencyCode="EUR"/></Fees>`,
          ways: out,
        }
      case 'night-fee':
        return {
          at: 'night',
          xml: `<Fees><Fee Code="${code}" Amount="${money(amount)}" CurrencyCode="EUR"/></Fees>`,
          ways: [0, nights * amount, nights * units * amount],
        }
      case 'discount':
        return {
          at: 'stay',
          xml: `<Discount DiscountCode="${code}"${attributes(after(amount))}/>`,
          ways: out.map((one) => -one),
        }
      case 'percent':
        return { at: 'stay', xml: `<Discount DiscountCode="${code}" Percent="10"/>`, ways: [0, -Math.round(base / 10)] }
      default:
        return { at: 'stay', xml: DEPOSIT, ways: [0] }
    }
  }

  it('are right under each reading, and wrong beyond all', () => {
    fc.assert(
      fc.property(made, ({ nights, units, form, extras, hasRateTotal, hasStayTotal, off }) => {
        const base = nights.reduce((sum, night) => sum + night, 0) * units
        // One of a kind at a place: the schema has one Fees, one Discount.
        const seen = new Set<string>()
        const kept = extras.filter(({ kind }) => {
          const place = kind === 'percent' ? 'discount' : kind
          return !seen.has(place) && Boolean(seen.add(place))
        })
        const told = kept.map((one, at) => ({ ...extraOf(one, at, nights.length, units, base), pick: one.pick }))
        // A percentage of what other charges make of the price has no one reading.
        fc.pre(!told.some(({ xml }) => xml.includes('Percent="10"')) || told.length === 1)
        const chosen = told.reduce((sum, { ways, pick }) => sum + (ways[pick % ways.length] ?? 0), 0)
        const price = (cent: number): Money => {
          const taxes = Math.floor(cent / 11)
          return form === 'after'
            ? after(cent)
            : form === 'taxes'
              ? { after: cent, taxes }
              : form === 'all'
                ? { after: cent, before: cent - taxes, taxes }
                : { before: cent - taxes, taxes }
        }
        const at = (place: Extra['at']): string => told.flatMap((one) => (one.at === place ? [one.xml] : [])).join('')
        const reservation = (total: number): Booking => ({
          stays: [
            {
              rooms: [
                {
                  nights: nights.map(price),
                  units,
                  beside: nights.map(() => at('night')),
                  total: hasRateTotal ? after(base) : undefined,
                },
              ],
              beside: at('stay'),
              total: hasStayTotal && told.every((one) => one.at !== 'reservation') ? after(total) : undefined,
            },
          ],
          services: services(at('reservation')),
          global: after(total),
        })
        fc.pre(base + chosen >= 0)
        expect(look(reservation(base + chosen)), messageOf(reservation(base + chosen))).toEqual(CLEAN)
        const ends = told.map(({ ways }) => [Math.min(...ways), Math.max(...ways)] as const)
        const [low, high] = [0, 1].map((end) => base + ends.reduce((sum, one) => sum + (one[end] as number), 0)) as [
          number,
          number,
        ]
        // Guests are as many as units here, so no reading has more than all nights of all units.
        const slack = form === 'before' || told.length > 0 ? nights.length * units * 4 : 0
        const beyond = [high + slack + off, low - slack - off].filter((total) => total >= 0)
        for (const total of beyond) expect(look(reservation(total)), messageOf(reservation(total))).not.toEqual(CLEAN)
      }),
      { numRuns: 600, seed: 20270708 },
    )
  })

  it('of many charges are judged within bounds, and told where they are open', () => {
    const many = services(
      ...Array.from({ length: 60 }, (_, at) => service(`S${at}`, priced('Base', after(101 + at * 7)))),
    )
    expect(look(booking({ services: many })).findings).toEqual([])
    expect(look(booking({ services: many, global: after(43_000) })).findings).toHaveLength(1)
    expect(look(booking({ services: many, global: after(9_900_000) })).findings).toHaveLength(1)
    expect(look(booking({ services: many, global: after(45_003) })).notes).toHaveLength(1)
  })
})

describe('amounts that are whole by chance', () => {
  it('are no sign of a sender who rounds to whole ones, where a tax has parts of one', () => {
    const total = { after: 10_500, taxes: 909 }
    const fee = '<Fees><Fee Percent="5"/></Fees>'
    for (const [after, told] of [
      [10_500, []],
      [11_900, ['AmountAfterTax']],
      [13_000, ['AmountAfterTax']],
    ] as const) {
      const { findings, notes } = lintMessage(
        messageOf({
          stays: [{ rooms: [{ nights: [{ after: 10_000 }], units: 1, total, beside: [fee] }], total }],
          global: { after, taxes: 909 },
        }),
      )
      const ofGlobal = [...findings, ...notes].filter(
        ({ rule, node }) =>
          rule.startsWith('total-') && node?.includes('ResGlobalInfo') && node.includes('AmountAfterTax'),
      )
      expect([after, ofGlobal.map(({ node }) => node?.split('@').at(-1))]).toEqual([after, told])
    }
  })
})
