import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../../src/files/reading/row.js'
import { formatNight, parseNight } from '../../../src/calendar/index.js'
import { faultOf, readText, type ReadingInput } from '../reading.js'

const read = (text: string, input: ReadingInput = {}) => readText(text, { name: 'rates.yaml', ...input })

/** What the rows say of one night of a plan: field → values, so that a contradiction shows. */
function on(rows: readonly Row[], night: string, plan = '', room?: string): Record<string, unknown[]> {
  const said: Record<string, unknown[]> = {}
  const day = parseNight(night) as number
  for (const row of rows) {
    if (
      row.plan !== plan ||
      (room !== undefined && row.room !== room) ||
      day < row.from ||
      day >= row.until ||
      !((row.days >> ((day + 3) % 7)) & 1)
    )
      continue
    for (const [field, value] of Object.entries(row.fields)) (said[field] ??= []).push(value)
  }
  return said
}

const YEAR = 'from: 2027-01-01, to: 2027-12-31'

describe('layers', () => {
  it('lie over each other value by value: base, seasons, exceptions', async () => {
    const { rows, bad } = await read(`hotel_code: 1
currency: EUR
rooms:
  - room_id: 101
    base: {${YEAR}, price: 95, min_stay: 1}
    seasons:
      - {from: 2027-06-01, to: 2027-08-31, price: 150, min_stay: 3}
      - {from: 2027-09-01, to: 2027-09-30, days: [fri, sat], price: 130}
    exceptions:
      - {date: 2027-07-14, price: 300}
      - {from: 2027-12-30, to: 2027-12-31, price: 400, min_stay: 2}
`)
    expect(bad).toEqual([])
    expect(on(rows, '2027-03-01')).toEqual({ price: ['95.00'], currency: ['EUR'], min_stay: [1] })
    expect(on(rows, '2027-07-13')).toEqual({ price: ['150.00'], currency: ['EUR'], min_stay: [3] })
    expect(on(rows, '2027-07-14')).toEqual({ price: ['300.00'], currency: ['EUR'], min_stay: [3] })
    expect(on(rows, '2027-09-02')).toEqual({ price: ['95.00'], currency: ['EUR'], min_stay: [1] })
    expect(on(rows, '2027-09-03')).toEqual({ price: ['130.00'], currency: ['EUR'], min_stay: [1] })
    expect(on(rows, '2027-12-31')).toEqual({ price: ['400.00'], currency: ['EUR'], min_stay: [2] })
    expect(new Set(rows.map(({ line }) => line))).toEqual(new Set([5, 7, 8, 10, 11]))
  })

  it('do not let what is written further out win over what an entry says itself', async () => {
    const { rows } = await read(`hotel_code: 1
min_stay: 1
closed: false
seasons:
  - {from: 2027-06-01, to: 2027-06-30, price: 150, min_stay: 3}
exceptions:
  - {date: 2027-06-14, price: 300}
  - {date: 2027-07-14, price: 200}
`)
    expect(on(rows, '2027-06-14')).toEqual({ price: ['300.00'], min_stay: [3], closed: [false] })
    expect(on(rows, '2027-07-14')).toEqual({ price: ['200.00'], min_stay: [1], closed: [false] })
  })

  it('may lie over the one map that holds them', async () => {
    const { rows } = await read(`hotel_code: 1
seasons:
  - {from: 2027-06-01, to: 2027-06-30, price: 150, exceptions: [{days: [fri, sat], price: 180}, {date: 2027-06-09, min_stay: 4}]}
exceptions:
  - {date: 2027-06-11, price: 500}
`)
    expect(on(rows, '2027-06-10')).toEqual({ price: ['150.00'] })
    expect(on(rows, '2027-06-09')).toEqual({ price: ['150.00'], min_stay: [4] })
    expect(on(rows, '2027-06-12')).toEqual({ price: ['180.00'] })
    expect(on(rows, '2027-06-11')).toEqual({ price: ['500.00'] })
  })

  it('with a blank value send nothing for it', async () => {
    const { rows } = await read(`hotel_code: 1
seasons: [{from: 2027-06-01, to: 2027-06-30, price: 150, min_stay: 3}]
exceptions: [{date: 2027-06-14, min_stay: }]
`)
    expect(on(rows, '2027-06-14')).toEqual({ price: ['150.00'] })
  })

  it('of other rooms and plans do not meet', async () => {
    const { rows } = await read(`hotel_code: 1
seasons: [{room_id: 101, date: 2027-06-14, price: 100}, {room_id: 102, date: 2027-06-14, price: 200}]
exceptions: [{room_id: 101, date: 2027-06-14, price: 150}]
`)
    expect(on(rows, '2027-06-14', '', '101')).toEqual({ price: ['150.00'] })
    expect(on(rows, '2027-06-14', '', '102')).toEqual({ price: ['200.00'] })
  })

  it('keep contradictions within one of them for the plan to refuse', async () => {
    const { rows } = await read(`hotel_code: 1
seasons: [{${YEAR}, price: 100}]
exceptions: [{date: 2027-06-14, price: 150}, {from: 2027-06-10, to: 2027-06-20, price: 151}]
`)
    expect(on(rows, '2027-06-14')).toEqual({ price: ['150.00', '151.00'] })
    expect(on(rows, '2027-06-15')).toEqual({ price: ['151.00'] })
  })

  it('hold for inventory too', async () => {
    const { rows } = await read(
      'hotel_code: 1\nroom_id: 5\nbase: {from: 2027-01-01, to: 2027-01-31, availability: 8}\ninventory: [{from: 2027-01-10, to: 2027-01-12, availability: 2}]\nexceptions: [{date: 2027-01-11, availability: 0}]\n',
      { kind: 'inventory' },
    )
    expect(['09', '10', '11', '13'].map((day) => on(rows, `2027-01-${day}`).availability)).toEqual([[8], [2], [0], [8]])
  })

  it('whose nights cannot be read stand as they are, and are refused', async () => {
    const { rows, bad } = await read(
      'hotel_code: 1\nseasons: [{from: 2027-01-01, to: 2027-01-31, price: 8}]\nexceptions: [{date: 2027-02-30, price: 9}]\n',
    )
    expect(bad).toMatchObject([{ line: 3, field: 'date', value: '2027-02-30' }])
    expect(rows).toMatchObject([{ line: 2, fields: { price: '8.00' } }])
  })
})

describe('derived plans', () => {
  const room = (plans: string, more = '') => `hotel_code: 1\ncurrency: EUR\nroom_id: 101\n${more}plans:\n${plans}`
  const source = `  - {name: standard, plan: 77, ${YEAR}, price: 100, min_stay: 2}\n`

  it.each([
    ['+10%', '110.00'],
    ['-15', '85.00'],
    ['+12.50', '112.50'],
    ['-10 %', '90.00'],
    ['+0.125%', '100.13'],
    ['x1.2', '120.00'],
    ['"*1.15"', '115.00'],
    ['-99.99', '0.01'],
    ['+0%', '100.00'],
    ['−5%', '95.00'],
    ['-2.5%', '97.50'],
  ])('change prices by %s: %s', async (change, price) => {
    const { rows, bad } = await read(room(`${source}  - {plan: 78, from: standard, change: ${change}}\n`))
    expect(bad).toEqual([])
    expect(on(rows, '2027-05-05', '78')).toEqual({ price: [price], currency: ['EUR'] })
    expect(rows.find(({ plan }) => plan === '78')?.line).toBe(6)
  })

  it.each([
    ['EUR', '99.99', '+10%', '', '109.99'],
    ['EUR', '0.05', '-10%', '', '0.05'],
    ['JPY', '12345', '+10%', '', '13580.00'],
    ['KWD', '10.125', '+1%', '', '10.226'],
    ['EUR', '104.50', '+0', '1', '105.00'],
    ['EUR', '104.49', '+0', '1', '104.00'],
    ['EUR', '107.25', '+0', '0.50', '107.50'],
    ['EUR', '107.24', '+0', '0.5', '107.00'],
    ['EUR', '112.5', '+0', '5', '115.00'],
  ])('round in %s: %s %s to %s is %s', async (currency, price, change, round, expected) => {
    const { rows } = await read(
      `hotel_code: 1\ncurrency: ${currency}\nplans:\n  - {plan: 1, date: 2027-01-01, price: "${price}"}\n  - {plan: 2, from: 1, change: ${change}${round === '' ? '' : `, round: ${round}`}}\n`,
      { options: { decimal: '.' } },
    )
    expect(on(rows, '2027-01-01', '2').price).toEqual([expected])
  })

  const derived = (change: string, round = '', price = '12000') =>
    `hotel_code: 1\ncurrency: EUR\nplans:\n  - {plan: 1, date: 2027-01-01, price: "${price}"}\n  - {plan: 2, from: 1, change: "${change}"${round === '' ? '' : `, round: "${round}"`}}\n`
  it.each([
    ['+1.500', ',', '', '13500.00'],
    ['+1,500', '.', '', '13500.00'],
    ['+1.500', '.', '', '12001.50'],
    ['-12,5%', ',', '', '10500.00'],
    ['-12,5%', undefined, '', '10500.00'],
    ['-12.5%', undefined, '', '10500.00'],
    ['+12,50', ',', '', '12012.50'],
    ['+12,50', undefined, '', '12012.50'],
    ['+1.234,50', ',', '', '13234.50'],
    ['x1,125', ',', '', '13500.00'],
    ['x1.125', undefined, '', '13500.00'],
    ['+1500', ',', '', '13500.00'],
    ['+0,4', ',', '0,5', '12000.50'],
    ['+0,4', ',', '0.5', '12000.50'],
    ['+1', '.', '1.500', '12001.50'],
  ] as const)('reads %s with the decimal mark %s, rounded to "%s"', async (change, decimal, round, price) => {
    const { rows, bad } = await read(derived(change, round), { options: decimal === undefined ? {} : { decimal } })
    expect(bad).toEqual([])
    expect(rows.at(-1)?.fields['price']).toBe(price)
  })

  it.each([
    ['+1.500', undefined, '', 'can be read as 1500 or as 1.500'],
    ['-1,500', undefined, '0.01', 'can be read as 1500 or as 1.500'],
    ['+12.50', ',', '', 'is not a well-formed number with --decimal ,'],
    ['-12.5%', ',', '', 'but --decimal is ,'],
    ['x1.125', ',', '', 'but --decimal is ,'],
    ['+10', ',', '1.500', 'can be read as 1500 or as 1.500'],
    ['+010', undefined, '', '"+010" is no change'],
  ] as const)('refuses %s with the decimal mark %s, rounded to "%s"', async (change, decimal, round, reason) => {
    const text = change === '+010' ? derived(change).replace('"+010"', '+010') : derived(change, round)
    const fault = await faultOf(read(text, { options: decimal === undefined ? {} : { decimal } }))
    expect(fault.findings[0]?.reason).toContain(change === '+010' ? '"+010" is 8 in some versions of YAML' : reason)
  })

  it('take the name or the id of a plan beside them, and base for the prices around them', async () => {
    const text = (from: string) =>
      room(`${source}  - {plan: 78, from: ${from}, change: +10}\n`, `seasons: [{${YEAR}, price: 60}]\n`)
    expect(on((await read(text('Standard'))).rows, '2027-05-05', '78').price).toEqual(['110.00'])
    expect(on((await read(text('77'))).rows, '2027-05-05', '78').price).toEqual(['110.00'])
    expect(on((await read(text('base'))).rows, '2027-05-05', '78').price).toEqual(['70.00'])
    expect(
      on((await read(text('base').replace('name: standard', 'name: base'))).rows, '2027-05-05', '78').price,
    ).toEqual(['110.00'])
  })

  it('follow the layers of their source, and have layers of their own over it', async () => {
    const { rows, bad } = await read(
      room(
        `  - {plan: 78, from: base, change: +10%, min_stay: 5, exceptions: [{date: 2027-05-02, price: 7}], seasons: [{from: 2027-05-01, to: 2027-05-02, min_stay: 6}]}\n`,
        'base: {from: 2027-05-01, to: 2027-05-31, price: 100}\nexceptions: [{date: 2027-05-04, price: 200}]\n',
      ),
    )
    expect(bad).toEqual([])
    expect(on(rows, '2027-05-01', '78')).toEqual({ price: ['110.00'], currency: ['EUR'], min_stay: [6] })
    expect(on(rows, '2027-05-02', '78')).toEqual({ price: ['7.00'], currency: ['EUR'], min_stay: [6] })
    expect(on(rows, '2027-05-03', '78')).toEqual({ price: ['110.00'], currency: ['EUR'], min_stay: [5] })
    expect(on(rows, '2027-05-04', '78')).toEqual({ price: ['220.00'], currency: ['EUR'], min_stay: [5] })
  })

  it('derive from each other, in any order, each from the rounded price before', async () => {
    const { rows } = await read(
      room(
        `  - {name: c, plan: 3, from: b, change: +1%}\n  - {name: b, plan: 2, from: a, change: +1%}\n  - {name: a, plan: 1, date: 2027-05-05, price: 0.49}\n`,
      ),
    )
    expect(['1', '2', '3'].map((plan) => on(rows, '2027-05-05', plan).price)).toEqual([['0.49'], ['0.49'], ['0.49']])
    const higher = await read(
      room(
        `  - {name: c, plan: 3, from: b, change: +1%}\n  - {name: b, plan: 2, from: a, change: +1%}\n  - {name: a, plan: 1, date: 2027-05-05, price: 0.50}\n`,
      ),
    )
    expect(['1', '2', '3'].map((plan) => on(higher.rows, '2027-05-05', plan).price)).toEqual([
      ['0.50'],
      ['0.51'],
      ['0.52'],
    ])
  })

  it('may keep to nights and weekdays of their own', async () => {
    const { rows } = await read(
      room(
        `${source}  - {plan: 78, derive: {from: standard, change: +10%}, from: 2027-05-01, to: 2027-05-31, days: [fri, sat]}\n  - {plan: 79, from: standard, change: +1, days: [sun]}\n`,
      ),
    )
    expect(
      ['2027-04-30', '2027-05-06', '2027-05-07', '2027-06-04'].map((night) => on(rows, night, '78').price),
    ).toEqual([undefined, undefined, ['110.00'], undefined])
    expect(['2027-05-08', '2027-05-09'].map((night) => on(rows, night, '79').price)).toEqual([undefined, ['101.00']])
  })

  it('hold room by room, in several hotels', async () => {
    const hotel = (code: number, price: number) =>
      `  - hotel_code: ${code}\n    plans:\n      - {name: std, plan: 1, rooms: [{room_id: 101, date: 2027-01-01, price: ${price}}, {room_id: 102, date: 2027-01-01, price: ${price + 50}}]}\n      - {plan: 2, from: std, change: -10}\n`
    const { rows } = await read(`currency: EUR\nhotels:\n${hotel(1, 100)}${hotel(2, 200)}`)
    expect(
      rows
        .filter(({ plan }) => plan === '2')
        .map(({ hotel: code, room: id, line, fields }) => [code, id, line, fields.price]),
    ).toEqual([
      ['1', '101', 6, '90.00'],
      ['1', '102', 6, '140.00'],
      ['2', '101', 10, '190.00'],
      ['2', '102', 10, '240.00'],
    ])
  })

  it('share a derivation through anchors', async () => {
    const { rows } = await read(
      `hotel_code: 1\ncurrency: EUR\nx-deal: &deal {derive: {from: std, change: -10%}}\nplans:\n  - {name: std, plan: 1, date: 2027-01-01, price: 100}\n  - {<<: *deal, plan: 2}\n  - {<<: *deal, plan: 3, min_stay: 3}\n`,
    )
    expect(rows.map(({ plan, fields }) => [plan, fields.price, fields.min_stay])).toEqual([
      ['1', '100.00', undefined],
      ['2', '90.00', undefined],
      ['3', '90.00', 3],
    ])
  })

  it('know the currency from --currency and from the price, and ask for it where rounding needs it', async () => {
    const text = (price: string, change: string) =>
      `hotel_code: 1\nplans:\n  - {plan: 1, date: 2027-01-01, price: ${price}}\n  - {plan: 2, from: 1, change: ${change}}\n`
    expect(on((await read(text('95', '+10%'), { options: { currency: 'EUR' } })).rows, '2027-01-01', '2')).toEqual({
      price: ['104.50'],
      currency: ['EUR'],
    })
    expect(on((await read(text('95 EUR', '+10%'))).rows, '2027-01-01', '2')).toEqual({
      price: ['104.50'],
      currency: ['EUR'],
    })
    expect(on((await read(text('95.00', '+10%'))).rows, '2027-01-01', '2')).toEqual({ price: ['104.50'] })
    expect(on((await read(text('95', '+10'))).rows, '2027-01-01', '2')).toEqual({ price: ['105.00'] })
    expect((await read(text('95', '+10%'))).bad).toMatchObject([
      {
        line: 4,
        reason: expect.stringContaining('would have to round 95.00'),
        remedy: expect.stringContaining('currency'),
      },
    ])
    expect(
      on(
        (await read(text('"1.250,50"', '+10%'), { options: { currency: 'EUR', decimal: ',' } })).rows,
        '2027-01-01',
        '2',
      ).price,
    ).toEqual(['1375.55'])
  })

  it('of zero or less are refused, and so is what derives from a price that is none', async () => {
    const { rows, bad } = await read(
      `hotel_code: 1\ncurrency: EUR\nplans:\n  - {name: std, plan: 1, seasons: [{date: 2027-01-01, price: 15}, {date: 2027-01-02, price: 20}, {date: 2027-01-03, price: much}]}\n  - {plan: 2, from: std, change: -15}\n  - {plan: 3, from: std, change: -99.99%}\n`,
    )
    expect(bad.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'is not an amount'],
      [5, 'would make 15.00 a price of zero or less (line 4)'],
      [5, 'is not an amount'],
      [6, 'would make 15.00 a price of zero (line 4)'],
      [6, 'would make 20.00 a price of zero (line 4)'],
      [6, 'is not an amount'],
    ])
    expect(on(rows, '2027-01-02', '2').price).toEqual(['5.00'])
  })

  it.each<[string, string, number, string]>([
    [
      'a circle',
      '  - {name: a, plan: 1, from: b, change: +1}\n  - {name: b, plan: 2, from: a, change: +1}\n',
      6,
      'derives from itself',
    ],
    ['itself', '  - {name: a, plan: 1, from: a, change: +1}\n', 5, 'derives from itself'],
    [
      'a plan that is not there',
      '  - {name: standart, plan: 1, date: 2027-01-01, price: 5}\n  - {plan: 2, from: standard, change: +1}\n',
      6,
      'no plan "standard" stands beside this one',
    ],
    [
      'two of one name',
      '  - {name: a, plan: 1, date: 2027-01-01, price: 5}\n  - {name: a, plan: 3, date: 2027-01-01, price: 5}\n  - {plan: 2, from: a, change: +1}\n',
      7,
      'is the name of several plans',
    ],
    [
      'a change that is none',
      `${source}  - {plan: 2, from: standard, change: 10%}\n`,
      6,
      '"10%" is no change of a price',
    ],
    [
      'a rounding that is none',
      `${source}  - {plan: 2, from: standard, change: +10%, round: 0}\n`,
      6,
      '"0" is nothing that prices can be rounded to',
    ],
    [
      'no plan of its own',
      `${source}  - {name: deal, from: standard, change: +10%}\n`,
      6,
      'does not say for which plan',
    ],
    ['a price of its own', `${source}  - {plan: 2, from: standard, change: +10%, price: 5}\n`, 6, 'has one of its own'],
    [
      'rooms of its own',
      `${source}  - {plan: 2, from: standard, change: +10%, rooms: [{room_id: 5}]}\n`,
      6,
      'holds the list rooms',
    ],
    [
      'a source without prices',
      '  - {name: a, plan: 1, date: 2027-01-01, min_stay: 5}\n  - {plan: 2, from: a, change: +1}\n',
      6,
      'has no price that could be changed',
    ],
    ['no prices around it', '  - {plan: 2, from: base, change: +1}\n', 5, 'has no price that could be changed'],
    [
      'other nights than its source',
      `${source}  - {plan: 2, derive: {from: standard, change: +1}, date: 2028-01-01}\n`,
      6,
      'has no night on which',
    ],
    [
      'a range beside the short form',
      `${source}  - {plan: 2, from: standard, to: 2027-05-05, change: +1}\n`,
      6,
      '"change" stands in a map with nights of its own',
    ],
    [
      'a night for a plan',
      `${source}  - {plan: 2, from: 2027-01-01, change: +1}\n`,
      6,
      '"change" stands in a map with nights of its own',
    ],
    ['no source', `${source}  - {plan: 2, change: +1}\n`, 6, '"change" lacks the plan'],
    ['half a derivation', `${source}  - {plan: 2, derive: {from: standard}}\n`, 6, '"derive" lacks from or change'],
    [
      'more in a derivation',
      `${source}  - {plan: 2, derive: {from: standard, change: +1, min: 5}}\n`,
      6,
      '"min" has no meaning inside derive',
    ],
    [
      'both forms',
      `${source}  - {plan: 2, derive: {from: standard, change: +1}, change: +2}\n`,
      6,
      '"change" stands beside derive',
    ],
    [
      'rounding alone',
      `${source}  - {plan: 2, date: 2027-01-01, price: 5, round: 1}\n`,
      6,
      '"round" stands without change',
    ],
    [
      'an alias that is meant as a factor',
      `${source}  - {plan: 2, from: standard, change: *1.2}\n`,
      6,
      'has no anchor before it',
    ],
  ])('are refused with %s', async (_, plans, line, reason) => {
    const fault = await faultOf(read(room(plans)))
    expect(fault.code).toBe('INVALID_INPUT')
    expect(fault.findings[0]).toMatchObject({ file: 'rates.yaml', line, reason: expect.stringContaining(reason) })
  })

  it('stand in lists of plans only', async () => {
    expect(
      (await faultOf(read('hotel_code: 1\nseasons:\n  - {from: base, change: +10%, plan: 2}\n'))).findings[0],
    ).toMatchObject({ line: 3, reason: expect.stringContaining('only an entry of plans') })
    expect(
      (
        await faultOf(
          read('hotel_code: 1\nroom_id: 1\nplans:\n  - {plan: 2, from: base, change: +10%}\n', { kind: 'inventory' }),
        )
      ).code,
    ).toBe('INVALID_INPUT')
  })

  it('do not grow without bound', async () => {
    const seasons = Array.from({ length: 300 }, (_, i) => `{date: ${formatNight(20_500 + i)}, price: ${100 + i}}`).join(
      ', ',
    )
    const plans = Array.from({ length: 350 }, (_, i) => `  - {plan: ${i + 2}, from: base, change: +${i + 1}}`).join(
      '\n',
    )
    expect(
      (await faultOf(read(`hotel_code: 1\ncurrency: EUR\nseasons: [${seasons}]\nplans:\n${plans}\n`))).message,
    ).toContain('makes more than 100000 rows')
  }, 120_000)
})

it('the sample is what its comments say', async () => {
  const { rows, bad } = await read(readFileSync(new URL('../../../samples/seasons.yaml', import.meta.url), 'utf8'))
  expect(bad).toEqual([])
  const priceOf = (night: string, plan: string, room = '101') => on(rows, night, plan, room).price
  // 14 October 2028 is a Saturday, 20 July a Thursday, 31 December a Sunday.
  expect(['', '501', '502', '503'].map((plan) => priceOf('2028-10-14', plan))).toEqual([
    ['98.00'],
    ['107.80'],
    ['93.00'],
    ['199.00'],
  ])
  expect(['', '501', '502', '503'].map((plan) => priceOf('2028-07-20', plan))).toEqual([
    ['240.00'],
    ['264.00'],
    ['249.00'],
    undefined,
  ])
  expect(['', '501', '502', '503'].map((plan) => priceOf('2028-12-31', plan))).toEqual([
    ['310.00'],
    ['341.00'],
    ['326.00'],
    undefined,
  ])
  expect(['', '501', '502', '503'].map((plan) => priceOf('2028-04-07', plan))).toEqual([
    ['118.00'],
    ['129.80'],
    ['115.00'],
    ['124.00'],
  ])
  expect(['', '501', '502', '503'].map((plan) => priceOf('2028-07-01', plan, '102'))).toEqual([
    ['219.00'],
    ['240.90'],
    ['226.00'],
    ['230.00'],
  ])
  expect(on(rows, '2028-07-20', '', '101')).toMatchObject({ min_stay: [4] })
  expect(on(rows, '2028-12-31', '', '101')).toMatchObject({ min_stay: [1], closed_to_departure: [true] })
})

/** Half up, of numerator / denominator, by long division. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator
  return (numerator % denominator) * 2n >= denominator ? whole + 1n : whole
}

it('derived prices are those of a model that counts nights and cents', async () => {
  const first = 20_500
  const cents = fc.integer({ min: 100, max: 99_999 })
  const season = fc.record({
    at: fc.integer({ min: 0, max: 20 }),
    length: fc.integer({ min: 1, max: 10 }),
    price: cents,
  })
  const change = fc.record({
    kind: fc.constantFrom('percent', 'plus', 'times'),
    amount: fc.integer({ min: -4000, max: 9000 }),
    step: fc.constantFrom(undefined, 1n, 5n, 50n, 100n, 500n),
  })
  const money = (amount: number) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
  await fc.assert(
    fc.asyncProperty(
      cents,
      fc.array(season, { maxLength: 3 }),
      fc.array(season, { maxLength: 2 }),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (base, seasons, exceptions, changes, isReversed) => {
        const apart = (list: typeof seasons) =>
          list.filter((one, at) =>
            list.slice(0, at).every((other) => one.at + one.length <= other.at || other.at + other.length <= one.at),
          )
        const layers = [apart(seasons), apart(exceptions)]
        const model: number[] = Array.from({ length: 31 }, () => base)
        for (const layer of layers)
          for (const { at, length, price } of layer) model.fill(price, at, Math.min(31, at + length))
        const entry = ({ at, length, price }: (typeof seasons)[number]) =>
          `{from: ${formatNight(first + at)}, to: ${formatNight(first + Math.min(30, at + length - 1))}, price: ${money(price)}}`
        const written = changes.map(({ kind, amount, step }, i) => {
          const sign = amount < 0 ? '-' : '+'
          const text =
            kind === 'percent'
              ? `${sign}${Math.abs(amount) / 100}%`
              : kind === 'plus'
                ? `${sign}${money(Math.abs(amount))}`
                : `x${money(Math.abs(amount) + 1)}`
          return `  - {name: p${i + 1}, plan: ${i + 1}, from: ${i === 0 ? 'base' : `p${i}`}, change: ${text}${step === undefined ? '' : `, round: ${money(Number(step))}`}}`
        })
        const expected = changes.map(({ kind, amount, step = 1n }, i) => ({
          i,
          of: (price: bigint) => {
            const exact =
              kind === 'percent'
                ? ([price * BigInt(10_000 + amount), 10_000n * step] as const)
                : kind === 'plus'
                  ? ([price + BigInt(amount), step] as const)
                  : ([price * BigInt(Math.abs(amount) + 1), 100n * step] as const)
            return exact[0] <= 0n ? 0n : halfUp(exact[0], exact[1]) * step
          },
        }))
        const { rows, bad } = await read(
          `hotel_code: 1\ncurrency: EUR\nbase: {from: ${formatNight(first)}, to: ${formatNight(first + 30)}, price: ${money(base)}}\nseasons: [${(layers[0] as typeof seasons).map(entry).join(', ')}]\nexceptions: [${(layers[1] as typeof seasons).map(entry).join(', ')}]\nplans:\n${(isReversed ? written.toReversed() : written).join('\n')}\n`,
        )
        let isRefused = false
        for (const [day, price] of model.entries()) {
          let known: bigint | undefined = BigInt(price)
          for (const { i, of } of expected) {
            known = known === undefined ? undefined : of(known)
            if (known === 0n) known = undefined
            if (known === undefined) isRefused = true
            expect(on(rows, formatNight(first + day), String(i + 1)).price ?? []).toEqual(
              known === undefined ? [] : [money(Number(known))],
            )
          }
        }
        expect(bad.length > 0).toBe(isRefused)
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)
