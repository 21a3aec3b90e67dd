import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOriginals } from '../../../src/files/originals.js'
import { kindOf } from '../../../src/files/kinds/index.js'
import type { ReadOptions } from '../../../src/files/read-rows.js'
import { writeRejects } from '../../../src/push/fates/rejects.js'
import type { Kind } from '../../../src/files/reading/row.js'
import { chunked, collect, faultOf } from '../../files/reading.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-rejects-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return { name: join(folder, name) }
}

/** The cells of each row as its file has them, without those that rejects add. */
async function originalsOf(name: string): Promise<unknown[]> {
  const { rows, header, close } = await openOriginals({ name }, { name, index: 0, kind: kindOf('rates'), options: {} })
  const seen: unknown[] = [header.filter((one) => !['_line', '_reason'].includes(one))]
  for await (const { object } of rows)
    seen.push(Object.fromEntries(Object.entries(object ?? {}).filter(([one]) => !['_line', '_reason'].includes(one))))
  await close()
  return seen
}

/** Reads files, writes what is bad, and gives back the rejects as they stand on disk. */
async function reject(
  files: { name: string }[],
  {
    options = {},
    kind = 'rates',
    to = 'rejects.csv',
  }: { options?: ReadOptions; kind?: Kind['name']; to?: string } = {},
) {
  const reading = await collect({ files, options, kind })
  const path = join(folder, to)
  const rejected = reading.bad.map(({ fileIndex, line, reason }) => ({ file: fileIndex, line, reason }))
  const written = await writeRejects({ files, kind: kindOf(kind), options, rejected, to: path })
  return { reading, path, written, text: readFileSync(path, 'utf8') }
}

describe('rejects of CSV', () => {
  it('keep the records as written, with line and reason in front, and can be pushed again once mended', async () => {
    const source =
      'hotel_code;room_id;date;price;_note\r\n1;101;2027-01-01;70;"a;b"\r\n1;101;2027-02-30;"1.250,00";"zwei\r\nZeilen ""x"""\r\n1;101;2027-01-03;n/a; ü \r\n1;101;2027-01-04;80;\r\n'
    const { text, path, written, reading } = await reject([put('a.csv', source)])
    expect(written).toBe(2)
    expect(text).toBe(
      '_line;_reason;hotel_code;room_id;date;price;_note\n3;is no day of the calendar;1;101;2027-02-30;1.250,00;"zwei\r\nZeilen ""x"""\n5;is not an amount;1;101;2027-01-03;n/a;" ü "\n',
    )
    expect(statSync(path).mode & 0o777).toBe(0o600)
    writeFileSync(path, text.replace('2027-02-30', '2027-02-28').replace(';n/a;', ';1.234;'))
    const again = await collect({ files: [{ name: path }] })
    expect(again.bad).toEqual([])
    expect(again.rows.map(({ fields }) => fields.price)).toEqual(['1250.00', '1234.00'])
    expect(again.rows.length + reading.rows.length).toBe(4)
  })

  it('stay refused, in a second rejects file, until they are mended', async () => {
    const first = await reject([
      put(
        'a.csv.gz',
        gzipSync(
          'hotel_code,date,price\n1,2027-01-01,x\n1,2027-01-02,5,6\n1,2027-01-03\n1,2027-01-04,1"2"3\n1,2027-01-05,5\n',
        ),
      ),
    ])
    expect(first.written).toBe(4)
    const second = await reject([{ name: first.path }], { to: 'second.csv' })
    expect(second.reading.rows).toEqual([])
    expect(second.written).toBe(4)
    expect(second.text.split('\n')[0]).toBe('_line,_reason,hotel_code,date,price')
    expect(second.text.split('\n')[1]).toBe('2,is not an amount,1,2027-01-01,x')
  })

  it('hold nothing that a spreadsheet runs, and read back as the file had it, however often they are pushed', async () => {
    const cell = fc
      .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '1', ' ', 'a', '"', ',', '\r', '\n'), { maxLength: 5 })
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), async (rows) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const file = put(
          'a.csv',
          `hotel_code,date,price,_note,${quoted('_=name')}\n${rows.map(([note, other]) => `1,2027-01-01,x,${quoted(note)},${quoted(other)}\n`).join('')}`,
        )
        const originals = await originalsOf(file.name)
        const { path, text } = await reject([file])
        expect(
          parse(text, { relax_column_count: true })
            .flat()
            .filter((one) => /^[=+\-@\t\r\n]/.test(one) && !/^[+-][\d.,]+ ?%?$/.test(one)),
        ).toEqual([])
        expect(await originalsOf(path)).toEqual(originals)
        const again = await reject([{ name: path }], { to: 'again.csv' })
        expect(again.text.replaceAll(/^\d+,/gm, '')).toBe(text.replaceAll(/^\d+,/gm, ''))
      }),
      { numRuns: 60 },
    )
  })

  it('lose no apostrophe of a file that is none of rejects', async () => {
    const { text } = await reject([put('a.csv', "hotel_code,date,price,_note\n1,2027-01-01,x,'=1\n")])
    expect(text).toContain(",''=1\n")
  })

  it('of several files share one header where all have the same, and name the file', async () => {
    const files = [
      put('a.csv', 'hotel_code,date,price\n1,2027-01-01,x\n'),
      put('good.csv', 'hotel_code,date,price\n1,2027-01-01,5\n'),
      put('b.csv', 'hotel_code,date,price\n2,2027-01-01,y\n'),
    ]
    const { text, written } = await reject(files)
    expect(written).toBe(2)
    expect(text).toBe(
      `_file,_line,_reason,hotel_code,date,price\n${files[0]?.name},2,is not an amount,1,2027-01-01,x\n${files[2]?.name},2,is not an amount,2,2027-01-01,y\n`,
    )
  })

  it('of files with different headers get all columns, and never shift', async () => {
    const { text, path } = await reject([
      put('a.csv', 'hotel_code,date,price\n1,2027-01-01,x\n1,2027-01-01,5,6,7,8,9\n'),
      put('b.csv', 'date;hotel_code;min_stay\n2027-01-01;2;0\n'),
    ])
    expect(text.split('\n').map((line) => line.replaceAll(folder, ''))).toEqual([
      '_file,_line,_reason,hotel_code,date,price,min_stay',
      '/a.csv,2,is not an amount,1,2027-01-01,x,',
      '/a.csv,3,has 7 columns where the header has 3,"1,2027-01-01,5,6,7,8,9"',
      '/b.csv,2,must be at least 1,2,2027-01-01,,0',
      '',
    ])
    writeFileSync(path, text.replace(',x,', ',5,').replace(',0\n', ',2\n'))
    const again = await collect({ files: [{ name: path }] })
    expect(again.rows.map(({ hotel, fields }) => [hotel, fields])).toEqual([
      ['1', { price: '5.00' }],
      ['2', { min_stay: 2 }],
    ])
    expect(again.bad.map(({ line }) => line)).toEqual([3])
  })

  it('work with a map and with what a later check rejected', async () => {
    const file = put('a.csv', 'listing,night,eur,extra\n7,2027-01-01,5,a\n7,2027-01-02,6,b\n')
    const options: ReadOptions = { map: { hotel_code: 'listing', price: 'eur' } }
    const to = join(folder, 'out.csv')
    const written = await writeRejects({
      files: [file],
      kind: kindOf('rates'),
      options,
      rejected: [
        { file: 0, line: 3, reason: 'refused by the service' },
        { file: 0, line: 3, reason: 'contradicts line 2' },
      ],
      to,
    })
    expect(written).toBe(1)
    expect(readFileSync(to, 'utf8')).toBe(
      '_line,_reason,_as_read,hotel_code,room_id,rate_plan_id,date,from,to,days,price,currency,min_stay,max_stay,closed,closed_to_arrival,closed_to_departure\n3,refused by the service; contradicts line 2,yes,7,*,*,,2027-01-02,2027-01-02,daily,6.00,EUR,,,,,\n',
    )
    expect((await collect({ files: [{ name: to }] })).rows).toMatchObject([{ hotel: '7', fields: { price: '6.00' } }])
  })
})

describe('rejects of other formats are JSON lines', () => {
  it('of JSON lines keep every digit, and the text of what is no JSON', async () => {
    const { text, path } = await reject(
      [
        put(
          'a.ndjson',
          '{"hotel_code":928948908785846870,"date":"2027-01-01","price":"x","_line":9}\nnope\n{"hotel_code":1,"date":"2027-01-01","price":5}\n',
        ),
      ],
      { to: 'rejects.ndjson' },
    )
    expect(text).toBe(
      '{"_line":"1","_reason":"is not an amount","hotel_code":"928948908785846870","date":"2027-01-01","price":"x"}\n{"_line":"2","_reason":"is not JSON","_record":"nope"}\n',
    )
    writeFileSync(path, text.replace('"x"', '5'))
    const again = await collect({ files: [{ name: path }] })
    expect(again.rows).toMatchObject([{ hotel: '928948908785846870', fields: { price: '5.00' } }])
    expect(again.badRows).toBe(1)
  })

  it('of YAML carry what a row inherits, whatever the file is called', async () => {
    const { text, path } = await reject([
      put(
        'a.yaml',
        'hotel_code: 1\ncurrency: EUR\nrooms:\n  - room_id: 5\n    seasons:\n      - {from: 2027-01-01, to: 2027-01-31, days: [fri, sat], price: 1.234}\n      - {date: 2027-01-01, price: 5}\n',
      ),
    ])
    expect(JSON.parse(text)).toEqual({
      _line: '6',
      _reason: 'can be read as 1234 or as 1.234',
      hotel_code: '1',
      currency: 'EUR',
      room_id: '5',
      rate_plan_id: '*',
      from: '2027-01-01',
      to: '2027-01-31',
      days: 'fri,sat',
      price: '1.234',
    })
    writeFileSync(path, text.replace('"1.234"', '"1234"'))
    expect((await collect({ files: [{ name: path }] })).rows).toMatchObject([
      { hotel: '1', room: '5', days: 48, fields: { price: '1234.00', currency: 'EUR' } },
    ])
  })

  it('of mixed formats too', async () => {
    const { text, written } = await reject([
      put('a.csv', 'hotel_code,date,price\n1,2027-01-01,x\n'),
      put('b.yaml', '{hotel_code: 1, date: 2027-01-01, price: y}'),
    ])
    expect(written).toBe(2)
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { _line: '2', hotel_code: '1', price: 'x' },
      { _line: '1', hotel_code: '1', price: 'y' },
    ])
  })
})

describe('rejects are not written', () => {
  const rejected = [{ file: 0, line: 2, reason: 'bad' }]
  const base = { kind: kindOf('rates'), options: {}, rejected }

  it('where there are none', async () => {
    const to = join(folder, 'out.csv')
    expect(await writeRejects({ ...base, files: [put('a.csv', 'x')], rejected: [], to })).toBe(0)
    expect(existsSync(to)).toBe(false)
  })

  it('from standard input', async () => {
    for (const files of [[{ name: '-' }], [{ name: 'a', stream: chunked(Buffer.from('a'), 1) }]]) {
      expect((await faultOf(writeRejects({ ...base, files, to: join(folder, 'out.csv') }))).code).toBe('USAGE')
    }
  })

  it('over a file that is being pushed', async () => {
    const file = put('a.csv', 'hotel_code,date,price\n1,2027-01-01,x\n')
    const fault = await faultOf(writeRejects({ ...base, files: [file], to: join(folder, '.', 'a.csv') }))
    expect(fault.message).toContain('that this command uses')
    expect(readFileSync(file.name, 'utf8')).toContain('2027-01-01,x')
  })

  it('where the source has changed, and leave nothing behind', async () => {
    const file = put('a.csv', 'hotel_code,date,price\n')
    expect((await faultOf(writeRejects({ ...base, files: [file], to: join(folder, 'out.csv') }))).message).toContain(
      'has changed since it was read',
    )
    expect(readdirSync(folder)).toEqual(['a.csv'])
  })

  it('into a folder that does not exist, and say so', async () => {
    const file = put('a.csv', 'hotel_code,date,price\n1,2027-01-01,x\n')
    const fault = await faultOf(writeRejects({ ...base, files: [file], to: join(folder, 'none', 'out.csv') }))
    expect(fault.message).toContain('cannot be written to')
  })
})
