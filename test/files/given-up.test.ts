import { gzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type InputFile, kindOf, readRows } from '../../src/files/index.js'
import { storedZip } from '../../src/files/workbook/index.js'

const HEADER = 'hotel_code,room_id,date,price\n'
const ROW = '1000001,101,2040-01-01,90.00\n'
const MEGABYTE = 1024 * 1024

const inRows = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<row r="${at + 2}"><c r="A${at + 2}"><v>1000001</v></c><c r="B${at + 2}"><v>101</v></c><c r="C${at + 2}" t="inlineStr"><is><t>2040-01-01</t></is></c><c r="D${at + 2}"><v>90</v></c></row>`,
  ).join('')

function workbook(rows: number): Buffer {
  const head = HEADER.trim()
    .split(',')
    .map((name, at) => `<c r="${'ABCD'[at]}1" t="inlineStr"><is><t>${name}</t></is></c>`)
    .join('')
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return storedZip(
    new Map([
      [
        '_rels/.rels',
        Buffer.from(
          `<Relationships><Relationship Id="r1" Type="${type}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
        ),
      ],
      ['xl/workbook.xml', Buffer.from('<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>')],
      [
        'xl/_rels/workbook.xml.rels',
        Buffer.from(
          `<Relationships><Relationship Id="r1" Type="${type}/worksheet" Target="sheet1.xml"/></Relationships>`,
        ),
      ],
      [
        'xl/sheet1.xml',
        Buffer.from(`<worksheet><sheetData><row r="1">${head}</row>${inRows(rows)}</sheetData></worksheet>`),
      ],
    ]),
  )
}

const given = (bytes: Buffer): InputFile => ({ name: 'given', stream: Readable.from([bytes]) })

/** Reads to the end or to the tick that gives up; tells how many there were. */
async function ticksOf(files: readonly InputFile[], most = Infinity): Promise<{ ticks: number; isGivenUp: boolean }> {
  let ticks = 0
  const tick = (): void => {
    ticks += 1
    if (ticks >= most) throw new Error('given up')
  }
  try {
    for await (const _ of readRows({ files, kind: kindOf('rates'), options: {}, tick }));
    return { ticks, isGivenUp: false }
  } catch (error) {
    if ((error as Error).message !== 'given up') throw error
    return { ticks, isGivenUp: true }
  }
}

describe('a reading that is given up', () => {
  it.each<[string, () => Buffer]>([
    [
      'a gzip of blank lines',
      () => gzipSync(Buffer.concat([Buffer.from(HEADER + ROW), Buffer.alloc(8 * MEGABYTE, '\n')])),
    ],
    ['a gzip of rows', () => gzipSync(HEADER + ROW.repeat(60_000))],
    [
      'a gzip of JSON lines',
      () => gzipSync('{"hotel_code":1000001,"room_id":101,"date":"2040-01-01","price":90}\n'.repeat(30_000)),
    ],
    ['the slices of a sheet', () => workbook(40_000)],
  ])('ends between two pieces: %s', async (_what, bytes) => {
    expect(await ticksOf([given(bytes())], 3)).toEqual({ ticks: 3, isGivenUp: true })
  })

  it('reads a file of one piece in any case, and looks between two files', async () => {
    const file = given(Buffer.from(HEADER + ROW))
    expect(await ticksOf([file], 1)).toEqual({ ticks: 0, isGivenUp: false })
    const two = [given(Buffer.from(HEADER + ROW)), given(Buffer.from(HEADER + ROW))]
    expect(await ticksOf(two, 1)).toEqual({ ticks: 1, isGivenUp: true })
  })
})
