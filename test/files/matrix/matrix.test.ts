import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../src/files/kinds/index.js'
import { writeRejects } from '../../../src/push/fates/rejects.js'
import type { Row } from '../../../src/files/reading/row.js'
import { formatNight } from '../../../src/calendar/index.js'
import { type CellValue, workbook } from '../../support/workbook.js'
import { collect, faultOf, readText, type ReadingInput } from '../reading.js'

const inventory = (text: string, input: ReadingInput = {}) =>
  readText(text, { kind: 'inventory', name: 'rooms.csv', ...input })
const prices = (text: string, input: ReadingInput = {}) =>
  readText(text, { name: 'prices.csv', ...input, options: { matrix: 'price', ...input.options } })
const sheet = (rows: CellValue[][], input: ReadingInput = {}, merges: string[] = []) =>
  readText(workbook({ sheets: [{ rows, merges }] }), { kind: 'inventory', name: 'rooms.xlsx', ...input })
const brief = ({ line, room, from, until, fields }: Row) => [line, room, formatNight(from), until - from, fields]
const nights = (rows: readonly Row[]) => rows.map(({ from }) => formatNight(from))

describe('a table with rooms down and nights across', () => {
  it('is a row for each filled cell', async () => {
    const { rows, bad, blankRows } = await inventory(
      'hotel_code,room_id,2027-01-01,2027-01-02,2027-01-05\n1,101,4,,0\n1,102, ,1,3\n1,103,,,\n\n,,,,\n',
    )
    expect(bad).toEqual([])
    expect(rows.map(brief)).toEqual([
      [2, '101', '2027-01-01', 1, { availability: 4 }],
      [2, '101', '2027-01-05', 1, { availability: 0 }],
      [3, '102', '2027-01-02', 1, { availability: 1 }],
      [3, '102', '2027-01-05', 1, { availability: 3 }],
    ])
    expect(blankRows).toBe(2)
  })

  it('holds the field that --matrix names', async () => {
    const { rows } = await readText(
      'hotel_code,room_id,rate_plan_id,2027-01-01,2027-01-02\n1,101,7,2,3\n1,*,*,x,\n'.replace('x', '1'),
      { options: { matrix: 'min_los' } },
    )
    expect(rows.map(({ room, plan, fields }) => [room, plan, fields])).toEqual([
      ['101', '7', { min_stay: 2 }],
      ['101', '7', { min_stay: 3 }],
      ['', '', { min_stay: 1 }],
    ])
  })

  it('may have values beside it that hold for the whole row', async () => {
    const { rows } = await prices(
      'hotel_code,room_id,currency,min_stay,2027-01-01,2027-01-02\n1,101,EUR,2,"1.250,00",99\n',
      { options: { decimal: ',' } },
    )
    expect(rows.map(({ fields }) => fields)).toEqual([
      { price: '1250.00', currency: 'EUR', min_stay: 2 },
      { price: '99.00', currency: 'EUR', min_stay: 2 },
    ])
  })

  it('takes --hotel, --map, --ignore-columns and columns that begin with "_"', async () => {
    const { rows, reports } = await inventory('_n,Zimmer,Etage,2027-01-01,2027-01-02\n1,101,2,4,5\n', {
      options: { hotel: '9', map: { room_id: 'Zimmer', price: 'Preis', date: 'Tag' }, ignoreColumns: ['Etage'] },
    })
    expect(rows.map(({ hotel, room }) => [hotel, room])).toEqual([
      ['9', '101'],
      ['9', '101'],
    ])
    expect(reports).toEqual([
      {
        file: 'rooms.csv',
        read: { room_id: 'Zimmer', availability: '2 nights from 2027-01-01 to 2027-01-02' },
        notRead: [],
      },
    ])
  })

  it('names the column of what is wrong, and what all cells share only once', async () => {
    const { rows, bad } = await inventory(
      'hotel_code,room_id,01.02.2027,02.02.2027,03.02.2027\n1,101,4,many,-1\n1,abc,1,2,3\n1,103,1,2,3,4\n1,104,1,2,3\n',
    )
    expect(bad.map(({ line, field, value, reason }) => [line, field, value, reason])).toEqual([
      [2, '02.02.2027', 'many', 'is not a whole number written with digits only'],
      [2, '03.02.2027', '-1', 'is negative'],
      [3, 'room_id', 'abc', 'is not an id: only digits'],
      [4, undefined, undefined, 'has 6 columns where the header has 5'],
    ])
    expect(rows.map(({ line }) => line)).toEqual([2, 5, 5, 5])
  })

  it('of half a million cells takes seconds', async () => {
    const header = `hotel_code,room_id,${Array.from({ length: 730 }, (_, i) => formatNight(20_819 + i)).join(',')}`
    const body = Array.from(
      { length: 100 },
      (_, room) => `1000001,${101 + room},${Array.from({ length: 730 }, (_, i) => (room + i) % 30).join(',')}`,
    ).join('\n')
    const { rows, bad } = await inventory(`${header}\n${body}\n`)
    expect(bad).toEqual([])
    expect(rows).toHaveLength(73_000)
    expect(
      rows.every(
        ({ line, from, fields }, i) =>
          line === 2 + Math.floor(i / 730) &&
          from === 20_819 + (i % 730) &&
          fields.availability === (Math.floor(i / 730) + (i % 730)) % 30,
      ),
    ).toBe(true)
  }, 60_000)

  it('says the same as a table with a row for each night', async () => {
    const cell = fc.option(fc.integer({ min: 0, max: 50 }))
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 20_000, max: 20_400 }), { minLength: 1, maxLength: 9 }),
        fc.array(fc.array(cell, { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (days, grid, isSheet) => {
          const lines = grid.map((row, room) => ['1', String(101 + room), ...days.map((_, at) => row[at] ?? '')])
          const long = grid.flatMap((row, room) =>
            days.flatMap((day, at) => (row[at] === null ? [] : [`1,${101 + room},${formatNight(day)},${row[at]}`])),
          )
          const read = isSheet
            ? await sheet([
                ['hotel_code', 'room_id', ...days.map((day) => ({ date: formatNight(day) }))],
                ...grid.map((row, room): CellValue[] => [1, 101 + room, ...days.map((_, at) => row[at])]),
              ])
            : await inventory(
                `hotel_code,room_id,${days.map(formatNight).join(',')}\n${lines.map((line) => line.join(',')).join('\n')}\n`,
              )
          const byNight = await inventory(`hotel_code,room_id,date,availability\n${long.join('\n')}\n`).catch(() => ({
            rows: [] as Row[],
          }))
          expect(read.rows.map(({ line: _, ...row }) => row)).toEqual(byNight.rows.map(({ line: _, ...row }) => row))
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('dates of a header', () => {
  const header = (dates: string, input: ReadingInput = {}) =>
    inventory(
      `room_id;${dates}\n101;${dates
        .split(';')
        .map(() => '1')
        .join(';')}\n`,
      { ...input, options: { hotel: '1', ...input.options } },
    )

  it.each<[string, string, string[]]>([
    ['nights in a row prove the order', '01.02.2027;02.02.2027;03.02.2027', ['2027-02-01', '2027-02-02', '2027-02-03']],
    ['in the other order too', '01/02/2027;01/03/2027;01/04/2027', ['2027-01-02', '2027-01-03', '2027-01-04']],
    ['over the end of a year', '31/12/2026;01/01/2027', ['2026-12-31', '2027-01-01']],
    [
      'a day above twelve proves it for all',
      '05.01.2027;12.01.2027;19.01.2027',
      ['2027-01-05', '2027-01-12', '2027-01-19'],
    ],
    ['names of months need no proof', '2-Jan-2027;1 Feb 2027;3. März 2027', ['2027-01-02', '2027-02-01', '2027-03-03']],
    ['the year first', '2027/01/02;2027/01/03', ['2027-01-02', '2027-01-03']],
    ['one date that reads in one way', '24.12.2027', ['2027-12-24']],
  ])('%s', async (_, dates, expected) => {
    expect(nights((await header(dates)).rows)).toEqual(expected)
  })

  it('follow --date-format where nothing proves it', async () => {
    const fault = await faultOf(header('01/02/2027;08/02/2027'))
    expect(fault.message).toContain(
      'the column "01/02/2027" and the other dates of the header can be read as day first or as month first',
    )
    expect(fault.next).toContain('--date-format dmy')
    expect(nights((await header('01/02/2027;08/02/2027', { options: { dateFormat: 'mdy' } })).rows)).toEqual([
      '2027-01-02',
      '2027-08-02',
    ])
    expect((await faultOf(header('01/02/2027'))).next).toContain('--date-format dmy')
  })

  it.each([
    ['2027-01-01;2027-01-01', 'is the second column for 2027-01-01'],
    ['01.02.2027;02.02.2027;01/02/2027', 'can be read as day first'],
    ['13.01.2027;14.01.2027;13/01/2027', 'second column for 2027-01-13'],
    ['2027-01-01;30.02.2027', 'is not known'],
    ['13.01.2027;01.13.2027', 'not all written alike'],
    ['2027-01-01;Total', '"Total" is not known'],
  ])('are refused where they cannot be: %s', async (dates, reason) => {
    const fault = await faultOf(header(dates))
    expect(fault.code).toBe('INVALID_INPUT')
    expect(fault.message).toContain(reason)
  })

  it('must fit the format that is given', async () => {
    expect((await faultOf(header('24.12.2027;25.12.2027', { options: { dateFormat: 'mdy' } }))).code).toBe(
      'INVALID_INPUT',
    )
  })
})

describe('months above day numbers', () => {
  it.each([
    ['names in the first row', 'hotel_code,room_id,January 2027,,,February 2027,', ',,30,31,,1,2'],
    ['names in the second row', ',,Jan 2027,,,Feb 2027,', 'hotel_code,room_id,30,31,,1,2'],
    ['names in both', 'hotel_code,room_id,2027-01,,,2027-02,', 'hotel_code,room_id,30,31,,1,2'],
    ['in German', 'hotel_code,room_id,Januar 2027,,,Februar 2027,', ',,30.,31.,,1.,2.'],
    ['in numbers', 'hotel_code,room_id,01/2027,,,02.2027,', ',,30,31,,1,2'],
    ['repeated', 'hotel_code,room_id,January 2027,January 2027,,February 2027,February 2027', ',,30,31,,1,2'],
  ])('are nights: %s', async (_, months, days) => {
    const { rows, bad } = await inventory(`${months}\n${days}\n1,101,4,5,,6,7\n1,102,,x,,,1\n`)
    expect(rows.map(brief)).toEqual([
      [3, '101', '2027-01-30', 1, { availability: 4 }],
      [3, '101', '2027-01-31', 1, { availability: 5 }],
      [3, '101', '2027-02-01', 1, { availability: 6 }],
      [3, '101', '2027-02-02', 1, { availability: 7 }],
      [4, '102', '2027-02-02', 1, { availability: 1 }],
    ])
    expect(bad).toMatchObject([{ line: 4, field: '2027-01-31', value: 'x' }])
  })

  it('are merged cells of a sheet, whose month may be a date', async () => {
    const { rows, bad } = await sheet(
      [
        ['Rooms of the harbour'],
        ['hotel_code', 'room_id', 'January 2027', null, null, { date: '2027-02-01' }, null],
        [null, null, 29, 30, 31, 1, 2],
        [1, 101, 4, 5, 6, 7, 8],
      ],
      {},
      ['C2:E2', 'F2:G2', 'A2:A3', 'B2:B3', 'A1:G1'],
    )
    expect(bad).toEqual([])
    expect(nights(rows)).toEqual(['2027-01-29', '2027-01-30', '2027-01-31', '2027-02-01', '2027-02-02'])
  })

  it('may stand above whole dates', async () => {
    const { rows } = await sheet(
      [
        [null, null, 'January 2027', null],
        ['hotel_code', 'room_id', { date: '2027-01-05' }, { date: '2027-01-06' }],
        [1, 101, 4, 5],
      ],
      {},
      ['C1:D1'],
    )
    expect(nights(rows)).toEqual(['2027-01-05', '2027-01-06'])
  })

  it.each([
    [
      'a month that is missing',
      'hotel_code,room_id,January 2027,,,',
      ',,30,31,1,2',
      'comes after day 31 of January 2027',
    ],
    ['a day that is none', 'hotel_code,room_id,February 2027,,', ',,28,29,', 'is no day of February 2027'],
    [
      'a month twice',
      'hotel_code,room_id,January 2027,,March 2027,January 2027',
      ',,1,2,1,2',
      'second column for 2027-01-02',
    ],
    [
      'two names of a column',
      'hotel_code,room_id,January 2027',
      'hotel_code,Zimmer,1',
      'has two names, "room_id" and "Zimmer"',
    ],
    ['a name that is not known', 'hotel_code,room_id,January 2027,Total', ',,1,', '"Total" is not known'],
  ])('are refused with %s', async (_, months, days, reason) => {
    const fault = await faultOf(inventory(`${months}\n${days}\n1,101,4,5,6,7\n`))
    expect(fault.code).toBe('INVALID_INPUT')
    expect(fault.message).toContain(reason)
  })
})

describe('what is no matrix', () => {
  it('is told so where --matrix asks for one', async () => {
    expect((await faultOf(prices('hotel_code,room_id,date,price\n1,101,2027-01-01,5\n'))).message).toContain(
      '--matrix is given, but the header has no dates',
    )
    expect(
      (
        await faultOf(
          readText('{"hotel_code":1,"date":"2027-01-01","price":5}', {
            name: 'a.ndjson',
            options: { matrix: 'price' },
          }),
        )
      ).message,
    ).toContain('is no table, but --matrix is given')
    expect(
      await faultOf(prices('hotel_code,room_id,2027-01-01\n1,101,5\n', { options: { matrix: 'prise' } })),
    ).toMatchObject({ code: 'USAGE', next: expect.stringContaining('Did you mean price?') })
  })

  it('is left to be read as before', async () => {
    expect((await faultOf(readText('1000001,101,2027-01-01,120\n1000001,101,2027-01-02,120\n'))).message).toContain(
      'the first line holds data',
    )
    expect((await faultOf(readText('hotel_code,date,price,2027-01-01\n1,2027-01-01,5,6\n'))).message).toContain(
      '"2027-01-01" is not known',
    )
  })

  it('takes the first record for data where it holds some', async () => {
    const { rows } = await inventory('hotel_code,room_id,2027-02-01,2027-03-01\n1,101,4,5\n')
    expect(rows.map(brief)).toEqual([
      [2, '101', '2027-02-01', 1, { availability: 4 }],
      [2, '101', '2027-03-01', 1, { availability: 5 }],
    ])
  })

  it('of prices asks which value the cells hold', async () => {
    const fault = await faultOf(readText('hotel_code,room_id,2027-01-01\n1,101,5\n'))
    expect(fault.message).toContain('nothing says which value the cells hold')
    expect(fault.next).toContain('--matrix price')
  })
})

describe('rejects of a matrix', () => {
  it('are rows of a matrix with dates in its header, and can be pushed once mended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hubswitch-matrix-'))
    try {
      const file = { name: join(folder, 'rooms.csv') }
      writeFileSync(file.name, 'hotel_code,room_id,January 2027,,\n,,30,31,\n1,101,4,many,\n1,102,1,2,\n')
      const options = {}
      const reading = await collect({ files: [file], kind: 'inventory', options })
      const to = join(folder, 'rejects.csv')
      await writeRejects({
        files: [file],
        kind: kindOf('inventory'),
        options,
        rejected: reading.bad.map(({ fileIndex, line, reason }) => ({ file: fileIndex, line, reason })),
        to,
      })
      const text = readFileSync(to, 'utf8')
      expect(text).toBe(
        '_line,_reason,hotel_code,room_id,2027-01-30,2027-01-31,\n3,is not a whole number written with digits only,1,101,4,many,\n',
      )
      writeFileSync(to, text.replace('many', '9'))
      expect((await collect({ files: [{ name: to }], kind: 'inventory' })).rows.map(brief)).toEqual([
        [2, '101', '2027-01-30', 1, { availability: 4 }],
        [2, '101', '2027-01-31', 1, { availability: 9 }],
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
