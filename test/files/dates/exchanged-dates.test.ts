import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../../src/files/read-rows.js'
import type { Row } from '../../../src/files/reading/row.js'
import { formatNight } from '../../../src/calendar/index.js'
import { type CellValue, workbook } from '../../support/workbook.js'
import { collect, faultOf, readText } from '../reading.js'

/** What a spreadsheet program makes of a day-first file where it expects the month first: 12 days of a month become date cells, the others stay text. */

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-exchanged-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HEADER = ['hotel_code', 'room_id', 'date', 'price']
const pad = (number: number) => String(number).padStart(2, '0')
const nights = (rows: readonly Row[]) => rows.map(({ from }) => formatNight(from))
const july = (until: number) => Array.from({ length: until }, (_, at) => `2027-07-${pad(at + 1)}`)

/** A date as the program leaves it: a day up to 12 is taken for the month. */
function mangled(iso: string): CellValue {
  const [year = '', month = '', day = ''] = iso.split('-')
  return Number(day) <= 12 ? { date: `${year}-${day}-${month}` } : `${day}/${month}/${year}`
}
const mangledText = (iso: string, write: (cell: string) => string = (cell) => cell): string => {
  const cell = mangled(iso)
  return typeof cell === 'object' && cell !== null && 'date' in cell ? write(cell.date) : String(cell)
}
const sheetOf = (dates: readonly CellValue[], options: ReadOptions = {}) =>
  readText(workbook({ sheets: [{ rows: [HEADER, ...dates.map((date): CellValue[] => [1, 101, date, 100])] }] }), {
    name: 'rates.xlsx',
    options,
  })
const csvOf = (dates: readonly string[], options: ReadOptions = {}) => {
  const name = join(folder, 'rates.csv')
  writeFileSync(name, `hotel_code;room_id;date;price\n${dates.map((date) => `1;101;${date};100`).join('\n')}\n`)
  return collect({ files: [{ name }], options })
}

describe('day and month that a spreadsheet program has exchanged', () => {
  it('are refused in a workbook whose other dates are left as text, whatever flag names their order', async () => {
    for (const options of [{ dateFormat: 'dmy' as const }, { dateFormat: 'dmy' as const, past: 'send' as const }]) {
      const fault = await faultOf(sheetOf(july(31).map(mangled), options))
      expect(fault.code).toBe('INVALID_INPUT')
      expect(fault.message).toMatch(
        /^rates\.xlsx:2: may have day and month exchanged: .*only those that it could not, such as "13\/07\/2027" \(line 14\)/,
      )
      expect(fault.next).toContain(
        'Add --date-cells swapped to read 2027-01-07 as 2027-07-01, or --date-cells as-is if the dates are right.',
      )
    }
  })

  it('are exchanged back with --date-cells swapped, and taken as they are with as-is', async () => {
    expect(nights((await sheetOf(july(31).map(mangled), { dateFormat: 'dmy', dateCells: 'swapped' })).rows)).toEqual(
      july(31),
    )
    expect(
      nights((await sheetOf(july(31).map(mangled), { dateFormat: 'dmy', dateCells: 'as-is' })).rows).slice(0, 2),
    ).toEqual(['2027-01-07', '2027-02-07'])
  })

  it.each<[string, (cell: string) => string]>([
    ['YYYY-MM-DD', (cell) => cell],
    ['with a time', (cell) => `${cell} 00:00:00`],
    ['numbers of days', (cell) => String(Date.parse(cell) / 86_400_000 + 25_569)],
    [
      'the name of the month',
      (cell) =>
        new Date(cell).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    ],
    ['without separators', (cell) => cell.replaceAll('-', '')],
  ])('are refused in the CSV that was saved from it, cells written as %s', async (_, write) => {
    const dates = july(31).map((date) => mangledText(date, write))
    // A number beside the texts needs its own flag first, which speaks for numbers only.
    const options: ReadOptions = /^\d{5}$/.test(dates[0] as string) ? { dateFormat: 'serial' } : { dateFormat: 'dmy' }
    const fault = await faultOf(csvOf(dates, options))
    expect(fault.next).toContain('--date-cells swapped')
    expect(nights((await csvOf(dates, { ...options, dateCells: 'swapped' })).rows)).toEqual(july(31))
  })

  it('are refused where the program expects the day first and the file has the month first', async () => {
    const dates = july(31).map((iso) =>
      Number(iso.slice(8)) <= 12 ? `2027-${iso.slice(8)}-07` : `07/${iso.slice(8)}/2027`,
    )
    expect((await faultOf(csvOf(dates, { dateFormat: 'mdy' }))).next).toContain('--date-cells swapped')
    expect(nights((await csvOf(dates, { dateFormat: 'mdy', dateCells: 'swapped' })).rows)).toEqual(july(31))
  })

  it('are refused beside years of two digits', async () => {
    const dates = july(31).map((date) => mangledText(date).replace('/2027', '/27'))
    expect((await faultOf(csvOf(dates, { dateFormat: 'dmy' }))).next).toContain('--date-cells swapped')
  })

  it('are refused where the beginning of a range is a date and its end a text', async () => {
    const text =
      'hotel_code;from;to;price\n1;2027-01-07;13/07/2027;90\n1;14/07/2027;31/07/2027;80\n1;2027-01-08;31/08/2027;70\n'
    expect((await faultOf(readText(text))).next).toContain('--date-cells swapped')
    const { rows } = await readText(text, { options: { dateCells: 'swapped', dateFormat: 'dmy' } })
    expect(rows.map(({ from, until }) => [formatNight(from), formatNight(until - 1)])).toEqual([
      ['2027-07-01', '2027-07-13'],
      ['2027-07-14', '2027-07-31'],
      ['2027-08-01', '2027-08-31'],
    ])
  })

  it.each([
    ['the first nights of a month', july(12)],
    ['three of them', july(3)],
    ['two weekends', ['2027-07-02', '2027-07-03', '2027-07-09', '2027-07-10']],
    ['January', july(12).map((date) => date.replace('-07-', '-01-'))],
  ])('are refused where nothing is left as text: %s', async (_, dates) => {
    const exchanged = dates.map((date) => mangledText(date))
    const fault = await faultOf(csvOf(exchanged))
    expect(fault.message).toMatch(
      /may have day and month exchanged: the dates of the file jump from month to month, and follow each other day by day as 2027-0[71]-0\d/,
    )
    expect(nights((await csvOf(exchanged, { dateCells: 'swapped' })).rows)).toEqual(dates)
    expect(nights((await csvOf(exchanged, { dateCells: 'as-is' })).rows)).toEqual(exchanged)
    expect((await faultOf(sheetOf(dates.map(mangled)))).next).toContain('--date-cells')
  })

  it('are refused where ranges join only when they are exchanged', async () => {
    const text = 'hotel_code,from,to,price\n1,2027-01-07,2027-05-07,90\n1,2027-06-07,2027-12-07,80\n'
    expect((await faultOf(readText(text))).next).toContain('--date-cells swapped')
    expect(
      (await readText(text, { options: { dateCells: 'swapped' } })).rows.map(({ from, until }) => [
        formatNight(from),
        formatNight(until - 1),
      ]),
    ).toEqual([
      ['2027-07-01', '2027-07-05'],
      ['2027-07-06', '2027-07-12'],
    ])
  })

  it('are refused in the header of a matrix too', async () => {
    const header = (dates: readonly string[], options: ReadOptions = {}) =>
      readText(`hotel_code;room_id;${dates.join(';')}\n1;101;${dates.map(() => '1').join(';')}\n`, {
        kind: 'inventory',
        options,
      })
    for (const dates of [july(31), july(12)]) {
      const exchanged = dates.map((date) => mangledText(date))
      expect((await faultOf(header(exchanged))).next).toContain('--date-cells swapped')
      expect(nights((await header(exchanged, { dateCells: 'swapped' })).rows)).toEqual(dates)
    }
    expect((await faultOf(header(['2027-01-01', '2027-02-01', '2027-03-01']))).message).toContain(
      'jump from month to month',
    )
  })

  it('leave dates above the 12th as they are, where others were left as text', async () => {
    const dates = ['2027-01-05', '2027-02-05', '13/05/2027', '2027-05-31']
    expect(nights((await csvOf(dates, { dateCells: 'swapped' })).rows)).toEqual([
      '2027-05-01',
      '2027-05-02',
      '2027-05-13',
      '2027-05-31',
    ])
  })

  it('are not exchanged back in a file without such texts that has a day above 12', async () => {
    const fault = await faultOf(csvOf(['2027-01-07', '2027-01-17'], { dateCells: 'swapped' }))
    expect(fault.message).toMatch(/^.*:3: cannot have day and month exchanged.*but --date-cells is swapped/)
  })

  const may = Array.from({ length: 31 }, (_, at) => `2027-05-${pad(at + 1)}`)
  it.each<[string, readonly CellValue[]]>([
    ['one date typed by hand', [{ date: '2027-01-05' }, { date: '2027-02-05' }, '13/05/2027', { date: '2027-05-31' }]],
    ['a month with its last day typed by hand', may.map((date) => (date.endsWith('31') ? { date } : mangled(date)))],
    ['a month with two days in a row typed by hand', may.map((date) => (/3.$/.test(date) ? { date } : mangled(date)))],
    ['a text typed by hand that a program would have read', [...july(31).map(mangled), '03/07/2027']],
    [
      'two months',
      Array.from({ length: 61 }, (_, at) => formatNight(20_909 + at)).map((date) =>
        date === '2027-05-31' ? { date } : mangled(date),
      ),
    ],
    [
      'a year',
      Array.from({ length: 365 }, (_, at) => formatNight(20_819 + at)).map((date) =>
        date === '2027-05-31' ? { date } : mangled(date),
      ),
    ],
    ['one of many', [...july(31).map((date) => ({ date })), { date: '2027-01-05' }, '13/05/2027']],
  ])('are refused beside dates that no program has exchanged: %s', async (_, cells) => {
    expect((await faultOf(sheetOf(cells, { dateFormat: 'dmy' }))).next).toContain('--date-cells swapped')
    const texts = cells.map((cell) =>
      typeof cell === 'object' && cell !== null && 'date' in cell ? cell.date : String(cell),
    )
    expect((await faultOf(csvOf(texts, { dateFormat: 'dmy' }))).next).toContain('--date-cells swapped')
    expect((await csvOf(texts, { dateFormat: 'dmy', dateCells: 'as-is' })).rows).toHaveLength(texts.length)
  })
})

describe('files that no program has changed', () => {
  it.each<[string, readonly string[]]>([
    ['nights of a year', Array.from({ length: 365 }, (_, at) => formatNight(20_819 + at))],
    ['nights up to the 12th', july(12)],
    ['two first days of months', ['2027-01-01', '2027-02-01']],
    ['one date above 12', ['2027-01-07', '2027-02-07', '2027-03-07', '2027-03-13']],
    ['a month of dates, its end as texts', july(31).map((date, at) => (at < 20 ? date : `${date.slice(8)}/07/2027`))],
    [
      'two months, one of dates and one of texts',
      [...july(31), ...Array.from({ length: 31 }, (_, at) => `${pad(at + 1)}/08/2027`)],
    ],
    [
      'a year of dates and one text',
      [...Array.from({ length: 365 }, (_, at) => formatNight(20_819 + at)), '13/01/2028'],
    ],
    ['texts that a program would have read', ['2027-03-04', '05/03/2027', '13/03/2027']],
    ['texts with names of months', ['2 Jan 2027', '2 Feb 2027', '2 Mar 2027', '2 Apr 2027']],
    ['single nights here and there', ['2027-01-05', '2027-03-09', '2027-06-02', '2027-11-11']],
    ['the same day in day and month', ['2027-01-01', '13/03/2027']],
  ])('are read: %s', async (_, dates) => {
    expect((await csvOf(dates, { dateFormat: 'dmy' })).rows).toHaveLength(dates.length)
  })
})
