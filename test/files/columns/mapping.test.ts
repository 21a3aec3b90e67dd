import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainFiles } from '../../../src/files/explain.js'
import { kindOf } from '../../../src/files/kinds/index.js'
import { mappingText } from '../../../src/files/rows/mapping-keep.js'
import { readMapping } from '../../../src/files/columns/mapping.js'
import { collect, faultOf, readText } from '../reading.js'

const FULL = `
columns: {hotel: Haus, room_id: Zimmer, date: Datum, price: Preis}
hotels: {ALPHA: 1000001, "007": 1000002}
rooms:
  DBL: 101
  BIG: 928948908785846870
  ALPHA: {SGL: 55}
plans: {BAR: 7}
decimal: ','
date_format: dmy
encoding: windows-1252
delimiter: tab
currency: EUR
hotel: ALPHA
ignore: [Notiz, Extra]
x-note: anything
`

const findingsOf = (text: string) => {
  try {
    readMapping(text, 'map.yaml')
    return []
  } catch (error) {
    return (error as { findings: { line?: number; reason: string; remedy?: string }[] }).findings.map(
      ({ line, reason, remedy }) => `${line ?? '-'} ${reason}${remedy === undefined ? '' : `. ${remedy}`}`,
    )
  }
}

describe('a mapping file', () => {
  it('holds columns, codes and settings', () => {
    expect(readMapping(FULL, 'map.yaml')).toEqual({
      map: { hotel_code: 'Haus', room_id: 'Zimmer', date: 'Datum', price: 'Preis' },
      codes: {
        hotels: { ALPHA: '1000001', '007': '1000002' },
        rooms: { all: { DBL: '101', BIG: '928948908785846870' }, byHotel: { '1000001': { SGL: '55' } } },
        plans: { all: { BAR: '7' }, byHotel: {} },
      },
      decimal: ',',
      dateFormat: 'dmy',
      encoding: 'windows-1252',
      delimiter: 'tab',
      currency: 'EUR',
      hotel: 'ALPHA',
      ignoreColumns: ['Notiz', 'Extra'],
    })
    expect(readMapping('{"rooms": {"DBL": 101}}', 'map.json')).toEqual({
      codes: { rooms: { all: { DBL: '101' }, byHotel: {} } },
    })
  })

  it('keeps codes as they are typed', () => {
    expect(readMapping('rooms: {007: 101, 7: 102, 07: 103, 1.0: 104, 1: 105}\n', 'map.yaml').codes?.rooms?.all).toEqual(
      { '007': '101', '7': '102', '07': '103', '1.0': '104', '1': '105' },
    )
    expect(
      readMapping('hotels: {007: 1000002}\nrooms: {007: {A: 1}, 7: {A: 2}}\n', 'map.yaml').codes?.rooms?.byHotel,
    ).toEqual({ '1000002': { A: '1' }, '7': { A: '2' } })
    expect(findingsOf('rooms: {007: {A: 1}, 7: {A: 2}}\n')).toEqual([
      '- "007" is hotel 7, which this file names a second time. Put the codes of a hotel into one list.',
    ])
  })

  it.each<[string, string, string[]]>([
    [
      'unknown name',
      'room: {A: 1}\ndecmal: "."\n',
      [
        '1 does not know the name "room". Did you mean rooms?',
        '2 does not know the name "decmal". Did you mean decimal?',
      ],
    ],
    ['unknown column', 'columns: {prise: Preis}\n', ['1 does not know the column "prise". Did you mean price?']],
    ['a column twice', 'columns: {room_id: A, room: B}\n', ['1 names the column room_id twice']],
    ['a code twice', 'rooms:\n  DBL: 101\n  DBL: 102\n', ['3 says this a second time']],
    ['a code twice, once in quotes', 'rooms:\n  101: 1\n  "101": 2\n', ['3 says this a second time']],
    [
      'no id',
      'rooms: {DBL: 10A, SGL: 1.5e3, TRP: }\n',
      [
        '1 "10A", the id of "DBL", is not an id: only digits. Write the service\'s own number.',
        '1 "1.5e3", the id of "SGL", looks like an id that a spreadsheet turned into a decimal number, so digits may be lost. Export the column as text.',
        '1 "TRP" takes one value',
      ],
    ],
    [
      'wrong values',
      'decimal: ;\ndate_format: DMY\nencoding: utf-9\n',
      [
        '1 ";" is no value of decimal. It takes ., ,.',
        '2 "DMY" is no value of date_format. It takes ymd, dmy, mdy, serial, serial-1904.',
        '3 "utf-9" is no encoding that is known. Write for example utf-8, utf-16le, windows-1252, latin1, windows-1250, cp1253, cp850, macintosh, shift_jis, gb18030, big5 or euc-kr.',
      ],
    ],
    [
      'rooms of an unknown hotel',
      'hotels: {ALPHA: 1}\nrooms: {ALPHB: {A: 1}}\n',
      ['- "ALPHB" is neither a hotel code nor among the hotels of this file. Did you mean ALPHA?'],
    ],
    [
      'a list where a map is wanted',
      'rooms: [1, 2]\n',
      ['1 "rooms" takes a map. Write for example "rooms: {DBL: 101}".'],
    ],
    [
      'no map',
      '- 1\n',
      [
        '- is no map of names and values. Write for example "rooms: {DBL: 101}". Names: columns, hotels, rooms, plans, ignore, decimal, date_format, date_cells, range_end, round, encoding, delimiter, sheet, matrix, currency, hotel.',
      ],
    ],
  ])('is refused with its lines: %s', (_, text, expected) => {
    expect(findingsOf(text)).toEqual(expected)
  })

  it('is refused where it is no YAML', () => {
    expect(findingsOf('rooms: {DBL: 101\n')[0]).toMatch(/is no valid YAML/)
  })
})

describe('own codes', () => {
  const { codes } = readMapping(
    'hotels: {A: 1000001, B: 1000002}\nrooms: {DBL: 101, B: {DBL: 201, 7: 207}}\nplans: {BAR: 7}\n',
    'map.yaml',
  )
  const read = (text: string, more = {}) =>
    readText(`hotel_code,room_id,rate_plan_id,date,price\n${text}`, { options: { codes: codes ?? {}, ...more } })

  it('become ids, per hotel where the file says so', async () => {
    const { rows, bad } = await read(
      'A,DBL,BAR,2027-01-01,9\nB, DBL ,*,2027-01-01,9\nB,7, * ,2027-01-01,9\nA,*,*,2027-01-01,9\n',
    )
    expect(bad).toEqual([])
    expect(rows.map(({ hotel, room, plan }) => [hotel, room, plan])).toEqual([
      ['1000001', '101', '7'],
      ['1000002', '201', ''],
      ['1000002', '207', ''],
      ['1000001', '', ''],
    ])
  })

  it('that are not mapped are refused by row, digits too, with what is near', async () => {
    const { rows, bad } = await read(
      'A,DBLE,,2027-01-01,9\nA,101,,2027-01-01,9\nA,7,,2027-01-01,9\n1000001,DBL,,2027-01-01,9\nA,dbl,,2027-01-01,9\nA,DBL,RACK,2027-01-01,9\n',
    )
    expect(rows).toEqual([])
    expect(bad.map(({ line, field, value, remedy }) => [line, field, value, remedy])).toEqual([
      [2, 'room_id', 'DBLE', 'Did you mean DBL (101)? Add the code there, or correct it.'],
      [3, 'room_id', '101', 'It has DBL. Add the code there, or correct it.'],
      [4, 'room_id', '7', 'It has DBL. Add the code there, or correct it.'],
      [5, 'hotel_code', '1000001', 'It has A, B. Add the code there, or correct it.'],
      [6, 'room_id', 'dbl', 'Did you mean DBL (101)? Add the code there, or correct it.'],
      [7, 'rate_plan_id', 'RACK', 'It has BAR. Add the code there, or correct it.'],
    ])
    expect(bad[0]?.reason).toBe('is not among the rooms of the mapping file')
  })

  it('may be given for the hotel of all rows, as may its id', async () => {
    for (const hotel of ['A', '1000001']) {
      const { rows } = await readText('room_id,date,price\nDBL,2027-01-01,9\n', {
        options: { codes: codes ?? {}, hotel },
      })
      expect(rows).toMatchObject([{ hotel: '1000001', room: '101' }])
    }
    expect(
      (
        await faultOf(
          readText('room_id,date,price\nDBL,2027-01-01,9\n', { options: { codes: codes ?? {}, hotel: 'C' } }),
        )
      ).code,
    ).toBe('USAGE')
  })
})

it('hotels of all rows are ids in every form of file, whatever codes there are', async () => {
  const { codes } = readMapping('hotels: {A: 1000001}\n', 'map.yaml')
  const options = { codes: codes ?? {}, hotel: 'A' }
  expect((await readText('{"date":"2027-01-01","price":9}\n', { name: 'a.jsonl', options })).rows).toMatchObject([
    { hotel: '1000001', room: '' },
  ])
  expect((await readText('- {date: 2027-01-01, price: 9}\n', { name: 'a.yaml', options })).rows).toMatchObject([
    { hotel: '1000001', room: '' },
  ])
  expect((await readText('{"price":9}\n', { name: 'a.jsonl', options: {} })).bad[0]?.reason).toBe(
    'is blank; date is blank',
  )
})

it('the samples fit each other', async () => {
  const mapping = readMapping(readFileSync('samples/mapping.yaml', 'utf8'), 'samples/mapping.yaml')
  const { rows, bad } = await collect({ files: [{ name: 'samples/own-codes.csv' }], options: mapping })
  expect(bad).toEqual([])
  expect(
    rows.map(({ hotel, room, from, until, fields }) => [
      hotel,
      room,
      until - from,
      fields.price,
      fields.currency,
      fields.min_stay,
      fields.closed,
    ]),
  ).toEqual([
    ['1000001', '101', 30, '129.00', 'EUR', 1, undefined],
    ['1000001', '101', 31, '149.00', 'EUR', 2, undefined],
    ['1000001', '102', 30, '189.00', 'EUR', 1, undefined],
    ['1000001', '102', 31, '209.00', 'EUR', 2, undefined],
    ['1000001', '103', 15, '1049.00', 'EUR', 2, undefined],
    ['1000001', '103', 15, undefined, undefined, undefined, true],
    ['1000001', '103', 31, '1149.50', 'EUR', 3, false],
  ])
})

describe('the explanation of an input', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hubswitch-explain-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const put = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return { name: join(folder, name) }
  }
  const explain = (file: { name: string }, options = {}) =>
    explainFiles({ files: [file], kind: kindOf('rates'), options }).then(([one]) => one)

  it('says how each column is read, what proved it, and shows samples', async () => {
    const text = Buffer.from(
      'Zimmer;Von;Bis;price;closed;Notiz\r\n101;01.02.2027;28.02.2027;1.250,00 x;ja;gr\xfcn\r\n102;01.03.2027;31.03.2027;99,5 x;;\r\n103;01.03.2027;31.03.2027;70;nein;\r\n103;01.04.2027;;70;nein;\r\n',
      'latin1',
    )
    for (const [at, byte] of text.entries()) if (byte === 0x78) text[at] = 0x80
    const found = await explain(put('a.csv', text), {
      hotel: '1000001',
      map: { room_id: 'Zimmer', from: 'Von', to: 'Bis' },
    })
    expect(found).toMatchObject({
      format: 'csv',
      delimiter: ';',
      encoding: { name: 'windows-1252', proof: 'line 2, "1.250,00 €"' },
      rows: { read: 4, good: 3, wrong: 1, blank: 0, past: 0 },
      notRead: ['Notiz'],
      problems: [{ line: 5, field: 'Bis', reason: 'is blank' }],
    })
    expect(found?.columns.map(({ name, column, reading, proof }) => [name, column, reading, proof])).toEqual([
      ['room_id', 'Zimmer', 'id', 'each value by itself'],
      ['from', 'Von', 'day first', 'column Bis, written alike: line 2, "28.02.2027"'],
      ['to', 'Bis', 'day first', 'line 2, "28.02.2027"'],
      ['price', 'price', 'decimal comma', 'line 2, "1.250,00 €"'],
      ['closed', 'closed', 'yes or no', 'each value by itself'],
    ])
    expect(found?.columns[3]?.samples).toEqual([
      { line: 2, text: '1.250,00 €', value: '1250.00' },
      { line: 3, text: '99,5 €', value: '99.50' },
      { line: 4, text: '70', value: '70.00' },
    ])
    expect(found?.columns[4]?.samples).toEqual([
      { line: 2, text: 'ja', value: 'true' },
      { line: 4, text: 'nein', value: 'false' },
    ])
  })

  it('gives a mapping file that reads a file which proves nothing', async () => {
    const found = await explain(put('a.csv', 'hotel_code;Nacht;price;Extra\n1;13.03.2027;1.250,50;x\n'), {
      map: { date: 'Nacht' },
    })
    const mapping = readMapping(mappingText(found?.mapping ?? {}), 'kept.yaml')
    expect(mapping).toEqual({
      map: { hotel_code: 'hotel_code', date: 'Nacht', price: 'price' },
      decimal: ',',
      dateFormat: 'dmy',
      delimiter: ';',
      ignoreColumns: ['Extra'],
    })
    const open = put('open.csv', 'hotel_code;Nacht;price;Extra\n1;03.04.2027;1.250;x\n')
    expect(
      (await faultOf(collect({ files: [open], options: { map: { date: 'Nacht' } } }))).findings.map(
        ({ remedy }) => remedy,
      ),
    ).toEqual(['Add --date-format dmy or --date-format mdy.', 'Add --decimal . or --decimal ,.'])
    expect((await collect({ files: [open], options: mapping })).rows).toMatchObject([
      { from: 20_911, fields: { price: '1250.00' } },
    ])
  })

  it('shows what stays open beside what does not', async () => {
    const found = await explain(put('open.csv', 'hotel_code,date,price\n1,03/04/2027,99.90\n'))
    expect(found?.columns.map(({ name, reading }) => `${name} ${reading}`)).toEqual([
      'hotel_code id',
      'date open',
      'price decimal point',
    ])
    expect(found?.problems).toMatchObject([
      { line: 2, field: 'date', remedy: 'Add --date-format dmy or --date-format mdy.' },
    ])
    expect(found?.rows.read).toBe(0)
  })

  it('says why a file cannot be read at all', async () => {
    expect((await explain(put('none.csv', 'a,b\n1,2\n')))?.problems[0]).toMatchObject({
      line: 1,
      reason: '2 columns are not known: "a", "b"',
    })
  })

  it('leaves nothing out that was settled by flags', async () => {
    const found = await explain(put('flags.csv', 'hotel_code,date,price\n1,03/04/2027,1.250\n'), {
      dateFormat: 'mdy',
      decimal: '.',
    })
    expect(found?.columns.slice(1).map(({ reading, proof, samples }) => [reading, proof, samples[0]?.value])).toEqual([
      ['month first', '--date-format', '2027-03-04'],
      ['decimal point', '--decimal', '1.25'],
    ])
    expect(found?.mapping).toMatchObject({ date_format: 'mdy', decimal: '.' })
  })
})
