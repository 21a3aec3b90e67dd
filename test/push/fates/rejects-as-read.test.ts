import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { kindOf } from '../../../src/files/kinds/index.js'
import type { ReadOptions } from '../../../src/files/read-rows.js'
import { writeRejects } from '../../../src/push/fates/rejects.js'
import { workbook } from '../../support/workbook.js'
import { collect, faultOf } from '../../files/reading.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-as-read-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const valuesOf = ({
  hotel,
  room,
  plan,
  from,
  until,
  days,
  fields,
}: Awaited<ReturnType<typeof collect>>['rows'][number]) => ({ hotel, room, plan, from, until, days, fields })

/** Reads a file, writes these lines of it as rejects, and reads those without a flag. */
async function again(name: string, content: string | Buffer, options: ReadOptions, lines: readonly number[]) {
  const file = { name: join(folder, name) }
  writeFileSync(file.name, content)
  const first = await collect({ files: [file], options })
  const to = join(folder, 'rejects')
  await writeRejects({
    files: [file],
    kind: kindOf('rates'),
    options,
    rejected: lines.map((line) => ({ file: 0, line, reason: 'refused' })),
    to,
  })
  const text = readFileSync(to, 'utf8')
  return {
    text,
    to,
    sent: first.rows.filter(({ line }) => lines.includes(line)).map(valuesOf),
    again: await collect({ files: [{ name: to }] }),
  }
}

const head = 'hotel_code,room_id,date,price'
const swapped = `${head}\n1,101,2027-04-03,90\n1,101,13/04/2027,91\n1,101,2027-05-03,92\n`
const sheet = workbook({
  sheets: [
    {
      rows: [
        ['Zi', 'Datum', 'Preis', 'price'],
        [101, { date: '2027-04-03' }, 1250.5, 7],
        [102, { date: '2027-04-04' }, 99.99, 8],
      ],
    },
  ],
})
const codes: ReadOptions = { codes: { rooms: { all: { '101': '7', '7': '9' }, byHotel: {} } } }

describe('rejects of a file that flags or its rows settle', () => {
  it.each<[string, string, string | Buffer, ReadOptions, number[]]>([
    ['dates exchanged', 'a.csv', swapped, { dateCells: 'swapped' }, [2, 4]],
    ['dates exchanged, a text among them', 'a.csv', swapped, { dateCells: 'swapped', dateFormat: 'dmy' }, [2, 3]],
    [
      'dates exchanged in JSON lines',
      'a.ndjson',
      '{"hotel_code":1,"room_id":101,"date":"2027-04-03","price":90}\n',
      { dateCells: 'swapped' },
      [1],
    ],
    ['dates month first', 'a.csv', `${head}\n1,101,03/04/2027,90\n`, { dateFormat: 'mdy' }, [2]],
    ['dates that another row proves', 'a.csv', `${head}\n1,101,03/04/2027,90\n1,101,04/13/2027,91\n`, {}, [2]],
    ['prices with a decimal comma', 'a.csv', `${head}\n1,101,2027-01-01,1.250\n`, { decimal: ',' }, [2]],
    [
      'prices that another row proves',
      'a.csv',
      'hotel_code;room_id;date;price\n1;101;2027-01-01;1.250\n1;101;2027-01-02;99,50\n1;101;2027-01-03;2.000\n1;101;2027-01-04;1.099,50\n',
      {},
      [2, 4],
    ],
    ['prices rounded', 'a.csv', `${head}\n1,101,2027-01-01,99.95\n`, { round: '1' }, [2]],
    [
      'prices of a sheet, rounded',
      'a.xlsx',
      sheet,
      { round: '1', hotel: '1', map: { room_id: 'Zi', date: 'Datum', price: 'Preis' } },
      [3],
    ],
    ['a currency given', 'a.csv', `${head}\n1,101,2027-01-01,99.95\n`, { currency: 'USD' }, [2]],
    [
      'columns mapped beside others with known names',
      'a.xlsx',
      sheet,
      { hotel: '1', map: { room_id: 'Zi', date: 'Datum', price: 'Preis' } },
      [2],
    ],
    [
      'the currency in the name of a column',
      'a.csv',
      'hotel_code,room_id,date,rate (USD)\n1,101,2027-01-01,90\n',
      { map: { price: 'rate (USD)' } },
      [2],
    ],
    [
      'columns left out',
      'a.csv',
      'hotel_code,room_id,date,price,min_stay\n1,101,2027-01-01,90,3\n',
      { ignoreColumns: ['min_stay'] },
      [2],
    ],
    [
      'a hotel given, and its column left out',
      'a.csv',
      `${head}\n2,101,2027-01-01,90\n`,
      { hotel: '1', ignoreColumns: ['hotel_code'] },
      [2],
    ],
    ['own codes', 'a.csv', `${head}\n1,101,2027-01-01,90\n1,7,2027-01-01,90\n`, codes, [2, 3]],
    [
      'nights across, month first',
      'a.csv',
      'hotel_code,room_id,01/02/2027,02/02/2027\n1,101,90,91\n',
      { matrix: 'price', dateFormat: 'mdy' },
      [2],
    ],
    [
      'ranges with weekdays and plans',
      'a.csv',
      'hotel_code,room_id,plan,from,to,days,price\n1,*,5,03/04/2027,30/04/2027,"fri,sat",90\n1,101,*,01/05/2027,02/05/2027,daily,80\n',
      { dateFormat: 'dmy' },
      [2, 3],
    ],
    [
      'YAML with a decimal comma',
      'a.yaml',
      '- {hotel_code: 1, room_id: 101, date: 03.04.2027, price: "1.250"}\n',
      { decimal: ',', dateFormat: 'dmy' },
      [1],
    ],
  ])('mean the same without a flag: %s', async (_, name, content, options, lines) => {
    const {
      sent,
      again: { rows, bad },
    } = await again(name, content, options, lines)
    expect(bad).toEqual([])
    expect(sent.length).toBeGreaterThan(0)
    expect(rows.map(valuesOf)).toEqual(sent)
  })

  it.each<[string, string, ReadOptions, number, string]>([
    ['a price', `${head}\n1,101,2027-01-01,n/a\n1,101,2027-01-02,80\n`, { decimal: ',' }, 2, 'n/a (not read)'],
    [
      'a price beside a date exchanged',
      `${head}\n1,101,2027-04-03,n/a\n1,101,13/04/2027,80\n`,
      { dateCells: 'swapped' },
      2,
      'n/a (not read)',
    ],
    ['a currency', 'hotel_code,room_id,date,price\n1,101,2027-01-01,€ 90\n', { currency: 'USD' }, 2, '€ 90 (not read)'],
    ['an own code', `${head}\n1,8,2027-01-01,90\n`, codes, 2, '8 (not read)'],
    ['a date', `${head}\n1,101,31/02/2027,90\n`, { dateFormat: 'dmy' }, 2, '31/02/2027 (not read)'],
  ])('keep what could not be read, and stay refused: %s', async (_, content, options, line, cell) => {
    const {
      text,
      again: { rows, bad },
    } = await again('a.csv', content, options, [line])
    expect(text).toContain(cell)
    expect(rows).toEqual([])
    expect(bad).toHaveLength(1)
  })

  it.each<[string, ReadOptions]>([
    ['--date-cells', { dateCells: 'swapped' }],
    ['--map', { map: { from: 'to', to: 'from' } }],
    ['--map', codes],
    ['--ignore-columns', { ignoreColumns: ['price'] }],
  ])('are not read with %s once more', async (flag, options) => {
    const { to } = await again('a.csv', swapped, { dateCells: 'swapped' }, [2, 4])
    expect(await faultOf(collect({ files: [{ name: to }], options }))).toMatchObject({
      code: 'INVALID_INPUT',
      findings: [{ reason: expect.stringContaining(flag), remedy: expect.stringContaining('Leave out') }],
    })
    const lines = await again(
      'b.ndjson',
      '{"hotel_code":1,"room_id":101,"date":"2027-04-03","price":90}\n',
      { dateCells: 'swapped' },
      [1],
    )
    expect(await faultOf(collect({ files: [{ name: lines.to }], options }))).toMatchObject({
      findings: [{ reason: expect.stringContaining(flag) }],
    })
  })

  it.each<[string, ReadOptions]>([
    ['rounded', { round: '0.01' }],
    ['decimal comma', { decimal: ',' }],
    ['currency', { currency: 'EUR' }],
    ['mapped', { map: { room_id: 'Zi' } }],
  ])('hold each wrong night of a table with dates across once, and nothing else: %s', async (_, more) => {
    const options: ReadOptions = { ...more, hotel: '1', matrix: 'price' }
    const days = ['2027-05-03', '2027-05-04', '2027-05-05', '2027-05-06']
    const cell = fc.constantFrom('100', '90', '', 'abc', 'xyz')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 4 }), async (lines) => {
        const file = { name: join(folder, 'm.csv') }
        writeFileSync(
          file.name,
          `${more.map === undefined ? 'room_id' : 'Zi'},${days.join(',')}\n${lines.map((cells, at) => `${101 + at},${cells.join(',')}\n`).join('')}`,
        )
        const wrong = lines.flatMap((cells, at) =>
          cells.flatMap((one, day) => (/[a-z]/.test(one) ? [`${101 + at} ${days[day]}`] : [])),
        )
        const { bad } = await collect({ files: [file], options })
        const to = join(folder, 'rejects')
        const written = await writeRejects({
          files: [file],
          kind: kindOf('rates'),
          options,
          rejected: bad.map(({ fileIndex, line, field, reason }) => ({
            file: fileIndex,
            line,
            reason: `${field}: ${reason}`,
          })),
          refused: { nights: [], byLine: [], lines: [] },
          to,
        })
        expect(written).toBe(wrong.length)
        if (wrong.length === 0) return
        const still = await collect({ files: [{ name: to }] })
        expect([still.rows, still.bad.length]).toEqual([[], wrong.length])
        writeFileSync(to, readFileSync(to, 'utf8').replaceAll(/(abc|xyz) \(not read\)/g, '80'))
        const { rows } = await collect({ files: [{ name: to }] })
        expect(
          rows.map(({ room, from }) => `${room} ${new Date(from * 86_400_000).toISOString().slice(0, 10)}`),
        ).toEqual(wrong)
      }),
      { numRuns: 25 },
    )
  })

  it('hold what was read of the good cells beside a wrong one', async () => {
    const { text } = await again(
      'a.csv',
      `${head},min_stay\n1,8,2027-04-03,"1.250,00",x\n`,
      {
        dateCells: 'swapped',
        decimal: ',',
        currency: 'EUR',
        codes: { hotels: { '1': '77' }, rooms: { all: { '8': '101' }, byHotel: {} } },
      },
      [2],
    )
    expect(text).toContain(',yes,77,101,*,2027-03-04,,,daily,1250.00,EUR,x (not read),')
  })

  it('keep all nights of a line that another row contradicts', async () => {
    const file = { name: join(folder, 'm.csv') }
    writeFileSync(file.name, 'room_id,2027-05-03,2027-05-04\n101,abc,90\n')
    const to = join(folder, 'rejects')
    const options: ReadOptions = { hotel: '1', matrix: 'price', currency: 'EUR' }
    expect(
      await writeRejects({
        files: [file],
        kind: kindOf('rates'),
        options,
        rejected: [{ file: 0, line: 2, reason: 'contradicted by another' }],
        refused: { nights: [], byLine: [], lines: [] },
        to,
      }),
    ).toBe(2)
  })
})
