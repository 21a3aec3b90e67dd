import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../../src/files/read-rows.js'
import { RowLog } from '../../../src/push/merge/row-log.js'
import type { Row } from '../../../src/files/reading/row.js'
import { chunked, collect } from '../reading.js'

const folder = mkdtempSync(path.join(tmpdir(), 'known-rows-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NAMES = ['hotel_code', 'room_id', 'rate_plan_id', 'days', 'date', 'price', 'currency', 'min_stay', 'closed']
/** Lines after which a reader knows that heads and tails come again; where most prices are new, that all behind them does. */
const BEFORE = 4_300
const BEFORE_NEW = 9_000

const day = (at: number): string => new Date(Date.UTC(2027, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)

const heads = fc.record({
  hotel: fc.constantFrom('1000001', '1000002', '1000001', ' 1000003', 'H1', ''),
  room: fc.constantFrom('101', '102', '101', '*', '', 'x1'),
  plan: fc.constantFrom('501', '502', '501', '*', ''),
  days: fc.constantFrom('daily', 'daily', 'fri sat', 'mon', ''),
})
const tails = fc.record({
  price: fc.constantFrom('120.00', '99.50', '80', '1.234', '0.125', '€ 70', 'x', '', '0'),
  currency: fc.constantFrom('EUR', 'EUR', 'GBP', 'KWD', '', 'eur '),
  stay: fc.constantFrom('1', '3', '', '0', '1.5'),
  closed: fc.constantFrom('yes', 'no', '', 'y'),
})
/** How a line differs from one of a known head and a known tail. */
const change = fc.constantFrom(
  'none',
  'no month',
  'none',
  'none',
  'none',
  'ragged',
  'blank',
  'header',
  'no night',
  'other date',
  'space',
)
const files = fc.record({
  heads: fc.array(heads, { minLength: 2, maxLength: 6 }),
  tails: fc.array(tails, { minLength: 2, maxLength: 8 }),
  /** Lines behind those that make the parts known: which head and which tail, how many nights on, and what else. */
  lines: fc.array(
    fc.tuple(
      fc.constantFrom(0, 0, 0, 1, 2, 3),
      fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 4),
      fc.constantFrom(1, 1, 1, 0, 0, -3, 40),
      change,
    ),
    {
      minLength: 1,
      maxLength: 80,
    },
  ),
  good: fc.record({
    head: fc.boolean(),
    tail: fc.boolean(),
    plan: fc.constantFrom('501', '501', ''),
    days: fc.constantFrom('daily', 'daily', ''),
    currency: fc.constantFrom('EUR', 'EUR', ''),
  }),
  hasNewPrices: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n'),
  isEnded: fc.boolean(),
})

function linesOf({
  heads,
  tails,
  lines,
  good,
  hasNewPrices,
}: typeof files extends fc.Arbitrary<infer T> ? T : never): string[] {
  const own: Record<'hotel' | 'room' | 'plan' | 'days', string> = {
    hotel: '1000001',
    room: '101',
    plan: good.plan,
    days: good.days,
  }
  const usual: Record<'price' | 'currency' | 'stay' | 'closed', string> = {
    price: '110.00',
    currency: good.currency,
    stay: '2',
    closed: 'no',
  }
  const headAt = (at: number) => (good.head ? own : (heads[at % heads.length] ?? own))
  const tailAt = (at: number) => (good.tail ? usual : (tails[at % tails.length] ?? usual))
  const cells = (head: typeof own, date: string, tail: typeof usual): string[] => [
    head.hotel,
    head.room,
    head.plan,
    head.days,
    date,
    tail.price,
    tail.currency,
    tail.stay,
    tail.closed,
  ]
  const priceAt = (at: number): string => (hasNewPrices ? `${100 + at}.${10 + (at % 90)}` : `${100 + (at % 9)}.00`)
  const before = Array.from({ length: hasNewPrices ? BEFORE_NEW : BEFORE }, (_, at) =>
    at % (hasNewPrices ? 400 : 40) < heads.length * 2
      ? cells(headAt(at), day(at % 300), tailAt(Math.floor(at / 7)))
      : cells({ ...own, room: String(101 + (at % 5)) }, day(at % 300), { ...usual, price: priceAt(at) }),
  )
  let night = 20
  const after = lines.map(([head, tail, step, what]) => {
    night = Math.max(0, night + step)
    const date =
      what === 'no month'
        ? `2027-13-${String(1 + (night % 28)).padStart(2, '0')}`
        : what === 'no night'
          ? '2027-02-30'
          : what === 'other date'
            ? '05.03.2027'
            : what === 'space'
              ? ` ${day(night)}`
              : day(night)
    if (what === 'blank') return []
    if (what === 'header') return [...NAMES]
    const values = tails[tail % tails.length] ?? usual
    return [
      ...cells(heads[head % heads.length] ?? own, date, {
        ...(hasNewPrices && step < 1 ? usual : values),
        price: hasNewPrices && step === 1 ? `${50 + night}.${10 + tail}` : values.price,
      }),
      ...(what === 'ragged' ? ['x'] : []),
    ]
  })
  return [NAMES, ...before, ...after].map((line) => line.join(','))
}

async function read(
  name: string,
  text: string,
  { isStream, ...options }: ReadOptions & { isStream: boolean },
): Promise<unknown> {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  const source = isStream ? { name: file, stream: chunked(Buffer.from(text), 64 * 1024) } : { name: file }
  const notices: string[] = []
  const found = await collect({
    files: [source],
    options,
    onNotice: ({ text: told }) => notices.push(told),
  }).catch((error: unknown) => String(error))
  // Cells of lines with quotes are told without the blanks around them.
  return JSON.parse(
    JSON.stringify({ found, notices })
      .replaceAll(name, 'FILE')
      .replaceAll(/"value":" *([^"]*?) *"/g, '"value":"$1"')
      .replaceAll(',_more', ''),
  )
}

describe('rows of known heads and tails', () => {
  it('are read like the same table with quotes, of which every cell is read', async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.constantFrom('skip', 'error', 'send'),
        fc.integer({ min: 0, max: 60 }),
        fc.boolean(),
        async (file, past, today, isStream) => {
          const lines = linesOf(file)
          const textOf = (more: string): string =>
            lines
              .map((line, at) =>
                line === '' ? '' : `${line},${at === 0 || line.startsWith('hotel_code') ? '_more' : more}`,
              )
              .join(file.end) + (file.isEnded ? file.end : '')
          const options = { past, today: 20_819 + today, isStream, ignoreColumns: ['_more'] } as const
          const [plain, quoted] = [
            await read('plain.csv', textOf(''), options),
            await read('quoted.csv', textOf('""'), options),
          ]
          expect(plain).toEqual(quoted)
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('rows whose first value alone is new', () => {
  const CURRENCIES = ['EUR', 'KWD', 'USD']
  const readWith = async (cells: readonly string[], hasCurrency = true): Promise<{ rows: Row[]; bad: string[] }> => {
    const rowAt = (at: number, room: number, values: string): string => `1000001,${room},501,${day(at)},${values}`
    const before = Array.from({ length: BEFORE_NEW }, (_, at) => {
      const price = `${100 + at}.${10 + (at % 90)}`
      return rowAt(at % 300, 101 + (at % 3), `${price}${hasCurrency ? `,${CURRENCIES[at % 3]}` : ''},2`)
    })
    const lines = cells.map((one, at) => rowAt(400 + 2 * at, 101, one))
    const header = `hotel_code,room_id,rate_plan_id,date,price${hasCurrency ? ',currency' : ''},min_stay`
    const found = await collect({
      files: [{ name: 'a.csv', stream: chunked(Buffer.from([header, ...before, ...lines].join('\n')), 64 * 1024) }],
      options: { decimal: '.' },
    })
    return {
      rows: found.rows.slice(BEFORE_NEW),
      bad: found.bad.map(({ line, field, reason }) => `${line - BEFORE_NEW - 1} ${field} ${reason}`),
    }
  }

  it('are read with the others', async () => {
    const { rows, bad } = await readWith(['80.10,EUR,2', '80.125,KWD,2', '80.10,USD,2'])
    expect(bad).toEqual([])
    expect(rows.map(({ fields }) => fields)).toEqual([
      { price: '80.10', currency: 'EUR', min_stay: 2 },
      { price: '80.125', currency: 'KWD', min_stay: 2 },
      { price: '80.10', currency: 'USD', min_stay: 2 },
    ])
  })

  it('are refused where it and the others cannot be together', async () => {
    const { rows, bad } = await readWith([
      '80.125,KWD,2',
      '80.125,EUR,2',
      'EUR 70,EUR,2',
      'EUR 70,USD,2',
      'x,EUR,2',
      ',EUR,2',
      '-5,EUR,2',
    ])
    expect(rows.map(({ fields }) => fields)).toEqual([
      { price: '80.125', currency: 'KWD', min_stay: 2 },
      { price: '70.00', currency: 'EUR', min_stay: 2 },
      { min_stay: 2 },
    ])
    expect(bad).toEqual([
      '2 price has 3 decimals; EUR has 2',
      expect.stringContaining('4 price is not in USD'),
      expect.stringContaining('5 price'),
      expect.stringContaining('7 price'),
    ])
  })

  it('may have nothing behind it, whatever ends the lines', async () => {
    for (const end of ['\n', '\r\n']) {
      const prices = Array.from({ length: BEFORE_NEW + 50 }, (_, at) =>
        at === BEFORE_NEW + 20 ? 'x' : `${100 + at}.50`,
      )
      const lines = prices.map((price, at) => `1000001,${101 + (at % 3)},501,${day(at % 300)},${price}`)
      const text = ['hotel_code,room_id,rate_plan_id,date,price', ...lines, ''].join(end)
      const { rows, bad } = await collect({
        files: [{ name: 'a.csv', stream: chunked(Buffer.from(text), 64 * 1024) }],
        options: { decimal: '.' },
      })
      expect(rows.map(({ fields }) => fields['price'])).toEqual(prices.filter((price) => price !== 'x'))
      expect(bad).toMatchObject([{ line: BEFORE_NEW + 22, field: 'price', value: 'x' }])
    }
  })

  it('take no currency from another first value that names one', async () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => (at % 100 === 0 ? 'EUR 70,7' : `${30 + at}.00,7`))
    const { rows } = await readWith(lines, false)
    expect(rows.map(({ fields }) => fields['currency'])).toEqual(
      lines.map((_, at) => (at % 100 === 0 ? 'EUR' : undefined)),
    )
  })
})

it('dates that a spreadsheet program has exchanged are exchanged back one by one, however long the file', async () => {
  const lines = Array.from({ length: 6_000 }, (_, at) => {
    const [month, date] = [1 + (Math.floor(at / 12) % 12), 1 + (at % 12)].map((one) => String(one).padStart(2, '0'))
    return `${1_000_001 + Math.floor(at / 144)},101,501,2027-${month}-${date},100.00,EUR`
  })
  const { rows } = await collect({
    files: [
      {
        name: 'a.csv',
        stream: chunked(
          Buffer.from(['hotel_code,room_id,rate_plan_id,date,price,currency', ...lines].join('\n')),
          4096,
        ),
      },
    ],
    options: { dateCells: 'swapped' },
  })
  expect(rows.map(({ from }) => new Date(from * 86_400_000).toISOString().slice(0, 10))).toEqual(
    lines.map((line) => line.replace(/.*,(\d{4})-(\d\d)-(\d\d),.*/, '$1-$3-$2')),
  )
})

describe('a log of rows', () => {
  it('keeps the same of rows whose sets are numbered, whatever rows without a number stand between them', () => {
    const names = ['price', 'currency', 'min_stay']
    const sets = fc.record(
      {
        price: fc.constantFrom('80.00', '1.5', '7'),
        currency: fc.constantFrom('EUR', 'GBP'),
        min_stay: fc.integer({ min: 0, max: 3 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.array(sets, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.constantFrom('1', '2'), fc.nat({ max: 1 })), {
          minLength: 1,
          maxLength: 60,
        }),
        fc.integer({ min: 1, max: 8 }),
        (fields, rows, values) => {
          const hotelsOf = (isNumbered: boolean): unknown => {
            const log = new RowLog(names, { values, stretches: 7 })
            rows.forEach(([at, hasNumber, room, file], line) => {
              const set = (at + file) % fields.length
              const row: Row = {
                file,
                line,
                hotel: '1',
                room,
                plan: '',
                from: line,
                until: line + 1,
                days: 127,
                fields: fields[set] ?? {},
              }
              log.add(
                isNumbered && hasNumber
                  ? { ...row, set: (at % fields.length) + 1 }
                  : { ...row, fields: { ...row.fields } },
              )
            })
            const hotels = [...log.hotels()].map(({ series, sets: known }) =>
              series.map(({ room, stretches }) => ({
                room,
                stretches: stretches.map((one) => ({ ...one, value: known.fieldsOf(one.value) })),
              })),
            )
            log.close()
            return hotels
          }
          expect(hotelsOf(true)).toEqual(hotelsOf(false))
        },
      ),
      { numRuns: 20 },
    )
  })
})
