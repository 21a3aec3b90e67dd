import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/cli.js'
import { measured } from './measured.js'

const CPU_SECONDS = 6
/** The runtime alone takes 75; the file would come on top. */
const HUGE_PEAK_MB = 150
const PEAK_MB = 350
const HUGE_BYTES = 100_000_000

let folder: string
let huge: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-documents-'))
  for (const name of ['huge.yaml', 'config.yaml', 'secrets/secrets.json']) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true, mode: 0o700 })
    writeFileSync(path.join(folder, name), '{"a": ', { mode: 0o600 })
    // Takes no room on the disk.
    truncateSync(path.join(folder, name), HUGE_BYTES)
  }
  writeFileSync(
    path.join(folder, 'secrets/config.yaml'),
    'current: a\nprofiles:\n  a:\n    baseUrl: http://127.0.0.1:9\n    partnerId: x\n    store: file\n',
    { mode: 0o600 },
  )
  huge = path.join(folder, 'huge.yaml')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const codes = path.join(ROOT, 'samples/own-codes.csv')
const service = { HUBSWITCH_BASE_URL: 'http://127.0.0.1:9', HUBSWITCH_PARTNER_ID: 'x' }

describe('a document of 100 MB is refused unread', () => {
  it.each<[string, (file: string) => string[], number, string, Record<string, string>?]>([
    ['message', (file) => ['resnotif', 'lint', file], 6, 'larger than 64 MB'],
    [
      'schema',
      (file) => ['resnotif', 'lint', `${ROOT}/samples/notification.xml`, '--xsd', file],
      6,
      'larger than 4 MB',
    ],
    [
      'body',
      (file) => ['property', 'create', '--file', file],
      6,
      'larger than 4 MB',
      { ...service, HUBSWITCH_ACCESS_TOKEN: 'a.b.c' },
    ],
    ['mapping file', (file) => ['rates', 'push', codes, '--map', file, '--dry-run'], 6, 'larger than 4 MB'],
    [
      'wire overlay',
      (file) => ['profile', 'set', 'x', '--base-url', 'https://service.example', '--wire', file],
      2,
      'larger than 1 MB',
    ],
    [
      'certificate file',
      () => ['property', 'get', '1'],
      2,
      'cannot be read',
      { ...service, HUBSWITCH_ACCESS_TOKEN: 'a.b.c', HUBSWITCH_CA_FILE: 'huge.yaml' },
    ],
    [
      'file of a secret',
      () => ['auth', 'status'],
      4,
      'more than 64 KB',
      { ...service, HUBSWITCH_PARTNER_SECRET_FILE: 'huge.yaml' },
    ],
    [
      'file of channel credentials',
      () => ['auth', 'status'],
      4,
      'more than 64 KB',
      { ...service, HUBSWITCH_CHANNEL_CREDENTIALS_FILE: 'huge.yaml' },
    ],
    ['configuration', () => ['profile', 'list'], 2, 'larger than 1 MB', { HUBSWITCH_CONFIG_DIR: '.' }],
    ['secrets file', () => ['auth', 'status'], 4, 'larger than 4 MB', { HUBSWITCH_CONFIG_DIR: 'secrets' }],
  ])(
    '%s',
    async (_, args, code, words, env = {}) => {
      const placed = Object.entries(env).map(([name, value]) => [
        name,
        name.endsWith('_FILE') || name.endsWith('_DIR') ? path.join(folder, value) : value,
      ])
      const taken = await measured(folder, args(huge), Object.fromEntries(placed) as Record<string, string>)
      expect([taken.code, taken.stderr]).toEqual([code, expect.stringContaining(words)])
      expect(taken.peakMb).toBeLessThan(HUGE_PEAK_MB)
      expect(taken.cpuSeconds).toBeLessThan(CPU_SECONDS)
    },
    120_000,
  )
})

describe('a document within its size that would take a minute', () => {
  it.each<[string, string, () => string, (file: string) => string[], number, string]>([
    [
      'message of 160,000 elements',
      'a.xml',
      () => `<a>${'<b>x</b>'.repeat(160_000)}</a>`,
      (file) => ['resnotif', 'explain', file],
      6,
      'more than 150000 elements',
    ],
    [
      'message of 110,000 attributes',
      'e.xml',
      () => `<a>${'<b c="d">x</b>'.repeat(110_000)}</a>`,
      (file) => ['resnotif', 'explain', file],
      6,
      'more than 60000 attributes',
    ],
    [
      'body of 900,000 entries',
      'b.yaml',
      () => '- a\n'.repeat(900_000),
      (file) => ['resnotif', 'preview', file],
      6,
      'far too large',
    ],
    [
      'mapping of 900,000 entries',
      'c.yaml',
      () => '- a\n'.repeat(900_000),
      (file) => ['rates', 'push', codes, '--map', file, '--dry-run'],
      6,
      'far too large',
    ],
    [
      'overlay of 250,000 faults',
      'd.yaml',
      () => '- @\n'.repeat(250_000),
      (file) => ['profile', 'set', 'x', '--base-url', 'https://service.example', '--wire', file],
      2,
      'far too large',
    ],
  ])(
    '%s',
    async (_, name, text, args, code, words) => {
      const file = path.join(folder, name)
      writeFileSync(file, text())
      const taken = await measured(folder, args(file))
      expect([taken.code, taken.stderr]).toEqual([code, expect.stringContaining(words)])
      expect(taken.peakMb).toBeLessThan(PEAK_MB)
      expect(taken.cpuSeconds).toBeLessThan(CPU_SECONDS)
    },
    120_000,
  )
})
