import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { candidates, type Tree } from '../../../src/cli/completion/candidates.js'
import { complete, readProfiles } from '../../../src/cli/completion/complete.js'
import { kindOfArg } from '../../../src/cli/completion/kinds.js'
import { insertedWord, keptByBash, readLine } from '../../../src/cli/completion/shell-words.js'
import { keepNames, namesOf, openJournal } from '../../../src/journal/index.js'
import { ROOT } from '../../support/cli.js'

const TREE = path.join(ROOT, 'dist/chunks/completion.json')
const tree = JSON.parse(readFileSync(TREE, 'utf8')) as Tree
const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const known = {
  profiles: () => [{ value: 'north', about: '' }],
  ids: (kind: string) => [
    { value: `${kind}-1`, about: 'One', of: '7' },
    { value: `${kind}-2`, about: 'Two', of: '8' },
  ],
}
const values = (...words: string[]): string[] | 'files' => {
  const found = candidates(tree, words.slice(0, -1), words.at(-1) ?? '', known)
  return found === 'files' ? found : found.map(({ value }) => value)
}

describe('completion', () => {
  it('knows every command, and what follows its words', () => {
    const { commands } = JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
      commands: Record<string, unknown>
    }
    for (const id of Object.keys(commands)) {
      const words = id.split(':')
      for (let at = 1; at <= words.length; at++)
        expect(values(...words.slice(0, at)), words.slice(0, at).join(' ')).toContain(words[at - 1])
    }
    expect(values('run', 'ver')).toEqual(['verify'])
    expect(values('help', 'run', 'ver')).toEqual(['verify'])
    expect(values('sandbox', 'faults', '')).toEqual(['add', 'clear', '--help'].slice(0, 2))
    expect(values('nothing', '')).toEqual([])
    expect(values('--ver')).toEqual(['--version'])
  })

  it.each<[string[], string[] | 'files']>([
    [['rates', 'push', '--dry'], ['--dry-run']],
    [['rates', 'push', '--dry-run', '--dry'], []],
    [['run', 'list', '--output', 'y'], ['yaml']],
    [['run', 'list', '--output=y'], ['--output=yaml']],
    [['run', 'list', '--json=y'], []],
    [['run', 'list', '--profile', ''], ['north']],
    [
      ['run', 'show', ''],
      ['run-1', 'run-2'],
    ],
    [
      ['run', 'show', '--last', ''],
      ['run-1', 'run-2'],
    ],
    [['property', 'info', 'get', 'property-2'], ['property-2']],
    [['calendar', 'check', '7', '--room', ''], ['room-1']],
    [
      ['calendar', 'check', '9', '--room', ''],
      ['room-1', 'room-2'],
    ],
    [['calendar', 'check', '7', '--plan', ''], ['plan-1']],
    [['rates', 'push', '--plan', ''], 'files'],
    [['rates', 'push', ''], 'files'],
    [['rates', 'push', 'one.csv', ''], 'files'],
    [['rates', 'push', '--map=', ''], 'files'],
    [['property', 'create', '--file='], 'files'],
    [['profile', 'use', 'n'], ['north']],
    [['api', 'PO'], ['POST']],
    [
      ['unit', 'get', '--', ''],
      ['room-1', 'room-2'],
    ],
    [
      ['reservation', 'confirm', ''],
      ['reservation-1', 'reservation-2'],
    ],
    [['facility', 'get', ''], []],
  ])('of %j is %j', (words, expected) => {
    expect(values(...words)).toEqual(expected)
  })

  it('every id argument of a topic that has ids on this machine is one', () => {
    for (const [command, { args }] of Object.entries(tree.commands))
      for (const { name } of args)
        if (['hotel', 'property', 'run'].includes(name) || (name === 'id' && /^(property|reservation) /.test(command)))
          expect(kindOfArg(command, name), command).not.toBe('free')
    expect(kindOfArg('unit find', 'id')).toBe('free')
  })

  it('reads a line as its shell does', () => {
    expect(readLine(String.raw`hubswitch 'a b' c\ d "e'f" "g`, 'bash')).toMatchObject({
      words: ['hubswitch', 'a b', 'c d', "e'f"],
      current: 'g',
      raw: '"g',
      quote: '"',
    })
    expect(readLine("hubswitch 'it''s' a` b ", 'powershell')).toMatchObject({
      words: ['hubswitch', "it's", 'a b'],
      current: '',
    })
  })

  it.each(['$(rm -rf)', '`id`', 'a b', "it's", '~', '#x', '{a,b}', '!1', '*?[x]', '&&|;<>', '"q"', '\\', 'é 日本'])(
    'bash takes %s as it is, bare and behind both quotes',
    (value) => {
      for (const quote of ['', "'", '"'] as const) {
        const line = `printf %s ${quote}${insertedWord(value, 'bash', quote)}${quote}`
        expect(spawnSync('bash', ['--norc', '-c', line], { encoding: 'utf8', cwd: folder }).stdout, line).toBe(value)
      }
    },
  )

  it('PowerShell gets what it would act on in single quotes, doubled inside', () => {
    expect(insertedWord("$(rm) it's ’", 'powershell')).toBe("'$(rm) it''s ’’'")
    expect(insertedWord('@args', 'powershell')).toBe("'@args'")
    expect(insertedWord('--output', 'powershell')).toBe('--output')
  })

  it('bash keeps what stands before a word break', () => {
    expect(keptByBash('--output=ya', '=:')).toBe('--output=')
    expect(keptByBash(String.raw`a\:b`, '=:')).toBe('')
  })

  it('profiles come from the configuration, ids from the journal and from what was seen, of the profile alone', () => {
    const config = path.join(folder, 'config')
    const data = path.join(folder, 'data')
    mkdirSync(config)
    writeFileSync(
      path.join(config, 'config.yaml'),
      'current: north\nprofiles:\n  # ours\n  north:\n    baseUrl: https://n.example\n    partnerId: p\n  "south.2":\n    store: file\nother:\n  x:\n',
    )
    expect(readProfiles(config)).toEqual({ names: ['north', 'south.2'], current: 'north' })
    const journal = openJournal(data)
    journal.close()
    keepNames(data, 'north', { property: [{ id: '1000001', name: 'Rose \u001b[2J' }] })
    keepNames(data, 'north', { property: [{ id: '1000002', name: 'Lily' }], room: [{ id: 'a\u001bb', name: '' }] })
    keepNames(data, 'south.2', { property: [{ id: '9', name: 'Other' }] })
    expect(namesOf(data, 'north', 'property').map(({ id }) => id)).toEqual(['1000002', '1000001'])
    expect(namesOf(data, 'north', 'run')).toEqual([])
    const env = { HUBSWITCH_CONFIG_DIR: config, HUBSWITCH_DATA_DIR: data }
    expect(complete(['fish', 'property', 'get', ''], TREE, env)).toBe('words\n1000002\tLily\n1000001\tRose \uFFFD[2J\n')
    expect(complete(['fish', 'property', 'get', '--profile', 'south.2', ''], TREE, env)).toBe('words\n9\tOther\n')
    // A value that acts on a terminal is not offered.
    expect(complete(['zsh', 'unit', 'get', ''], TREE, env)).toBe('words\n')
    expect(complete(['tcsh', ''], TREE, env)).toBe('words\n')
  })

  it('of a damaged cache and journal is nothing, without a word', () => {
    const data = path.join(folder, 'damaged')
    mkdirSync(data)
    for (const file of ['names.json', 'journal.db']) writeFileSync(path.join(data, file), '{"sandbox": 7')
    for (const kind of ['property', 'room', 'run', 'reservation'] as const)
      expect(namesOf(data, 'sandbox', kind)).toEqual([])
    writeFileSync(path.join(data, 'names.json'), '{"sandbox":{"property":[7,{"id":3},{"id":"4","name":"x"}]}}')
    expect(namesOf(data, 'sandbox', 'property')).toEqual([{ id: '4', name: 'x' }])
    const ended = spawnSync(
      process.execPath,
      [path.join(ROOT, 'bin/run.cjs'), '__complete', 'fish', 'run', 'show', ''],
      {
        env: { HUBSWITCH_DATA_DIR: data, HUBSWITCH_CONFIG_DIR: folder, HOME: folder, PATH: process.env['PATH'] ?? '' },
        encoding: 'utf8',
      },
    )
    expect(ended).toMatchObject({ status: 0, stdout: 'words\n', stderr: '' })
  })
})
