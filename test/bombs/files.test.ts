import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zip } from '../support/workbook.js'
import { measured, type Taken } from './measured.js'

// What runs away takes minutes; a busy machine may take some times as long as a quiet one.
const CPU_SECONDS = 40
const PEAK_MB = 500

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-bombs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function push(name: string, bytes: Buffer, ...more: string[]): Promise<Taken> {
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return measured(folder, ['rates', 'push', file, '--dry-run', ...more])
}

const HEADER = 'hotel_code,room_id,date,price\n'
const ROW = '1000001,101,2027-01-05,120\n'
const cells = (...texts: string[]): string =>
  texts
    .map((text, at) => `<c r="${String.fromCharCode(65 + at)}ROW" t="inlineStr"><is><t>${text}</t></is></c>`)
    .join('')
const row = (at: number, ...texts: string[]): string =>
  `<row r="${at}">${cells(...texts).replaceAll('ROW', String(at))}</row>`
const GOOD = row(1, 'hotel_code', 'room_id', 'date', 'price') + row(2, '1000001', '101', '2027-01-05', '120')
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`

function book(rows: string, { behind = '', strings }: { behind?: string; strings?: string } = {}): Buffer {
  return zip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" id="r"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r', 'worksheet', 'sheet.xml')}${strings === undefined ? '' : relation('s', 'sharedStrings', 'strings.xml')}</Relationships>`,
    'xl/sheet.xml': `<worksheet><sheetData>${rows}</sheetData>${behind}</worksheet>`,
    ...(strings === undefined ? {} : { 'xl/strings.xml': strings }),
  })
}

const merges = (...refs: string[]): string =>
  `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
const emptyRows = (text: (at: number) => string): string =>
  Array.from({ length: 250_000 }, (_, i) => text(i + 3)).join('')

describe('a file that would take all memory or time', () => {
  it.each<[string, string, () => Buffer, number, string, string[]?]>([
    [
      'a cell of 20 MB',
      'a.xlsx',
      () => book(`${GOOD}<row r="3"><c r="A3" t="inlineStr"><is><t>${'x'.repeat(20_000_000)}</t></is></c></row>`),
      6,
      'a row of more than 8 MB',
    ],
    [
      'a price of 18 MB',
      'b.xlsx',
      () => book(`${GOOD}<row r="3"><c r="D3"><v>${'1'.repeat(18_000_000)}</v></c></row>`),
      6,
      'a row of more than 8 MB',
    ],
    [
      'a text of 40,000 characters',
      'c.xlsx',
      () => book(GOOD + row(3, '1000001', '101', '2027-01-06', '1'.repeat(40_000))),
      6,
      'more than 32,767 characters in column 4',
    ],
    [
      'merged cells that overlap',
      'd.xlsx',
      () => book(GOOD, { behind: merges(...Array.from({ length: 20_000 }, (_, i) => `A${i + 1}:CZ${i + 5000}`)) }),
      6,
      'merged cells that overlap',
    ],
    [
      'one merged block over everything',
      'e.xlsx',
      () =>
        book(GOOD + Array.from({ length: 20_000 }, (_, i) => row(i + 3, 'x')).join(''), {
          behind: merges('A2:XFD1048576'),
        }),
      6,
      'too large an area',
    ],
    ['rows without cells', 'f.xlsx', () => book(GOOD + emptyRows((at) => `<row r="${at}"/>`)), 0, ''],
    [
      'rows without cells, with an end tag',
      'g.xlsx',
      () => book(GOOD + emptyRows((at) => `<row r="${at}"></row>`)),
      0,
      '',
    ],
    [
      'rows of cells without a value',
      'h.xlsx',
      () => book(GOOD + emptyRows((at) => `<row r="${at}"><c r="A${at}" s="1"/></row>`)),
      0,
      '',
    ],
    [
      'shared texts of 70 MB',
      'i.xlsx',
      () => book(GOOD, { strings: `<sst><si><t>${'x'.repeat(70_000_000)}</t></si></sst>` }),
      6,
      'is above 64 MB',
    ],
    [
      '100,000 columns',
      'j.csv',
      () => Buffer.from(`${Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',')}\n${ROW}`),
      6,
      'has 100,000 columns, and 4096 are read',
    ],
    ['a line without end', 'k.csv', () => Buffer.from(HEADER + 'x'.repeat(20_000_000)), 6, 'a line of more than 1 MB'],
    ['a quote that is never closed', 'l.csv', () => Buffer.from(`${HEADER}"${ROW.repeat(200_000)}`), 6, 'never closed'],
    [
      'a column name of 100 KB',
      'o.csv',
      () => Buffer.from(`hotel_code;room_id;date;h\xe9${'x'.repeat(100_000)}\n1000001;101;2027-01-05;2\n`, 'latin1'),
      6,
      'is not UTF-8',
    ],
    [
      '1,000 column names of no meaning',
      'p.csv',
      () =>
        Buffer.from(`${Array.from({ length: 1000 }, (_, i) => `B\xe9mesprt${i * 7919}`).join(',')}\n${ROW}`, 'latin1'),
      6,
      'columns are not known',
    ],
    [
      'gzip data of two rows',
      'm.csv.gz',
      () => gzipSync(HEADER + (ROW + ROW.replace('-05', '-07')).repeat(1_300_000)),
      6,
      'unpacks to more than 300 times its size',
    ],
    [
      'few rows that stand for many nights',
      'n.csv',
      () =>
        Buffer.from(
          `hotel_code,room_id,from,to,days,price\n${Array.from({ length: 20_000 }, (_, i) => `1000001,${i + 1},2027-01-01,2036-12-31,"mon,wed",${i + 1}\n`).join('')}`,
        ),
      6,
      'more than 4,000,000 stretches of nights',
    ],
    [
      '30 MB of the same night, each line ended by CR alone',
      'q.csv',
      () => Buffer.from((HEADER + ROW.repeat(1_100_000)).replaceAll('\n', '\r')),
      6,
      'the same nights more than 500,000 times over',
    ],
    [
      'long rows that all lie over each other',
      'r.csv',
      () =>
        Buffer.from(
          `hotel_code,room_id,from,to,price\n${Array.from({ length: 15_000 }, (_, i) => `1000001,101,${new Date(Date.UTC(2040, 0, 1 + i / 5)).toISOString().slice(0, 10)},2049-12-31,${100 + (i % 9)}\n`).join('')}`,
        ),
      6,
      'the same nights more than 1,000,000 times over',
      ['--overlap', 'last-wins'],
    ],
    [
      '20,000 changes of one price',
      's.csv',
      () =>
        Buffer.from(
          `${HEADER}${Array.from({ length: 20_000 }, (_, i) => `1000001,101,2040-01-05,${100 + i}\n`).join('')}`,
        ),
      0,
      '',
      ['--overlap', 'last-wins'],
    ],
    ...(
      [
        ['line ends below the header, and no row', HEADER, '\n', ''],
        ['line ends above the header', '', '\n', HEADER + ROW],
        ['line ends between the header and its row', HEADER, '\n', ROW],
        ['line ends below a title', 'Seaview\n', '\r\n', HEADER + ROW],
        ['line ends inside of quotes', 'x,"a\n', '\n', `b"\n${ROW}`],
        ['lines of blanks below the header, and no row', HEADER, '  \n', ''],
        ['lines of blanks above the header', '', ' \t \n', HEADER + ROW],
        ['lines of separators', HEADER, ',,,\n', ''],
        ['byte order marks below the header, and no row', HEADER, '\ufeff\n', ''],
        ['byte order marks above the header', '', '\ufeff\n', HEADER + ROW],
        ['CR below the header, and no row', HEADER.replace('\n', '\r'), '\r', ''],
        ['CR above the header', '', '\r', (HEADER + ROW).replaceAll('\n', '\r')],
      ] as const
    ).map(([what, above, blank, below], at): [string, string, () => Buffer, number, string] => [
      `6 MB of ${what}`,
      `t${at}.csv`,
      () => Buffer.from(above + blank.repeat(6_000_000 / Buffer.byteLength(blank)) + below),
      // A line of blanks or separators is a row that says nothing.
      what.includes('quotes') || (below === '' && /^[\r\n]$/.test(blank)) ? 6 : 0,
      what.includes('quotes')
        ? 'never closed'
        : below === '' && /^[\r\n]$/.test(blank)
          ? 'has a header and no rows'
          : '',
    ]),
  ])(
    '%s',
    async (_, name, bytes, code, words, more = []) => {
      const taken = await push(name, bytes(), ...more)
      expect([taken.code, taken.stderr]).toEqual([code, expect.stringContaining(words)])
      expect(taken.cpuSeconds).toBeLessThan(CPU_SECONDS)
      expect(taken.peakMb).toBeLessThan(PEAK_MB)
      rmSync(path.join(folder, name))
    },
    120_000,
  )
})
