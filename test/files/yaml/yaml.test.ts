import { describe, expect, it } from 'vitest'
import { formatNight } from '../../../src/calendar/index.js'
import type { Row } from '../../../src/files/reading/row.js'
import { YAML_BYTES_MAX, YAML_LAYOUT } from '../../../src/files/yaml/yaml.js'
import { faultOf, readText, type ReadingInput } from '../reading.js'

const read = (text: string, input: ReadingInput = {}) => readText(text, { name: 'rates.yaml', ...input })
const brief = ({ line, hotel, room, plan, from, until, days, fields }: Row) => [
  line,
  hotel,
  room,
  plan,
  formatNight(from),
  formatNight(until - 1),
  days,
  fields,
]

describe('the layout', () => {
  it('is what the help says', async () => {
    const { rows, bad } = await read(YAML_LAYOUT.slice(YAML_LAYOUT.indexOf('\nhotel_code:')).replace(/\n"to" is.*/, ''))
    expect(bad).toEqual([])
    const on = (night: string, plan: string) =>
      rows
        .filter((row) => row.plan === plan && formatNight(row.from) <= night && night < formatNight(row.until))
        .map(({ fields }) => fields)
    expect(on('2027-03-31', '')).toEqual([{ price: '95.00', currency: 'EUR' }])
    expect(on('2027-05-14', '')).toEqual([{ price: '140.00', currency: 'EUR' }, { min_stay: 2 }])
    expect(on('2027-05-15', '')).toEqual([{ min_stay: 2 }, { price: '210.00', currency: 'EUR' }])
    expect(on('2027-05-15', '77')).toEqual([{ price: '231.00', currency: 'EUR' }])
    expect(on('2027-03-31', '78')).toEqual([{ price: '89.50', currency: 'EUR' }])
    expect(on('2027-04-01', '78')).toEqual([])
  })

  it('hands values down and lets the inner level win', async () => {
    const { rows, bad, blankRows } = await read(`# rates of two hotels
- hotel_code: 928948908785846870
  currency: EUR
  min_stay: 1
  rooms:
    - room_id: 101
      name: Double room
      seasons:
        - {name: winter, from: 2027-01-01, to: 2027-03-31, price: 95}
        - from: 2027-04-01
          to: 2027-06-30
          days: [fri, sat]
          price: 140.50
          min_stay: ~
    - room_id: 102
      from: 2027-01-01
      to: 2027-12-31
      plans:
        - {rate_plan_id: 7, price: 80, closed: false}
        - {rate_plan_id: 8, date: 2027-05-05, closed: yes, min_stay: }
- hotel_code: "1000002"
  room_id: "*"
  date: 2027-01-05
  price: "1,250.00"
`)
    expect(bad).toEqual([])
    expect(blankRows).toBe(0)
    expect(rows.map(brief)).toEqual([
      [
        9,
        '928948908785846870',
        '101',
        '',
        '2027-01-01',
        '2027-03-31',
        127,
        { min_stay: 1, price: '95.00', currency: 'EUR' },
      ],
      [10, '928948908785846870', '101', '', '2027-04-01', '2027-06-30', 48, { price: '140.50', currency: 'EUR' }],
      [
        19,
        '928948908785846870',
        '102',
        '7',
        '2027-01-01',
        '2027-12-31',
        127,
        { min_stay: 1, price: '80.00', closed: false, currency: 'EUR' },
      ],
      [20, '928948908785846870', '102', '8', '2027-05-05', '2027-05-05', 127, { closed: true }],
      [21, '1000002', '', '', '2027-01-05', '2027-01-05', 127, { price: '1250.00' }],
    ])
  })

  it('is the same for inventory, which may call its list by its own name', async () => {
    const { rows } = await read(
      'hotel_code: 1\nrooms:\n  - room_id: 101\n    inventory: [{from: 2027-01-01, to: 2027-01-31, availability: 5}, {date: 2027-02-01, available: 0}]\n',
      { kind: 'inventory', name: 'inventory.yaml' },
    )
    expect(rows.map(brief)).toEqual([
      [4, '1', '101', '', '2027-01-01', '2027-01-31', 127, { availability: 5 }],
      [4, '1', '101', '', '2027-02-01', '2027-02-01', 127, { availability: 0 }],
    ])
  })

  it('may be several documents', async () => {
    const { rows } = await read(
      'hotel_code: 1\ndate: 2027-01-01\nprice: 5\n---\n{hotel_code: 2, date: 2027-01-01, price: 6}\n---\n- {hotel_code: 3, date: 2027-01-01, price: 7}\n',
    )
    expect(rows.map(({ hotel, line }) => [hotel, line])).toEqual([
      ['1', 1],
      ['2', 5],
      ['3', 7],
    ])
  })

  it('takes JSON documents', async () => {
    const { rows } = await read('[\n {"hotel_code": 928948908785846870, "date": "2027-01-01", "price": 5.5}\n]', {
      name: 'rates.json',
    })
    expect(rows.map(({ hotel, line, fields }) => [hotel, line, fields])).toEqual([
      ['928948908785846870', 2, { price: '5.50' }],
    ])
  })

  it('takes anchors and merge keys', async () => {
    const { rows } = await read(
      'x-weekend: &weekend {days: fri-sat, min_stay: 2}\nhotel_code: 1\nseasons:\n  - {<<: *weekend, from: 2027-01-01, to: 2027-01-31, price: 5}\n  - {<<: *weekend, from: 2027-02-01, to: 2027-02-28, price: 6, min_los: 3}\n',
    )
    expect(rows.map(({ days, fields }) => [days, fields])).toEqual([
      [48, { min_stay: 2, price: '5.00' }],
      [48, { min_stay: 3, price: '6.00' }],
    ])
  })

  it('repeats whole lists through aliases', async () => {
    const { rows } = await read(
      'hotel_code: 1\nrooms:\n  - room_id: 1\n    seasons: &year\n      - {date: 2027-01-01, price: 5}\n  - room_id: 2\n    seasons: *year\n',
    )
    expect(rows.map(({ room, line }) => [room, line])).toEqual([
      ['1', 5],
      ['2', 5],
    ])
  })

  it('takes the hotel from --hotel, but not twice', async () => {
    expect((await read('{date: 2027-01-01, price: 5}', { options: { hotel: '12' } })).rows[0]?.hotel).toBe('12')
    expect(
      (await read('{hotel_code: 12, date: 2027-01-01, price: 5}', { options: { hotel: '12' } })).bad[0]?.reason,
    ).toContain('--hotel is given')
  })
})

describe('an entry that lacks what its list or its siblings name', () => {
  const night = 'date: 2027-01-05, price: 100'
  it.each([
    [
      'the room, in a list of rooms',
      `hotel_code: 1\nrooms:\n  - {room_id: 101, ${night}}\n  - {${night}}\n`,
      4,
      'names no room, but line 3 does',
      'room_id: "*"',
    ],
    [
      'the room, as the only entry',
      `hotel_code: 1\nrooms:\n  - {name: Double, ${night}}\n`,
      3,
      'names no room, but stands in the list rooms',
      'room_id: "*"',
    ],
    [
      'the room, which a map further out has',
      `hotel_code: 1\nroom_id: 101\nrooms:\n  - {${night}}\n`,
      4,
      'names no room',
      'room_id: "*"',
    ],
    [
      'the room, in a list inside it',
      `hotel_code: 1\nrooms:\n  - room_id: 101\n    seasons: [{${night}}]\n  - name: Suite\n    seasons: [{${night}}]\n`,
      5,
      'names no room, but line 3 does',
      'room_id: "*"',
    ],
    [
      'the room, under a base',
      `hotel_code: 1\nrooms:\n  - base: {from: 2027-01-01, to: 2027-01-31, price: 90}\n    exceptions: [{${night}}]\n`,
      3,
      'names no room',
      'room_id: "*"',
    ],
    [
      'the room, in a list of maps',
      `- {hotel_code: 1, room_id: 101, ${night}}\n- {hotel_code: 1, ${night}}\n`,
      2,
      'names no room, but line 1 does',
      'room_id: "*"',
    ],
    [
      'the room, in another list',
      `hotel_code: 1\nseasons:\n  - {${night}}\nrooms:\n  - {room_id: 101, date: 2027-01-06, price: 1}\n`,
      3,
      'names no room, but line 5 does',
      'room_id: "*"',
    ],
    [
      'the room, in another document',
      `{hotel_code: 1, room_id: 101, ${night}}\n---\n{hotel_code: 1, ${night}}\n`,
      3,
      'names no room, but line 1 does',
      'room_id: "*"',
    ],
    [
      'the plan, in a list of plans',
      `hotel_code: 1\nroom_id: 101\nplans:\n  - {plan: 501, ${night}}\n  - {name: flexible, ${night}}\n`,
      5,
      'names no plan, but line 4 does',
      'plan: "*"',
    ],
    [
      'the plan, as the only entry',
      `hotel_code: 1\nroom_id: 101\nplans:\n  - {name: flexible, ${night}}\n`,
      4,
      'names no plan, but stands in the list plans',
      'plan: "*"',
    ],
    [
      'the plan, which another derives from',
      `hotel_code: 1\nroom_id: 101\nplans:\n  - {name: flexible, ${night}}\n  - {plan: 502, from: flexible, change: -10}\n`,
      4,
      'names no plan',
      'plan: "*"',
    ],
    [
      'the plan, in seasons',
      `hotel_code: 1\nroom_id: 101\nseasons:\n  - {plan: 501, ${night}}\n  - {${night}}\n`,
      5,
      'names no plan, but line 4 does',
      'plan: "*"',
    ],
    [
      'the plan, in another document',
      `{hotel_code: 1, room_id: 101, plan: 501, ${night}}\n---\n{hotel_code: 1, room_id: 101, ${night}}\n`,
      3,
      'names no plan, but line 1 does',
      'plan: "*"',
    ],
    [
      'the hotel, which a map further out has',
      `hotel_code: 1\nhotels:\n  - {hotel_code: 2, ${night}}\n  - {${night}}\n`,
      4,
      'names no hotel, but line 3 does',
      'Write its hotel',
    ],
  ])('%s, is refused', async (_, text, line, reason, next) => {
    const fault = await faultOf(read(text))
    expect(fault.findings[0]).toMatchObject({
      line,
      reason: expect.stringContaining(reason) as string,
      remedy: expect.stringContaining(next) as string,
    })
  })

  it('may say that all are meant', async () => {
    const { rows, bad } = await read(
      `hotel_code: 1\nrooms:\n  - {room_id: "*", ${night}}\n  - room_id: 101\n    plans: [{plan: "*", ${night}}, {plan: 5, ${night}}]\n`,
    )
    expect(bad).toEqual([])
    expect(rows.map(({ room, plan }) => [room, plan])).toEqual([
      ['', ''],
      ['101', ''],
      ['101', '5'],
    ])
  })

  it('may take the plan from further out, and be the base beside a list of plans', async () => {
    const { rows } = await read(
      `hotel_code: 1\nplan: 7\nseasons:\n  - {plan: 8, ${night}}\n  - {date: 2027-01-06, price: 5}\n---\nhotel_code: 1\nplan: "*"\nbase: {date: 2027-02-01, price: 50}\nplans: [{plan: 9, from: base, change: +10%}]\n`,
    )
    expect(rows.map(({ plan }) => plan)).toEqual(['8', '7', '', '9'])
  })
})

describe('values', () => {
  it('are refused with the line of their row and the name the file uses', async () => {
    const { bad, rows } = await read(
      'hotel_code: 1\nseasons:\n  - {date: 2027-01-01, amount: 1.234}\n  - {date: 2027-02-30, price: 5}\n  - {date: 2027-01-01, price: 1e3}\n  - {date: 2027-01-01, price: 0x10}\n  - {price: 5}\n  - {date: 2027-01-02, price: 5.00}\n',
    )
    expect(bad.map(({ file, line, field, value }) => [file, line, field, value])).toEqual([
      ['rates.yaml', 3, 'amount', '1.234'],
      ['rates.yaml', 4, 'date', '2027-02-30'],
      ['rates.yaml', 5, 'price', '1e3'],
      ['rates.yaml', 6, 'price', '0x10'],
      ['rates.yaml', 7, 'date', ''],
    ])
    expect(rows).toMatchObject([{ line: 8, fields: { price: '5.00' } }])
  })

  it('are refused where min and max stay meet from different levels', async () => {
    const { bad } = await read('hotel_code: 1\nmax_stay: 3\nseasons: [{date: 2027-01-01, min_stay: 4}]\n')
    expect(bad).toMatchObject([{ line: 3, field: 'min_stay' }])
  })
})

describe('a file outside the layout is refused as a whole', () => {
  it.each<[string, string, number | undefined, string]>([
    ['broken', 'hotel_code: 1\n  price: [5\n', undefined, 'is no valid YAML'],
    ['tab', 'hotel_code: 1\nseasons:\n\t- price: 5\n', 3, 'is no valid YAML'],
    ['twin keys', 'hotel_code: 1\nprice: 5\nprice: 6\ndate: 2027-01-01\n', 3, 'Map keys must be unique'],
    ['twin meaning', 'hotel_code: 1\nprice: 5\namount: 6\ndate: 2027-01-01\n', 3, '"amount" names one thing twice'],
    ['unknown name', 'hotel_code: 1\nprise: 5\ndate: 2027-01-01\n', 2, 'the name "prise" is not known'],
    ['unknown list', 'hotel_code: 1\nseason: [{date: 2027-01-01, price: 5}]\n', 2, 'the name "season" is not known'],
    ['list that is none', 'hotel_code: 1\nrooms: {room_id: 5}\n', 2, '"rooms" takes a list'],
    ['list of values', 'hotel_code: 1\nrooms: [101, 102]\n', 2, 'is no map of names and values'],
    ['map as value', 'hotel_code: 1\nprice: {amount: 5}\ndate: 2027-01-01\n', 2, '"price" takes one value'],
    ['list as value', 'hotel_code: 1\nprice: [5]\ndate: 2027-01-01\n', 2, '"price" takes one value'],
    ['text', 'just text, no rows at all\n', 1, 'is no map of names and values'],
    ['unknown alias', 'hotel_code: 1\nseasons: *year\n', 2, '"*year" has no anchor before it'],
    ['unknown tag', 'hotel_code: !secret 1\ndate: 2027-01-01\nprice: 5\n', 1, 'is no valid YAML'],
    ['name that is a list', '? [a, b]\n: 5\n', 1, 'is no plain name'],
    ['no rows', '# nothing\n', undefined, 'has no rows'],
    ['empty list', 'hotel_code: 1\nseasons: []\n', undefined, 'has no rows'],
    ['nothing to send', 'hotel_code: 1\ndate: 2027-01-01\n', undefined, 'no value to send for rates'],
  ])('%s', async (_, text, line, reason) => {
    const fault = await faultOf(read(text))
    expect(fault.code).toBe('INVALID_INPUT')
    expect(fault.message).toContain('rates.yaml')
    expect(fault.findings[0]?.reason).toContain(reason)
    if (line !== undefined) expect(fault.findings[0]?.line).toBe(line)
  })

  it('names all of its faults', async () => {
    const fault = await faultOf(read('hotel_code: 1\nprise: 5\nseason: []\nroms: []\n'))
    expect(fault.findings.map(({ line, remedy }) => [line, remedy])).toEqual([
      [2, expect.stringContaining('Did you mean price?')],
      [3, 'Did you mean seasons?'],
      [4, 'Did you mean rooms?'],
    ])
  })

  it('does not grow without bound through aliases', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) => `x-${i + 1}: &l${i + 1} [${Array(10).fill(`*l${i}`).join(', ')}]`,
    )
    const bomb = `x-0: &l0 [{date: 2027-01-01, price: 5}]\n${levels.join('\n')}\nhotel_code: 1\nseasons: *l12\n`
    expect((await faultOf(read(bomb))).message).toContain('through aliases')
  })

  it('does not follow an alias into itself, nor any nesting, without end', async () => {
    expect((await faultOf(read('hotel_code: 1\nseasons: &loop\n  - *loop\n'))).message).toContain('32 levels')
    expect((await faultOf(read(`hotel_code: 1\nseasons: ${'['.repeat(200)}${']'.repeat(200)}\n`))).message).toContain(
      '32 levels',
    )
    expect((await faultOf(read('[&a {<<: *a}]'))).message).toMatch(/32 levels|no valid YAML/)
    expect((await faultOf(read('['.repeat(3000)))).code).toBe('INVALID_INPUT')
  })

  it('has a size limit, which names the way out', async () => {
    const fault = await faultOf(read(`# ${'x'.repeat(98)}\n`.repeat(YAML_BYTES_MAX / 100)))
    expect(fault.message).toContain('is above 8 MB, the limit of YAML files')
    expect(fault.next).toContain('CSV or JSON lines')
  })
})

it('leaves unknown names unread where --map or --ignore-columns says so', async () => {
  const text = '{hotel: 1, date: 2027-01-01, net: 5, gross: 6, price: 7}'
  const mapped = await read(text, { options: { map: { price: 'net' } } })
  expect(mapped.rows[0]?.fields).toEqual({ price: '5.00' })
  expect(mapped.reports[0]).toMatchObject({ read: { price: 'net', hotel_code: 'hotel' }, notRead: ['gross', 'price'] })
  expect((await read(text, { options: { ignoreColumns: ['net', 'gross'] } })).rows[0]?.fields).toEqual({
    price: '7.00',
  })
  expect((await faultOf(read(text, { options: { map: { min_stay: 'los' } } }))).message).toContain(
    '--map reads min_stay from "los", which no row has',
  )
})

describe('words that versions of YAML read differently', () => {
  const entry = (line: string) =>
    `hotel_code: 1\nroom_id: 101\nfrom: 2027-03-01\nto: 2027-03-31\n${line.startsWith('price') ? '' : 'price: 90\n'}${line}\n`

  it.each([
    ['days: [on]', '"on" without quotes is yes or no', 'in quotes'],
    ['days: on', '"on" without quotes', 'in quotes'],
    ['days: [fri, no]', '"no" without quotes', 'in quotes'],
    ['min_stay: 010', '"010" is 8 in some versions of YAML and 10 in others', 'without the leading zero'],
    ['price: 0120', '"0120" is 80 in some versions of YAML and 120 in others', 'without the leading zero'],
  ])('are refused without quotes: %s', async (line, reason, remedy) => {
    const fault = await faultOf(read(entry(line)))
    expect(fault.findings).toMatchObject([
      { reason: expect.stringContaining(reason), remedy: expect.stringContaining(remedy) },
    ])
  })

  it.each([
    ['closed: on'],
    ['closed: off'],
    ['min_stay: 12:30'],
    ['min_stay: 0x10'],
    ['min_stay: 0o10'],
    ['price: 1_000'],
    ['price: 12:30'],
    ['price: 0b11'],
  ])('are refused by row: %s', async (line) => {
    expect((await read(entry(line))).bad).toMatchObject([{ remedy: expect.stringMatching(/^Write/) }])
  })

  it.each<[string, Record<string, unknown>, number]>([
    ['days: ["on"]', { price: '90.00' }, 4],
    ['days: [wed]', { price: '90.00' }, 4],
    ['min_stay: "010"', { price: '90.00', min_stay: 10 }, 127],
    ['closed: yes', { price: '90.00', closed: true }, 127],
    ['closed: no', { price: '90.00', closed: false }, 127],
    ['min_stay: 089', { price: '90.00', min_stay: 89 }, 127],
  ])('are read where they mean one thing: %s', async (line, fields, days) => {
    expect((await read(entry(line))).rows).toMatchObject([{ fields, days }])
  })
})

describe('a long text', () => {
  it.each([
    ['blank lines', '\n'.repeat(100_000)],
    ['documents', '---\n'.repeat(20_000)],
  ])('asks while it is parsed whether it is to end: %s', async (_what, blanks) => {
    const asked: number[] = []
    const late = new Error('late')
    const tick = (): void => {
      asked.push(1)
      if (asked.length === 5) throw late
    }
    await expect(read(`${blanks}- {date: 2027-03-01}\n`, { tick })).rejects.toBe(late)
    expect(asked).toHaveLength(5)
  })

  it.each<[string, string, RegExp]>([
    ['many lines in one column', `- a: |\n${'   x\n'.repeat(30_000)}`, /lines that begin in one column/],
    ['deep', `a: ${'['.repeat(300)}`, /nested too deeply: more than 200 levels/],
    ['many names', Array.from({ length: 25_001 }, (_, at) => `k${at}: 1\n`).join(''), /too many names in one map/],
  ])('is refused in the words of what it is: %s', async (_what, text, words) => {
    expect((await faultOf(read(text))).findings).toMatchObject([{ reason: expect.stringMatching(words) }])
  })
})
