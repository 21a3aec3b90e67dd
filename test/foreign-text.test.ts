import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMapping } from '../src/files/columns/mapping.js'
import { parseBody } from '../src/cli/body/body-file.js'
import { readOverlayFile } from '../src/cli/profile/read-overlay.js'
import { readConfig } from '../src/config/profiles/config-file.js'
import { readPmsCredentials } from '../src/config/sign-in/credentials.js'
import { createFileStore } from '../src/config/secrets/file-store.js'
import { Fault } from '../src/errors.js'
import { lossOf, tooDeepAt } from '../src/foreign-text.js'
import { collect } from './files/reading.js'
import { cpuTime } from './support/cpu-time.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-foreign-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, text: string): string => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text, { mode: 0o600 })
  return join(folder, name)
}

/** What a push says of a file: its faults, whether of rows or of the whole. */
async function pushed(name: string, text: string): Promise<void> {
  const { bad } = await collect({ files: [{ name: put(name, text) }] })
  if (bad.length > 0) throw new Fault('INVALID_INPUT', bad.map(({ reason }) => reason).join('; '))
}

const ROW = '"hotel_code":1000001,"room_id":101,"date":"2040-01-01"'

/** Every reader of what others have written; each fails, or takes all of it. */
const READERS: Record<string, (text: string) => unknown> = {
  'JSON lines': (text) => pushed('rows.ndjson', `{${ROW},"price":10}\n${text}\n`),
  'a value in JSON lines': (text) =>
    pushed('rows.ndjson', `{${ROW},"price":10}\n{${ROW},"price":${text.replaceAll('\n', ' ')}}\n`),
  YAML: (text) => pushed('rows.yaml', text),
  'a mapping': (text) => readMapping(text, 'mapping.yaml'),
  'a body': (text) => parseBody('body.yaml', text, {}),
  'an overlay': (text) => readOverlayFile(put('overlay.yaml', text)),
  'the configuration': (text) => {
    put('config.yaml', text)
    return readConfig(folder)
  },
  'PMS credentials': (text) => readPmsCredentials(text, 'HUBSWITCH_PMS_CREDENTIALS'),
  'the secrets file': (text) => {
    put('secrets.json', text)
    return createFileStore(folder, 'hotel').get('partnerSecret')
  },
}

const DEPTH = 100_000
const HOSTILE: Record<string, string> = {
  'lists without end': `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
  'objects without end': `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
  'blocks without end': '- '.repeat(DEPTH),
  'ever deeper lines': Array.from({ length: 1500 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
  '__proto__ with an object': `{${ROW},"price":10,"__proto__":{"price":5},"username":"a","password":"b"}`,
  '__proto__ with a value': `{${ROW},"price":10,"__proto__":5,"username":"a","password":"b"}`,
  '__proto__ below a name':
    '{"profiles":{"__proto__":{"partnerId":"x"}},"rename":{"unit.get":{"__proto__":"x"}},"columns":{"__proto__":"x"},"username":"a","password":{"__proto__":1}}',
  'constructor and its prototype': `{${ROW},"price":10,"constructor":{"prototype":{"price":5}}}`,
}

describe('what hostile text does to a reader', { timeout: 60_000 }, () => {
  for (const [reader, read] of Object.entries(READERS)) {
    it.each(Object.entries(HOSTILE))(
      `${reader}: %s is refused in words, neither lost nor a failure of ours`,
      async (name, text) => {
        // A body and the file of secrets take names that are merely odd.
        const mayTake = name.startsWith('constructor') && reader === 'a body'
        const ending = await Promise.resolve()
          .then(() => read(text))
          .then(
            () => 'taken',
            (error: unknown) => error,
          )
        if (mayTake) return expect(ending).toBe('taken')
        expect(ending).toBeInstanceOf(Fault)
        const { code, message, findings } = ending as Fault
        expect(['INVALID_INPUT', 'USAGE', 'NO_CREDENTIALS']).toContain(code)
        expect(`${message} ${JSON.stringify(findings)}`).not.toMatch(/call stack|RESOURCE_EXHAUSTION/)
        expect(({} as Record<string, unknown>)['price']).toBeUndefined()
      },
    )
  }

  it.each([
    ['JSON lines', `{${ROW},"price":10,"_note":"a\\u0000b"}`],
    ['PMS credentials', '{"username":"a","password":"b\\u0000c"}'],
    ['a column', `hotel_code,room_id,date,price,__proto__\n1000001,101,2040-01-01,10,x\n`],
  ])('%s: what would be cut or dropped is refused', async (reader, text) => {
    const read =
      reader === 'a column' ? pushed('rows.csv', text) : Promise.resolve().then(() => READERS[reader]?.(text))
    await expect(read).rejects.toMatchObject({ message: expect.stringMatching(/NUL|__proto__/) })
  })

  it.each([
    [
      '{\n  "hotel": {\n    "partnerSecret": 123\n  }\n}',
      'hotel.partnerSecret must be text in quotes, not a number (line 3)',
    ],
    ['{"hotel": {"token": ["x"]}}', 'hotel.token must be text in quotes, not a list (line 1)'],
    ['{"other": {"token": "t"},\n "hotel": 5}', 'hotel must be an object, not a number (line 2)'],
  ])('a secret that is no text is told by file, line and type: %j', async (text, told) => {
    const file = put('secrets.json', text)
    await expect(createFileStore(folder, 'hotel').get('partnerSecret')).rejects.toMatchObject({
      code: 'NO_CREDENTIALS',
      message: `The file ${file} is damaged: ${told}.`,
    })
  })

  it.each<[string, number | undefined]>([
    ['a:\n  - b: [1, {c: 2}]\n', undefined],
    [`text: "${':-[ '.repeat(150)}"`, undefined],
    [`a: 1\n${' '.repeat(2_000_000)}\nb: 2\n`, undefined],
    [`${'-'.repeat(5000)}\n`, undefined],
    [`a: 1\nb: ${'['.repeat(300)}`, 2],
    [`a: 1\n\n${'- '.repeat(300)}x`, 3],
  ])('tells deep nesting from what merely looks so, in linear time', (text, line) => {
    expect(cpuTime(() => expect(tooDeepAt(text)?.line).toBe(line), 1_000)).toBeLessThan(1_000)
  })

  it('looks into what is nested without a stack of its own', () => {
    expect(lossOf(JSON.parse(HOSTILE['lists without end'] as string))).toBe('is nested too deeply')
    expect(lossOf({ a: [{ b: 'text', c: null, constructor: 1 }] })).toBeUndefined()
  })
})

describe('names of one map', () => {
  const many = (count: number, text: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => text(at)).join('')
  it.each<[string, string]>([
    ['of a block', many(25_001, (at) => `k${at}: 1\n`)],
    ['deeper down', `a:\n  b:\n${many(25_001, (at) => `    k${at}: 1\n`)}`],
    ['in braces', `a: {${many(25_002, (at) => `k${at}: 1,`)}}`],
    ['of an entry of a list', `- a: 1\n${many(25_001, (at) => `  k${at}: 1\n`)}`],
    ['one in the other on a line', 'd: '.repeat(10_000)],
    ['one in the other in braces', `a: {${'d: '.repeat(10_000)}1}`],
    ['without values', many(25_001, () => '|\n')],
  ])('are refused where they are too many: %s', (_, text) => {
    expect(tooDeepAt(text)?.line).toBeGreaterThan(0)
    expect(() => parseBody('body.yaml', text, {})).toThrow(
      /too many names in one map: more than 3,000|nested too deeply: more than 200 levels|more than 100,000 lines and entries/,
    )
  })

  it.each<[string, (file: string) => unknown]>([
    ['a body', (file) => parseBody(file, readFileSync(file, 'utf8'), {})],
    ['an overlay', (file) => readOverlayFile(file)],
  ])('are not looked for in %s of 100 MB', async (_, read) => {
    const file = put('large.yaml', '# x\n'.repeat(25_000_000))
    await expect((async () => read(file))()).rejects.toThrow(/far too large|larger than 1 MB/)
  })

  it.each<[string, string]>([
    ['one after the other in braces', `{${many(2_000, (at) => `k${at}: 1, `)}z: 1}`],
    ['a long list', many(60_000, (at) => `- ${at}\n`)],
    ['a list of maps', many(30_000, (at) => `- a: ${at}\n  b: 1\n`)],
    ['a list below a name', `rows:\n${many(30_000, (at) => `- {a: ${at}, b: 2}\n`)}`],
    ['a list in brackets', `[${many(60_000, (at) => `${at},`)}1]`],
    ['many documents', many(30_000, (at) => `---\na: ${at}\n`)],
    ['comments and blank lines', `a: 1\n${'# c\n\r\n'.repeat(30_000)}`],
    ['many small maps', many(10_000, (at) => `k${at}:\n  a: 1\n  b: 1\n  c: 1\n`)],
  ])('are not counted together where they are of several maps, or of none: %s', (_, text) => {
    expect(tooDeepAt(text)).toBeUndefined()
  })
})
