import { describe, expect, it } from 'vitest'
import { formatNight } from '../../../src/calendar/index.js'
import { type CellValue, serialOf, workbook, type WorkbookInput } from '../../support/workbook.js'
import { faultOf, readText, type ReadingInput } from '../reading.js'

const DAY = '2027-02-04'
const read = (rows: CellValue[][], more: Partial<WorkbookInput> = {}, input: ReadingInput = {}) =>
  readText(workbook({ sheets: [{ rows }], ...more }), { name: 'rates.xlsx', ...input })
const calendars: [string, Partial<WorkbookInput>][] = [
  ['1900', {}],
  ['1904', { is1904: true }],
]
/** The number of a moment this many days beside the day, as a spreadsheet writes it. */
const beside = (days: number, is1904: boolean | undefined): string => String(serialOf(DAY, is1904) + days)

const TIMES: [string, number][] = [
  ['23:59:59.5', -0.5 / 86_400],
  ['23:59:59.9', -0.1 / 86_400],
  ['23:59:59.997', -0.003 / 86_400],
  ['23:59:59.999', -0.001 / 86_400],
  ['23:59:59.9989', -1.3e-8],
  ['0.001 s after midnight', 0.001 / 86_400],
  ['0.003 s after midnight', 0.003 / 86_400],
  ['0.4 s after midnight', 0.4 / 86_400],
]
const NOISE: [string, number][] = [
  ['5e-9 below', -5e-9],
  ['5e-9 above', 5e-9],
  ['23:59:59.9999', -0.0001 / 86_400],
  ['the last bit below', -7.3e-12],
  ['the last bit above', 7.3e-12],
  ['none', 0],
]

describe.each(calendars)('days counted from %s', (_, more) => {
  const { is1904 } = more as { is1904?: boolean }
  const cell = (days: number, style: number): CellValue => ({ number: beside(days, is1904), style })
  const HEADER = ['hotel_code', 'room_id', 'date', 'price']
  const RANGE = ['hotel_code', 'room_id', 'from', 'to', 'price']

  it.each(TIMES)('hold a time of day that is refused, never the night beside it: %s', async (_, days) => {
    const sent = await Promise.all([
      read([HEADER, [1, 101, cell(days, 1), 90]], more),
      read([RANGE, [1, 101, cell(days, 1), { date: '2027-02-09' }, 90]], more),
      read([RANGE, [1, 101, { date: '2027-02-01' }, cell(days, 1), 90]], more),
    ])
    expect(sent.map(({ rows, bad }) => [rows.length, bad[0]?.field, bad[0]?.reason])).toEqual(
      ['date', 'from', 'to'].map((field) => [0, field, 'has a time of day; a night is a day']),
    )
    expect(sent[0]?.bad[0]?.value).toMatch(days < 0 ? /^2027-02-03 23:59:59\.\d{3}$/ : /^2027-02-04 00:00:00\.\d{3}$/)
    const asNumber = await read([HEADER, [1, 101, cell(days, 2), 90]], { ...more, formats: ['0'] })
    expect([asNumber.rows.length, asNumber.bad[0]?.field]).toEqual([0, 'date'])
    const { bad, rows } = await read(
      [HEADER, [1, 101, { raw: `<c s="1"><f>C9</f><v>${beside(days, is1904)}</v></c>` }, 90]],
      more,
    )
    expect([rows.length, bad[0]?.field]).toEqual([0, 'date'])
  })

  it.each(TIMES)('are refused with a time of day above the prices too: %s', async (_, days) => {
    const rows: CellValue[][] = [
      ['hotel_code', 'room_id', { date: '2027-02-01' }, cell(days, 1), { date: '2027-02-09' }],
      [1, 101, 90, 91, 92],
    ]
    const reading = read(rows, more, { options: { matrix: 'price' } })
    expect((await faultOf(reading)).code).toBe('INVALID_INPUT')
  })

  it.each(NOISE)('are read where a sum of fractions leaves no more than noise: %s', async (_, days) => {
    const from = await read([HEADER, [1, 101, cell(days, 1), 90], [1, 102, cell(days, 0), 90]], more)
    expect(from.bad).toEqual([])
    expect(from.rows.map((row) => formatNight(row.from))).toEqual([DAY, DAY])
    const across = await read(
      [
        ['hotel_code', 'room_id', cell(days, 1), { date: '2027-02-05' }],
        [1, 101, 90, 91],
      ],
      more,
      { options: { matrix: 'price' } },
    )
    expect(across.rows.map((row) => formatNight(row.from))).toEqual([DAY, '2027-02-05'])
  })
})

it.each([
  ['5', '1900-01-05'],
  ['1', '1900-01-01'],
  ['59', '1900-02-28'],
  ['60', '1900-02-29'],
  ['61', '1900-03-01'],
  ['5.5', '1900-01-05 12:00:00'],
])('a refusal shows the day that the spreadsheet shows: %s is %s', async (number, shown) => {
  const { bad } = await read([
    ['hotel_code', 'room_id', 'date', 'price'],
    [1, 101, { number, style: 1 }, 90],
  ])
  expect(bad.map(({ value }) => value)).toEqual([shown])
})

it('a price beside a whole number stays what it is', async () => {
  const { rows, bad } = await read([
    ['hotel_code', 'room_id', 'date', 'price'],
    [1, 101, { date: DAY }, { number: '89.999999995' }],
  ])
  expect([rows.length, bad[0]?.field]).toEqual([0, 'price'])
})
