import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../src/files/kinds/index.js'
import { readRows, type ReadNotice, type ReadOptions } from '../../../src/files/read-rows.js'
import { workbook } from '../../support/workbook.js'
import { chunked, faultOf, readText } from '../reading.js'

const TOP = 'hotel_code,room_id,from,to,price,min_stay'
const FIRST = `${TOP}\n1,101,2027-01-01,2027-01-05,90,2\n`
const NIGHTS = 'room_id,2027-01-01,2027-01-02'
const matrix: ReadOptions = { hotel: '1', matrix: 'price' }

async function noticesOf(text: string, options: ReadOptions = {}): Promise<ReadNotice[]> {
  const notices: ReadNotice[] = []
  for await (const _chunk of readRows({
    files: [{ name: 'rates.csv', stream: chunked(Buffer.from(text), 65_536) }],
    kind: kindOf('rates'),
    options,
    onNotice: (notice) => notices.push(notice),
  }));
  return notices
}

describe('a line below the header', () => {
  it.each([
    ['as it is', TOP],
    ['in quotes and capitals', '"HOTEL_CODE","ROOM_ID","FROM","TO","PRICE","MIN_STAY"'],
    ['with blanks and other known names', ' Hotel , Room Id ,from date,valid_to,price,min-stay'],
    ['with blank cells behind it', `${TOP},,`],
    ['with a byte order mark', `\uFEFF${TOP}`],
  ])('that repeats the header is passed over, and told: %s', async (_, line) => {
    const { rows, bad } = await readText(`${FIRST}${line}\n1,101,2027-02-01,2027-02-05,95,3\n`)
    expect(bad).toEqual([])
    expect(rows.map(({ line: at, fields }) => [at, fields.price])).toEqual([
      [2, '90.00'],
      [4, '95.00'],
    ])
    expect(await noticesOf(`${FIRST}${line}\n1,101,2027-02-01,2027-02-05,95,3\n`)).toMatchObject([
      { line: 3, text: 'line 3 repeats the header and is passed over.' },
    ])
  })

  it.each([
    ['dates exchanged', 'hotel_code,room_id,to,from,price,min_stay'],
    ['values exchanged', 'hotel_code,room_id,from,to,min_stay,price'],
    ['ids exchanged', 'room_id,hotel_code,from,to,price,min_stay'],
    ['another field', 'hotel_code,room_id,from,to,price,max_stay'],
    ['fewer columns', 'hotel_code,room_id,from,to,price'],
    ['one more column', `${TOP},max_stay`],
    ['a column in front', `_note,${TOP}`],
    ['names that are not known', 'hotel_code,room_id,Anreise,Abreise,min_stay,Preis'],
    ['nights across', 'hotel_code,room_id,2027-02-01,2027-02-02,2027-02-03,2027-02-04'],
    ['words alone', 'Haus,Zimmer,von,bis,Mindestaufenthalt,Preis'],
  ])('that names other columns has the file refused: %s', async (_, line) => {
    const fault = await faultOf(readText(`${FIRST}${line}\n1,101,2027-02-01,2027-02-05,95,3\n`))
    expect(fault).toMatchObject({
      code: 'INVALID_INPUT',
      findings: [{ line: 3, remedy: expect.stringContaining('a file of its own') }],
    })
  })

  it.each([
    'room_id,2027-02-01,2027-02-02',
    'room_id,2027-01-02,2027-01-01',
    'room_id,Feb 2027,2027-01-02',
    'room_id,1,2',
    ',Feb 2027,Feb 2027',
    'June,2027-06-13,2027-06-14',
    'x,13.06.,14.06.',
    ',2027-06-13,2027-06-14',
    'x,46551,46552',
    '7,13 June,14 June',
  ])('of other nights has a table with dates across refused: %s', async (line) => {
    expect((await readText(`${NIGHTS}\n101,90,91\n${NIGHTS}\n102,80,81\n`, { options: matrix })).rows).toHaveLength(4)
    expect(
      await faultOf(
        readText(`2027-01-01,2027-01-03,room_id\n90,91,101\n${line.split(',').toReversed().join(',')}\n80,81,102\n`, {
          options: matrix,
        }),
      ),
    ).toMatchObject({ findings: [{ line: 3 }] })
    expect(await faultOf(readText(`${NIGHTS}\n101,90,91\n${line}\n102,80,81\n`, { options: matrix }))).toMatchObject({
      findings: [{ line: 3 }],
    })
  })

  it('of a sheet is judged like that too, and in a file that is looked through', async () => {
    const sheet = (second: string, first = '2027-01-01') =>
      workbook({
        sheets: [
          {
            rows: [
              TOP.split(','),
              [1, 101, first, '2027-01-05', 90, 2],
              second.split(','),
              [1, 101, '2027-02-01', '2027-02-05', 95, 3],
            ],
          },
        ],
      })
    for (const first of ['2027-01-01', '3/1/2027'])
      expect(
        await faultOf(
          readText(sheet('hotel_code,room_id,from,to,min_stay,price', first), {
            name: 'rates.xlsx',
            options: { dateFormat: 'dmy' },
          }),
        ),
      ).toMatchObject({ findings: [{ line: 3 }] })
    expect((await readText(sheet(TOP), { name: 'rates.xlsx' })).rows).toHaveLength(2)
    expect(
      await faultOf(
        readText(
          `${FIRST.replace('2027-01-01', '1/1/2027')}${TOP.replace('from,to', 'to,from')}\n1,101,13/2/2027,14/2/2027,95,3\n`,
        ),
      ),
    ).toMatchObject({ findings: [{ line: 3 }] })
  })

  it.each([
    '1,101,2027-02-01,2027-02-05,price,min_stay',
    'Total,,,,,',
    'note,closed,,,,',
    'closed,closed,closed,closed,closed,closed',
    'x,101,2027-02-01,2027-02-05,n/a,2',
  ])('that holds a value or two of such names is a wrong row: %s', async (line) => {
    const { rows, bad } = await readText(`${FIRST}${line}\n1,101,2027-02-01,2027-02-05,95,3\n`)
    expect(rows).toHaveLength(2)
    expect(bad).toMatchObject([{ line: 3 }])
  })

  it.each(['102,2027-06-13,80', '102,13.06,14.06', '102,2027-06-13,', '102,45000,45000'])(
    'with a date in one cell, or prices that look like days, is a row: %s',
    async (line) => {
      expect((await readText(`${NIGHTS}\n101,90,91\n${line}\n`, { options: matrix })).rows.length).toBeGreaterThan(1)
    },
  )
})
