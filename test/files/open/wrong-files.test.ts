import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../../src/files/read-rows.js'
import { EXIT } from '../../../src/errors.js'
import { collect, faultOf, HEADER, readText } from '../reading.js'

const ROW = '1000001,101,,2027-01-01,100,,,,'
const GOOD = `${HEADER}\n${ROW}\n`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-rows-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const onDisk = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function refusedFile(path: string) {
  const fault = await faultOf(collect({ files: [{ name: path }] }))
  expect(fault.code).toBe('INVALID_INPUT')
  expect(fault.exitCode).toBe(EXIT.invalidInput)
  expect(fault.message).toContain(path)
  expect(fault.findings[0]?.file).toBe(path)
  return fault
}

describe('a file that cannot be read', () => {
  it('is named when it is missing', async () => {
    expect((await refusedFile(join(folder, 'absent.csv'))).message).toContain('there is no such file')
  })

  it('is named when a part of its path is a file', async () => {
    expect((await refusedFile(join(onDisk('plain', GOOD), 'rates.csv'))).message).toContain('there is no such file')
  })

  it('is named when it is a directory', async () => {
    const path = join(folder, 'folder.csv')
    mkdirSync(path)
    expect((await refusedFile(path)).message).toContain('is a directory')
  })

  it.each([
    ['EACCES', 'may not be read'],
    ['EIO', 'cannot be read (EIO)'],
    ['EISDIR', 'is a directory'],
  ])('is named when reading fails with %s', async (code, reason) => {
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from(GOOD)
        throw Object.assign(new Error('failed'), { code })
      })(),
    )
    const fault = await faultOf(collect({ files: [{ name: '-', stream: failing }] }))
    expect(fault).toMatchObject({ code: 'INVALID_INPUT', message: `standard input: ${reason}.` })
  })

  it('is named when it is cut off inside gzip', async () => {
    const packed = gzipSync(GOOD.repeat(500))
    expect((await refusedFile(onDisk('cut.csv.gz', packed.subarray(0, packed.length - 20)))).message).toContain(
      'ends in the middle of its gzip data',
    )
  })

  it('is named when its gzip data is damaged', async () => {
    const packed = gzipSync(
      `${HEADER}\n${Array.from({ length: 500 }, (_, i) => `${1000 + i * 7919},101,,2027-01-01,${i * 31},,,,`).join('\n')}`,
    )
    packed.fill(0xff, 100, 140)
    expect((await refusedFile(onDisk('damaged.csv.gz', packed))).message).toContain('damaged gzip data')
  })

  it('is named when it says gzip and is not', async () => {
    expect((await refusedFile(onDisk('plain.csv.gz', GOOD))).message).toContain('is not gzip')
  })

  it.each([
    ['workbook.xlsx', [0x50, 0x4b, 3, 4, 0, 0], 'Excel'],
    ['old.xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], 'old Excel'],
    ['rates.csv.zst', [0x28, 0xb5, 0x2f, 0xfd, 4], 'zstd'],
    ['a.bz2', [0x42, 0x5a, 0x68, 0x39], 'bzip2'],
    ['a.pdf', [0x25, 0x50, 0x44, 0x46], 'PDF'],
    ['rates.xls', [...Buffer.from('\ufeff\n<HTML><table><tr><td>1')], 'web page'],
    ['rates.xml', [...Buffer.from('<?xml version="1.0"?><Workbook/>')], 'XML document'],
  ])('is named with its kind: %s', async (name, bytes, what) => {
    expect((await refusedFile(onDisk(name, Buffer.from(bytes)))).message).toContain(what)
  })
})

describe('a file without rows', () => {
  it.each([
    ['nothing', '', 'the file is empty'],
    ['gzip of nothing', gzipSync(''), 'the file is empty'],
    ['blank lines', '\n  \r\n\n', 'has no rows and no header'],
    ['a byte order mark', '\ufeff', 'has no rows and no header'],
    ['a header', `${HEADER}\n`, 'has a header and no rows'],
    ['a header without line end', HEADER, 'has a header and no rows'],
    ['a header and blank lines', `${HEADER}\n\n\n`, 'has a header and no rows'],
  ])('%s', async (_, content, reason) => {
    const fault = await faultOf(readText(content))
    expect(fault).toMatchObject({ code: 'INVALID_INPUT', message: `rates.csv: ${reason}.` })
  })
})

describe('bytes that are no UTF-8 text', () => {
  it('names line and offset of the first wrong byte, wherever chunks are cut', async () => {
    const start = Buffer.from(`${HEADER},_note\n${ROW},gruß\n${ROW},M`)
    const bytes = Buffer.concat([start, Buffer.from([0xfc]), Buffer.from('ller\n')])
    for (const chunkBytes of [1, 7, 64, 4096]) {
      const fault = await faultOf(readText(bytes, { chunkBytes }))
      expect(fault.message).toBe(`rates.csv:3: is not UTF-8: byte 0xFC at offset ${start.length}.`)
      expect(fault.next).toContain('Save the file as UTF-8')
    }
  })

  it('reads UTF-16 with and without a mark', async () => {
    const wide = Buffer.from(GOOD, 'utf16le')
    const marked = Buffer.from(`\ufeff${GOOD}`, 'utf16le')
    for (const bytes of [wide, marked, Buffer.from(wide).swap16(), Buffer.from(marked).swap16()]) {
      for (const chunkBytes of [1, 7, 4096]) expect((await readText(bytes, { chunkBytes })).rows).toHaveLength(1)
    }
  })

  it('names UTF-16 that is cut off inside a character', async () => {
    expect((await faultOf(readText(Buffer.from(`${GOOD}x`, 'utf16le').subarray(0, -1)))).message).toContain(
      'is not utf-16le: bytes behind offset',
    )
  })

  it('names the line of a NUL byte', async () => {
    expect((await faultOf(readText(`${GOOD}1000001,10\u00001,,2027-01-02,100,,,,\n`))).message).toContain(
      'rates.csv:3: contains a NUL byte',
    )
  })

  it('does not hold a file without line ends', async () => {
    expect((await faultOf(readText('x'.repeat(3 * 1024 * 1024)))).message).toContain('a line of more than 1 MB')
  })
})

describe('quotes that do not pair', () => {
  it('names the row where a quote that is never closed begins', async () => {
    const fault = await faultOf(readText(`${GOOD}1000001,101,,2027-01-02,"100,,,,\n${ROW}\n`))
    expect(fault.message).toBe('rates.csv:3: a double quote that begins in this row is never closed.')
  })

  it('does not search for its end for ever', async () => {
    const fault = await faultOf(readText(`${GOOD}"1000001,101,,2027-01-02,100,,,,\n${`${ROW}\n`.repeat(60_000)}`))
    expect(fault.message).toBe('rates.csv:3: a double quote that begins in this row is never closed.')
  })

  it('refuses the file where rows can no longer be told apart', async () => {
    const fault = await faultOf(
      readText(`${GOOD}1000001,101,,2027-01-02,5" bed,,,,\n${ROW}\n1000001,101,,2027-01-03,6" bed,,,,\n`),
    )
    expect(fault.message).toContain('rates.csv:3: a double quote in this row pairs with one on a later line')
  })

  it('refuses one row where only that row is concerned', async () => {
    const { rows, bad } = await readText(`${GOOD}1000001,101,,2027-01-02,1"0"0,,,,\n${ROW}\n`)
    expect(rows.map(({ line }) => line)).toEqual([2, 4])
    expect(bad).toMatchObject([
      {
        file: 'rates.csv',
        fileIndex: 0,
        line: 3,
        reason: 'has a double quote that neither surrounds a value nor is doubled inside one',
      },
    ])
  })
})

describe('a header that cannot be used', () => {
  it.each<[string, string, ReadOptions, string, string]>([
    [
      'unknown column',
      'hotel_code,room_id,date,prise',
      {},
      'column "prise" is not known',
      'Did you mean price? Then add --map price=prise, or leave it out with --ignore-columns prise.',
    ],
    [
      'a price with its currency: price (EUR)',
      'hotel_code,room_id,date,price (EUR)',
      {},
      'column "price (EUR)" is not known',
      "Did you mean price? Then add --map price='price (EUR)', or leave it out with --ignore-columns 'price (EUR)'.",
    ],
    [
      'a price with its currency: Price EUR',
      'hotel_code,room_id,date,Price EUR',
      {},
      'column "Price EUR" is not known',
      "Did you mean price? Then add --map price='Price EUR', or leave it out with --ignore-columns 'Price EUR'.",
    ],
    [
      'a price with its currency: Price [CHF]',
      'hotel_code,room_id,date,Price [CHF]',
      {},
      'column "Price [CHF]" is not known',
      "Did you mean price? Then add --map price='Price [CHF]', or leave it out with --ignore-columns 'Price [CHF]'.",
    ],
    [
      'another amount with its currency',
      'hotel_code,room_id,date,price,Kurtaxe (EUR)',
      {},
      'column "Kurtaxe (EUR)" is not known',
      "Name what it means with --map NAME='Kurtaxe (EUR)' (names: hotel_code, room_id, rate_plan_id, date, from, to, days, price, currency, min_stay, max_stay, closed, closed_to_arrival, closed_to_departure), or leave it out with --ignore-columns 'Kurtaxe (EUR)'.",
    ],
    [
      'unknown column with nothing near',
      'hotel_code,room_id,date,price,colour',
      {},
      'column "colour" is not known',
      'Name what it means with --map NAME=colour (names: hotel_code, room_id, rate_plan_id, date, from, to, days, price, currency, min_stay, max_stay, closed, closed_to_arrival, closed_to_departure), or leave it out with --ignore-columns colour.',
    ],
    [
      'column of the other kind',
      'hotel_code,room_id,date,price,availability',
      {},
      'column "availability" belongs to inventory, not to rates',
      'To leave it out with --ignore-columns availability.',
    ],
    [
      'a file of the other kind',
      'hotel_code,room_id,date,availability',
      {},
      'the file holds inventory, and nothing for rates',
      'Push it with "hubswitch inventory push rates.csv".',
    ],
    [
      'end date',
      'hotel_code,room_id,from,end_date,price',
      {},
      'column "end_date" may be the last night or the day after it',
      'If it is the last night, add --map to=end_date; if guests leave on it, write range_end: departure into the mapping file as well.',
    ],
    [
      'days of arrival and departure',
      'hotel_code,room_id,arrival,departure,price',
      {},
      'column "arrival" may be the first night of a range',
      'If it is, add --map from=arrival, and name the column of the last night with to=COLUMN; or leave it out with --ignore-columns arrival.',
    ],
    [
      'duplicate',
      'hotel_code,room_id,date,price,Price',
      {},
      'two columns are named "Price"',
      'Rename or remove one of them.',
    ],
    [
      'two names of one thing',
      'hotel_code,room_id,date,closed,stop_sell',
      {},
      'columns "closed" and "stop_sell" both mean closed',
      'Leave one out with --ignore-columns stop_sell, or choose with --map closed=COLUMN.',
    ],
    [
      'no hotel',
      'room_id,date,price',
      {},
      'no column hotel_code',
      'Add --map hotel_code=COLUMN if it has another name, or --hotel CODE if all rows are of one hotel.',
    ],
    [
      'no date',
      'hotel_code,room_id,price',
      {},
      'no column date',
      'Add --map date=COLUMN if it has another name; a range takes from and to, the last night.',
    ],
    ['from alone', 'hotel_code,room_id,from,price', {}, 'no column to', 'Add --map to=COLUMN if it has another name.'],
    [
      'to alone',
      'hotel_code,room_id,date,to,price',
      {},
      'no column from',
      'Add --map from=COLUMN if it has another name.',
    ],
    [
      'no value',
      'hotel_code,room_id,date',
      {},
      'no column to send for rates',
      'Add one of price, currency, min_stay, max_stay, closed, closed_to_arrival, closed_to_departure.',
    ],
    [
      'a currency alone',
      'hotel_code,room_id,date,currency',
      {},
      'no column to send for rates',
      'Add one of price, currency, min_stay, max_stay, closed, closed_to_arrival, closed_to_departure.',
    ],
    [
      '--hotel beside a hotel column',
      'hotel_code,room_id,date,price',
      { hotel: '1000001' },
      '--hotel is given, but column "hotel_code" names the hotel as well',
      'Leave one of them out: drop --hotel, or add --ignore-columns hotel_code.',
    ],
    [
      'mapped column that is not there',
      'hotel_code,room_id,date,price_eur',
      { map: { price: 'price_eurr' } },
      '--map reads price from column "price_eurr", which the file does not have',
      'Did you mean price_eur?',
    ],
    [
      'one column',
      'hotel_code:room_id:date:price',
      { map: {} },
      'only one column was found',
      'Name the separator with --delimiter.',
    ],
    [
      'two separators',
      'hotel_code,room_id;date,price',
      {},
      'the columns may be separated by "," and ";"',
      'Name the separator with --delimiter.',
    ],
    [
      'data',
      '1000001,101,2027-01-01,100',
      {},
      'the first line holds data where the names of the columns are expected',
      'Put a first line with names such as hotel_code,room_id,date,price.',
    ],
    [
      'repeated data',
      '1000001,1000001,01/02/2027,5,5',
      {},
      'the first line holds data where the names of the columns are expected',
      'Put a first line with names such as hotel_code,room_id,date,price.',
    ],
  ])('%s', async (_, header, options, reason, remedy) => {
    const fault = await faultOf(readText(`${header}\n1,2,3,4\n`, { options }))
    expect(fault.code).toBe('INVALID_INPUT')
    expect(fault.findings[0]).toMatchObject({ file: 'rates.csv', line: 1, reason, remedy })
    expect(fault.message).toContain(`rates.csv:1: ${reason}`)
  })

  it('names all faults at once, with the line where the header stands', async () => {
    const fault = await faultOf(readText('\n\nhotel_code,rom_id,date,prise\n'))
    expect(fault.message).toBe('rates.csv:3: 2 columns are not known: "rom_id", "prise".')
    expect(fault.next).toContain('--map, perhaps room_id=rom_id,price=prise (names: hotel_code, room_id, ')
    expect(fault.next).toContain('--ignore-columns rom_id,prise.')
    const more = await faultOf(readText('hotel_code,rom_id,date,prise,availability,end_date\n'))
    expect(more.findings.map(({ field }) => field)).toEqual(['rom_id', 'availability', 'end_date'])
  })

  it('wants a room for inventory', async () => {
    const fault = await faultOf(readText('hotel_code,date,availability\n', { kind: 'inventory' }))
    expect(fault.findings[0]?.reason).toBe('no column room_id')
  })
})

describe('options that make no sense', () => {
  it.each<ReadOptions>([
    { hotel: 'abc' },
    { hotel: '9.3E+17' },
    { currency: 'EURO' },
    { delimiter: ',,' },
    { delimiter: '"' },
    { delimiter: 'a' },
  ])('%j', async (options) => {
    expect((await faultOf(readText(GOOD, { options }))).code).toBe('USAGE')
  })
})
