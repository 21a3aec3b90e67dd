import { describe, expect, it } from 'vitest'
import { formatNight } from '../../../src/calendar/index.js'
import type { ReadOptions } from '../../../src/files/read-rows.js'
import { type CellValue, workbook } from '../../support/workbook.js'
import { readText } from '../reading.js'

const HEADER = ['hotel_code', 'room_id', 'date', 'price', 'min_stay', 'closed']
const STYLED = 2

function readCell(column: string, value: string, format: string, options: ReadOptions = {}) {
  const good: Record<string, CellValue> = {
    hotel_code: 1000001,
    room_id: 101,
    date: { date: '2027-01-05' },
    price: 90,
    min_stay: null,
    closed: null,
  }
  const cells = HEADER.map((name) => (name === column ? { number: value, style: STYLED } : good[name]))
  return readText(workbook({ sheets: [{ rows: [HEADER, cells] }], formats: [format] }), { name: 'rates.xlsx', options })
}

describe('a number format', () => {
  it.each([
    ['0.00', '120.5', '120.50', undefined],
    ['#,##0.00', '1250.5', '1250.50', undefined],
    ['0', '120', '120.00', undefined],
    ['#,##0', '1250', '1250.00', undefined],
    ['0.00E+00', '120', '120.00', undefined],
    ['_-* #,##0.00_-;\\-* #,##0.00_-;_-* "-"??_-;_-@_-', '1250.5', '1250.50', undefined],
    ['# ##0', '1250', '1250.00', undefined],
    ["#'##0.00", '1250.5', '1250.50', undefined],
    ["#'##0.00", '129.5', '129.50', undefined],
    ['0".-"', '120', '120.00', undefined],
    ['[Red]0.00', '99.9', '99.90', undefined],
    ['[>=100]#,##0;0.00', '99.5', '99.50', undefined],
    ['# ?/?', '120', '120.00', undefined],
    ['General', '99.9', '99.90', undefined],
    ['#.##', '5', '5.00', undefined],
    ['[$USD] 0.00', '99.9', '99.90', 'USD'],
    ['€ #,##0.00', '1250.5', '1250.50', 'EUR'],
    ['"CHF" 0.00', '120', '120.00', 'CHF'],
    ['#,##0.00\\ "€"', '1250.5', '1250.50', 'EUR'],
    ['0.00 EUR', '120', '120.00', 'EUR'],
    ['[$$-409]#,##0.00', '1250', '1250.00', 'USD'],
    ['[$$-1009]#,##0.00', '1250', '1250.00', 'CAD'],
    ['[$£-809]0.00', '80', '80.00', 'GBP'],
    ['_-[$€-2]\\ * #,##0.00_-', '80.5', '80.50', 'EUR'],
    ['"CHF "0".-"', '120', '120.00', 'CHF'],
    ['[$KWD] 0.000', '1.25', '1.25', 'KWD'],
    ['General" EUR"', '99.9', '99.90', 'EUR'],
  ])(
    'that shows the number itself is no hindrance, and its currency counts: %s of %s',
    async (format, value, price, currency) => {
      const { rows, bad } = await readCell('price', value, format)
      expect(bad).toEqual([])
      expect(rows.map(({ fields }) => [fields.price, fields.currency])).toEqual([[price, currency]])
    },
  )

  it.each([
    ['price', '0%', '1.89', '189%'],
    ['price', '0.00 %', '1.89', '189.00 %'],
    ['price', '0,', '1234567', '1235'],
    ['price', '0.0,,', '1234567', '1.2'],
    ['price', '0" nights"', '120', '120 nights'],
    ['price', '"closed"', '120', 'closed'],
    ['price', ';;;', '120', ''],
    ['price', '0;-0;;@', '0', ''],
    ['price', '[>100]"call us";0', '120', 'call us'],
    ['price', '0\\.00', '12345', '123.45'],
    ['price', '"1"0', '20', '120'],
    ['price', '# ?/?', '99.5', '99 1/2'],
    ['price', '0.0E+00', '1234', '1.2E+03'],
    ['price', '#,##0.00 "DM"', '120', '120.00 DM'],
    ['price', '0"0"', '12', '120'],
    ['price', '"min. "0', '12', 'min. 12'],
    ['price', '[$EUR] 0%', '1', 'EUR 100%'],
    ['min_stay', '0%', '3', '300%'],
    ['min_stay', ';;;', '3', ''],
    ['min_stay', '0,', '3000', '3'],
    ['room_id', '"R"0', '101', 'R101'],
    ['room_id', '0,', '101000', '101'],
    ['closed', '[=0]"closed";"open"', '0', 'closed'],
  ])('that shows another value has the cell refused: %s in %s', async (column, format, value, shown) => {
    const { rows, bad } = await readCell(column, value, format)
    expect(rows).toEqual([])
    expect(bad).toMatchObject([
      {
        line: 2,
        field: column,
        value: `${value} (shown as "${shown}")`,
        reason: expect.stringContaining(shown === '' ? 'shows nothing' : shown),
        remedy: expect.stringMatching(/General|--round/),
      },
    ])
    expect((await readCell(column, value, 'General')).bad).toEqual([])
  })

  it.each([
    ['0', '129.6', '1', '130.00'],
    ['0', '129.6', '0.01', '129.60'],
    ['#,##0', '1250.5', '1', '1251.00'],
    ['0.00', '129.333', '0.01', '129.33'],
    ['0.0', '99.95', '0.1', '100.00'],
    ['0.0', '99.95', '0.01', '99.95'],
  ])('that rounds (%s of %s) has the cell refused, and sent with --round %s', async (format, value, step, price) => {
    const { bad } = await readCell('price', value, format)
    expect(bad).toMatchObject([
      {
        field: 'price',
        reason: expect.stringContaining(`holds ${value}`),
        remedy: expect.stringContaining(`--round ${step}`),
      },
    ])
    expect((await readCell('price', value, format, { round: step })).rows.map(({ fields }) => fields.price)).toEqual([
      price,
    ])
  })

  it.each([
    ['[$USD] 0.00', 'EUR'],
    ['€ #,##0.00', 'USD'],
    ['"CHF" 0.00', 'EUR'],
  ])('of another currency than that of the row is refused: %s under %s', async (format, currency) => {
    expect((await readCell('price', '120', format, { currency })).bad).toMatchObject([
      {
        field: 'price',
        reason: `is not in ${currency}, the currency of the row`,
        remedy: expect.stringContaining('--currency'),
      },
    ])
  })

  it('with a sign of several currencies asks which one is meant', async () => {
    expect((await readCell('price', '120', '"$"#,##0.00')).bad).toMatchObject([
      {
        field: 'price',
        reason: expect.stringContaining('currency sign'),
        remedy: expect.stringContaining('--currency USD'),
      },
    ])
    expect(
      (await readCell('price', '120', '"$"#,##0.00', { currency: 'USD' })).rows.map(({ fields }) => fields.currency),
    ).toEqual(['USD'])
  })

  it.each(['mmm yyyy', 'mmm\\-yy', 'yyyy', 'mmmm', 'h:mm', 'ddd mmm'])(
    'that leaves out the day has a date refused: %s',
    async (format) => {
      const { rows, bad } = await readCell('date', '46392', format)
      expect(rows).toEqual([])
      expect(bad).toMatchObject([
        {
          field: 'date',
          value: expect.stringMatching(/^2027-01-05 \(shown as "/),
          remedy: expect.stringContaining('shows the whole date'),
        },
      ])
    },
  )

  it.each(['dd.mm.yyyy', 'd', 'd-mmm', 'ddd dd/mm', '[$-407]d. mmmm yyyy;@', 'yyyy"-"mm"-"dd', 'dd/mm/yyyy hh:mm'])(
    'that shows the day is one of dates: %s',
    async (format) => {
      expect((await readCell('date', '46392', format)).rows.map(({ from }) => formatNight(from))).toEqual([
        '2027-01-05',
      ])
    },
  )

  it.each([
    ['[=1]"closed";[=0]"open";0', '1', true],
    ['[=1]"ja";[=0]"nein"', '0', false],
  ])('of words that say the same as the number is taken: %s', async (format, value, closed) => {
    expect((await readCell('closed', value, format)).rows.map(({ fields }) => fields.closed)).toEqual([closed])
  })

  it('that pads an id shows the id', async () => {
    expect((await readCell('room_id', '101', '000000')).rows.map(({ room }) => room)).toEqual(['101'])
  })

  it('of the first style is that of cells that name none, and text of a hidden cell is no value', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0%"/><numFmt numFmtId="165" formatCode=";;;"/></numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/></cellXfs></styleSheet>'
    const rows = [
      HEADER,
      [{ text: '1000001' }, { text: '101' }, { date: '2027-01-05' }, 90, null, null],
      [
        { text: '1000001' },
        { text: '101' },
        { date: '2027-01-05' },
        { raw: '<c s="2" t="str"><v>90</v></c>' },
        null,
        null,
      ],
    ]
    const { bad } = await readText(workbook({ sheets: [{ rows }], more: { 'xl/styles.xml': styles } }), {
      name: 'rates.xlsx',
    })
    expect(bad.map(({ value }) => value)).toEqual(['90 (shown as "9000%")', '90 (shown as "")'])
  })

  it('of months above days is read as it is shown', async () => {
    const rows = [
      [null, { number: '46413', style: STYLED }, { number: '46413', style: STYLED }],
      ['room_id', 5, 6],
      [101, 4, 3],
    ]
    const reading = await readText(workbook({ sheets: [{ rows }], formats: ['mmm yyyy'] }), {
      name: 'stock.xlsx',
      kind: 'inventory',
      options: { hotel: '1' },
    })
    expect(reading.rows.map(({ from, fields }) => [formatNight(from), ...Object.values(fields)])).toEqual([
      ['2027-01-05', 4],
      ['2027-01-06', 3],
    ])
  })
})
