import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultOverlay } from '../../src/contract/overlay/overlay.js'
import { createApp } from '../../src/sandbox/http/app.js'
import { type AppOptions } from '../../src/sandbox/http/app-options.js'
import type { Handlers } from '../../src/sandbox/http/handler.js'
import { handlers } from '../../src/sandbox/handlers/index.js'
import type { RequestLogEntry } from '../../src/sandbox/http/request-log.js'
import { openStore } from '../../src/sandbox/store/store.js'
import { Tokens } from '../../src/sandbox/accounts/tokens.js'

/** The sandbox with handlers of the test's own: what it does when one of its own parts is wrong. */

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function startWith(broken: Partial<Handlers>, extra: Partial<AppOptions> = {}) {
  const store = openStore()
  const log: RequestLogEntry[] = []
  const tokens = new Tokens(store.signingKey(), Date.now)
  const app = createApp({
    store,
    tokens,
    host: '127.0.0.1',
    handlers: { ...handlers, ...broken },
    overlay: defaultOverlay,
    now: Date.now,
    bodyLimitBytes: 10_000,
    log: (entry) => log.push(entry),
    dispatch: () => Promise.resolve(),
    ...extra,
  })
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => server.close(),
    () => store.close(),
  )
  const account = store.accounts.byPartnerId('demo-supplier')
  if (account === undefined) throw new Error('no account')
  const headers = { authorization: `Bearer ${await tokens.sign(account)}`, 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { send, log }
}

/** What a careless handler could return; the compiler is told to look away. */
const careless = <T>(value: unknown): T => value as T

describe('a reply that breaks the contract', () => {
  it('is never sent, and the log says where it broke', async () => {
    const { send, log } = await startWith({
      'auth.whoami': careless(() => ({ id: '7', name: 'Demo', secret: 'leaked' })),
    })
    const reply = await send('GET', '/api/v1/partners/get-info')
    expect(reply).toMatchObject({
      status: 500,
      body: { result: null, status: 'fail', message: 'The sandbox failed. Its log names the cause.' },
    })
    expect(JSON.stringify(reply.body)).not.toContain('leaked')
    expect(log).toMatchObject([
      {
        status: 500,
        fault: expect.stringContaining('the reply of auth.whoami breaks the contract: id must be a number'),
      },
    ])
    expect(log[0]?.fault).toContain('partnerId is required')
  })

  it('is caught inside lists, and in the family of /v1', async () => {
    const { send, log } = await startWith({
      'unit.types': careless(() => [{ id: 1 }, { id: 'two' }]),
      'room.list': careless(() => ({ rooms: [{ id: 1 }, { name: 'no id' }] })),
    })
    expect((await send('GET', '/api/v1/sellable-unit/sellable-unit-types')).status).toBe(500)
    expect(log[0]?.fault).toContain('[1].id')
    const rooms = await send('POST', '/v1/rooms', {
      credentials: { id: 15786, duty_code: 'sandbox-duty' },
      hotel_code: 1,
    })
    expect(rooms).toMatchObject({ status: 500, body: { success: false, error: { code: 'INTERNAL' } } })
    expect(log[1]?.fault).toContain('rooms[1].id')
  })
})

describe('a handler that throws', () => {
  it('is a 500 with the cause in the log only', async () => {
    const { send, log } = await startWith({
      'auth.whoami': () => {
        throw new TypeError('of the inside')
      },
    })
    const reply = await send('GET', '/api/v1/partners/get-info')
    expect(reply.status).toBe(500)
    expect(JSON.stringify(reply.body)).not.toContain('of the inside')
    expect(log[0]?.fault).toBe('TypeError: of the inside')
  })
})

describe('the place for injected faults', () => {
  it('stands around every request, inside the log', async () => {
    const { send, log } = await startWith(
      {},
      {
        intercept: async (call, serve) => {
          const answer = await serve()
          return call.path.endsWith('get-info') ? { ...answer, status: 503, body: '{"injected":true}' } : answer
        },
      },
    )
    expect(await send('GET', '/api/v1/partners/get-info')).toEqual({ status: 503, body: { injected: true } })
    expect((await send('GET', '/api/v1/partners/refresh-token')).status).toBe(200)
    expect(log.map(({ status }) => status)).toEqual([503, 200])
  })
})
