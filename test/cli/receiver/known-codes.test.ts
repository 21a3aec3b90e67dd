import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { readKnownCodes } from '../../../src/cli/receiver/index.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-codes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const table = (text: string): ReturnType<typeof readKnownCodes> => {
  const file = path.join(folder, 'codes.csv')
  writeFileSync(file, text)
  notices.length = 0
  return readKnownCodes(file, (text) => notices.push(text.replace(`${folder}/`, '')))
}
const notices: string[] = []

describe('a table of codes', () => {
  it('a code that leads to none of the PMS is not known', async () => {
    const { rooms, plans, hotels } = await table('kind,hub,pms\nroom,101,DBL\nroom,102,\nplan,501, \n')
    expect([...(rooms ?? [])]).toEqual([['101', 'DBL']])
    // Not checked and none known are two things.
    expect(plans?.size).toBe(0)
    expect(hotels).toBeUndefined()
  })

  it('says where one code of the hub stands for two of the PMS', async () => {
    await table('kind,hub,pms\nroom,101,DBL\nroom,101,SUI\nroom,102,S\nroom,102,S\nplan,101,F\n')
    expect(notices).toEqual([
      'codes.csv:3: room 101 of the hub is "DBL" at the PMS further up, and "SUI" here; findings name the last. Leave one of them.',
    ])
  })

  it('says where a code has one of the PMS in one line and none in another', async () => {
    const { rooms } = await table('kind,hub,pms\nroom,101,DBL\nroom,101,\nroom,102,\nroom,102,SUI\n')
    expect([...(rooms ?? [])]).toEqual([
      ['101', 'DBL'],
      ['102', 'SUI'],
    ])
    expect(notices.map((line) => line.split(';')[0])).toEqual([
      'codes.csv:3: room 101 of the hub is "DBL" at the PMS further up, and nothing here',
      'codes.csv:5: room 102 of the hub is nothing at the PMS further up, and "SUI" here',
    ])
  })

  it('without a column for the PMS lists what is known, and says so', async () => {
    expect([...((await table('kind;hub\nroom;101\n')).rooms ?? [])]).toEqual([['101', '']])
    expect(notices).toEqual(['codes.csv has no column pms: every code in it counts as known.'])
  })

  it.each(['PMS code', 'pms_code', 'our code'])(
    'is refused where the column of the PMS has another name: %s',
    async (name) => {
      await expect(table(`kind,hub,${name}\nroom,101,\n`)).rejects.toThrow(
        `no column is called pms; beside kind and hub there is ${name}.`,
      )
    },
  )

  it('names the columns that it does not read', async () => {
    await table('kind,hotel,hub,pms\nroom,2,101,DBL\n')
    expect(notices).toEqual(['Not read from codes.csv: hotel. Every row counts, whatever stands there.'])
  })

  it.each([
    [
      'blank lines and comments first',
      Buffer.from('\n# rooms of the hub\n\nkind,hub,pms\nroom,101,DBL\n# room,102,X\n'),
    ],
    ['Unicode text of a spreadsheet', Buffer.from('\ufeffkind\thub\tpms\r\nroom\t101\tDBL\r\n', 'utf16le')],
    ['quoted cells', Buffer.from('"kind";"hub";"pms"\r\n"room";"101";"DBL"\r\n')],
  ])('is read with %s', async (_what, bytes) => {
    for (const name of ['codes.csv', 'codes.txt', 'codes.tsv', 'codes']) {
      const file = path.join(folder, name)
      writeFileSync(file, bytes)
      expect([...((await readKnownCodes(file, () => undefined)).rooms ?? [])]).toEqual([['101', 'DBL']])
    }
  })

  it('names the line of what is wrong, whatever stands above it', async () => {
    const wrong = await table('# codes\n\nkind,hub,pms\nroom,101,DBL\nrom,102,X\n').catch((error: unknown) => error)
    expect(wrong).toMatchObject({ findings: [{ line: 5, reason: 'has the kind "rom"' }] })
  })

  it.each([
    ['sep=;\r\nkind;hub;pms\r\nroom;101;DBL\r\n'],
    ['\ufeffsep=,\nkind,hub,pms\nroom,101,DBL\n'],
    ['"sep=|"\nkind|hub|pms\nroom|101|DBL\n'],
    ['sep=\t\nkind\thub\tpms\nroom\t101\tDBL\n'],
  ])('is read below the line that Excel writes: %j', async (text) => {
    expect([...((await table(text)).rooms ?? [])]).toEqual([['101', 'DBL']])
    const file = path.join(folder, 'codes')
    writeFileSync(file, text)
    expect([...((await readKnownCodes(file, () => undefined)).rooms ?? [])]).toEqual([['101', 'DBL']])
    const wrong = await table(`${text}rom,1,2`).catch((error: unknown) => error)
    expect(wrong).toMatchObject({ findings: [{ line: 4 }] })
  })

  it.each(['-', '—', 'n/a', 'N/A', '#N/A', '?'])('takes %s for no code of the PMS', async (own) => {
    const { rooms, unmapped } = await table(`kind,hub,pms\nroom,101,${own}\nroom,102,A-1\n`)
    expect([[...(rooms ?? [])], [...(unmapped ?? [])]]).toEqual([[['102', 'A-1']], ['room 101']])
  })

  it('may be packed, by whatever name', async () => {
    const packed = gzipSync('kind,hub,pms\nroom,101,DBL\n')
    for (const name of ['codes.csv.gz', 'codes.gz', 'codes']) {
      const file = path.join(folder, name)
      writeFileSync(file, packed)
      expect([...((await readKnownCodes(file, () => undefined)).rooms ?? [])]).toEqual([['101', 'DBL']])
    }
    const cut = path.join(folder, 'cut.csv.gz')
    writeFileSync(cut, packed.subarray(0, 25))
    await expect(readKnownCodes(cut, () => undefined)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('cut off or damaged') as string,
    })
  })

  it.skipIf(process.platform === 'win32')('is read once from what a shell hands over', async () => {
    const file = path.join(folder, 'handed.csv')
    writeFileSync(file, 'kind,hub,pms\nroom,101,DBL\n')
    const handle = openSync(file, 'r')
    try {
      expect([...((await readKnownCodes(`/dev/fd/${handle}`, () => undefined)).rooms ?? [])]).toEqual([['101', 'DBL']])
    } finally {
      closeSync(handle)
    }
  })

  it('a workbook is told to be one', async () => {
    const file = path.join(folder, 'codes.xlsx')
    writeFileSync(file, 'PK\u0003\u0004')
    await expect(readKnownCodes(file, () => undefined)).rejects.toThrow('is a workbook')
  })
})

describe('a mapping', () => {
  const mapping = (text: string, name = 'codes.yaml'): ReturnType<typeof readKnownCodes> => {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    return readKnownCodes(file, (line) => notices.push(line))
  }

  it.each(['0101', '"0101"', "'0101'", '101', '2345678901234567890'])(
    'has the codes of the hub as they are written: %s',
    async (code) => {
      const plain = code.replaceAll(/["']/g, '')
      const { rooms, plans, hotels } = await mapping(
        `hotels: {H: ${code}}\nrooms: {DBL: ${code}}\nplans: {${plain}: {BAR: ${code}}}\n`,
      )
      for (const codes of [rooms, plans, hotels]) expect([...(codes?.keys() ?? [])]).toEqual([plain])
    },
  )

  it.each(['DBL-1', 'DBL', 'A 7', '1E5', 'Ä.1', '"101.5"', '01234567890123456789'])(
    'has codes of the hub that are texts: %s',
    async (code) => {
      const plain = code.replaceAll('"', '')
      notices.length = 0
      const known = await mapping(
        `hotels: {H: ${code}}\nrooms: {H: {DBL: ${code}}}\nplans: {${code}: {BAR: ${code}}}\n`,
      )
      for (const kind of ['rooms', 'plans', 'hotels'] as const)
        expect([...(known[kind]?.keys() ?? [])]).toEqual([plain])
      expect([...((await mapping(`rooms: {${code}: {DBL: ${code}}}\n`)).rooms ?? [])]).toEqual([[plain, 'DBL']])
      expect(notices).toEqual([])
    },
  )

  it('with a hotel that it does not name, or without a code, is refused', async () => {
    await expect(mapping('hotels: {H: SEA-1}\nrooms: {H1: {DBL: A}}\n')).rejects.toMatchObject({
      findings: [{ reason: '"H1" is neither a hotel code nor among the hotels of this file' }],
    })
    for (const none of ['n/a', '"-"', '"?"'])
      await expect(mapping(`rooms: {DBL: ${none}}\n`)).rejects.toMatchObject({
        findings: [{ line: 1, reason: expect.stringContaining('says that there is none') as string }],
      })
  })

  it('that may have its sides exchanged says how it is read', async () => {
    notices.length = 0
    await mapping('rooms: {101: DBL, 102: SUI}\nplans: {BAR: FLEX}\n')
    expect(notices.map((line) => line.replace(`${folder}/`, ''))).toEqual([
      'codes.yaml, rooms: "101: DBL" says that the hub sends DBL, and that it is 101 at the PMS. If it is the other way round, exchange the two.',
    ])
  })

  it('is for the hotel that it names', async () => {
    notices.length = 0
    const known = await mapping('hotel: 1000002\nrooms: {DBL: 101}\n')
    expect([[...(known.hotels ?? [])], known.onlyHotel]).toEqual([[['1000002', '']], '1000002'])
    expect(notices[0]).toContain('is for hotel 1000002')
    expect((await mapping('hotel: SEAVIEW\nrooms: {DBL: 101}\n')).hotels).toBeUndefined()
    const both = await mapping('hotel: 1000002\nhotels: {A: 1000001}\nrooms: {DBL: 101}\n')
    expect([[...(both.hotels?.keys() ?? [])], both.onlyHotel]).toEqual([['1000001'], undefined])
  })

  it('that is wrong ends with what was not done', async () => {
    await expect(mapping('- 1\n')).rejects.toMatchObject({
      next: expect.stringMatching(/Nothing was checked\.$/) as string,
    })
  })

  it('is read once, as what can be read only once shows', async () => {
    const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor
    Object.defineProperty(process, 'stdin', { value: Readable.from(['rooms: {DBL: 0101}']), configurable: true })
    try {
      expect([...((await readKnownCodes('-', () => {})).rooms ?? [])]).toEqual([['0101', 'DBL']])
    } finally {
      Object.defineProperty(process, 'stdin', stdin)
    }
  })
})
