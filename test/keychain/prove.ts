import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSecretStore } from '../../src/config/index.js'
import { Fault } from '../../src/errors.js'

/** One part of real-keychain.sh: `keeps`, `kept`, `locked`, `absent` or `silent`. */

const store = openSecretStore('keychain', { configDir: tmpdir(), profile: 'proof' })
const SECRET = 'a secret with "quotes", ümläuts and 漢字'
const TOKEN = 'x'.repeat(6_000)

async function expectUnavailable(): Promise<void> {
  const startedAt = performance.now()
  const outcome: unknown = await store.get('partnerSecret').catch((error: unknown) => error)
  const ms = Math.round(performance.now() - startedAt)
  assert.ok(
    outcome instanceof Fault && outcome.code === 'KEYCHAIN_UNAVAILABLE',
    `expected a fault, got ${String(outcome)}`,
  )
  // Above 3 s only by the start of a process, which is slow on a busy machine.
  assert.ok(ms < 30_000, `took ${ms} ms`)
  console.log(`   ${outcome.message} (${ms} ms)`)
}

const part = process.argv[2]
if (part === 'keeps') {
  assert.equal(await store.get('partnerSecret'), undefined)
  assert.equal(await store.set('partnerSecret', SECRET), true)
  assert.equal(await store.set('token', TOKEN), true)
  assert.equal(await store.get('partnerSecret'), SECRET)
  assert.equal(await store.get('token'), TOKEN)
  await store.set('channelCredentials', '{"id":1}')
  await store.delete('channelCredentials')
  await store.delete('channelCredentials')
  assert.equal(await store.get('channelCredentials'), undefined)
} else if (part === 'kept') {
  assert.equal(await store.get('partnerSecret'), SECRET)
  assert.equal(await store.get('token'), TOKEN)
} else if (part === 'locked' || part === 'absent') {
  await expectUnavailable()
} else if (part === 'silent') {
  const path = join(tmpdir(), `silent-bus-${process.pid}`)
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(path)
  process.env['DBUS_SESSION_BUS_ADDRESS'] = `unix:path=${path}`
  await expectUnavailable()
  server.close()
} else throw new Error('usage: prove.ts keeps|kept|locked|absent|silent')
