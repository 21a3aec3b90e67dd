import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Asking, ServiceFacts } from '../../../src/cli/interview/index.js'
import { mendInput } from '../../../src/cli/interview/index.js'
import { Fault } from '../../../src/errors.js'
import { kindOf, type ReadOptions, readMapping, readRows, type Row } from '../../../src/files/index.js'

const GERMAN = [
  'Zimmer;Anreise;Abreise;Preis;Mindestaufenthalt;Bemerkung',
  'DBL;03.04.2099;05.04.2099;129,00;2;Frühling',
  'SUI;03.04.2099;06.04.2099;289,50;3;',
  '',
].join('\n')

const facts: ServiceFacts = {
  properties: () => ['1000001'],
  roomsOf: async (hotel) =>
    hotel === '1000001'
      ? [
          { id: '101', name: 'Double room', currency: 'EUR' },
          { id: '103', name: 'Suite', currency: 'EUR' },
        ]
      : 'absent',
  plansOf: async () => [],
}

/** Answers by what a question holds; what stands in no line takes what is offered first. */
class Answers implements Asking {
  readonly asked: string[] = []
  readonly offered = new Map<string, string | undefined>()

  constructor(private readonly answers: Readonly<Record<string, string>> = {}) {}

  #of(message: string): string | undefined {
    this.asked.push(message)
    return Object.entries(this.answers).find(([part]) => message.includes(part))?.[1]
  }

  async choose(message: string, choices: readonly { value: string }[], initial?: string): Promise<string> {
    const answer = this.#of(message) ?? initial ?? 'nothing was offered'
    this.offered.set(message, initial)
    expect([...choices.map(({ value }) => value), '']).toContain(answer)
    return answer
  }

  settle(message: string, choices: readonly { value: string }[], initial?: string): Promise<string> {
    return this.choose(message, choices, initial)
  }

  async type(
    message: string,
    { initial, check = () => undefined }: { initial?: string; check?: (text: string) => string | undefined } = {},
  ): Promise<string> {
    const answer = this.#of(message) ?? initial ?? 'nothing was offered'
    expect(check(answer)).toBeUndefined()
    return answer
  }
}

describe('a file that a push cannot read', () => {
  let folder: string
  let notices: string[]
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hubswitch-interview-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(() => {
    notices = []
  })

  async function put(name: string, content: string | Buffer): Promise<string> {
    const file = path.join(folder, name)
    await writeFile(file, content)
    return file
  }

  const mend = (file: string, ask: Asking | undefined, { kind = 'rates', options = {} as ReadOptions } = {}) =>
    mendInput({
      fault: new Fault('INVALID_INPUT', `${file} cannot be read.`, { findings: [{ file, reason: 'cannot be read' }] }),
      files: [{ name: file }],
      kind: kindOf(kind as 'rates'),
      options,
      ask,
      facts,
      notice: (line) => notices.push(line),
    })

  async function rowsOf(file: string, options: ReadOptions): Promise<Row[]> {
    const rows: Row[] = []
    for await (const chunk of readRows({ files: [{ name: file }], kind: kindOf('rates'), options })) {
      expect(chunk.bad).toEqual([])
      rows.push(...chunk.rows)
    }
    return rows
  }

  it('is asked about column by column, with the guess first, and read by the mapping file that is written', async () => {
    const file = await put('preise.csv', GERMAN)
    const answers = new Answers({ '"03.04.2099"': 'dmy' })
    const map = await mend(file, answers)
    expect(answers.asked.map((message) => message.slice(0, 44))).toEqual([
      'Column 1 of 6, "Zimmer" (DBL, SUI), is',
      'Column 2 of 6, "Anreise" (03.04.2099), is',
      'Column 3 of 6, "Abreise" (05.04.2099, 06.04.',
      'Column 4 of 6, "Preis" (129,00, 289,50), is',
      'Column 5 of 6, "Mindestaufenthalt" (2, 3), i',
      'Column 6 of 6, "Bemerkung" (Frühling), is',
      'The day in "Abreise" is',
      'Which property are the rows of? Its number a',
      '"03.04.2099" in "Anreise", line 2, is',
      'Room "DBL" of property 1000001 is',
      'Room "SUI" of property 1000001 is',
      'The prices name no currency. Its code',
      'Save these answers as',
    ])
    expect(map).toBe(path.join(folder, 'preise.map.yaml'))
    const rows = await rowsOf(file, readMapping(await readFile(map as string, 'utf8'), 'map'))
    // The night before the day on which guests leave.
    expect(
      rows.map(({ hotel, room, from, until, fields }) => ({ hotel, room, nights: until - from, ...fields })),
    ).toEqual([
      { hotel: '1000001', room: '101', nights: 2, price: '129.00', currency: 'EUR', min_stay: 2 },
      { hotel: '1000001', room: '103', nights: 3, price: '289.50', currency: 'EUR', min_stay: 3 },
    ])
    expect(notices.at(-1)).toMatch(/^Wrote .*preise\.map\.yaml\. From now on: hubswitch rates push .* --map /)
  })

  it('is asked for a currency that its sign can mean, and offered none that the sign cannot', async () => {
    const file = await put('dollars.csv', 'Zimmer,Anreise,Preis\nDBL,2099-01-02,$129.00\nDBL,2099-01-03,$99.00\n')
    const without = new Answers()
    await expect(mend(file, without)).rejects.toThrow()
    expect(without.asked.at(-1)).toMatch(/^The prices have a sign that \d+ currencies share\. .*, such as USD$/)
    await expect(mend(file, new Answers({ 'currencies share': 'EUR' }))).rejects.toThrow()
    const map = await mend(file, new Answers({ 'currencies share': 'USD' }))
    const rows = await rowsOf(file, readMapping(await readFile(map as string, 'utf8'), 'map'))
    expect(rows.map(({ fields }) => fields)).toMatchObject([{ currency: 'USD' }, { currency: 'USD' }])
  })

  it('is never guessed in silence: what nothing speaks for has no answer that is offered', async () => {
    const file = await put('offen.csv', 'room_id,Datum,price,currency\nZZ,03/04/2099,90.00,EUR\n')
    const answers = new Answers({ 'Which property': '1000001', '"03/04/2099"': 'mdy', 'Room "ZZ"': '103' })
    const map = await mend(file, answers)
    expect([...answers.offered].filter(([message]) => /^"03|ZZ/.test(message))).toEqual([
      ['"03/04/2099" in "Datum", line 2, is', undefined],
      ['Room "ZZ" of property 1000001 is', undefined],
    ])
    const [row] = await rowsOf(file, readMapping(await readFile(map as string, 'utf8'), 'map'))
    expect(row).toMatchObject({ room: '103', from: Date.UTC(2099, 2, 4) / 86_400_000 })
  })

  it('leaves out together what nothing is known of, or asks about each', async () => {
    const text = 'hotel_code,room_id,date,price,currency,Alpha,Beta\n1000001,101,2099-01-02,90.00,EUR,aa,bb\n'
    const together = new Answers()
    const map = await mend(await put('mehr.csv', text), together)
    expect(together.asked[0]).toBe('2 columns of which nothing says what they are: "Alpha", "Beta"')
    expect(await readFile(map as string, 'utf8')).toContain('ignore:\n  - Alpha\n  - Beta\n')
    const each = new Answers({ '2 columns of which': 'each' })
    await mend(await put('einzeln.csv', text), each)
    expect(each.asked.slice(1, 3)).toEqual(['Column 1 of 2, "Alpha" (aa), is', 'Column 2 of 2, "Beta" (bb), is'])
  })

  it('never replaces a file: another name is offered, and one that is taken is refused', async () => {
    const file = await put('taken.csv', 'hotel_code,room_id,Nacht,price,currency\n1000001,101,2099-01-02,90.00,EUR\n')
    const standing = await put('taken.map.yaml', 'mine')
    expect(await mend(file, new Answers())).toBe(path.join(folder, 'taken-2.map.yaml'))
    await expect(mend(file, new Answers({ 'Save these': standing }))).rejects.toMatchObject({ code: 'USAGE' })
    expect(await readFile(standing, 'utf8')).toBe('mine')
  })

  it('in a pipe shows the mapping file as far as it is known, and writes nothing', async () => {
    const file = await put('pipe.csv', GERMAN)
    const before = await readdir(folder)
    const fault = (await mend(file, undefined).catch((error: unknown) => error)) as Fault
    expect(fault).toBeInstanceOf(Fault)
    expect([fault.code, fault.message]).toEqual(['INVALID_INPUT', `${file} cannot be read.`])
    const text = fault.attachment as string
    expect(fault.facts['mapping']).toBe(text)
    expect(text).toContain(
      '# price: "Preis", a guess ("Preis" is a word for price; filled in 2 of 2 rows, all amounts, such as "129,00")',
    )
    expect(text).toContain('# hotel:   # the property of all rows')
    expect(text).toContain('# date_format: "dmy"  # "03.04.2099" of "Anreise" is 2099-04-03 (day first)')
    expect(text).toContain('# rooms:\n#   "DBL":   # its number\n#   "SUI":   # its number')
    expect(await readdir(folder)).toEqual(before)
    // Saved as it is, and completed as it says, it reads the file.
    expect(readMapping(text, 'map').map).toEqual({
      room_id: 'Zimmer',
      from: 'Anreise',
      to: 'Abreise',
      price: 'Preis',
      min_stay: 'Mindestaufenthalt',
    })
    const completed = text
      .replace('# hotel:   #', 'hotel: 1000001 #')
      .replace('# date_format: "dmy"', 'date_format: "dmy"')
      .replace('# currency:', 'currency:')
      .replace('# rooms:', 'rooms:')
      .replace('#   "DBL":', '  "DBL": 101')
      .replace('#   "SUI":', '  "SUI": 103')
    expect(await rowsOf(file, readMapping(completed, 'map'))).toHaveLength(2)
  })

  it.each([
    ['a word for it', 'Zimmer;Ab;Preis\n101;03.05.2099;129,00\n101;14.05.2099;139,00\n', 'Ab'],
    ['another word for it', 'Zimmer;Anreise;Preis\n101;03.05.2099;129,00\n101;14.05.2099;139,00\n', 'Anreise'],
    ['its own name', 'room_id;from;price\n101;03.05.2099;129,00\n101;14.05.2099;139,00\n', 'from'],
  ])('takes the first night of a range that has no end for the night itself, given %s', async (_, text, column) => {
    const file = await put(`start-${column}.csv`, text)
    const answers = new Answers({ 'Which property': '1000001' })
    const map = readMapping(await readFile((await mend(file, answers)) as string, 'utf8'), 'map')
    expect([...answers.offered].find(([message]) => message.includes(`"${column}" (`))?.[1]).toBe('date')
    const rows = await rowsOf(file, map)
    expect(rows.map(({ from, until }) => [from, until - from])).toEqual([
      [Date.UTC(2099, 4, 3) / 86_400_000, 1],
      [Date.UTC(2099, 4, 14) / 86_400_000, 1],
    ])
    const fault = (await mend(file, undefined).catch((error: unknown) => error)) as Fault
    expect(readMapping(fault.attachment as string, 'map').map).toMatchObject({ date: column })
  })

  it('asks once more where the answers leave a range without its other end, and keeps the rest of them', async () => {
    const text = 'Zimmer;Ab;Bettruhe;Preis\n101;13.05.2099;15.05.2099;129,00\n'
    const night = new Answers({ '"Ab" (': 'from', '"Bettruhe" (': '', 'Which nights': 'date Ab' })
    const nights = new Answers({ '"Ab" (': 'from', '"Bettruhe" (': '', 'Which nights': 'to Bettruhe' })
    const none = new Answers({ '"Ab" (': '', '"Bettruhe" (': '', 'Which is it': 'date Bettruhe' })
    const read = async (answers: Answers) => {
      const file = await put('halb.csv', text)
      const map = readMapping(await readFile((await mend(file, answers)) as string, 'utf8'), 'map')
      const [row] = await rowsOf(file, map)
      return [map.map, (row?.from ?? 0) - Date.UTC(2099, 4, 13) / 86_400_000, (row?.until ?? 0) - (row?.from ?? 0)]
    }
    expect(await read(night)).toEqual([{ room_id: 'Zimmer', date: 'Ab', price: 'Preis' }, 0, 1])
    expect(await read(nights)).toEqual([{ room_id: 'Zimmer', from: 'Ab', to: 'Bettruhe', price: 'Preis' }, 0, 3])
    expect(await read(none)).toEqual([{ room_id: 'Zimmer', date: 'Bettruhe', price: 'Preis' }, 2, 1])
    // Whoever does not know stops; nothing is taken for granted.
    expect(night.offered.get(night.asked.find((message) => message.includes('Which nights')) as string)).toBeUndefined()
  })

  const MIN_NIGHTS = ['Zimmer;Datum;Preis;Mindestn', 'chte\n101;13.05.2099;129,00;2\n'] as const
  const inBytes = (letter: number, [before, after]: readonly [string, string] = MIN_NIGHTS): Buffer =>
    Buffer.concat([Buffer.from(before), Buffer.from([letter]), Buffer.from(after)])

  it.each([
    ['windows-1252', inBytes(0xe4)],
    ['macintosh', inBytes(0x8a)],
    ['windows-1252', inBytes(0xe4, [`Pension Waldblick 2099\n\n${MIN_NIGHTS[0]}`, MIN_NIGHTS[1]])],
  ])('proposes %s for a file that is not UTF-8, and shows it in a pipe', async (encoding, bytes) => {
    const file = await put('excel.csv', bytes)
    const answers = new Answers()
    const map = readMapping(await readFile((await mend(file, answers)) as string, 'utf8'), 'map')
    expect(answers.offered.get('The file is not UTF-8. Which of these is written in it?')).toBe(encoding)
    expect(map.encoding).toBe(encoding)
    const [row] = await rowsOf(file, map)
    expect(row?.fields['price']).toBe('129.00')
    expect(row?.fields['min_stay']).toBe(2)
    const fault = (await mend(file, undefined).catch((error: unknown) => error)) as Fault
    expect(fault.attachment).toContain(`# encoding: ${encoding}, a guess (in it the file says "`)
    expect(readMapping(fault.attachment as string, 'map').encoding).toBe(encoding)
  })

  it('proposes no encoding where several are as likely, and takes the one that is answered', async () => {
    const text = 'room_id;Datum;price;currency\nZ\xe6;13.05.2099;129,00;EUR\n'
    const file = await put('gleich.csv', Buffer.from(text, 'latin1'))
    const answers = new Answers({ 'not UTF-8': 'windows-1250', 'Which property': '1000001', 'Room "Z\u0107"': '103' })
    const map = readMapping(await readFile((await mend(file, answers)) as string, 'utf8'), 'map')
    expect(answers.offered.get('The file is not UTF-8. Which of these is written in it?')).toBeUndefined()
    expect([map.encoding, (await rowsOf(file, map))[0]?.room]).toEqual(['windows-1250', '103'])
  })

  it.each([
    [
      'is good but for one price',
      'hotel_code,room_id,date,price\n1000001,101,2099-01-02,90\n1000001,101,2099-01-03,cheap\n',
    ],
    ['has no nights', 'Zimmer,Preis\nDBL,90\n'],
    ['is no table', '{"a": 1}\n'],
    ['is empty', ''],
  ])('is left to the push where it %s', async (_, text) => {
    const file = await put('other.csv', text)
    expect(await mend(file, undefined)).toBeUndefined()
  })
})
