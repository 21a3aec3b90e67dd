import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../src/files/kinds/index.js'
import { readRows, type ReadNotice, type ReadOptions } from '../../../src/files/read-rows.js'
import { workbook } from '../../support/workbook.js'
import { chunked, faultOf, readText } from '../reading.js'

const flags = (cells: readonly string[]): string =>
  `hotel_code,room_id,date,closed\n${cells.map((cell, at) => `1,101,2027-01-0${at + 1},${cell}\n`).join('')}`

async function noticesOf(text: string, options: ReadOptions = {}, name = 'rates.csv'): Promise<string[]> {
  const notices: ReadNotice[] = []
  for await (const _chunk of readRows({
    files: [{ name, stream: chunked(Buffer.from(text), 65_536) }],
    kind: kindOf('rates'),
    options,
    onNotice: (notice) => notices.push(notice),
  }));
  return notices.map((notice) => notice.text)
}

describe('a flag', () => {
  it.each([['F'], ['F', 'F'], ['f', 'O'], ['x', 'F'], ['1', 'F', '0']])(
    'that is F, where no T, V or true stands in its column, has the file refused: %s %s',
    async (...cells) => {
      expect(await faultOf(readText(flags(cells)))).toMatchObject({
        code: 'INVALID_INPUT',
        findings: [
          {
            line: cells.findIndex((cell) => /f/i.test(cell)) + 2,
            field: 'closed',
            reason: expect.stringContaining('closed'),
            remedy: expect.stringContaining('Write true'),
          },
        ],
      })
    },
  )

  it.each([
    ['F', 'T'],
    ['t', 'f'],
    ['F', 'true'],
    ['VRAI', 'F'],
  ])('that is F beside its counterpart is false: %s %s', async (...cells) => {
    const { rows } = await readText(flags(cells))
    expect(rows.map(({ fields }) => fields.closed)).toEqual(cells.map((cell) => !/^f/i.test(cell)))
  })

  it.each(['Open', 'is_open', 'Available', 'geöffnet', 'Ouvert'])(
    'whose column says the opposite of closed is told: %s',
    async (column) => {
      const text = `hotel_code,room_id,date,${column}\n1,101,2027-01-01,yes\n`
      expect(await noticesOf(text, { map: { closed: column } })).toEqual([
        `closed is read from the column "${column}": yes there closes the night, and no opens it.`,
      ])
      expect(await noticesOf(flags(['yes']))).toEqual([])
    },
  )
})

it.each([
  ['rates.csv', 'hotel_code,room_id,date,price\n1,101,2027-01-01,90.00\n'],
  ['rates.csv', 'hotel_code,room_id,date,price\n1,101,2027-01-01,90.00'],
  ['rates.ndjson', '{"hotel_code":1,"room_id":101,"date":"2027-01-01","price":90}\n'],
  ['rates.yaml', '- {hotel_code: 1, room_id: 101, date: 2027-01-01, price: 90}\n'],
])('the end of a file to DOS is no part of it: %s %j', async (name, text) => {
  for (const end of ['\u001a', '\u001a\u001a']) {
    expect((await readText(`${text}${end}`, { name })).rows.map(({ fields }) => fields.price)).toEqual(['90.00'])
    expect(await noticesOf(`${text}${end}`, {}, name)).toContain(
      'the end-of-file mark of DOS (0x1A) at its end is passed over.',
    )
  }
})

describe('one column', () => {
  it.each<Record<string, string>>([
    { price: 'Rate', min_stay: 'Rate' },
    { price: 'Rate', closed: 'rate' },
    { date: 'X', price: 'X' },
    { room_id: 'X', min_stay: 'X' },
    { from: 'X', room_id: 'X' },
  ])('is not read as two unlike things: %j', async (map) => {
    expect(
      await faultOf(readText('hotel_code,room_id,date,Rate,X\n1,101,2027-01-01,9,9\n', { options: { map } })),
    ).toMatchObject({ code: 'USAGE', message: expect.stringContaining('from one column') })
  })

  it('is read as first and last night, or as the least and the longest stay', async () => {
    const { rows } = await readText('hotel_code,room_id,night of,stay\n1,101,2027-01-01,3\n', {
      options: { map: { from: 'night of', to: 'night of', min_stay: 'stay', max_stay: 'stay' } },
    })
    expect(rows).toMatchObject([{ fields: { min_stay: 3, max_stay: 3 } }])
  })
})

it('a currency is read from its sign where one currency alone has it', async () => {
  const read = (sign: string) => readText(`hotel_code,room_id,date,price,currency\n1,101,2027-01-01,90,${sign}\n`)
  expect((await read('€')).rows).toMatchObject([{ fields: { currency: 'EUR' } }])
  expect((await read('$')).bad).toMatchObject([
    { field: 'currency', remedy: expect.stringContaining('the code that is meant') },
  ])
})

it.each(['13/04/0014', '1405/04/13', '13/04/1405', '03.04.1405'])(
  'a year that no calendar of hotels has is called that: %s',
  async (date) => {
    expect((await readText(`hotel_code,room_id,date,price\n1,101,${date},90\n`)).bad).toMatchObject([
      { field: 'date', reason: 'has a year outside 2000 to 2100' },
    ])
  },
)

it.each(['TT.MM.JJJJ', 'jj/mm/aaaa', 'TT.MM.JJ', 'JJJJ-MM-TT', 'gg/mm/aaaa'])(
  'a date format with the letters of another language is answered with YYYY-MM-DD: %s',
  async (format) => {
    const { rows, bad } = await readText(
      workbook({
        formats: [format],
        sheets: [
          {
            rows: [
              ['hotel_code', 'room_id', 'date', 'price'],
              [1, 101, { number: '46392', style: 2 }, 90],
            ],
          },
        ],
      }),
      { name: 'rates.xlsx' },
    )
    expect(rows).toEqual([])
    expect(bad).toMatchObject([{ field: 'date', remedy: expect.stringContaining('YYYY-MM-DD') }])
  },
)
