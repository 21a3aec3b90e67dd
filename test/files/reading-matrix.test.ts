import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../src/files/read-rows.js'
import { Fault } from '../../src/errors.js'
import { collect } from './reading.js'

/** Every format that hotels keep: read as it is meant, or refused with the flag that settles it. Nothing in between. */

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-matrix-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const day = (night: number) => new Date(night * 86_400_000).toISOString().slice(0, 10)

/** What a file is read as: a line for each row; or the first finding of the fault, or of the bad rows. */
async function readingOf(
  content: string | Buffer,
  options: ReadOptions = {},
  name = 'rates.csv',
): Promise<string[] | string> {
  const file = join(folder, name)
  writeFileSync(file, content)
  try {
    const { rows, bad } = await collect({ files: [{ name: file }], options })
    const [first] = bad
    if (first !== undefined)
      return `row ${first.line} ${first.field} ${first.value}: ${first.reason}. ${first.remedy ?? ''}`
    return rows.map(({ from, until, fields }) =>
      [until - from === 1 ? day(from) : `${day(from)}..${day(until - 1)}`, ...Object.values(fields).map(String)].join(
        ' ',
      ),
    )
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const [finding] = error.findings
    return `file ${finding?.line ?? '-'} ${finding?.field ?? '-'} ${finding?.value ?? '-'}: ${finding?.reason}. ${finding?.remedy ?? ''}`
  }
}

const column = (
  name: 'date' | 'price' | 'closed',
  values: readonly string[],
  other = name === 'date' ? 'price' : 'date',
) =>
  `hotel_code;room_id;${name};${other}\n${values.map((value, at) => `1;101;${value};${other === 'price' ? 100 : `2027-03-${String(at + 1).padStart(2, '0')}`}`).join('\n')}\n`

const dates = (...values: string[]) => column('date', values)
const prices = (...values: string[]) => column('price', values)
const flags = (...values: string[]) => column('closed', values)
const ofDates = (...values: string[]) => values.map((value) => `${value} 100.00`)
const ofValues = (...values: string[]) => values.map((value, at) => `2027-03-0${at + 1} ${value}`)

describe('dates', () => {
  it.each<[name: string, content: string, expected: string[] | RegExp, options?: ReadOptions]>([
    ['ISO', dates('2027-03-04', '2027-12-31'), ofDates('2027-03-04', '2027-12-31')],
    [
      'ISO with midnight',
      dates('2027-03-04T00:00:00', '2027-03-05 00:00', '2027-03-06T00:00:00.000Z'),
      ofDates('2027-03-04', '2027-03-05', '2027-03-06'),
    ],
    ['ISO with another time', dates('2027-03-04T14:00:00'), /^row 2 date 2027-03-04T14:00:00: has a time of day/],
    ['day first, dots', dates('04.03.2027', '31.03.2027'), ofDates('2027-03-04', '2027-03-31')],
    ['day first, dots, short', dates('4.3.2027', '31.3.2027'), ofDates('2027-03-04', '2027-03-31')],
    ['day first, slashes', dates('04/03/2027', '13/03/2027'), ofDates('2027-03-04', '2027-03-13')],
    ['day first, dashes', dates('04-03-2027', '13-03-2027'), ofDates('2027-03-04', '2027-03-13')],
    ['day first with midnight', dates('04/03/2027 00:00:00', '13/03/2027 0:00'), ofDates('2027-03-04', '2027-03-13')],
    ['month first', dates('03/04/2027', '03/13/2027'), ofDates('2027-03-04', '2027-03-13')],
    [
      'month first with midnight',
      dates('3/4/2027 12:00:00 AM', '3/13/2027 12:00:00 AM'),
      ofDates('2027-03-04', '2027-03-13'),
    ],
    ['year first', dates('2027/03/04', '2027/12/13'), ofDates('2027-03-04', '2027-12-13')],
    [
      'proved by the last row',
      dates(...Array.from({ length: 12 }, (_, at) => `0${(at % 9) + 1}/03/2027`), '13/03/2027'),
      ofDates(...Array.from({ length: 12 }, (_, at) => `2027-03-0${(at % 9) + 1}`), '2027-03-13'),
    ],
    ['the same in every order', dates('03/03/2027', '05/05/2027'), ofDates('2027-03-03', '2027-05-05')],
    [
      'open',
      dates('03/03/2027', '03/04/2027', '04/05/2027'),
      /^file 3 date 03\/04\/2027: can be read as 2027-04-03 \(day first\) or as 2027-03-04 \(month first\), and nothing in the file settles it\. Add --date-format dmy or --date-format mdy\.$/,
    ],
    ['open with dots', dates('3.4.2027'), /^file 2 date 3\.4\.2027: .*--date-format dmy or --date-format mdy/],
    ['open, settled by day first', dates('03/04/2027'), ofDates('2027-04-03'), { dateFormat: 'dmy' }],
    ['open, settled by month first', dates('03/04/2027'), ofDates('2027-03-04'), { dateFormat: 'mdy' }],
    [
      'two orders in one column',
      dates('13/03/2027', '03/04/2027', '03/14/2027'),
      /^file 4 date 03\/14\/2027: can only be 2027-03-14 \(month first\), but line 2, "13\/03\/2027" can only be 2027-03-13 \(day first\)/,
    ],
    [
      'two orders with two separators, one open',
      dates('13.03.2027', '03/04/2027'),
      /^file 3 date 03\/04\/2027: can be read as/,
    ],
    [
      'two orders, each proved by a separator of its own',
      dates('1/5/2027', '2/5/2027', '13.05.2027', '5/31/2027'),
      /^file 5 date 5\/31\/2027: can only be 2027-05-31 \(month first\), but line 4, "13\.05\.2027" can only be 2027-05-13 \(day first\)\. .*--date-format dmy or --date-format mdy/,
    ],
    [
      'the same order proved by two separators',
      dates('1/5/2027', '31/5/2027', '13.05.2027'),
      ofDates('2027-05-01', '2027-05-31', '2027-05-13'),
    ],
    [
      'a flag that the data contradict',
      dates('03/04/2027', '03/14/2027'),
      /^file 3 date 03\/14\/2027: can only be 2027-03-14 \(month first\), but --date-format is dmy/,
      { dateFormat: 'dmy' },
    ],
    [
      'a flag beside other ISO dates',
      dates('2027-03-04', '05/03/2027'),
      ofDates('2027-03-04', '2027-03-05'),
      { dateFormat: 'dmy' },
    ],
    ['ISO beside day first', dates('2027-03-24', '13/03/2027'), ofDates('2027-03-24', '2027-03-13')],
    [
      'ISO with days up to 12 beside what a spreadsheet could not read',
      dates('2027-03-04', '13/03/2027'),
      /^file 2 - 2027-03-04: may have day and month exchanged: .*Add --date-cells swapped to read 2027-03-04 as 2027-04-03, or --date-cells as-is/,
    ],
    ['a day that no calendar has says nothing', dates('31/02/2027', '03/04/2027'), /^file 3 date 03\/04\/2027/],
    ['a word says nothing, and is refused alone', dates('soon', '13/03/2027'), /^row 2 date soon: is not a date/],
    [
      'two digits of year',
      dates('13/03/27'),
      /^file 2 date 13\/03\/27: can be read as 2027-03-13 \(day first\) or as 2013-03-27 \(year first\), .*Add --date-format dmy or --date-format ymd/,
    ],
    [
      'two digits of year, settled',
      dates('13/03/27', '04/03/27'),
      ofDates('2027-03-13', '2027-03-04'),
      { dateFormat: 'dmy' },
    ],
    ['two digits of year beside four', dates('13/03/2027', '14/03/27'), ofDates('2027-03-13', '2027-03-14')],
    [
      'name of the month',
      dates('2-Jan-2027', '02 Feb 2027', 'Mar 2, 2027'),
      ofDates('2027-01-02', '2027-02-02', '2027-03-02'),
    ],
    [
      'name of the month, other languages',
      dates('2. Januar 2027', '2 février 2027', '2 de marzo de 2027', '2 mei 2027'),
      ofDates('2027-01-02', '2027-02-02', '2027-03-02', '2027-05-02'),
    ],
    [
      'name of the month, two digits of year',
      dates('2-Jan-27'),
      /^file 2 date 2-Jan-27: can be read as 2027-01-02 \(day first\) or as 2002-01-27 \(year first\)/,
    ],
    ['name of the month, two digits of year, settled', dates('2-Jan-27'), ofDates('2027-01-02'), { dateFormat: 'dmy' }],
    [
      'numbers of a spreadsheet',
      dates('46388', '46389'),
      /^file 2 date 46388: can be read as 2027-01-01 \(days from 1900\) or as 2031-01-02 \(days from 1904\), .*--date-format serial or --date-format serial-1904/,
    ],
    [
      'numbers of a spreadsheet from 1900',
      dates('46388', '46389.0'),
      ofDates('2027-01-01', '2027-01-02'),
      { dateFormat: 'serial' },
    ],
    ['numbers of a spreadsheet from 1904', dates('44926'), ofDates('2027-01-01'), { dateFormat: 'serial-1904' }],
    [
      'numbers beside texts, both settled',
      dates('46388', '13/03/2027'),
      ofDates('2027-01-01', '2027-03-13'),
      { dateFormat: 'serial' },
    ],
    [
      'a number with a time',
      dates('46388.5'),
      /^row 2 date 46388\.5: looks like a spreadsheet's number of a day with a time/,
    ],
    ['no separators', dates('20270304'), ofDates('2027-03-04')],
    ['no separators, day first', dates('04032027', '24032027'), ofDates('2027-03-04', '2027-03-24')],
    [
      'no separators, open',
      dates('04032027'),
      /^file 2 date 04032027: can be read as 2027-03-04 \(day first\) or as 2027-04-03 \(month first\)/,
    ],
  ])('%s', async (_, content, expected, options) => {
    const read = await readingOf(content, options)
    if (expected instanceof RegExp) expect(read).toMatch(expected)
    else expect(read).toEqual(expected)
  })

  const ranges = (...rows: [string, string][]) =>
    `hotel_code;from;to;price\n${rows.map(([from, to]) => `1;${from};${to};100`).join('\n')}\n`
  it.each<[string, string, string[] | RegExp]>([
    [
      'first days of months beside last ones',
      ranges(['01/02/2027', '28/02/2027'], ['01/03/2027', '31/03/2027']),
      ['2027-02-01..2027-02-28 100.00', '2027-03-01..2027-03-31 100.00'],
    ],
    ['month first in the other column', ranges(['02/01/2027', '02/28/2027']), ['2027-02-01..2027-02-28 100.00']],
    [
      'another separator proves nothing',
      ranges(['01/02/2027', '28.02.2027']),
      /^file 2 from 01\/02\/2027: can be read as/,
    ],
    [
      'open in both columns: named once each',
      ranges(['01/02/2027', '02/02/2027'], ['03/02/2027', '04/02/2027']),
      /^file 2 from 01\/02\/2027/,
    ],
    [
      'the columns prove different orders',
      ranges(['13/02/2027', '02/28/2027']),
      /^file 2 to 02\/28\/2027: can only be 2027-02-28 \(month first\), but line 2, "13\/02\/2027" can only be 2027-02-13 \(day first\), in column from\. Write the dates of both columns in one way/,
    ],
    [
      'the columns prove different orders with different separators',
      ranges(['07/01/2027', '14.07.2027'], ['07/20/2027', '28.07.2027']),
      /^file 2 to 14\.07\.2027: can only be 2027-07-14 \(day first\), but line 3, "07\/20\/2027" can only be 2027-07-20 \(month first\), in column from\./,
    ],
    [
      'the columns prove the same order with different separators',
      ranges(['13/02/2027', '28.02.2027']),
      ['2027-02-13..2027-02-28 100.00'],
    ],
  ])('ranges: %s', async (_, content, expected) => {
    const read = await readingOf(content)
    if (expected instanceof RegExp) expect(read).toMatch(expected)
    else expect(read).toEqual(expected)
  })
})

describe('prices', () => {
  it.each<[name: string, content: string, expected: string[] | RegExp, options?: ReadOptions]>([
    ['whole', prices('70', '1250'), ofValues('70.00', '1250.00')],
    ['decimal point', prices('70.5', '1250.00'), ofValues('70.50', '1250.00')],
    ['decimal comma', prices('70,5', '1250,00'), ofValues('70.50', '1250.00')],
    ['points for thousands', prices('1.234,50', '1.250'), ofValues('1234.50', '1250.00')],
    ['commas for thousands', prices('1,234.50', '1,250'), ofValues('1234.50', '1250.00')],
    ['blanks for thousands', prices('1 234,50 €', '950,00 €'), ofValues('1234.50 EUR', '950.00 EUR')],
    ['no-break space for thousands', prices('1\u00a0234,50', '950'), ofValues('1234.50', '950.00')],
    ['narrow no-break space for thousands', prices('1\u202f234,50\u202f€'), ofValues('1234.50 EUR')],
    ['apostrophe for thousands', prices("1'234.50", "CHF 1'250"), ofValues('1234.50', '1250.00 CHF')],
    ['typographic apostrophe', prices('1’234.50'), ofValues('1234.50')],
    [
      'dollars in quotes',
      'hotel_code,date,price\n1,2027-03-01,"$1,250.00"\n1,2027-03-02,"$1,300"\n',
      ofValues('1250.00 USD', '1300.00 USD'),
      { currency: 'USD' },
    ],
    ['code before and behind', prices('EUR 99', '99 EUR'), ofValues('99.00 EUR', '99.00 EUR')],
    ['proved by the last row', prices('1.250', '1.300', '99,90'), ofValues('1250.00', '1300.00', '99.90')],
    [
      'three digits among prices with two decimals',
      prices('1.250', '99.90'),
      /^file 2 price 1\.250: can be read as 1\.25 \(decimal point\) or as 1250\.00 \(decimal comma\), and no other price has three decimals\. Add --decimal \. if it has three decimals, or write it without "\." if it has thousands\.$/,
    ],
    [
      'three digits among prices with two decimals, commas',
      prices('99,50', '1,250'),
      /^file 3 price 1,250: can be read as 1\.25 .*--decimal ,/,
    ],
    [
      'three digits among prices with one decimal',
      prices('99.5', '1.250', '70'),
      /^file 3 price 1\.250: can be read as/,
    ],
    [
      'three digits beside thousands of the other mark',
      prices('99.50', '1.250', '2,250.00'),
      /^file 3 price 1\.250: can be read as/,
    ],
    ['three digits with a sign', prices('€ 99.50', '€ 1.250'), /^file 3 price € 1\.250: can be read as/],
    [
      'three digits among prices with two decimals, settled',
      prices('99.50', '1.250'),
      ofValues('99.50', '1.25'),
      { decimal: '.' },
    ],
    [
      'three digits proved by others that surely have three',
      prices('1.250', '0.125', '1234.500'),
      ofValues('1.25 KWD', '0.125 KWD', '1234.50 KWD'),
      { currency: 'KWD' },
    ],
    [
      'three decimals where the currency has two',
      prices('1234.567'),
      /^row 2 price 1234\.567: has 3 decimals; most currencies have two\. Add --round 0\.01 to round prices, or name a currency/,
    ],
    [
      'three decimals, rounded',
      prices('1234.567', '0.125', '99'),
      ofValues('1234.57', '0.13', '99.00'),
      { round: '0.01' },
    ],
    [
      'decimals where the currency has none',
      prices('1234.50 JPY'),
      /^row 2 price 1234\.50 JPY: has 1 decimal; JPY has none\. Add --round 1 to round prices/,
    ],
    ['rounded to tens', prices('1234.50', '1235'), ofValues('1230.00', '1240.00'), { round: '10' }],
    ['rounded to zero', prices('0.004'), /^row 2 price 0\.004: would be rounded to zero/, { round: '0.01' }],
    [
      'no cents, as the Swiss write',
      prices('120.-', "1'250.--", '99.–', 'CHF 80.-', '70.- CHF', 'Fr. 60.-'),
      ofValues('120.00 CHF', '1250.00 CHF', '99.00 CHF', '80.00 CHF', '70.00 CHF', '60.00 CHF'),
      { currency: 'CHF' },
    ],
    ['no cents, comma', prices('120,-', '1.250,--'), ofValues('120.00', '1250.00')],
    [
      'the point of a short name',
      prices('950 kr.', 'kr. 1.250,50'),
      ofValues('950.00 DKK', '1250.50 DKK'),
      { currency: 'DKK' },
    ],
    ['proved by two thousands marks', prices('1.250', '1.250.000'), ofValues('1250.00', '1250000.00')],
    [
      'open',
      prices('70', '1.234'),
      /^file 3 price 1\.234: can be read as 1\.234 \(decimal point, thousands ","\) or as 1234\.00 \(decimal comma, thousands "\."\), and nothing in the file settles it\. Add --decimal \. or --decimal ,\.$/,
    ],
    ['open, settled with the point', prices('1.234'), ofValues('1.234 KWD'), { decimal: '.', currency: 'KWD' }],
    ['open, settled with the comma', prices('1.234'), ofValues('1234.00'), { decimal: ',' }],
    ['two decimal marks in one column', prices('227.00', '9,00', '189.00'), /^file \d price .*can only be/],
    [
      'two decimal marks in one column, the one of them in the last row',
      prices('227.00', '189', '1,250.00', '9,5'),
      /^file 5 price 9,5: can only be 9\.50/,
    ],
    ['two grouping marks in one column', prices('1.250,00', "1'250,00"), /^file 3 price 1'250,00: can only be/],
    [
      'one mark of decimals, prices without any beside it',
      prices('227,00', '189', '1.250,00', '9,5'),
      ofValues('227.00', '189.00', '1250.00', '9.50'),
    ],
    ['two marks in one column, one price open', prices('99,90', '99.90', '1.234'), /^file \d price .*can only be/],
    [
      'two grouping marks in one column, one price open',
      prices('1.250', "1'250,00"),
      /^file 3 price 1'250,00: can only be/,
    ],
    [
      'a flag that the data contradict',
      prices('1.234', '99.90'),
      /^file 3 price 99\.90: can only be 99\.90 \(decimal point\), but --decimal is ,/,
      { decimal: ',' },
    ],
    ['negative', prices('-5'), /^row 2 price -5: is negative/],
    ['words', prices('free'), /^row 2 price free: is not an amount/],
    ['exponent', prices('1e3'), /^row 2 price 1e3: has an exponent/],
  ])('%s', async (_, content, expected, options) => {
    const read = await readingOf(content, options)
    if (expected instanceof RegExp) expect(read).toMatch(expected)
    else expect(read).toEqual(expected)
  })
})

describe('flags', () => {
  it.each<[string, string[], string[] | RegExp]>([
    ['t and f', ['t', 'f'], ['true', 'false']],
    ['true and false', ['TRUE', 'False'], ['true', 'false']],
    ['yes and no', ['yes', 'No', 'y', 'n'], ['true', 'false', 'true', 'false']],
    ['ja and nein', ['ja', 'nein'], ['true', 'false']],
    ['ja and nee', ['Ja', 'nee'], ['true', 'false']],
    ['oui and non', ['oui', 'non'], ['true', 'false']],
    ['sí and no', ['sí', 'no', 'si'], ['true', 'false', 'true']],
    ['1 and 0', ['1', '0'], ['true', 'false']],
    ['x', ['x', 'X'], ['true', 'true']],
    ['a word that is neither', ['maybe'], /^row 2 closed maybe: is neither yes nor no/],
  ])('%s', async (_, values, expected) => {
    const read = await readingOf(flags(...values))
    if (expected instanceof RegExp) expect(read).toMatch(expected)
    else expect(read).toEqual(ofValues(...expected))
  })

  it('a blank sends nothing', async () => {
    expect(await readingOf(flags('x', '', 'x'))).toEqual(['2027-03-01 true', '2027-03-03 true'])
  })
})

describe('encodings', () => {
  const NOTE = 'hotel_code;room_id;date;price;_note\n1;101;2027-03-01;99;'
  /** Bytes of a text whose characters are given as bytes where ASCII lacks them. */
  const bytes = (text: string, ...more: (number | string)[]) =>
    Buffer.concat([
      Buffer.from(text),
      ...more.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))),
    ])
  const price = (...parts: (number | string)[]) =>
    bytes('hotel_code;room_id;date;price\n1;101;2027-03-01;', ...parts, '\n')
  const euro = ofValues('1250.00 EUR')

  it.each<[name: string, content: Buffer, expected: string[] | RegExp, options?: ReadOptions]>([
    ['UTF-8', price('1250 €'), euro],
    ['UTF-8 with a mark', Buffer.from('\ufeffhotel_code;room_id;date;price\n1;101;2027-03-01;1250 €\n'), euro],
    [
      'UTF-16 LE with a mark',
      Buffer.from('\ufeffhotel_code;room_id;date;price\n1;101;2027-03-01;1250 €\n', 'utf16le'),
      euro,
    ],
    [
      'UTF-16 BE with a mark',
      Buffer.from('\ufeffhotel_code;room_id;date;price\n1;101;2027-03-01;1250 €\n', 'utf16le').swap16(),
      euro,
    ],
    [
      'UTF-16 LE without a mark',
      Buffer.from('hotel_code;room_id;date;price\n1;101;2027-03-01;1250 €\n', 'utf16le'),
      euro,
    ],
    [
      'UTF-16 BE without a mark',
      Buffer.from('hotel_code;room_id;date;price\n1;101;2027-03-01;1250 €\n', 'utf16le').swap16(),
      euro,
    ],
    ['windows-1252 or windows-1250, the euro sign', price('1250 ', 0x80), euro],
    ['windows-1251, the euro sign', price('1250 ', 0x88), euro],
    ['Mac Roman, the euro sign', price('1250 ', 0xdb), euro],
    ['windows-1250, zloty', price('1250 z', 0xb3), ofValues('1250.00 PLN')],
    ['windows-1250, koruna', price('1250 K', 0xe8), ofValues('1250.00 CZK')],
    ['no-break space of Windows', price('1', 0xa0, '250'), ofValues('1250.00')],
    ['no-break space of Mac Roman', price('1', 0xca, '250'), ofValues('1250.00')],
    ['apostrophe of Windows', price('1', 0x92, '250'), ofValues('1250.00')],
    ['apostrophe of Mac Roman', price('1', 0xd5, '250'), ofValues('1250.00')],
    ['a column that is not read', bytes(NOTE, 'gr', 0xfc, 0xdf, 'e\n'), ofValues('99.00')],
    ['a column that is not read, in Cyrillic', bytes(NOTE, 0xcd, 0xee, 0xec, 0xe5, 0xf0, '\n'), ofValues('99.00')],
    ['an unknown sign in every encoding', price('1250 ', 0xff), /^row 2 price|^file/],
    [
      'bytes that contradict the flag',
      price('1250 ', 0xdb),
      /^row 2 price 1250 Û: "Û" is neither a currency/,
      { encoding: 'windows-1252' },
    ],
    ['a named encoding', price('1250 ', 0xdb), euro, { encoding: 'macintosh' }],
    ['the euro sign of each, by name: windows-1252', price('1250 ', 0x80), euro, { encoding: 'windows-1252' }],
    ['windows-1250', price('1250 ', 0x80), euro, { encoding: 'windows-1250' }],
    ['windows-1251', price('1250 ', 0x88), euro, { encoding: 'windows-1251' }],
    [
      'a byte that the named encoding does not have',
      price('1250 ', 0x81),
      /^file - - -: is not windows-1252: bytes behind offset 0 stand for no character/,
      { encoding: 'windows-1252' },
    ],
    [
      'UTF-8 under the name of another',
      price('1250 €'),
      /^file - - -: holds characters of UTF-8, but --encoding is windows-1252/,
      { encoding: 'windows-1252' },
    ],
    [
      'a mark that contradicts the flag',
      Buffer.from('\ufeffhotel_code;date;price\n1;2027-03-01;5\n', 'utf16le'),
      /^file - - -: begins with the byte order mark of utf-16le, but --encoding is windows-1252/,
      { encoding: 'windows-1252' },
    ],
    [
      'a mark of UTF-8 over other bytes',
      Buffer.concat([Buffer.from('\ufeff'), price('1250 ', 0x80)]),
      /^file 2 - -: is not UTF-8: byte 0x80 at offset \d+\. .*--encoding/,
    ],
    [
      'two encodings with two meanings',
      bytes('hotel_code;room_id;date;price\n1;101;2027-03-01;5 ', 0x80, '\n1;101;2027-03-02;5 ', 0xdb, '\n'),
      /--encoding/,
    ],
  ])('%s', async (_, content, expected, options) => {
    const read = await readingOf(content, options)
    if (expected instanceof RegExp) expect(String(read)).toMatch(expected)
    else expect(read).toEqual(expected)
  })

  const pound = price(0xa3, '1250')
  it('the pound is one of several currencies, so it has to be named, in whichever encoding', async () => {
    expect(await readingOf(pound)).toMatch(/has a currency sign that 9 currencies use: .*Add --currency GBP/)
    expect(await readingOf(pound, { currency: 'GBP' })).toEqual(ofValues('1250.00 GBP'))
  })

  it('own codes prove an encoding, and a header does', async () => {
    const codes = { rooms: { all: { Süite: '103', Doppel: '101' }, byHotel: {} } }
    const rows = bytes('hotel_code;room_id;date;price\n1;S', 0xfc, 'ite;2027-03-01;99\n1;Doppel;2027-03-01;99\n')
    expect(await readingOf(rows, { codes })).toEqual(['2027-03-01 99.00', '2027-03-01 99.00'])
    const header = bytes('hotel_code;date;N', 0x8a, 'chte\n1;2027-03-01;4\n')
    expect(await readingOf(header, { map: { min_stay: 'Nächte' } })).toEqual(['2027-03-01 4'])
    const fault = await collect({
      files: [{ name: (writeFileSync(join(folder, 'h.csv'), header), join(folder, 'h.csv')) }],
      options: { map: { min_stay: 'Nachte' } },
    }).catch((error: Fault) => error)
    expect((fault as Fault).findings.map(({ reason }) => reason)).toEqual([
      'is not UTF-8, and its header has no meaning in another encoding',
      '--map reads min_stay from column "Nachte", which the file does not have',
    ])
    expect(await readingOf(header, { map: { min_stay: 'Nachte' } })).toMatch(
      /^file - - -: is not UTF-8, and its header has no meaning in another encoding\. .*--encoding/,
    )
  })

  it('months prove an encoding', async () => {
    const months = bytes('hotel_code;date;price\n1;2 ao', 0xfb, 't 2027;99\n1;2 d', 0xe9, 'cembre 2027;99\n')
    expect(await readingOf(months)).toEqual(['2027-08-02 99.00', '2027-12-02 99.00'])
  })

  it('gzip over any of them is the same', async () => {
    expect(await readingOf(gzipSync(price('1250 ', 0x80)), {}, 'rates.csv.gz')).toEqual(euro)
  })
})

describe('line ends and separators', () => {
  const rows = ['hotel_code;room_id;date;price', '1;101;13/03/2027;1.250,00', '1;101;04/03/2027;99,50']
  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ])('%s', async (_, end) => {
    expect(await readingOf(`${rows.join(end)}${end}`)).toEqual(['2027-03-13 1250.00', '2027-03-04 99.50'])
    expect(await readingOf(Buffer.from(`\ufeff${rows.join(end)}`, 'utf16le'))).toEqual([
      '2027-03-13 1250.00',
      '2027-03-04 99.50',
    ])
  })
  it.each([
    ['tab', '\t'],
    ['pipe', '|'],
    ['semicolon', ';'],
  ])('%s', async (_, separator) => {
    expect(await readingOf(rows.join('\n').replaceAll(';', separator))).toEqual([
      '2027-03-13 1250.00',
      '2027-03-04 99.50',
    ])
  })
  it('another one is named', async () => {
    const text = rows.join('\n').replaceAll(';', '^')
    expect(await readingOf(text)).toMatch(/only one column was found\. Name the separator with --delimiter/)
    expect(await readingOf(text, { delimiter: '^' })).toEqual(['2027-03-13 1250.00', '2027-03-04 99.50'])
  })
})

it('several files of a run prove themselves, each on its own', async () => {
  const [a, b] = ['a.csv', 'b.csv'].map((name) => join(folder, name)) as [string, string]
  writeFileSync(a, dates('03/04/2027', '13/04/2027'))
  writeFileSync(b, dates('03/04/2027', '04/13/2027'))
  const { rows } = await collect({ files: [{ name: a }, { name: b }] })
  expect(rows.map(({ from }) => day(from))).toEqual(['2027-04-03', '2027-04-13', '2027-03-04', '2027-04-13'])
})

it('JSON lines have dates proved, and prices never by the numbers beside them', async () => {
  const lines = (...objects: object[]) =>
    objects.map((object) => JSON.stringify({ hotel_code: 1, ...object })).join('\n')
  expect(
    await readingOf(lines({ date: '03/04/2027', price: 99.5 }, { date: '13/04/2027', price: '99' }), {}, 'rates.jsonl'),
  ).toEqual(['2027-04-03 99.50', '2027-04-13 99.00'])
  expect(
    await readingOf(
      lines({ date: '2027-04-03', price: 99.5 }, { date: '2027-04-13', price: '1.234' }),
      {},
      'rates.jsonl',
    ),
  ).toMatch(/^row 2 price 1\.234: can be read as 1234 or as 1\.234/)
})

it('keeps the order of rows where later ones win', async () => {
  const { rows } = await collect({
    files: [
      {
        name:
          (writeFileSync(join(folder, 'order.csv'), dates('13/03/2027', '2027-03-13', '13/03/2027')),
          join(folder, 'order.csv')),
      },
    ],
  })
  expect(rows.map(({ line }) => line)).toEqual([2, 3, 4])
})
