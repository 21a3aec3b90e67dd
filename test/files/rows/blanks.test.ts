import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readMapping } from '../../../src/files/columns/mapping.js'
import { workbook } from '../../support/workbook.js'
import { collect, faultOf, readText } from '../reading.js'

/** Reads a file that can be read again. */
async function readSaved(text: string, onNotice: (notice: unknown) => void = () => {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'blanks-'))
  const name = path.join(folder, 'rates.csv')
  await writeFile(name, text)
  return collect({ files: [{ name }], onNotice }).finally(() => rm(folder, { recursive: true }))
}

const csv = (...rows: string[]) => `hotel_code,room_id,rate_plan_id,date,days,price,currency\n${rows.join('\n')}\n`
const json = (...rows: object[]) =>
  rows.map((row) => JSON.stringify({ hotel_code: 1, date: '2027-01-01', price: 5, ...row })).join('\n')
const ndjson = (...rows: object[]) => readText(json(...rows), { name: 'rates.ndjson' })
const yaml = (text: string) =>
  readText(`hotel_code: 1\nfrom: 2027-01-01\nto: 2027-01-31\nprice: 90\ncurrency: EUR\n${text}`, { name: 'rates.yaml' })

describe('a plan that is blank here and filled there', () => {
  const remedy = 'Repeat the plan in every row; write * where the price of the room itself is meant, without a plan.'
  const refused = (line: number, filled: number) => ({
    line,
    field: 'rate_plan_id',
    reason: `is blank, but line ${filled} has "7"`,
    remedy,
  })

  it('is refused row by row below a filled one, as merged cells are saved', async () => {
    const { rows, bad } = await readText(
      csv('1,101,7,2027-01-01,,90,', '1,101,,2027-01-02,,91,', '1,101,,2027-01-03,,92,'),
    )
    expect(rows.map(({ line }) => line)).toEqual([2])
    expect(bad).toMatchObject([refused(3, 2), refused(4, 2)])
  })

  it('is refused above the first filled one where the file can be looked through, else the whole file is', async () => {
    const text = csv('1,101,,2027-01-01,,90,', '1,101,,2027-01-01,,90,', '1,101,7,2027-01-02,,91,')
    const { rows, bad } = await readSaved(text)
    expect(rows.map(({ line }) => line)).toEqual([4])
    expect(bad).toMatchObject([refused(2, 4), refused(3, 4)])
    const fault = await faultOf(readText(text))
    expect([fault.code, fault.findings]).toMatchObject([
      'INVALID_INPUT',
      [{ line: 2, field: 'rate_plan_id', reason: expect.stringContaining('but line 4 has "7"'), remedy }],
    ])
  })

  it('says nothing of marks that the look through the file has proved and no cell needs', async () => {
    const told: unknown[] = []
    const text = 'hotel_code;room_id;rate_plan_id;date;price\n1;101;;2027-01-01;99,50\n1;101;;2027-01-02;99,50\n'
    const { rows, bad } = await readSaved(text, (notice) => told.push(notice))
    expect([rows.length, bad, told]).toEqual([2, [], []])
  })

  it.each([':', ''])('stays refused in rejects until it is written%s', async (colon) => {
    const rejects = (plan: string) =>
      `_line,_reason,hotel_code,room_id,rate_plan_id,date,price\n3,"rate_plan_id${colon} is blank, but line 2 has ""7""",1,101,${plan},2027-01-01,90\n`
    expect((await readText(rejects(''))).bad).toMatchObject([{ line: 2, field: 'rate_plan_id', remedy }])
    expect((await readText(rejects('7'))).rows.map(({ plan }) => plan)).toEqual(['7'])
  })

  it('stays refused in rejects that are JSON lines, under whatever name', async () => {
    const row = (column: string) => ({ _line: 3, _reason: `${column}: is blank, but line 2 has "7"`, room_id: 101 })
    expect((await ndjson(row('rate_plan_id'))).bad).toMatchObject([{ line: 1, remedy }])
    expect((await ndjson(row('Tarif'))).bad).toMatchObject([{ line: 1, remedy }])
    expect((await ndjson({ ...row('rate_plan_id'), rate_plan_id: 7 })).bad).toEqual([])
  })

  it('is sent as it is meant once the plan is repeated, or * says that none is', async () => {
    const { rows, bad } = await readText(
      csv('1,101,7,2027-01-01,,90,', '1,101,7,2027-01-02,,91,', '1,101,*,2027-01-03,,92,'),
    )
    expect(bad).toEqual([])
    expect(rows.map(({ plan }) => plan)).toEqual(['7', '7', ''])
  })

  it('is read where it is blank throughout, and where rows without a plan send nothing', async () => {
    expect((await readText(csv('1,101,,2027-01-01,,90,', '1,101,,2027-01-02,,91,'))).rows).toHaveLength(2)
    expect((await readText(csv('1,101,7,2027-01-01,,90,', '1,101,,2027-01-02,,,'))).rows).toHaveLength(1)
  })

  it('is refused in the rows that plain lines stand for, far behind the first one', async () => {
    const filled = Array.from(
      { length: 9000 },
      (_, at) =>
        `1,101,7,20${String(27 + Math.floor(at / 336))}-${String(1 + (Math.floor(at / 28) % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')},,90,`,
    )
    expect((await readText(csv(...filled, '1,101,,2027-12-30,,90,'))).bad).toMatchObject([refused(9002, 2)])
  })

  it('is filled in a workbook whose cells are merged, and refused where they are not', async () => {
    const rows = [
      ['hotel_code', 'room_id', 'rate_plan_id', 'date', 'price'],
      [1, 101, 7, { date: '2027-01-21' }, 90],
      [1, 101, null, { date: '2027-01-22' }, 91],
    ]
    expect(
      (await readText(workbook({ sheets: [{ rows, merges: ['C2:C3'] }] }), { name: 'rates.xlsx' })).rows.map(
        ({ plan }) => plan,
      ),
    ).toEqual(['7', '7'])
    expect((await readText(workbook({ sheets: [{ rows }] }), { name: 'rates.xlsx' })).bad).toMatchObject([
      { line: 3, field: 'rate_plan_id' },
    ])
  })

  it('is refused in a matrix', async () => {
    const text = 'hotel_code,room_id,rate_plan_id,2027-01-21,2027-01-22\n1,101,7,90,91\n1,101,,92,93\n'
    expect((await readText(text, { options: { matrix: 'price' } })).bad).toMatchObject([
      { line: 3, field: 'rate_plan_id' },
    ])
  })

  it('is refused in JSON lines, be it null, empty or left out', async () => {
    for (const other of [{ rate_plan_id: null }, { rate_plan_id: '' }, {}])
      expect((await ndjson({ room_id: 101, rate_plan_id: 7 }, { room_id: 101, ...other })).bad).toMatchObject([
        { line: 2 },
      ])
    expect(
      (await ndjson({ room_id: 101, rate_plan_id: 7 }, { room_id: 101, rate_plan_id: '*' })).rows.map(
        ({ plan }) => plan,
      ),
    ).toEqual(['7', ''])
    expect((await ndjson({ room_id: 101, rate_plan_id: null }, { room_id: 101 })).rows).toHaveLength(2)
  })

  it('is refused in YAML where it is named and has no value', async () => {
    for (const blank of ['null', '~', '""', '']) {
      const { rows, bad } = await yaml(
        `room_id: 101\nplan: 7\nseasons:\n  - {price: 80}\n  - {from: 2027-02-01, to: 2027-02-03, plan: ${blank}}\n`,
      )
      expect(rows.map(({ plan }) => plan)).toEqual(['7'])
      expect(bad).toMatchObject([
        {
          line: 10,
          reason: 'has plan without a value',
          remedy: 'Write "*" for the price of the room without a plan, or leave the name out.',
        },
      ])
    }
    expect(
      (await yaml('room_id: 101\nplans: [{plan: 7}]\nseasons: [{from: 2027-02-01, to: 2027-02-03}]\n')).rows.map(
        ({ plan }) => plan,
      ),
    ).toEqual(['7', ''])
    expect((await yaml('room_id: 101\nplan: 7\nseasons: [{plan: "*"}]\n')).rows.map(({ plan }) => plan)).toEqual([''])
  })
})

describe('other cells that are blank here and filled there', () => {
  it('days are refused: a price of weekends would hold for every night', async () => {
    const { bad: below } = await readText(
      'hotel_code,from,to,days,price\n1,2027-01-01,2027-01-31,"fri,sat",90\n1,2027-02-01,2027-02-28,,80\n1,2027-03-01,2027-03-31,,80\n',
    )
    const reason = 'is blank, but line 2 has "fri,sat"'
    const remedy = 'Write the days in every row, and daily where every night is meant.'
    expect(below).toMatchObject([
      { line: 3, field: 'days', reason, remedy },
      { line: 4, field: 'days', reason, remedy },
    ])
    const { bad } = await yaml('room_id: 101\ndays: [fri, sat]\nseasons: [{days: ~}]\n')
    expect(bad).toMatchObject([
      { reason: 'has days without a value', remedy: 'Write daily for every night, or leave the name out.' },
    ])
  })

  it('currencies are refused beside a price, unless the price names one', async () => {
    expect((await readText(csv('1,101,,2027-01-01,,90,USD', '1,101,,2027-01-02,,91,'))).bad).toMatchObject([
      { line: 3, field: 'currency', remedy: 'Write the currency in every row.' },
    ])
    expect((await readText(csv('1,101,,2027-01-01,,90,USD', '1,101,,2027-01-02,,91 EUR,'))).rows).toHaveLength(2)
    expect((await yaml('room_id: 101\nseasons: [{currency: null}]\n')).bad).toMatchObject([
      { reason: 'has currency without a value' },
    ])
  })

  it('rooms are refused with the remedy of a merged cell, and hotels too', async () => {
    const { bad } = await readText(csv('1,101,,2027-01-01,,90,', '1,,,2027-01-02,,91,', ',101,,2027-01-03,,92,'))
    expect(bad.map(({ line, field, remedy }) => [line, field, remedy])).toEqual([
      [3, 'room_id', 'Repeat the room of the row above; * means all active rooms of the hotel.'],
      [4, 'hotel_code', 'Repeat the hotel of the row above.'],
    ])
    const inventory = await readText('hotel_code,room_id,date,availability\n1,101,2027-01-01,4\n1,,2027-01-02,4\n', {
      kind: 'inventory',
    })
    expect(inventory.bad).toMatchObject([{ line: 3, remedy: 'Repeat the room of the row above.' }])
  })

  it('rooms of JSON lines that are left out here and there are refused', async () => {
    expect((await faultOf(ndjson({ room_id: 101 }, {}))).findings).toMatchObject([
      { line: 2, field: 'room_id', reason: 'names no room, but line 1 does' },
    ])
    expect((await ndjson({}, {})).rows.map(({ room }) => room)).toEqual(['', ''])
    expect((await ndjson({ room_id: 101 }, { room_id: '*' })).rows.map(({ room }) => room)).toEqual(['101', ''])
  })
})

it('* in a plan column means no plan whatever the mapping file says of codes', async () => {
  const { codes = {} } = readMapping('plans: {BAR: 7}\n', 'map.yaml')
  expect(
    (await readText(csv('1,101,BAR,2027-01-01,,90,', '1,101,*,2027-01-02,,91,'), { options: { codes } })).rows.map(
      ({ plan }) => plan,
    ),
  ).toEqual(['7', ''])
})
