import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../../src/files/read-rows.js'
import { formatNight } from '../../../src/calendar/index.js'
import { workbook } from '../../support/workbook.js'
import { collect, faultOf, readText } from '../reading.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-notations-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (
  content: string | Buffer,
  options: ReadOptions = {},
  name = 'rates.csv',
  kind: 'rates' | 'inventory' = 'rates',
) => {
  writeFileSync(join(folder, name), content)
  return collect({ files: [{ name: join(folder, name) }], options, kind })
}

describe('lines above the header of a CSV file', () => {
  const TABLE = 'hotel_code;room_id;date;price\n1;101;2027-07-14;90\n'
  it.each([
    ['a title', `Hotel Seaview\n${TABLE}`, 3],
    ['a title and blank cells', `Hotel Seaview;;;\n;;;\n\n${TABLE}`, 5],
    ['a title with the other separator', `Rates, summer 2027\n${TABLE}`, 3],
    ['several', `Hotel Seaview\nRates 2027\nEUR\n${TABLE}`, 5],
    ['a title behind sep=', `sep=;\nHotel Seaview\n${TABLE}`, 4],
    ['weekdays', `;;Mi;Do\n${TABLE}`, 3],
    ['a title in quotes', `"Hotel ""Seaview"""\n${TABLE}`, 3],
  ])('are left out, lines counted: %s', async (_, text, line) => {
    for (const chunkBytes of [1, 7, 64 * 1024]) {
      const { rows, bad } = await readText(text, { chunkBytes })
      expect(bad).toEqual([])
      expect(rows.map((row) => [row.line, row.fields.price])).toEqual([[line, '90.00']])
    }
  })

  it('are no titles where they say several things: the header is what it was', async () => {
    expect((await faultOf(readText('Zimmer;Preis;Tag\n1;101;2027-07-14\n'))).message).toContain(
      '3 columns are not known: "Zimmer", "Preis", "Tag"',
    )
    expect(
      (await faultOf(readText('Hotel;Seaview;Wien\nhotel_code;room_id;date;price\n1;101;2027-07-14;90\n'))).findings[0]
        ?.line,
    ).toBe(1)
  })

  it('may stand above months and day numbers', async () => {
    const { rows } = await readText('Hotel Seaview\nhotel_code;room_id;January 2027;\n;;30;31\n1;101;4;5\n', {
      kind: 'inventory',
    })
    expect(rows.map(({ line, from }) => [line, formatNight(from)])).toEqual([
      [4, '2027-01-30'],
      [4, '2027-01-31'],
    ])
  })
})

describe('a row of weekdays in a matrix', () => {
  const matrix = (text: string, options: ReadOptions = {}) => readText(text, { kind: 'inventory', options })
  it.each([
    'hotel_code;room_id;14.07.2027;15.07.2027\n;;Mi;Do\n1;101;4;5\n',
    'hotel_code;room_id;2027-07-14;2027-07-15\n;;mer.;jeu.\n1;101;4;5\n',
    ';;Wed;Thu\nhotel_code;room_id;2027-07-14;2027-07-15\n1;101;4;5\n',
    'hotel_code;room_id;July 2027;\n;;14;15\n;;śr;czw\n1;101;4;5\n',
    'hotel_code;room_id;Mi, 14.07.2027;Do, 15.07.2027\n1;101;4;5\n',
  ])('is left out: %s', async (text) => {
    const { rows, bad } = await matrix(text)
    expect(bad).toEqual([])
    expect(rows.map(({ from, fields }) => [formatNight(from), fields.availability])).toEqual([
      ['2027-07-14', 4],
      ['2027-07-15', 5],
    ])
  })

  it('is refused where it contradicts the dates', async () => {
    const fault = await faultOf(matrix('hotel_code;room_id;2027-07-14;2027-07-15\n;;Do;Fr\n1;101;4;5\n'))
    expect(fault.message).toBe('rates.csv:2: "Do" stands below 2027-07-14, which is another weekday.')
  })

  it('is left out of a workbook too, above and below', async () => {
    const dates = [{ date: '2027-07-14' }, { date: '2027-07-15' }]
    for (const rows of [
      [
        ['hotel_code', 'room_id', ...dates],
        [null, null, 'Mi', 'Do'],
        [1, 101, 4, 5],
      ],
      [
        [null, null, 'Mi', 'Do'],
        ['hotel_code', 'room_id', ...dates],
        [1, 101, 4, 5],
      ],
    ]) {
      expect(
        (await readText(workbook({ sheets: [{ rows }] }), { kind: 'inventory', name: 'rooms.xlsx' })).rows.map(
          ({ fields }) => fields.availability,
        ),
      ).toEqual([4, 5])
    }
  })
})

describe('dates across under names that are not known', () => {
  it('get the line that makes them a matrix, and it works', async () => {
    const text = 'Zimmer;14.07.2027;15.07.2027\n101;90;91\n'
    for (const options of [{}, { hotel: '1' }, { hotel: '1', matrix: 'price' }]) {
      const fault = await faultOf(readText(text, { options }))
      expect(fault.message).toBe(
        'rates.csv:1: the header has 2 dates, such as "14.07.2027", but no column that is known to hold rooms, hotels or plans.',
      )
      expect(fault.next).toContain('Add --map room_id=Zimmer if that column holds the rooms.')
    }
    expect(
      (await readText(text, { options: { hotel: '1', matrix: 'price', map: { room_id: 'Zimmer' } } })).rows.map(
        ({ room, fields }) => [room, fields.price],
      ),
    ).toEqual([
      ['101', '90.00'],
      ['101', '91.00'],
    ])
    expect(
      (await faultOf(readText('Zimmer;07/2027;\n;14;15\n101;90;91\n', { options: { hotel: '1', matrix: 'price' } })))
        .next,
    ).toContain('--map room_id=Zimmer')
    expect(
      (
        await readText('Zimmer;07/2027;\n;14;15\n101;90;91\n', {
          options: { hotel: '1', matrix: 'price', map: { room_id: 'Zimmer' } },
        })
      ).rows,
    ).toHaveLength(2)
    expect(
      (
        await faultOf(
          readText(';07/2027;08/2027\nZimmer;31;1\n101;90;91\n', { options: { hotel: '1', matrix: 'price' } }),
        )
      ).next,
    ).toContain('--map room_id=Zimmer')
    expect((await faultOf(readText('Zimmer Nr;14.07.2027;15.07.2027\n101;90;91\n'))).next).toContain(
      "--map room_id='Zimmer Nr'",
    )
  })
})

describe('cells of spreadsheets', () => {
  it.each([
    '1;="00101";2027-07-14;90',
    '1; ="00101" ;2027-07-14;="90"',
    '1;"=""00101""";2027-07-14;90',
    "1;'101;2027-07-14;90",
    '1;101.0;2027-07-14;90',
    '"1";="101";"2027-07-14";90',
  ])('hold digits as text: %s', async (row) => {
    for (const end of ['\n', '\r\n']) {
      const { rows, bad } = await readText(`hotel_code;room_id;date;price${end}${row}${end}`)
      expect(bad).toEqual([])
      expect(rows.map(({ room, fields }) => [room, fields.price])).toEqual([['101', '90.00']])
    }
  })

  it('hold text with separators between such quotes', async () => {
    const { rows } = await readText('hotel_code,room_id,date,price,_note\n1,="101",2027-07-14,90,="a,b"\n')
    expect(rows).toHaveLength(1)
  })

  it('hold whole stays and counts with decimals', async () => {
    expect(
      (await readText('hotel_code;date;min_stay\n1;2027-07-14;2.0\n1;2027-07-15;3,0\n')).rows.map(
        ({ fields }) => fields.min_stay,
      ),
    ).toEqual([2, 3])
    expect(
      (await readText('hotel_code;room_id;date;availability\n1;7;2027-07-14;2.0\n', { kind: 'inventory' })).rows.map(
        ({ fields }) => fields.availability,
      ),
    ).toEqual([2])
  })
})

describe('own codes where ids are wanted', () => {
  it.each([
    ['BAR', 'rate_plan_id', 'plans: {"BAR": 7}'],
    ['DBL', 'room_id', 'rooms: {"DBL": 7}'],
    ['SEAVIEW', 'hotel_code', 'hotels: {"SEAVIEW": 7}'],
  ])('%s gets the line of the mapping file', async (code, field, line) => {
    const cells = { hotel_code: '1', room_id: '101', rate_plan_id: '7', [field]: code }
    const { bad } = await readText(
      `${Object.keys(cells).join(',')},date,price\n${Object.values(cells).join(',')},2027-07-14,90\n`,
    )
    expect(bad).toMatchObject([
      { field, value: code, reason: 'is not an id: only digits', remedy: expect.stringContaining(line) },
    ])
  })
})

describe('encodings by name', () => {
  /** The same few words in the bytes of each encoding: a currency, a column that is read under its own name. */
  const head = Buffer.from('hotel_code;room_id;date;price;')
  const row = Buffer.from('\n1;101;2027-07-14;90;')
  const sheet = (name: number[], value: number[]) =>
    Buffer.concat([head, Buffer.from(name), row, Buffer.from(value), Buffer.from('\n')])
  it.each<[string, number[], string]>([
    ['latin1', [0x67, 0xe9, 0x73], 'gés'],
    ['ISO-8859-1', [0xe4], 'ä'],
    ['iso-8859-2', [0xb3], 'ł'],
    ['latin9', [0xa4], '€'],
    ['cp1253', [0xc9], 'Ι'],
    ['windows-1254', [0xfe], 'ş'],
    ['cp1257', [0xe0], 'ą'],
    ['koi8-r', [0xc1], 'а'],
    ['cp850', [0x84], 'ä'],
    ['ibm850', [0x9c], '£'],
    ['cp437', [0x9b], '¢'],
    ['CP852', [0x88], 'ł'],
    ['cp858', [0xd5], '€'],
    ['cp866', [0xa0], 'а'],
    ['macintosh', [0x8a], 'ä'],
    ['maccenteuro', [0xb8], 'ł'],
    ['cp932', [0x95, 0x94, 0x89, 0xae], '部屋'],
    ['shift_jis', [0x95, 0x94, 0x89, 0xae], '部屋'],
    ['gb18030', [0xb7, 0xbf], '房'],
    ['gbk', [0xb7, 0xbf], '房'],
    ['big5', [0xa9, 0xd0], '房'],
    ['euc-kr', [0xb9, 0xe6], '방'],
    ['euc-jp', [0xc9, 0xf4], '部'],
  ])('%s', async (encoding, bytes, text) => {
    const { rows, bad, reports } = await file(sheet(bytes, bytes), { encoding, ignoreColumns: [text] })
    expect(bad).toEqual([])
    expect(rows).toHaveLength(1)
    expect(reports.flatMap(({ notRead }) => notRead)).toEqual([])
  })

  it('are refused where bytes stand for no character, or the name is none', async () => {
    expect(
      (await faultOf(file(sheet([0x41], [0x81, 0x20]), { encoding: 'shift_jis', ignoreColumns: ['A'] }))).message,
    ).toContain('is not shift_jis')
    const fault = await faultOf(file(sheet([0x41], [0x41]), { encoding: 'utf-9' }))
    expect([fault.code, fault.message]).toEqual(['USAGE', '--encoding utf-9 is no encoding that is known.'])
    expect(fault.next).toContain('cp850')
  })

  it('are asked for where no encoding that is tried gives the values a meaning', async () => {
    const yen = Buffer.concat([
      Buffer.from('hotel_code;room_id;date;price\n1;101;2027-07-14;'),
      Buffer.from([0x81, 0x30, 0x84, 0x36]),
      Buffer.from(' 90\n'),
    ])
    const fault = await faultOf(file(yen))
    expect(fault.findings).toMatchObject([
      {
        line: 2,
        reason: expect.stringContaining('have no meaning in another encoding'),
        remedy: expect.stringContaining('--encoding'),
      },
    ])
    expect((await file(yen, { encoding: 'gb18030', currency: 'CNY' })).rows.map(({ fields }) => fields.price)).toEqual([
      '90.00',
    ])
  })

  it('cut characters of several bytes anywhere', async () => {
    const lines = Array.from({ length: 4000 }, (_, at) => `1;101;${formatNight(20_900 + at)};90;`)
    const room = Buffer.from([0x95, 0x94, 0x89, 0xae])
    const bytes = Buffer.concat([
      Buffer.from('hotel_code;room_id;date;price;_n\n'),
      ...lines.flatMap((line) => [Buffer.from(line), room, Buffer.from('\n')]),
    ])
    expect((await readText(bytes, { chunkBytes: 101, options: { encoding: 'cp932' } })).rows).toHaveLength(4000)
  })
})
