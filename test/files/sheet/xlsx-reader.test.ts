import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../src/files/kinds/index.js'
import { writeRejects } from '../../../src/push/fates/rejects.js'
import type { Row } from '../../../src/files/reading/row.js'
import { formatNight } from '../../../src/calendar/index.js'
import {
  type CellValue,
  columnName,
  type SheetInput,
  workbook,
  type WorkbookInput,
  zip,
} from '../../support/workbook.js'
import { collect, faultOf, readText, type ReadingInput } from '../reading.js'

const HEADER = ['hotel_code', 'room_id', 'date', 'price', 'closed']
const GOOD: CellValue[] = [1000001, 101, { date: '2027-01-05' }, 120, null]

const read = (bytes: Buffer, input: ReadingInput = {}) => readText(bytes, { name: 'rates.xlsx', ...input })
const sheet = (rows: SheetInput['rows'], more: Partial<WorkbookInput> = {}) =>
  read(workbook({ sheets: [{ rows: rows ?? [] }], ...more }))
const brief = ({ line, hotel, room, from, until, fields }: Row) => [
  line,
  hotel,
  room,
  formatNight(from),
  until - from,
  fields,
]

/** The same archive with a directory as programs write it that are ready for huge files. */
function inSixtyFourBits(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf('PK\u0005\u0006')
  const start = bytes.readUInt32LE(end + 16)
  const entries: Buffer[] = []
  for (let at = start; at < end;) {
    const length = 46 + bytes.readUInt16LE(at + 28)
    const entry = Buffer.concat([bytes.subarray(at, at + length), Buffer.alloc(28)])
    entry.writeUInt16LE(28, 30)
    entry.writeUInt16LE(1, length)
    entry.writeUInt16LE(24, length + 2)
    for (const [to, field] of [
      [0, 24],
      [8, 20],
      [16, 42],
    ] as const) {
      entry.writeBigUInt64LE(BigInt(bytes.readUInt32LE(at + field)), length + 4 + to)
      entry.writeUInt32LE(0xffffffff, field)
    }
    entries.push(entry)
    at += length
  }
  const directory = Buffer.concat(entries)
  const tail = Buffer.alloc(56 + 20)
  tail.write('PK\u0006\u0006', 0, 'latin1')
  tail.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) tail.writeBigUInt64LE(BigInt(entries.length), at)
  tail.writeBigUInt64LE(BigInt(directory.length), 40)
  tail.writeBigUInt64LE(BigInt(start), 48)
  tail.write('PK\u0006\u0007', 56, 'latin1')
  tail.writeBigUInt64LE(BigInt(start + directory.length), 64)
  tail.writeUInt32LE(1, 72)
  const last = Buffer.from(bytes.subarray(end))
  last.fill(0xff, 8, 20)
  return Buffer.concat([bytes.subarray(0, start), directory, tail, last])
}

describe('cells', () => {
  it.each<[string, Partial<WorkbookInput>]>([
    ['shared strings', {}],
    ['strings in their cells', { strings: 'inline' }],
    ['another prefix', { prefix: 'x:' }],
    ['rows and cells without addresses', { withoutAddresses: true }],
    ['days from 1904', { is1904: true }],
    ['days from 1904, said in a word', { is1904: 'true' }],
    ['parts that are not packed', { compress: false }],
  ])('of every kind are read: %s', async (_, more) => {
    const { rows, bad } = await sheet(
      [
        HEADER,
        [1000001, '101', { date: '2027-01-05' }, { number: '120.10000000000001' }, true],
        ['1000001', 102, '2027-12-31', '99.5', false],
        [1000001, 101, { date: '2028-02-29' }, { number: '1.2E2' }, null],
      ],
      more,
    )
    expect(bad).toEqual([])
    expect(rows.map(brief)).toEqual([
      [2, '1000001', '101', '2027-01-05', 1, { price: '120.10', closed: true }],
      [3, '1000001', '102', '2027-12-31', 1, { price: '99.50', closed: false }],
      [4, '1000001', '101', '2028-02-29', 1, { price: '120.00' }],
    ])
  })

  it.each([
    ['0.1', '0.10'],
    ['0.30000000000000004', '0.30'],
    ['1.1000000000000003', '1.10'],
    ['1234.5', '1234.50'],
    ['99.999999999999986', '100.00'],
    ['70', '70.00'],
  ])('hold %s as the sheet shows it: %s', async (number, price) => {
    expect((await sheet([HEADER, [1, 101, { date: '2027-01-05' }, { number }, null]])).rows[0]?.fields.price).toBe(
      price,
    )
  })

  it.each([['129.33333333333334'], ['129.3333'], ['129.333']])(
    'of %s are refused where the currency has two decimals, and rounded on demand',
    async (number) => {
      const rows = [HEADER, [1, 101, { date: '2027-01-25' }, { formula: 'A1/3', value: Number(number) }, null]]
      const { bad } = await sheet(rows)
      expect(bad).toMatchObject([
        {
          line: 2,
          field: 'price',
          reason: expect.stringMatching(/^has \d+ decimals/),
          remedy: expect.stringMatching(/^Add --round 0\.01 to round prices/),
        },
      ])
      const rounded = await read(workbook({ sheets: [{ rows }] }), { options: { round: '0.01' } })
      expect(rounded.rows.map(({ fields }) => fields.price)).toEqual(['129.33'])
    },
  )

  it('are written for a decimal comma too', async () => {
    const { rows } = await read(
      workbook({
        sheets: [
          {
            rows: [
              HEADER,
              [1, 101, { date: '2027-01-05' }, 1234.125, null],
              [1, 101, { date: '2027-01-06' }, '1.250,50', null],
            ],
          },
        ],
      }),
      { options: { decimal: ',', currency: 'KWD' } },
    )
    expect(rows.map(({ fields }) => fields.price)).toEqual(['1234.125', '1250.50'])
  })

  const prices = (...cells: CellValue[]) =>
    workbook({
      sheets: [
        {
          rows: [
            HEADER,
            ...cells.map((price, at): CellValue[] => [1, 101, { date: `2027-01-0${at + 1}` }, price, null]),
          ],
        },
      ],
    })
  it.each([
    ['1.25 beside 990,00', [{ text: '990,00' }, 1.25], undefined, '1.25'],
    ['1.234 beside 99,50', [1.234, { text: '99,50' }], undefined, '1.234'],
    ['1.25 beside 1.100,50', [1.25, { text: '1.100,50' }], undefined, '1.25'],
    ['1.25 beside 1.100,50 with --decimal ,', [1.25, { text: '1.100,50' }], ',', '1,25'],
    ['120.5 beside 99,50', [{ text: '99,50' }, 120.5], undefined, '120.5'],
    ['1.2 beside 1.100.000', [{ text: '1.100.000' }, 1.2], undefined, '1.2'],
    ['1.25 beside € 99,50', [{ text: '€ 99,50' }, 1.25], undefined, '1.25'],
    ['1.25 beside 1,250.50', [{ text: '1,250.50' }, 1.25], undefined, '1.25'],
    ['a text 99.50 beside 88,50', [{ text: '99.50' }, { text: '88,50' }], undefined, '99.50'],
  ] as const)(
    'that are numbers where others are texts with another mark may have lost their thousands: %s',
    async (_, cells, decimal, value) => {
      const fault = await faultOf(
        read(prices(...cells), { options: { round: '0.01', ...(decimal === undefined ? {} : { decimal }) } }),
      )
      expect(fault.findings[0]).toMatchObject({
        field: 'price',
        value,
        remedy: expect.stringContaining('Compare the prices with their source'),
      })
      expect(fault.findings[0]?.remedy).not.toContain('--round')
    },
  )

  it.each([
    ['whole numbers', [120, { text: '99,50' }], ['120.00', '99.50']],
    ['numbers of a thousand and more', [1250.5, { text: '99,50' }], ['1250.50', '99.50']],
    ['numbers alone', [1.25, 99.5], ['1.25', '99.50']],
    ['texts with a point', [1.25, { text: '99.50' }], ['1.25', '99.50']],
    ['texts alone', [{ text: '1.250,00' }, { text: '99,50' }], ['1250.00', '99.50']],
  ] as const)('are read where nothing is in doubt: %s', async (_, cells, expected) => {
    expect((await read(prices(...cells))).rows.map(({ fields }) => fields.price)).toEqual(expected)
  })

  it('of an empty first sheet lead to the other ones', async () => {
    const bytes = workbook({
      sheets: [
        { name: 'Cover', rows: [['Seaview']] },
        { name: 'Rates', rows: [HEADER, GOOD] },
      ],
    })
    const fault = await faultOf(read(bytes))
    expect(fault.findings[0]).toMatchObject({
      reason: expect.stringContaining('"Cover"'),
      remedy: 'Name the sheet that is meant, such as --sheet Rates.',
    })
  })

  it('with three decimals are shown as they are where they are refused', async () => {
    expect((await read(prices(1.234))).bad).toMatchObject([
      { value: '1.234', reason: expect.stringContaining('3 decimals') },
    ])
  })

  const codes = (tables: Record<string, string>) => ({ options: { codes: { rooms: { all: tables, byHotel: {} } } } })
  const shownAs = (value: string, format: string) =>
    workbook({
      sheets: [{ rows: [HEADER, [1, { number: value, style: 2 }, { date: '2027-01-05' }, 90, null]] }],
      formats: [format],
    })
  it.each([
    ['1.1', '0.00', { '1.10': '107', '1.1': '108' }, 'holds 1.1 and is shown as "1.10", and these are two codes'],
    ['1.1', '0.00', { '1.1': '108' }, 'holds 1.1 and is shown as "1.10", which is not among the rooms'],
    ['1000', '0E+0', { '1E+3': '107', '1000': '108' }, 'these are two codes'],
    ['1000', '0E+00', { '1E+3': '107', '1E+03': '107', '1000': '108' }, 'these are two codes'],
  ])(
    'that are codes are refused where what is held and what is shown differ: %s in the format %s',
    async (value, format, table, reason) => {
      expect((await read(shownAs(value, format), codes(table))).bad).toMatchObject([
        { field: 'room_id', reason: expect.stringContaining(reason) },
      ])
    },
  )

  it.each([
    ['1.1', '0.00', { '1.10': '107' }, '107'],
    ['1.1', '0.0', { '1.10': '107', '1.1': '108' }, '108'],
    ['101', '0.00', { 101: '107' }, '107'],
    ['7', '000', { '007': '107' }, '107'],
    ['7', '000', { 7: '107', '007': '107' }, '107'],
  ])('that are codes are read as they are shown: %s in the format %s', async (value, format, table, room) => {
    const { rows, bad } = await read(shownAs(value, format), codes(table))
    expect(bad).toEqual([])
    expect(rows.map((row) => row.room)).toEqual([room])
  })

  it('with the result of a formula are read as the result', async () => {
    const { rows } = await sheet([
      HEADER,
      [
        1,
        101,
        { raw: '<c s="1"><f>C1+1</f><v>46392</v></c>' },
        { formula: 'A1*1.1', value: 132.00000000000003 },
        { text: 'yes' },
      ],
      [1, 101, { date: '2027-01-06' }, 90, { text: '' }],
    ])
    expect(rows.map(brief)).toEqual([
      [2, '1', '101', '2027-01-05', 1, { price: '132.00', closed: true }],
      [3, '1', '101', '2027-01-06', 1, { price: '90.00' }],
    ])
  })

  it.each(['dd.mm.yyyy', '[$-407]d. mmmm yyyy;@', 'yyyy/mm/dd', 'ddd dd/mm', '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy'])(
    'are days in the format %s',
    async (format) => {
      const { rows } = await sheet([HEADER, [1, 101, { number: '46392', style: 2 }, 90, null]], { formats: [format] })
      expect(rows.map(({ from }) => formatNight(from))).toEqual(['2027-01-05'])
    },
  )

  it.each([
    [undefined, '2027-01-05'],
    [true, '2031-01-06'],
  ] as const)(
    'of days in a format that says nothing count from the year of the workbook (1904: %s)',
    async (is1904, day) => {
      const { rows } = await sheet([HEADER, [1, 101, { number: '46392', style: 2 }, 90, null]], {
        formats: ['0'],
        ...(is1904 === undefined ? {} : { is1904 }),
      })
      expect(rows.map(({ from }) => formatNight(from))).toEqual([day])
    },
  )

  it('of money are no days', async () => {
    const { rows } = await sheet(
      [
        HEADER,
        [1, 101, { date: '2027-01-05' }, { number: '46392', style: 2 }, null],
        [1, 101, { date: '2027-01-06' }, { number: '46392', style: 3 }, null],
      ],
      { formats: ['#,##0.00 "EUR"', '[$€-407] #,##0.00;[Red]-#,##0.00'] },
    )
    expect(rows.map(({ fields }) => fields.price)).toEqual(['46392.00', '46392.00'])
  })

  it('with a date in words of ISO 8601 are read', async () => {
    const { rows } = await sheet([
      HEADER,
      [1, 101, { raw: '<c t="d"><v>2027-01-05</v></c>' }, 90, null],
      [1, 101, { raw: '<c t="d"><v>2027-01-06T00:00:00</v></c>' }, 91, null],
    ])
    expect(rows.map(({ from }) => formatNight(from))).toEqual(['2027-01-05', '2027-01-06'])
  })

  it('of rich text are read whole', async () => {
    const { rows } = await sheet([
      HEADER,
      [
        { raw: '<c t="inlineStr"><is><r><t>1000</t></r><r><rPr><b/></rPr><t>001</t></r></is></c>' },
        101,
        { date: '2027-01-05' },
        90,
        null,
      ],
    ])
    expect(rows[0]?.hotel).toBe('1000001')
  })

  it.each<[string, CellValue[], Record<string, unknown>]>([
    [
      'an error',
      [1, 101, { date: '2027-01-05' }, { error: '#N/A' }, null],
      { field: 'price', value: '#N/A', reason: 'is the error of a formula, not a value' },
    ],
    [
      'an error among ids',
      [1, { error: '#REF!' }, { date: '2027-01-05' }, 5, null],
      { field: 'room_id', value: '#REF!' },
    ],
    [
      'a formula without a result',
      [1, 101, { date: '2027-01-05' }, { formula: 'D1*2' }, null],
      {
        field: 'price',
        value: '#FORMULA-WITHOUT-RESULT',
        reason: 'is a formula whose result the file does not hold',
        remedy: expect.stringContaining('save it again'),
      },
    ],
    [
      'a formula with an empty result',
      [1, 101, { date: '2027-01-05' }, { raw: '<c><f>D1*2</f><v></v></c>' }, null],
      {
        field: 'price',
        value: '#FORMULA-WITHOUT-RESULT',
        reason: 'is a formula whose result the file does not hold',
        remedy: expect.stringContaining('save it again'),
      },
    ],
    [
      'a shared formula without a result',
      [1, 101, { date: '2027-01-05' }, { raw: '<c s="0"><f t="shared" si="0"/><v/></c>' }, null],
      {
        field: 'price',
        value: '#FORMULA-WITHOUT-RESULT',
        reason: 'is a formula whose result the file does not hold',
        remedy: expect.stringContaining('save it again'),
      },
    ],
    [
      'a time of day',
      [1, 101, { date: '2027-01-05', time: 0.5 }, 5, null],
      { field: 'date', value: '2027-01-05 12:00:00', reason: 'has a time of day; a night is a day' },
    ],
    [
      'a day among prices',
      [1, 101, { date: '2027-01-05' }, { date: '2027-01-05' }, null],
      { field: 'price', value: '2027-01-05' },
    ],
    [
      'an id that lost its digits',
      [{ number: '9.2894890878584704E+17' }, 101, { date: '2027-01-05' }, 5, null],
      { field: 'hotel_code', reason: expect.stringContaining('digits may be lost') },
    ],
    ['a broken number', [1.5, 101, { date: '2027-01-05' }, 5, null], { field: 'hotel_code', value: '1.5' }],
  ])('are refused by row: %s', async (_, cells, expected) => {
    const { bad, rows } = await sheet([HEADER, GOOD, cells])
    expect(bad).toMatchObject([{ file: 'rates.xlsx', line: 3, ...expected }])
    expect(rows).toHaveLength(1)
  })
})

describe('rows', () => {
  it('keep the numbers of the sheet, whatever is blank, hidden or left out', async () => {
    const { rows, blankRows } = await read(
      workbook({
        sheets: [
          {
            rows: [
              undefined,
              ['Rates of the harbour'],
              [],
              HEADER,
              undefined,
              GOOD,
              [null, null, '  '],
              [1, 101, { date: '2027-01-06' }, 90, null],
              GOOD.with(2, { date: '2027-01-07' }),
              [1, 101, { date: '2027-01-08' }, null, null],
            ],
            hiddenRows: [8],
          },
        ],
      }),
    )
    expect(rows.map(({ line }) => line)).toEqual([6, 8, 9])
    expect(blankRows).toBe(1)
  })

  it('of merged cells hold what the block shows', async () => {
    const { rows, bad } = await read(
      workbook({
        sheets: [
          {
            rows: [
              ['Rates 2027'],
              HEADER,
              [1, 101, { date: '2027-01-05' }, 90, null],
              [null, null, { date: '2027-01-06' }, null, true],
              [null, 102, { date: '2027-01-07' }, null, null],
            ],
            merges: ['A1:E1', 'A3:A5', 'B3:B4', 'D3:D5'],
          },
        ],
      }),
    )
    expect(bad).toEqual([])
    expect(rows.map(brief)).toEqual([
      [3, '1', '101', '2027-01-05', 1, { price: '90.00' }],
      [4, '1', '101', '2027-01-06', 1, { price: '90.00', closed: true }],
      [5, '1', '102', '2027-01-07', 1, { price: '90.00' }],
    ])
  })

  it('with a value beyond the header are refused', async () => {
    const { bad } = await sheet([HEADER, [...GOOD, null, 'extra']])
    expect(bad).toMatchObject([{ line: 2, reason: 'has 7 columns where the header has 5' }])
  })

  it('may be of inventory, with texts for counts', async () => {
    const { rows } = await read(
      workbook({
        sheets: [
          {
            rows: [
              ['hotel_code', 'room_id', 'from', 'to', 'availability'],
              [1, 101, { date: '2027-01-05' }, { date: '2027-01-31' }, 4],
            ],
          },
        ],
      }),
      { kind: 'inventory' },
    )
    expect(rows.map(brief)).toEqual([[2, '1', '101', '2027-01-05', 27, { availability: 4 }]])
  })

  it('are as many as a large sheet has, wherever it is cut', async () => {
    const note = 'x'.repeat(6000)
    const rows: CellValue[][] = [[...HEADER, '_note']]
    for (let i = 0; i < 1200; i += 1)
      rows.push([1000001, 101 + (i % 7), { date: formatNight(20_000 + (i % 3000)) }, 50 + i / 100, i % 2 === 0, note])
    const bytes = workbook({ sheets: [{ rows }], strings: 'inline' })
    const reading = await read(bytes)
    expect(reading.bad).toEqual([])
    expect(reading.rows).toHaveLength(1200)
    expect(
      reading.rows.every(
        ({ line, room, from, fields }, i) =>
          line === i + 2 &&
          room === String(101 + (i % 7)) &&
          from === 20_000 + (i % 3000) &&
          Number(fields.price) === Number((50 + i / 100).toFixed(2)) &&
          fields.closed === (i % 2 === 0),
      ),
    ).toBe(true)
  }, 240_000)

  it('are those of the same table as CSV', async () => {
    const cell = fc.oneof(
      fc.integer({ min: 1, max: 400_000 }).map((cents) => cents / 100),
      fc.constant(null),
      fc.constant('12.50'),
      fc.constant('abc'),
    )
    const row = fc.tuple(
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 15_000, max: 40_000 }),
      cell,
      fc.constantFrom(true, false, null),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(row), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        async (table, isShared, is1904) => {
          fc.pre(table.some((entry) => entry !== null))
          const cells = table.map((entry) =>
            entry === null ? undefined : [entry[0], entry[1], { date: formatNight(entry[2]) }, entry[3], entry[4]],
          )
          const lines = table.map((entry) =>
            entry === null
              ? ''
              : [
                  entry[0],
                  entry[1],
                  formatNight(entry[2]),
                  entry[3] === null ? '' : `"${entry[3]}"`,
                  entry[4] ?? '',
                ].join(','),
          )
          const sheetRead = await read(
            workbook({
              sheets: [{ rows: [HEADER, ...cells] }],
              strings: isShared ? 'shared' : 'inline',
              ...(is1904 ? { is1904 } : {}),
            }),
          )
          const csvRead = await readText(`${HEADER.join(',')}\n${lines.join('\n')}\n`, { name: 'rates.xlsx' })
          expect(sheetRead.rows).toEqual(csvRead.rows)
          expect(sheetRead.bad).toEqual(csvRead.bad)
        },
      ),
      { numRuns: 10 },
    )
  })
})

describe('sheets', () => {
  const book = workbook({
    sheets: [
      { name: 'Old', state: 'hidden', rows: [HEADER, GOOD.with(3, 1)] },
      { name: 'Rates & plans', rows: [HEADER, GOOD.with(3, 2)] },
      { name: 'Deep', state: 'veryHidden', rows: [HEADER, GOOD.with(3, 3)] },
      { name: '2028', rows: [HEADER, GOOD.with(3, 4)] },
      { name: 'Rest', rows: [HEADER, GOOD.with(3, 5)] },
    ],
  })
  const price = async (wanted?: string) =>
    (await read(book, { options: wanted === undefined ? {} : { sheet: wanted } })).rows[0]?.fields.price

  it('are the first visible one, unless a name or a number among the visible ones says otherwise', async () => {
    expect(await price()).toBe('2.00')
    expect(await price('rates & PLANS')).toBe('2.00')
    expect(await price('Old')).toBe('1.00')
    expect(await price('2')).toBe('4.00')
    expect(await price('3')).toBe('5.00')
    expect(await price('2028')).toBe('4.00')
  })

  it('that are visible and not read are told', async () => {
    expect((await read(book)).reports[0]?.notRead).toEqual(['sheet "2028"', 'sheet "Rest"'])
  })

  it('that are not there are refused with those that are', async () => {
    const fault = await faultOf(read(book, { options: { sheet: '9' } }))
    expect(fault).toMatchObject({ code: 'INVALID_INPUT', message: 'rates.xlsx: has no sheet "9".' })
    expect(fault.next).toContain('It has "Rates & plans", "2028", "Rest".')
    expect((await faultOf(read(book, { options: { sheet: 'Rates & plan' } }))).next).toContain(
      'Did you mean "Rates & plans"?',
    )
    expect((await faultOf(read(workbook({ sheets: [{ state: 'hidden', rows: [HEADER, GOOD] }] })))).message).toContain(
      'all hidden',
    )
  })

  it('cannot be asked of a file that has none', async () => {
    expect(
      (await faultOf(readText('hotel_code,date,price\n1,2027-01-01,5\n', { options: { sheet: '1' } }))).message,
    ).toContain('has no sheets, but --sheet is given')
  })

  it('may be in an archive that keeps its sizes in 64 bits', async () => {
    const long = inSixtyFourBits(workbook({ sheets: [{ rows: [HEADER, GOOD] }] }))
    expect((await read(long)).rows).toHaveLength(1)
    long.writeBigUInt64LE(1n << 40n, long.lastIndexOf('PK\u0006\u0006') + 48)
    expect((await faultOf(read(long))).message).toContain('damaged')
  })

  it('may be packed with gzip, and be named like anything', async () => {
    expect((await read(gzipSync(book), { name: 'rates.csv.gz' })).rows).toHaveLength(1)
    expect((await read(book, { name: 'rates.csv', options: { format: 'csv' } })).rows).toHaveLength(1)
  })
})

describe('rejects of a sheet', () => {
  it('are CSV that can be pushed once mended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hubswitch-sheet-'))
    try {
      const file = { name: join(folder, 'rates.xlsx') }
      writeFileSync(
        file.name,
        workbook({
          sheets: [
            { rows: [['Title'], HEADER, GOOD, GOOD.with(2, { date: '2027-01-06' }).with(3, { error: '#N/A' })] },
          ],
        }),
      )
      const reading = await collect({ files: [file] })
      const to = join(folder, 'rejects.csv')
      await writeRejects({
        files: [file],
        kind: kindOf('rates'),
        options: {},
        rejected: reading.bad.map(({ fileIndex, line, reason }) => ({ file: fileIndex, line, reason })),
        to,
      })
      const text = readFileSync(to, 'utf8')
      expect(text).toBe(
        '_line,_reason,hotel_code,room_id,date,price,closed\n4,"is the error of a formula, not a value",1000001,101,2027-01-06,#N/A,\n',
      )
      writeFileSync(to, text.replace('#N/A', '95'))
      expect((await collect({ files: [{ name: to }] })).rows).toMatchObject([
        { hotel: '1000001', fields: { price: '95.00' } },
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('a file that is no usable workbook is refused quickly', () => {
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" id="r"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r" Type="x/worksheet" Target="sheet.xml"/></Relationships>',
  }
  const rowsOf = (rows: string, more = '') =>
    zip({ ...parts, 'xl/sheet.xml': `${more}<worksheet><sheetData>${rows}</sheetData></worksheet>` })
  const good = workbook({ sheets: [{ rows: [HEADER, GOOD] }] })
  const flipped = Buffer.from(good)
  const inSheet = flipped.indexOf('xl/worksheets/sheet1.xml') + 60
  flipped[inSheet] = (flipped[inSheet] as number) ^ 0xff
  const method = Buffer.from(good)
  for (let at = method.indexOf('PK\u0001\u0002'); at >= 0; at = method.indexOf('PK\u0001\u0002', at + 1))
    method[at + 10] = 12

  it.each<[string, () => Buffer, string]>([
    ['another zip', () => zip({ 'rates.csv': 'a,b' }), 'is a zip archive, not an Excel workbook'],
    [
      'an OpenDocument file',
      () => zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
      'OpenDocument',
    ],
    [
      'a binary workbook',
      () =>
        zip({
          '_rels/.rels':
            '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
          'xl/workbook.bin': 'x',
        }),
      '.xlsb',
    ],
    [
      'an old workbook',
      () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      'old Excel workbook (.xls), or one with a password',
    ],
    ['one cut off', () => good.subarray(0, good.length - 30), 'damaged'],
    ['one cut off in the middle', () => good.subarray(0, good.length / 2), 'damaged'],
    ['one with a changed byte', () => flipped, 'damaged'],
    ['the first bytes alone', () => Buffer.from('PK\u0003\u0004', 'latin1'), 'damaged'],
    ['a protected part', () => zip(parts, true, (size) => size, 1), 'password'],
    [
      'a bomb that says its size',
      () =>
        zip({ ...parts, 'xl/sheet.xml': ' '.repeat(2_000_000) }, true, (size) =>
          size > 1_000_000 ? 300 * 1024 * 1024 : size,
        ),
      'more than 256 MB',
    ],
    [
      'a bomb that lies about its size',
      () =>
        zip({ ...parts, 'xl/sheet.xml': Buffer.alloc(50 * 1024 * 1024, ' ') }, true, (size) => Math.min(size, 1000)),
      'damaged',
    ],
    [
      'too many parts',
      () => zip(Object.fromEntries(Array.from({ length: 10_050 }, (_, i) => [`p${i}`, ''])), false),
      'more than 10000 parts',
    ],
    ['a workbook without sheets', () => zip({ 'xl/workbook.xml': '<workbook/>' }), 'without a sheet of cells'],
    ['a sheet that is missing', () => zip(parts), 'lacks its sheet "a"'],
    ['a sheet that is none', () => zip({ ...parts, 'xl/sheet.xml': '<html/>' }), 'has no rows of cells'],
    [
      'a sheet that ends early',
      () => zip({ ...parts, 'xl/sheet.xml': '<worksheet><sheetData><row r="1">' }),
      'ends in the middle',
    ],
    [
      'entities',
      () =>
        rowsOf(
          '<row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row>',
          '<!DOCTYPE x [<!ENTITY a "aaaaaaaa">]>',
        ),
      'declares a document type',
    ],
    [
      'entities among the strings',
      () =>
        workbook({
          sheets: [{ rows: [HEADER, GOOD] }],
          more: { 'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "b">]><sst/>' },
        }),
      'declares a document type',
    ],
    ['endless nesting', () => rowsOf(`<row r="1">${'<c r="A1">'.repeat(200_000)}`), 'out of order'],
    [
      'endless nesting of what is not known',
      () => rowsOf(`<row r="1"><c r="A1">${'<q>'.repeat(300_000)}`),
      'cannot be read',
    ],
    ['a cell far to the right', () => rowsOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'beyond column 4096'],
    [
      'a few cells all over the place',
      () =>
        rowsOf(
          Array.from(
            { length: 5000 },
            (_, i) => `<row r="${i + 1}"><c r="${columnName(i % 4000)}${i + 1}"><v>1</v></c></row>`,
          ).join(''),
        ),
      'over too large an area',
    ],
    ['rows out of order', () => rowsOf('<row r="2"/><row r="1"/>'), 'rows out of order'],
    ['a row beyond the last', () => rowsOf('<row r="9999999"/>'), 'rows out of order'],
    [
      'cells out of order',
      () => rowsOf('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>'),
      'cells out of order',
    ],
    [
      'a string that is not there',
      () => rowsOf('<row r="4"><c r="A4" t="s"><v>7</v></c></row>'),
      'broken cell in column 1',
    ],
    [
      'text that is not UTF-8',
      () =>
        zip({
          ...parts,
          'xl/sheet.xml': Buffer.from(
            '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>\u00fc</v></c></row></sheetData></worksheet>',
            'latin1',
          ),
        }),
      'is not UTF-8',
    ],
    ['an unknown compression', () => method, 'compression method 12'],
    ['an empty sheet', () => workbook({ sheets: [{ rows: [] }] }), 'has no rows and no header'],
    ['a header alone', () => workbook({ sheets: [{ rows: [HEADER] }] }), 'has a header and no rows'],
  ])(
    '%s',
    async (_, bytes, reason) => {
      const content = bytes()
      const start = process.cpuUsage()
      const fault = await faultOf(read(content))
      const { user, system } = process.cpuUsage(start)
      expect(fault.code).toBe('INVALID_INPUT')
      expect(fault.message).toContain('rates.xlsx')
      expect(fault.message).toContain(reason)
      expect((user + system) / 1e6).toBeLessThan(20)
    },
    120_000,
  )

  it('names the row of a cell that cannot be', async () => {
    expect((await faultOf(read(rowsOf('<row r="4"><c r="A4" t="s"><v>7</v></c></row>')))).findings).toMatchObject([
      { file: 'rates.xlsx', line: 4 },
    ])
  })
})
