import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindOf } from '../../src/files/kinds/index.js'
import { readMapping } from '../../src/files/columns/mapping.js'
import { type ReadNotice, type ReadOptions, readRows } from '../../src/files/read-rows.js'
import type { Kind } from '../../src/files/reading/row.js'
import { type CellValue, workbook } from '../support/workbook.js'
import { faultOf, readText } from './reading.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-notices-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function noticesOf(
  content: string | Buffer,
  options: ReadOptions = {},
  kind: Kind['name'] = 'rates',
  name = 'rates.csv',
): Promise<Omit<ReadNotice, 'file'>[]> {
  const file = join(folder, name)
  writeFileSync(file, content)
  const notices: ReadNotice[] = []
  for await (const { bad } of readRows({
    files: [{ name: file }],
    kind: kindOf(kind),
    options,
    onNotice: (notice) => notices.push(notice),
  }))
    expect(bad).toEqual([])
  return notices.map(({ file: _, ...notice }) => notice)
}

const table = (...rows: string[]) => `hotel_code;room_id;date;price\n${rows.map((row) => `1;101;${row}\n`).join('')}`

describe('what was inferred is told with the line that keeps it', () => {
  it.each<[string, string | Buffer, string, string, ReadOptions?, Kind['name']?]>([
    [
      'day first',
      table('04/03/2027;90', '13/03/2027;91'),
      'date is read with the day first, because of line 3, "13/03/2027"; a file without such a line would be refused.',
      'date_format: dmy',
    ],
    [
      'month first',
      table('03/04/2027;90', '03/13/2027;91'),
      'date is read with the month first, because of line 3, "03/13/2027"; a file without such a line would be refused.',
      'date_format: mdy',
    ],
    [
      'decimal comma',
      table('2027-03-14;1.250', '2027-03-15;99,50'),
      'price is read with a decimal comma, because of line 3, "99,50"; a file without such a line would be refused.',
      'decimal: ","',
    ],
    [
      'an encoding',
      Buffer.concat([Buffer.from('hotel_code;room_id;date;price\n1;101;2027-03-14;90 '), Buffer.from([0x80, 0x0a])]),
      'is read as windows-1252',
      'encoding: windows-1252',
    ],
    [
      'the order of a header',
      'hotel_code;room_id;01.02.2027;02.02.2027\n1;101;4;5\n',
      'the dates of the header are read with the day first: "01.02.2027" is 2027-02-01.',
      'date_format: dmy',
      {},
      'inventory',
    ],
  ])('%s', async (_, content, text, keep, options = {}, kind = 'rates') => {
    const notices = await noticesOf(content, options, kind)
    expect(notices).toMatchObject([{ what: 'inferred', text: expect.stringContaining(text), keep }])
    // Once the line is kept, nothing is left to infer.
    expect(await noticesOf(content, { ...options, ...readMapping(`${keep}\n`, 'map.yaml') }, kind)).toEqual([])
  })

  it('of dates in several forms: years in front say themselves how they are meant, and what no format can keep is told without one', async () => {
    expect(await noticesOf(table('2027-3-14;90', '2027-03-15;91', '2027/4/16;92'))).toEqual([])
    expect(await noticesOf(table('2027-3-14;90', '25.02.2027;91'))).toEqual([
      { what: 'inferred', text: expect.stringContaining('the day first, because of line 3, "25.02.2027"') },
    ])
    // A short year in front is one only beside a line that proves it.
    expect(await noticesOf(table('27-3-14;90', '32-10-30;91'))).toMatchObject([{ keep: 'date_format: ymd' }])
  })

  it('tells once of a last line without an end, also where a look at the whole file has proved its encoding', async () => {
    const bytes = Buffer.concat([
      Buffer.from('hotel_code,room_id,date,price,_note\n1,101,2027-03-14,90,M'),
      Buffer.from([0xfc]),
      Buffer.from('ller\n1,101,2027-03-15,91,x'),
    ])
    expect((await noticesOf(bytes)).map(({ what }) => what)).toEqual(['cut-off', 'inferred'])
  })

  const priced = (column: string, price = '120', more = '') =>
    `hotel_code,room_id,date,"${column}"${more === '' ? '' : ',currency'}\n1,101,2027-03-14,"${price}"${more === '' ? '' : `,${more}`}\n`
  it.each([
    ['price (USD)', 'USD'],
    ['Preis €', 'EUR'],
    ['rate_eur', 'EUR'],
    ['rateUSD', 'USD'],
    ['Preis in Euro', 'EUR'],
    ['PRICE CHF', 'CHF'],
    ['R$ diária', 'BRL'],
    ['US$', 'USD'],
    ['cena (zł)', 'PLN'],
    ['Rate [gbp]', 'GBP'],
  ])('the currency of a column named %s', async (column, currency) => {
    const options = { map: { price: column } }
    expect(await noticesOf(priced(column), options)).toMatchObject([
      {
        what: 'inferred',
        text: expect.stringContaining(`prices are sent in ${currency}`),
        keep: `currency: ${currency}`,
      },
    ])
    expect(await noticesOf(priced(column), { ...options, currency })).toEqual([])
    expect((await readText(priced(column), { options })).rows[0]?.fields).toEqual({ price: '120.00', currency })
  })

  it.each([
    ['price (USD)', '120', '', 'EUR', 'which names USD, and is given as EUR'],
    ['price (USD)', '120', 'EUR', undefined, 'which names USD, and is given as EUR'],
    ['price (USD)', '€120', '', undefined, 'which names USD, and is given as EUR'],
    ['price ($)', '120', '', undefined, 'currencies use'],
    ['price £', '120', '', undefined, 'currencies use'],
    ['rate kr', '120', '', undefined, 'currencies use'],
    ['USD or EUR', '120', '', undefined, 'names two currencies'],
  ])('a column named %s with %s and "%s" is refused', async (column, price, more, currency, reason) => {
    const { bad } = await readText(priced(column, price, more), {
      options: { map: { price: column }, ...(currency === undefined ? {} : { currency }) },
    })
    expect(bad).toMatchObject([{ reason: expect.stringContaining(reason) }])
  })

  it.each(['price all', 'Top price', 'rate fr', 'Zimmerpreis', 'net rate', 'RATE MAD'])(
    'no currency in a column named %s',
    async (column) => {
      expect((await readText(priced(column), { options: { map: { price: column } } })).rows[0]?.fields).toEqual({
        price: '120.00',
      })
    },
  )

  it('is told once for two columns that are written alike', async () => {
    const notices = await noticesOf('hotel_code;from;to;price\n1;01/02/2027;28/02/2027;90\n')
    expect(notices.map(({ text, keep }) => [text.split(',')[0], keep])).toEqual([
      ['from is read with the day first', 'date_format: dmy'],
      ['to is read with the day first', 'date_format: dmy'],
    ])
  })

  it('is nothing where each value has one meaning', async () => {
    expect(await noticesOf(table('2027-03-14;90', '2027-03-15;91.50'))).toEqual([])
  })
})

describe('sheets', () => {
  const rows: CellValue[][] = [
    ['hotel_code', 'room_id', 'date', 'price', 'min_stay'],
    [1, 101, { date: '2027-01-21' }, 90, 1],
    [1, 101, { date: '2027-01-22' }, 91, 1],
    [1, 101, { date: '2027-01-23' }, 92, 1],
  ]
  const book = (more: object, others: readonly { name: string; state?: 'hidden' }[] = []) =>
    workbook({ sheets: [{ name: 'Sommer', rows, ...more }, ...others.map((other) => ({ rows, ...other }))] })

  it('that are visible and not read are named, with the line that chooses one', async () => {
    const content = book({}, [{ name: 'Winter' }, { name: 'Alt', state: 'hidden' }])
    const notices = await noticesOf(content, {}, 'rates', 'rates.xlsx')
    expect(notices).toEqual([
      {
        what: 'sheets-not-read',
        text: 'only the first visible sheet, "Sommer", is read; another is not: sheet "Winter".',
        keep: 'sheet: "Sommer"',
      },
    ])
    expect(
      await noticesOf(content, { ...readMapping('sheet: "Sommer"\n', 'map.yaml') }, 'rates', 'rates.xlsx'),
    ).toEqual([])
  })

  it('with hidden rows that are read say which', async () => {
    expect(await noticesOf(book({ hiddenRows: [3, 4] }), {}, 'rates', 'rates.xlsx')).toMatchObject([
      {
        what: 'hidden',
        text: '2 rows are hidden, the first of them row 3; they are read like the others. Delete what is not meant.',
      },
    ])
    expect(await noticesOf(book({ hiddenRows: [3] }), {}, 'rates', 'rates.xlsx')).toMatchObject([
      { what: 'hidden', text: 'row 3 is hidden; it is read like the others. Delete what is not meant.' },
    ])
    expect(await noticesOf(book({ hiddenRows: [9] }), {}, 'rates', 'rates.xlsx')).toEqual([])
  })

  it('with hidden columns that are read say so', async () => {
    expect(await noticesOf(book({ hiddenColumns: [5] }), {}, 'rates', 'rates.xlsx')).toMatchObject([
      { what: 'hidden', text: expect.stringContaining('some columns are hidden') },
    ])
    expect(await noticesOf(book({ hiddenColumns: [9] }), {}, 'rates', 'rates.xlsx')).toEqual([])
  })
})

describe('a file that ends without a line end', () => {
  it('names its last value', async () => {
    expect(await noticesOf(`${table('2027-03-14;90')}1;101;2027-03-15;14`)).toEqual([
      {
        line: 3,
        what: 'cut-off',
        text: 'the file ends without a line end; check that "14", its last value, is whole.',
      },
    ])
    expect(await noticesOf(`${table('2027-03-14;90')}1;101;2027-03-15;"14"`)).toMatchObject([
      { line: 3, what: 'cut-off' },
    ])
  })

  it.each([
    ['fewer decimals', ['189.00', '195.50'], '18', 'has fewer decimals than all others, such as "195.50"'],
    ['one decimal', ['189.00', '195.50'], '189.5', 'has fewer decimals'],
    ['fewer digits', ['120', '95', '110'], '1', 'is shorter than all others, such as "110"'],
    ['no currency', ['120 EUR', '95 EUR'], '120', 'lacks the "EUR" of all others'],
    ['nothing', ['120', '95', '110'], '', 'is blank where all others are filled'],
  ])('is refused where its last value has %s, and taken with one', async (_, prices, last, why) => {
    const content = `hotel_code,room_id,date,price\n${prices.map((price, at) => `1,101,2027-03-0${at + 1},${price}\n`).join('')}1,101,2027-03-09,${last}`
    const fault = await faultOf(noticesOf(content))
    expect(fault.findings).toMatchObject([
      {
        line: prices.length + 2,
        value: last,
        reason: expect.stringContaining(why),
        remedy: expect.stringContaining('echo >> '),
      },
    ])
    if (/^\d+$/.test(last)) expect(await noticesOf(`${content}\n`)).toEqual([])
  })

  it.each([
    ['decimals differ', ['189.5', '195'], '18'],
    ['lengths differ', ['120', '95', '8'], '7'],
    ['too few stand above', ['120'], '95'],
    ['thousands', ['1.250,00', '1.310,50'], '990,00'],
  ])('is only told where %s', async (_, prices, last) => {
    const content = `hotel_code;room_id;date;price\n${prices.map((price, at) => `1;101;2027-03-0${at + 1};${price}\n`).join('')}1;101;2027-03-09;${last}`
    expect((await noticesOf(content)).filter(({ what }) => what === 'cut-off')).toHaveLength(1)
  })

  it('is held against values of the same name in YAML', async () => {
    const entry = (day: number, price: string) =>
      `- date: 2027-03-0${day}\n  hotel_code: 1\n  room_id: 101\n  price: ${price}\n`
    const whole = `${entry(1, '189.00')}${entry(2, '195.00')}${entry(3, '201.00')}`
    expect((await faultOf(noticesOf(whole.slice(0, -4), {}, 'rates', 'rates.yaml'))).findings).toMatchObject([
      { line: 12, value: '201', reason: expect.stringContaining('fewer decimals') },
    ])
    expect(await noticesOf(whole.slice(0, -1), {}, 'rates', 'rates.yaml')).toMatchObject([
      { what: 'cut-off', line: 12 },
    ])
    expect(await noticesOf(whole, {}, 'rates', 'rates.yaml')).toEqual([])
  })

  it('says nothing where the last line ends', async () => {
    expect(await noticesOf(table('2027-03-14;90', '2027-03-15;14'))).toEqual([])
  })
})
