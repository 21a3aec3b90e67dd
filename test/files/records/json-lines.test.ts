import { describe, expect, it } from 'vitest'
import { faultOf, readText, type ReadingInput } from '../reading.js'

const read = (text: string, input: ReadingInput = {}) => readText(text, { name: 'rates.ndjson', ...input })
const row = (more: string) => `{"hotel_code":1,"date":"2027-01-01",${more}}`

it('reads one row per line, numbers and flags as they are typed', async () => {
  const { rows, bad, reports } = await read(
    [
      '{"hotel_code":928948908785846870,"room_id":101,"date":"2027-01-01","price":70.1,"currency":"EUR","days":["fri","sat"]}',
      '',
      '{"hotel":"1","Room ID":"*","from":"2027-01-01","to":"2027-01-03","price":1.234,"currency":"KWD","closed":true,"cta":false,"min_los":2,"_note":{"any":[1]}}',
      row('"room_id":"*","price":null,"closed":false'),
    ].join('\r\n'),
  )
  expect(bad).toEqual([])
  expect(rows).toMatchObject([
    { line: 1, hotel: '928948908785846870', room: '101', days: 48, fields: { price: '70.10' } },
    {
      line: 3,
      hotel: '1',
      room: '',
      days: 127,
      fields: { price: '1.234', currency: 'KWD', closed: true, closed_to_arrival: false, min_stay: 2 },
    },
    { line: 4, room: '', fields: { closed: false } },
  ])
  expect(reports).toMatchObject([{ read: { hotel_code: 'hotel_code', min_stay: 'min_los' }, notRead: [] }])
})

describe('a line that is no good row is refused by itself', () => {
  it.each<[string, string, string]>([
    ['no JSON', '{"hotel_code":1', 'is not JSON'],
    ['no object', '[1]', 'is no JSON object'],
    ['null', 'null', 'is no JSON object'],
    ['a number', '5', 'is no JSON object'],
    ['twin names', row('"price":5,"price":6'), 'has one name twice'],
    ['twin names in disguise', row('"price":5,"pric\\u0065":6'), 'has one name twice'],
    ['twin meaning', row('"price":5,"amount":6'), 'names one thing twice: price and amount'],
    ['unknown name', row('"prise":5'), 'column "prise" is not known'],
    ['prototype', row('"price":5,"__proto__x":6,"toString":7'), 'column "toString" is not known'],
    ['exponent id', '{"hotel_code":9.3e17,"date":"2027-01-01","price":5}', 'looks like an id that a spreadsheet'],
    ['negative', row('"price":-5'), 'is negative'],
    ['noise of floats', row('"price":99.99000000000001'), 'has 14 decimals'],
    ['two readings', row('"price":"1.234"'), 'can be read as 1234 or as 1.234'],
    ['list for a price', row('"price":["5"]'), 'neither a currency nor part of a number'],
    ['object for a price', row('"price":{"amount":5}'), 'neither a currency nor part of a number'],
    ['flag for a price', row('"price":true'), 'is not an amount'],
    ['empty list of days', row('"price":5,"days":[]'), '"[]" is no weekday'],
    ['number for a date', '{"hotel_code":1,"date":46388,"price":5}', 'number of a day'],
    ['no hotel', '{"date":"2027-01-01","price":5}', 'is blank'],
    ['blank room', row('"price":5,"room_id":null'), 'is blank'],
    ['fraction of a stay', row('"min_stay":1.5'), 'is not a whole number'],
  ])('%s', async (_, line, reason) => {
    const { rows, bad } = await read(`${row('"price":5')}\n${line}\n${row('"price":6')}\n`)
    expect(rows.map((good) => good.line)).toEqual([1, 3])
    expect(bad).toMatchObject([
      { file: 'rates.ndjson', fileIndex: 0, line: 2, reason: expect.stringContaining(reason) },
    ])
  })
})

it('takes colons inside texts for what they are', async () => {
  const { bad, rows } = await read(row('"price":5,"_a":"x\\":y","_b":"\\"price\\":6"'))
  expect(bad).toEqual([])
  expect(rows).toHaveLength(1)
})

it('reads typed numbers with a point whatever --decimal says of texts', async () => {
  const { rows } = await read(`${row('"price":1.234')}\n${row('"price":"1,234"')}\n${row('"price":"1.234"')}\n`, {
    options: { decimal: ',', currency: 'KWD' },
  })
  expect(rows.map(({ fields }) => fields.price)).toEqual(['1.234', '1.234', '1234.00'])
})

it('reads rooms of inventory', async () => {
  const { rows, bad } = await read(
    '{"hotel_code":1,"room_id":2,"date":"2027-01-01","available":1}\n{"hotel_code":1,"date":"2027-01-01","available":3}\n',
    { kind: 'inventory' },
  )
  expect(rows).toMatchObject([{ fields: { availability: 1 } }])
  expect(bad).toMatchObject([{ line: 2, field: 'room_id' }])
})

it('maps names, lists what is left, and insists on mapped names', async () => {
  const text =
    '{"listing":7,"night":"2027-01-01","eur":5,"extra":1}\n{"listing":7,"night":"2027-01-02","eur":6,"more":1}\n'
  const { rows, reports } = await read(text, {
    options: { map: { hotel_code: 'listing', room_id: 'listing', price: 'eur' } },
  })
  expect(rows).toMatchObject([{ hotel: '7', room: '7', fields: { price: '5.00' } }, { fields: { price: '6.00' } }])
  expect(reports).toMatchObject([{ notRead: ['extra', 'more'] }])
  expect((await faultOf(read(text, { options: { map: { hotel_code: 'listing', price: 'euro' } } }))).message).toContain(
    '--map reads price from "euro"',
  )
})

it.each([
  ['nothing', ''],
  ['blank lines', '\n \n'],
])('refuses a file of %s', async (_, text) => {
  expect((await faultOf(read(text))).code).toBe('INVALID_INPUT')
})

it('refuses a file that sends nothing', async () => {
  expect((await faultOf(read('{"hotel_code":1,"date":"2027-01-01"}'))).message).toContain(
    'no value to send for rates in any row',
  )
})

it('gives the bad rows, and no other fault, where no row can be read', async () => {
  const { badRows } = await read('nope\nnope\n')
  expect(badRows).toBe(2)
})

describe('the format of a file', () => {
  const csv = 'hotel_code,date,price\n1,2027-01-01,5\n'
  const json = '{"hotel_code":1,"date":"2027-01-01","price":5}\n'
  const yaml = 'hotel_code: 1\ndate: 2027-01-01\nprice: 5\n'
  it.each<[string, string, ReadingInput['options']]>([
    ['a.csv', csv, {}],
    ['a.TXT', csv, {}],
    ['-', csv, {}],
    ['a', csv, {}],
    ['a.dat', csv, {}],
    ['a.yaml', csv, { format: 'csv' }],
    ['a.jsonl', json, {}],
    ['-', json, {}],
    ['rejects.csv', json, {}],
    ['a.json', json, {}],
    ['a.yaml', json, {}],
    ['-', `\n\n${json}`, {}],
    ['a.yml', yaml, {}],
    ['-', yaml, {}],
    ['-', `---\n${yaml}`, {}],
    ['-', `# c\n${yaml}`, {}],
    ['a.json', `[${json}]`, {}],
    ['-', `[${json}]`, {}],
    ['-', `{\n${json.slice(1)}`, {}],
    ['a.csv', yaml, { format: 'yaml' }],
  ])('%s with %j', async (name, text, options) => {
    for (const chunkBytes of [1, 1000])
      expect((await readText(text, { name, options: options ?? {}, chunkBytes })).rows).toMatchObject([
        { hotel: '1', fields: { price: '5.00' } },
      ])
  })
})
