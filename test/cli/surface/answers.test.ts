import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { definitions } from '../../../src/cli/surface/answers.js'
import { type Answers, describedAnswers } from '../../support/described-answers.js'
import { freshShell, type Shell } from '../../support/shell.js'

/** The keys that a script may read on every path. */
const ALWAYS = ['dryRun', 'plan', 'rejectedNights', 'rejectedRows', 'run']

describe('documents of --json', () => {
  let shell: Shell
  let answers: Answers
  beforeAll(async () => {
    shell = await freshShell()
    answers = await describedAnswers(shell)
    await shell.run('hubswitch sandbox seed')
    const rows = Array.from(
      { length: 28 },
      (_, at) => `1000001,101,2099-02-${String(at + 1).padStart(2, '0')},${90 + at},EUR`,
    )
    await writeFile(path.join(shell.home, 'rates.csv'), `hotel_code,room_id,date,price,currency\n${rows.join('\n')}\n`)
  })
  afterAll(() => shell.remove())

  it.each<[string, string, number]>([
    ['planned', 'rates push rates.csv --dry-run', 0],
    ['sent in part', 'rates push rates.csv --entries 4 --rate 1 --deadline 1s --yes', 9],
    ['sent', 'rates push rates.csv --yes', 0],
    ['with nothing to do', 'rates push rates.csv --changes-only', 0],
    ['planned and kept', 'rates push rates.csv --save-plan tonight.plan', 0],
    ['resumed', 'run resume 1 --over-later --rate 100', 0],
    ['resumed with nothing left', 'run resume 1', 0],
    ['undone as a plan', 'run undo 2 --dry-run', 0],
  ])('of a push have the same keys: %s', async (_, line, code) => {
    const ran = await shell.run(`hubswitch ${line} --json`)
    const data = ran.json()
    expect(ran.code, ran.stdout + ran.stderr).toBe(code)
    expect(Object.keys(data)).toEqual(expect.arrayContaining(ALWAYS))
    expect(answers.faultsOf(line.split(' ').slice(0, 2).join(' '), data)).toEqual([])
  })

  it.each(['rates push nothing.csv', 'property get 4999999', 'property search', 'nonsense', 'run show 99'])(
    'of a failure are one: %s',
    async (line) => {
      const ran = await shell.run(`hubswitch ${line} --json`)
      expect(ran.code).not.toBe(0)
      expect(Object.keys(ran.json())).toEqual(['error'])
      expect(answers.faultsOf(undefined, ran.json())).toEqual([])
    },
  )

  it.each([
    'api spec',
    'property apply samples/harbour-hostel.yaml',
    'property apply samples/harbour-hostel.yaml --dry-run',
    'reservation reconcile',
    'resnotif fix samples/notification-wrong.xml',
    'resnotif fix samples/notification-wrong.xml --save fixed.xml',
    'sandbox outbox address http://127.0.0.1:9',
    'sandbox outbox address --remove',
    'auth login',
  ])('are as described: %s', async (line) => {
    const ran = await shell.run(`hubswitch ${line} --json`)
    const [first = '', second = '', third = ''] = line.split(' ')
    expect(ran.code, ran.stderr).toBe(0)
    expect(answers.faultsOf([first, second, ...(third === 'address' ? [third] : [])].join(' '), ran.json())).toEqual([])
  })

  it('are held against their schemas: another document is found out', () => {
    expect(answers.faultsOf('version', { version: 1 })).not.toEqual([])
    expect(answers.faultsOf('run list', [{ id: 'one' }])).not.toEqual([])
    expect(answers.faultsOf('property get', { id: 'one' })).not.toEqual([])
    expect(answers.faultsOf(undefined, { error: 'text' })).not.toEqual([])
  })

  it('are described in words of JSON Schema 2020-12 alone, and every reference leads somewhere', async () => {
    const surface = (await shell.run('hubswitch commands --json')).json<Record<string, unknown>>()
    const {
      commands,
      definitions: named,
      failure,
    } = surface as {
      commands: { answer: { schema: object } }[]
      definitions: Record<string, object>
      failure: object
    }
    const schemas = [...commands.map(({ answer }) => answer.schema), ...Object.values(named), failure]
    const [words, references] = [new Set<string>(), new Set<string>()]
    const visit = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [word, value] of Object.entries(schema)) {
        words.add(word)
        if (word === '$ref') references.add(String(value))
        else if (word === 'properties') Object.values(value as object).forEach(visit)
        else if (Array.isArray(value)) value.forEach(visit)
        else if (word !== 'default' && word !== 'const') visit(value)
      }
    }
    schemas.forEach(visit)
    const plain =
      'type required properties pattern $ref items enum anyOf additionalProperties minimum maximum propertyNames default const'
    expect([...words].filter((word) => !plain.split(' ').includes(word))).toEqual([])
    expect(references.size).toBeGreaterThan(30)
    expect([...references].filter((to) => !Object.hasOwn(named, to.replace('#/definitions/', '')))).toEqual([])
  })

  it('name every result of the service that they point to', () => {
    for (const [key, schema] of Object.entries(definitions()))
      expect(Object.keys(schema).length, key).toBeGreaterThan(0)
  })
})
