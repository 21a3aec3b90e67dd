import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSecretStore, type SecretStore } from '../../src/config/index.js'
import { Fault } from '../../src/errors.js'

const SECRET = 'hunter2-and-more'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-keychain-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A module with the keychain library's interface, run in the real child process. */
function openWith(source: string, options: { timeoutMs?: number; platform?: NodeJS.Platform } = {}): SecretStore {
  const module = join(mkdtempSync(join(folder, 'module-')), 'keychain.cjs')
  writeFileSync(module, source)
  return openSecretStore('keychain', {
    configDir: folder,
    profile: 'production',
    keychain: { timeoutMs: 20_000, ...options, module },
  })
}

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const outcome: unknown = await work.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(Fault)
  expect(inspect(outcome, { depth: 20 }) + JSON.stringify(outcome)).not.toContain(SECRET)
  expect((outcome as Fault).code).toBe('KEYCHAIN_UNAVAILABLE')
  expect((outcome as Fault).next).toMatch(/--store file.*Environment variables/)
  return outcome as Fault
}

/** Keeps entries in a JSON file beside it, and notes what it saw of its process. */
const KEEPING = `
const fs = require('fs'), path = require('path')
const file = path.join(__dirname, '..', 'entries.json')
const entries = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file)) : {}
const save = () => fs.writeFileSync(file, JSON.stringify(entries))
fs.writeFileSync(path.join(__dirname, '..', 'seen.json'), JSON.stringify({ argv: process.argv, execArgv: process.execArgv, env: process.env }))
exports.getPassword = async (service, account) => entries[service + ' ' + account] ?? null
exports.setPassword = async (service, account, value) => { entries[service + ' ' + account] = value; save() }
exports.deletePassword = async (service, account) => { const had = service + ' ' + account in entries; delete entries[service + ' ' + account]; save(); return had }
`

describe('keychain store', () => {
  it('speaks to the library in a child process, under service hubswitch and account <profile>/<kind>', async () => {
    const store = openWith(KEEPING)
    expect(await store.get('partnerSecret')).toBeUndefined()
    expect(await store.set('partnerSecret', SECRET)).toBe(true)
    expect(await store.get('partnerSecret')).toBe(SECRET)
    expect(JSON.parse(readFileSync(join(folder, 'entries.json'), 'utf8'))).toEqual({
      'hubswitch production/partnerSecret': SECRET,
    })
    await store.delete('partnerSecret')
    await store.delete('partnerSecret')
    expect(await store.get('partnerSecret')).toBeUndefined()
  })

  it('gives the secret by stdin: neither command line nor environment hold it', async () => {
    process.env['HUBSWITCH_PARTNER_SECRET'] = SECRET
    try {
      await openWith(KEEPING).set('token', SECRET)
    } finally {
      delete process.env['HUBSWITCH_PARTNER_SECRET']
    }
    const seen = readFileSync(join(folder, 'seen.json'), 'utf8')
    expect(JSON.parse(seen)).toMatchObject({ argv: [process.execPath] })
    expect(seen).not.toContain(SECRET)
    expect(seen).not.toContain('HUBSWITCH_')
  })

  it('really ends a call that hangs, also one that holds the thread', async () => {
    const hangs = ['() => new Promise(() => setInterval(() => {}, 1000))', '() => { for (;;); }']
    const end = async (hang: string, index: number): Promise<void> => {
      const pidFile = join(folder, `pid-${index}`)
      const store = openWith(
        `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); exports.getPassword = ${hang}`,
        { timeoutMs: 4_000 },
      )
      const fault = await faultOf(store.get('partnerSecret'))
      expect(fault.message).toMatch(/did not answer within 4 s; it may be locked/)
      expect(existsSync(pidFile)).toBe(true)
      expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow(
        expect.objectContaining({ code: 'ESRCH' }),
      )
    }
    await Promise.all(hangs.map(end))
  }, 60_000)

  it('explains a library that does not load, fails or crashes, without the secret', async () => {
    await faultOf(openWith('throw new Error("libsecret-1.so.0: cannot open shared object file")').get('token'))
    const failing = await faultOf(
      openWith('exports.setPassword = async (s, a, value) => { throw new Error("no place for " + value) }').set(
        'partnerSecret',
        SECRET,
      ),
    )
    expect(failing.message).toMatch(/^The keychain cannot be used: /)
    expect((await faultOf(openWith('process.abort()').get('token'))).message).toMatch(/crashed/)
    expect((await faultOf(openWith('process.stdout.write("noise"); process.exit(0)').get('token'))).message).toMatch(
      /crashed/,
    )
  })

  it('tells a locked keyring from an empty one on Linux, where both answer the same', async () => {
    const locked = openWith(
      'exports.getPassword = async () => null; exports.deletePassword = async () => false; exports.setPassword = async () => { throw new Error("Cannot create an item in a locked collection") }',
    )
    for (const ask of [() => locked.get('token'), () => locked.delete('token')]) {
      if (process.platform === 'linux') expect((await faultOf(ask())).message).toMatch(/it is locked/)
      else expect(await ask()).toBeUndefined()
    }
  })

  it.each([
    ['Cannot create an item in a locked collection', /: it is locked\.$/],
    ['Prompt dismissed', /: it is locked\.$/],
    [
      'Object does not exist at path “/org/freedesktop/secrets/collection/login”',
      /: it is locked, or does not accept entries \(Object does not exist at path.*\)\.$/,
    ],
  ])(
    'tells "%s" as what it is, with the command that unlocks, for reading, writing and removing',
    async (words, message) => {
      if (process.platform !== 'linux') return
      const closed = openWith(
        `const fails = async () => { throw new Error(${JSON.stringify(words)}) }; exports.getPassword = async () => null; exports.deletePassword = async () => false; exports.setPassword = fails`,
      )
      const asks = [
        () => closed.get('token'),
        () => closed.delete('token'),
        ...(/locked|dismissed/.test(words) ? [() => closed.set('token', SECRET)] : []),
      ]
      for (const fault of await Promise.all(asks.map((ask) => faultOf(ask())))) {
        expect(fault.message).toMatch(message)
        expect(fault.next).toContain('read -rs P && printf %s "$P" | gnome-keyring-daemon --replace --unlock')
      }
    },
    60_000,
  )

  it('does not take a slow start for a locked keychain', async () => {
    const slow = openWith(
      `const end = Date.now() + 4_500; while (Date.now() < end); exports.getPassword = async () => 'kept'`,
      { timeoutMs: 4_000 },
    )
    expect(await slow.get('token')).toBe('kept')
  }, 60_000)

  it('leaves a token over the limit of Windows in memory, and removes the one before', async () => {
    const store = openWith(KEEPING, { platform: 'win32' })
    expect(await store.set('token', 'x'.repeat(2_560))).toBe(true)
    expect(await store.set('token', 'x'.repeat(2_561))).toBe(false)
    expect(await store.get('token')).toBeUndefined()
    expect(await openWith(KEEPING, { platform: 'linux' }).set('token', 'x'.repeat(10_000))).toBe(true)
  })

  it('with the real library answers, or says in plain words why it cannot', async () => {
    const bus = process.env['DBUS_SESSION_BUS_ADDRESS']
    process.env['DBUS_SESSION_BUS_ADDRESS'] = `unix:path=${join(folder, 'no-bus')}`
    try {
      const store = openSecretStore('keychain', {
        configDir: folder,
        profile: `test-${process.pid}`,
        keychain: { timeoutMs: 20_000 },
      })
      if (process.platform === 'linux') {
        const fault = await faultOf(store.get('partnerSecret'))
        expect(fault.message).toMatch(/could not be loaded\. On Linux it needs libsecret|it answered: /)
      } else expect(await store.get('partnerSecret')).toBeUndefined()
    } finally {
      if (bus === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS']
      else process.env['DBUS_SESSION_BUS_ADDRESS'] = bus
    }
  })
})
