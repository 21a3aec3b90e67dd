import { execFileSync } from 'node:child_process'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findRunning, noteRunning } from '../src/cli/command/index.js'
import { readProfiles } from '../src/cli/completion/complete.js'
import { mustTellSandbox } from '../src/cli/profile/index.js'
import { keepNames, namesOf } from '../src/journal/index.js'
import { readNote, readNoteObject } from '../src/given-file.js'
import { CommitMark, readLockNote } from '../src/sql/index.js'

const SRC = path.resolve(import.meta.dirname, '../src')
/** Files of the package itself, and of the system: nobody lays those out for a user. */
const OF_PACKAGE = new Set([
  'sql/file-limits.ts',
  'is-alive.ts',
  'cli/built-plugin.ts',
  'cli/completion/complete.ts',
  'cli/help/pages.ts',
  'cli/main.ts',
])

/** What may stand where this program keeps a small file of its own. */
const FOREIGN: Readonly<Record<string, (file: string) => void>> = {
  'no JSON': (file) => writeFileSync(file, '{"pid": 1, "url"'),
  nothing: (file) => writeFileSync(file, ''),
  null: (file) => writeFileSync(file, 'null'),
  'a list': (file) => writeFileSync(file, '[1, 2]'),
  'a number': (file) => writeFileSync(file, '12'),
  'values of other types': (file) => writeFileSync(file, '{"pid": "1", "url": {}, "words": 7, "sandbox": 3, "p": [1]}'),
  'bytes that are no text': (file) => writeFileSync(file, Buffer.from([0xff, 0xfe, 0, 0x80])),
  'three gigabytes': (file) => {
    writeFileSync(file, `{"pid": ${process.pid}, "url": "http://127.0.0.1:1/"}`)
    truncateSync(file, 3_000_000_000)
  },
  'a folder': (file) => mkdirSync(file),
  'a link to a device': (file) => symlinkSync('/dev/zero', file),
  'a link to itself': (file) => symlinkSync(file, file),
  'a FIFO that nobody writes to': (file) => void execFileSync('mkfifo', [file]),
}

describe.skipIf(process.platform === 'win32')('a small file of our own', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-notes-'))
    mkdirSync(path.join(folder, 'sandbox'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it.each(Object.entries(FOREIGN))('in whose place stands %s is as good as none, and ends nothing', (_what, lay) => {
    const running = path.join(folder, 'sandbox', 'running.json')
    lay(running)
    expect(findRunning(folder)).toBeUndefined()
    const names = path.join(folder, 'names.json')
    lay(names)
    expect(namesOf(folder, 'p', 'property')).toEqual([])
    const told = path.join(folder, 'told')
    lay(told)
    expect(mustTellSandbox(folder, { isTerminal: true, shell: 1 })).toBe(true)
    const config = path.join(folder, 'config.yaml')
    lay(config)
    expect(readProfiles(folder).names).toEqual([])
    const lock = path.join(folder, 'x.lock')
    lay(`${lock}.holder`)
    expect([undefined, 'string']).toContain(typeof readLockNote(lock) === 'undefined' ? undefined : 'string')
    const database = path.join(folder, 'x.db')
    lay(`${database}-mark`)
    expect(new CommitMark(database).read()).toBeUndefined()
  })

  it('is written over what stands there, never through it, and taken back only by who wrote it', () => {
    const elsewhere = path.join(folder, 'elsewhere')
    writeFileSync(elsewhere, 'kept')
    const running = path.join(folder, 'sandbox', 'running.json')
    symlinkSync(elsewhere, running)
    const mine = { pid: process.pid, url: 'http://127.0.0.1:7070' }
    const told: string[] = []
    const tell = (line: string): unknown => told.push(line)
    const release = noteRunning(folder, mine, tell)
    expect([readFileSync(elsewhere, 'utf8'), findRunning(folder)]).toEqual(['kept', mine])
    const other = { pid: process.ppid, url: 'http://[::1]:7071/' }
    const releaseOther = noteRunning(folder, other, tell)
    release()
    expect(findRunning(folder)).toEqual(other)
    releaseOther()
    expect([findRunning(folder), told]).toEqual([undefined, []])
    mkdirSync(running)
    noteRunning(folder, mine, tell)()
    expect(told).toEqual([expect.stringMatching(/running\.json cannot be written: .*will not show what is served/)])
    keepNames(folder, 'p', { property: [{ id: '1', name: 'One' }] })
    expect(namesOf(folder, 'p', 'property')).toMatchObject([{ id: '1' }])
  })

  it.each([
    ['pid 0, which is every process of the group', { pid: 0, url: 'http://127.0.0.1:1/' }],
    ['a negative one', { pid: -1, url: 'http://127.0.0.1:1/' }],
    ['another scheme', { pid: process.pid, url: 'file:///etc/passwd' }],
    ['control characters', { pid: process.pid, url: 'http://127.0.0.1:1/\u001b[2J' }],
  ])('that names no sandbox is none: %s', (_what, note) => {
    writeFileSync(path.join(folder, 'sandbox', 'running.json'), JSON.stringify(note))
    expect(findRunning(folder)).toBeUndefined()
  })

  it.runIf(process.getuid?.() === 0)('of another user says nothing', () => {
    const file = path.join(folder, 'note')
    writeFileSync(file, '{"a": 1}')
    expect(readNoteObject(file, { bytesMax: 100, ownOnly: true })).toEqual({ a: 1 })
    chownSync(file, 65_534, 65_534)
    expect([readNoteObject(file, { bytesMax: 100, ownOnly: true }), readNote(file, { bytesMax: 100 })]).toEqual([
      undefined,
      '{"a": 1}',
    ])
  })

  it('is read nowhere without bounds', () => {
    const wrong = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !OF_PACKAGE.has(name.replaceAll(path.sep, '/')))
      .filter((name) =>
        /\breadFileSync\(|from 'node:fs\/promises'[^]*[^.\w]readFile\(/.test(
          readFileSync(path.join(SRC, name), 'utf8'),
        ),
      )
      .filter(
        (name) => !/import \{[^}]*\breadFile\b[^}]*\} from '\.\.?\//.test(readFileSync(path.join(SRC, name), 'utf8')),
      )
    expect(wrong).toEqual([])
  })
})
