import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { assignFields } from '../src/cli/body/assign.js'
import { checkOptions } from '../src/files/read-options.js'
import { shellWord } from '../src/shell-word.js'
import type { ReadOptions } from '../src/files/read-rows.js'
import { readText } from './files/reading.js'
import { workbook } from './support/workbook.js'

const NAMES = ['rate', 'Price €', "it's", '$HOME', '`id`', 'a"b', 'a\\b', 'Preis;rm', '*', 'größe', '#1', '~', '!x']

describe('a word of a command', () => {
  it.each(NAMES)('%s is what the shell hands on', (name) => {
    expect(execFileSync('/bin/sh', ['-c', `printf %s ${shellWord(name)}`], { encoding: 'utf8' })).toBe(name)
  })

  it('is quoted in remedies that name a column', async () => {
    const refused: unknown = await readText('hotel_code,room_id,date,Pricee €\n1,101,2040-01-01,90\n').then(
      () => undefined,
      (fault: unknown) => fault,
    )
    expect(JSON.stringify(refused) + String((refused as { next?: string }).next)).toContain("'Pricee €'")
  })
})

it('a column is mapped or ignored, not both', () => {
  expect(() => checkOptions({ map: { price: 'Rate' }, ignoreColumns: ['rate'] })).toThrow(
    /"Rate" is to be ignored, and the mapping reads price from it/,
  )
  expect(checkOptions({ map: { price: 'Rate' }, ignoreColumns: ['price'] })).toBeDefined()
})

it.each([
  ['names[0].text="a\\u0000b"', 'names[0].text'],
  ['names=[{"text":"\\u0000"}]', 'names[0].text'],
  ['name="a\\u0000"', 'name'],
])('a NUL character in %s is refused with its place', (field, place) => {
  expect(() => assignFields({}, { field: [field] })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', message: `The body has a NUL character in ${place}.` }) as Error,
  )
  expect(() => assignFields({}, { field: [field.replace('\\u0000', 'c')] })).not.toThrow()
})

it.each<[string, string | Buffer, ReadOptions, string]>([
  [
    'a.xlsx',
    workbook({
      sheets: [
        {
          rows: [
            ['hotel_code', 'room_id', 'date', 'price'],
            [1, 101, { date: '2040-01-01' }, 90],
          ],
        },
      ],
    }),
    { delimiter: ';', encoding: 'windows-1252' },
    'is a workbook, for which --delimiter and --encoding mean nothing',
  ],
  [
    'a.ndjson',
    '{"hotel_code":1,"room_id":101,"date":"2040-01-01","price":"90"}\n',
    { delimiter: ';' },
    'is JSON lines, for which --delimiter means nothing',
  ],
  [
    'a.yaml',
    '- {hotel_code: 1, room_id: 101, date: 2040-01-01, price: "90"}\n',
    { delimiter: ';' },
    'is JSON or YAML, for which --delimiter means nothing',
  ],
])('options for CSV are refused for %s, which would ignore them', async (name, content, options, reason) => {
  await expect(readText(content, { name, options })).rejects.toThrow(reason)
  expect((await readText(content, { name })).rows.length).toBe(1)
})
