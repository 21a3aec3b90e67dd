import { createServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { Fault } from '../../src/errors.js'
import { connect, expectFault, faultOf, fixedIdentity, recordTrace, serve } from './fixtures.js'
import { cut, cutMidBody, json, PARTNER, problem, silent, success, text, type Reply } from './scripted-server.js'
import { CLOSED_PORT } from '../support/closed-port.js'

const CREATE = { body: { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview' } }
const ADD = { body: { propertyId: 1_000_001 } }
const identity = fixedIdentity
/** Short only where a time-out is what is tested: a busy machine may be slow to give a good answer. */
const timeoutsFor = (reply: Reply): { headersMs?: number; bodyMs?: number } =>
  reply === silent || reply === stalls ? { headersMs: 400, bodyMs: 400 } : {}
const stalls: Reply = (response) => void response.writeHead(200, { 'content-length': '100' }).write('{"result":')

const UPDATE = { params: { id: 1_000_001 }, body: { name: 'New' } }

const wrong: [string, Reply][] = [
  ['cut before headers', cut],
  ['cut mid-body', cutMidBody],
  ['never answers', silent],
  ['stops mid-body', stalls],
  ['torn JSON', text(200, '{"result":{"id":1,"partner', { 'content-type': 'application/json' })],
  ['torn gzip', text(200, gzipSync('{"result":{"id":1}}').subarray(0, 15), { 'content-encoding': 'gzip' })],
  ['HTTP 500', problem(500, 'oops')],
  ['HTTP 502', text(502, '<html><title>Bad gateway</title></html>')],
  ['HTTP 503', problem(503, 'down')],
  ['HTTP 504', text(504, '')],
]

/** What a repeat does not better: something else answers at this address, or answers nothing. */
const strange: [string, Reply, RegExp][] = [
  ['a web page', text(200, '<html><title>Welcome</title></html>'), /a web page titled "Welcome"/],
  ['plain text', text(200, 'It works!'), /"It works!"/],
  ['an empty body', text(200, ''), /HTTP 200 with an empty body/],
  ['an empty 201', text(201, ''), /HTTP 201 with an empty body/],
]

describe('a 2xx answer that says nothing', () => {
  it.each(strange)('%s is asked once: a read is UNREACHABLE, a write OUTCOME_UNKNOWN', async (_name, reply, words) => {
    const server = await serve(() => reply)
    const client = connect(server.url, { identity })
    const read = await expectFault(client.call('auth.whoami', {}), 'UNREACHABLE', words)
    const update = await expectFault(client.call('property.update', UPDATE), 'OUTCOME_UNKNOWN', words)
    expect([read.facts, update.facts]).toMatchObject([
      { answered: true, attempts: 1 },
      { answered: true, attempts: 1, fate: 'unknown' },
    ])
    expect(update.next).toContain('hubswitch property get 1000001')
    expect(server.requests).toHaveLength(2)
  })
})

describe('an answer that never came whole', () => {
  it.each(wrong)('%s, then a good one: a safe call is repeated', async (_name, reply) => {
    const server = await serve((_request, index) => (index < 2 ? reply : success(PARTNER)))
    const client = connect(server.url, { identity, timeouts: timeoutsFor(reply) })
    expect(await client.call('auth.whoami', {})).toEqual(PARTNER)
    expect(client.stats()).toMatchObject({ requests: 3, retries: 2 })
    expect(new Set(server.requests.map(({ headers }) => headers['x-request-id'])).size).toBe(1)
  })

  it.each(wrong)('%s for ever: a safe call ends as UNREACHABLE after its attempts', async (_name, reply) => {
    const server = await serve(() => reply)
    const fault = await expectFault(
      connect(server.url, { identity, timeouts: timeoutsFor(reply), maxAttempts: 3 }).call('auth.whoami', {}),
      'UNREACHABLE',
      /3 attempts/,
    )
    expect(fault.facts).toMatchObject({ endpoint: 'auth.whoami', attempts: 3 })
    expect(server.requests).toHaveLength(3)
  })

  it.each(wrong)('%s: a call that must not be repeated ends as OUTCOME_UNKNOWN at once', async (_name, reply) => {
    const server = await serve(() => reply)
    const client = connect(server.url, { identity, timeouts: timeoutsFor(reply) })
    await expectFault(
      client.call('property.create', CREATE),
      'OUTCOME_UNKNOWN',
      /whether the service has created the property HS-1: /,
    )
    await expectFault(
      client.call('unit.add', ADD),
      'OUTCOME_UNKNOWN',
      /whether the service has added the unit to property 1000001: /,
    )
    expect(server.requests).toHaveLength(2)
  })
})

describe('an update that may have arrived', () => {
  const UPDATE_PATH = '/api/v1/properties/1000001'
  it.each(wrong)('%s for ever: repeated, and then unknown rather than not reached', async (_name, reply) => {
    const server = await serve(() => reply)
    const fault = await expectFault(
      connect(server.url, { identity, timeouts: timeoutsFor(reply), maxAttempts: 2 }).call('property.update', UPDATE),
      'OUTCOME_UNKNOWN',
      /whether the service has updated property 1000001: /,
    )
    expect([fault.exitCode, fault.facts['fate'], server.to(UPDATE_PATH).length]).toEqual([12, 'unknown', 2])
    expect(fault.message).not.toMatch(fault.facts['answered'] === true ? /no answer came/i : /it answered/)
  })

  it('stays unknown where the later attempts do not get through, or are put off', async () => {
    const server = await serve((_request, index) => (index === 0 ? cut : problem(429, 'slow down')))
    await expectFault(
      connect(server.url, { identity, maxAttempts: 2 }).call('property.update', UPDATE),
      'OUTCOME_UNKNOWN',
      /updated property 1000001: it answered HTTP 429: .*, and asks to come back later/,
    )
  })
})

describe('a request that certainly did not arrive', () => {
  it('is UNREACHABLE for every class when the connection is refused', async () => {
    const client = connect(`http://127.0.0.1:${CLOSED_PORT}`, { identity, maxAttempts: 2 })
    const fault = await expectFault(
      client.call('unit.add', ADD),
      'UNREACHABLE',
      /could not be reached \(2 attempts\): the connection was refused/,
    )
    expect(fault.facts).toMatchObject({ reason: 'ECONNREFUSED', attempts: 2 })
    expect(client.stats()).toMatchObject({ requests: 2, retries: 1 })
  })

  it('is UNREACHABLE when the name is not known', async () => {
    const client = connect('https://no-such-host.invalid', { identity, maxAttempts: 1 })
    const fault = await expectFault(client.call('unit.add', ADD), 'UNREACHABLE', /no-such-host\.invalid/)
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(fault.facts['reason'])
  })
})

describe('a write that is put off', () => {
  it.each([
    ['429', problem(429, 'slow down')],
    ['503 with Retry-After', json(503, {}, { 'retry-after': '0' })],
  ])('%s proves nothing: what creates is sent once, and its outcome is unknown', async (_name, reply) => {
    const server = await serve(() => reply)
    const fault = await expectFault(
      connect(server.url, { identity }).call('unit.add', ADD),
      'OUTCOME_UNKNOWN',
      /added the unit to property 1000001: .*asks to come back later/,
    )
    expect([fault.exitCode, fault.next, server.requests.length]).toEqual([
      12,
      expect.stringContaining('hubswitch unit list 1000001') as string,
      1,
    ])
    expect(`${fault.message} ${fault.next}`).not.toMatch(/done nothing/)
  })

  it('an update of absolute values is sent again', async () => {
    const server = await serve((_request, index) =>
      index === 0 ? problem(429, 'slow down') : json(200, { result: { id: 1_000_001 }, status: 'OK' }),
    )
    await connect(server.url, { identity }).call('property.update', UPDATE)
    expect(server.requests).toHaveLength(2)
  })
})

describe('an answer that is long in coming', () => {
  it('is told once, after 10 s, with what is waited for', async () => {
    const slow: { host: string; label: string }[] = []
    const server = await serve(
      () => (response) =>
        void setTimeout(
          () =>
            response
              .writeHead(201, { 'content-type': 'application/json' })
              .end(JSON.stringify({ result: { id: 7, propertyId: 1_000_001 }, status: 'OK' })),
          13_000,
        ),
    )
    const told = { identity, timeouts: { headersMs: 60_000, bodyMs: 60_000, attemptMs: 60_000 } }
    const batches: string[] = []
    const pushing = connect(server.url, {
      ...told,
      channelCredentials: async () => ({ id: 1, duty_code: 'x' }) as never,
      onSlow: ({ label }) => batches.push(label),
    }).callText('rates.push', '{"hotel_code":1000001}', { isOnce: true })
    await Promise.all([
      connect(server.url, { ...told, onSlow: (one) => slow.push(one) }).call('unit.add', ADD),
      pushing.catch(() => undefined),
    ])
    expect(slow).toEqual([{ host: new URL(server.url).host, label: 'unit.add' }])
    expect(batches).toEqual(['rates.push'])
  }, 60_000)
})

describe('Retry-After', () => {
  it.each([
    ['seconds', () => '1'],
    ['an HTTP date', () => new Date(Date.now() + 2_000).toUTCString()],
  ])('is honoured as %s', async (_form, header) => {
    const server = await serve((_request, index) =>
      index === 0 ? json(429, {}, { 'retry-after': header() }) : success(PARTNER),
    )
    await connect(server.url, { identity }).call('auth.whoami', {})
    const [first, second] = server.requests
    // An HTTP date has whole seconds, so 2 s ahead is at least 1 s.
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950)
  })

  it('beyond the cap ends the call at once and says when to come back', async () => {
    const server = await serve(() => json(429, { message: 'quota used up' }, { 'retry-after': '3600' }))
    const fault = await expectFault(
      connect(server.url, { identity }).call('auth.whoami', {}),
      'UNREACHABLE',
      /asks to wait 3600 s/,
    )
    expect(fault.facts).toMatchObject({ retryAfterMs: 3_600_000, status: 429 })
    expect(fault.next).toContain('3600 s')
    expect(server.requests).toHaveLength(1)
  })
})

describe('interruption', () => {
  it('ends a wait between attempts at once', async () => {
    const server = await serve(() => json(503, {}, { 'retry-after': '2' }))
    const abort = new AbortController()
    const call = faultOf(connect(server.url, { identity, signal: abort.signal }).call('auth.whoami', {}))
    await expect.poll(() => server.requests.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const startedAt = performance.now()
    abort.abort()
    expect((await call).code).toBe('INTERRUPTED')
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  it('in flight: a safe call is interrupted, one that must not be repeated is unknown', async () => {
    const server = await serve(() => silent)
    const client = connect(server.url, { identity })
    for (const [code, start] of [
      ['INTERRUPTED', (signal: AbortSignal) => client.call('auth.whoami', {}, { signal })],
      ['OUTCOME_UNKNOWN', (signal: AbortSignal) => client.call('unit.add', ADD, { signal })],
      ['OUTCOME_UNKNOWN', (signal: AbortSignal) => client.call('property.update', UPDATE, { signal })],
    ] as const) {
      const abort = new AbortController()
      const seen = server.requests.length
      const call = faultOf(start(abort.signal))
      await expect.poll(() => server.requests.length).toBe(seen + 1)
      abort.abort()
      expect((await call).code).toBe(code)
    }
  })

  it('before the start sends nothing, and a Fault given as reason is what the call ends with', async () => {
    const server = await serve(() => success(PARTNER))
    const deadline = new Fault('DEADLINE', 'Time is up.')
    const client = connect(server.url, { identity, signal: AbortSignal.abort(deadline) })
    expect(await faultOf(client.call('auth.whoami', {}))).toBe(deadline)
    expect((await faultOf(client.call('unit.add', ADD))).code).toBe('DEADLINE')
    expect(server.requests).toEqual([])
  })
})

describe('limits of an answer', () => {
  it('refuses one that is too large, as it stands or after decoding', async () => {
    const big = Buffer.alloc(300_000, 'x')
    const plain = await serve(() => text(200, big))
    const fault = await expectFault(
      connect(plain.url, { identity, answerBytesMax: 100_000 }).call('auth.whoami', {}),
      'UNREACHABLE',
      /larger than 100000 bytes/,
    )
    expect(fault.facts['attempts']).toBe(1)
    const bomb = await serve(() => text(200, gzipSync(big), { 'content-encoding': 'gzip' }))
    await expectFault(
      connect(bomb.url, { identity, answerBytesMax: 100_000 }).call('auth.whoami', {}),
      'UNREACHABLE',
      /larger than 100000 bytes/,
    )
  })

  it('ends an attempt that drips for ever', async () => {
    const server = await serve(() => (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    await expectFault(
      connect(server.url, { identity, maxAttempts: 1, timeouts: { attemptMs: 1_000 } }).call('auth.whoami', {}),
      'UNREACHABLE',
      /no complete answer in time/,
    )
    // The limit is one for the call: repeats do not begin it anew, and a write may have arrived.
    const before = server.requests.length
    await expectFault(
      connect(server.url, { identity, maxAttempts: 5, timeouts: { attemptMs: 1_200 } }).call('auth.whoami', {}),
      'UNREACHABLE',
      /no complete answer in time \(1\.2 s for all of it\)/,
    )
    expect(server.requests.length - before).toBe(1)
    await expectFault(
      connect(server.url, { identity, timeouts: { attemptMs: 1_000 } }).call('unit.add', ADD),
      'OUTCOME_UNKNOWN',
      /broke off: no complete answer in time/,
    )
  })

  it('counts all attempts of a call against its time', async () => {
    const server = await serve(() => (response) => void setTimeout(() => response.writeHead(500).end('{}'), 150))
    await expectFault(
      connect(server.url, { identity, maxAttempts: 9, timeouts: { attemptMs: 500 } }).call('auth.whoami', {}),
      'UNREACHABLE',
      /HTTP 500|in time/,
    )
    expect(server.requests.length).toBeLessThanOrEqual(4)
  })
})

describe('the time of a call', () => {
  it('holds the waits between its attempts as well: one that leaves no time for another attempt is not begun', async () => {
    const server = await serve(() => json(429, {}, { 'retry-after': '2' }))
    const begun = performance.now()
    await expectFault(
      connect(server.url, { identity, timeouts: { attemptMs: 1_500 } }).call('auth.whoami', {}),
      'UNREACHABLE',
      /./,
    )
    expect([performance.now() - begun < 1_400, server.requests.length]).toEqual([true, 1])
  })
})

describe('servers that do not speak HTTP', () => {
  const sockets = new Set<Socket>()
  const servers: ReturnType<typeof createServer>[] = []
  afterEach(() => {
    sockets.forEach((socket) => socket.destroy())
    servers.splice(0).forEach((server) => server.close())
  })
  const listen = async (onSocket: (socket: Socket) => void): Promise<number> => {
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      onSocket(socket)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  it('are named as such', async () => {
    const port = await listen((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    await expectFault(
      connect(`http://127.0.0.1:${port}`, { identity, maxAttempts: 1 }).call('auth.whoami', {}),
      'UNREACHABLE',
      /not HTTP|was cut/,
    )
  })

  it('and that take a TLS greeting without an answer count as not arrived', async () => {
    const port = await listen(() => undefined)
    const client = connect(`https://127.0.0.1:${port}`, { identity, maxAttempts: 1, timeouts: { connectMs: 150 } })
    await expectFault(client.call('unit.add', ADD), 'UNREACHABLE', /no connection in time/)
  })

  it('and that cut the TLS greeting, or answer it in plain text, count as not arrived', async () => {
    const cutting = await listen((socket) => socket.once('data', () => socket.destroy()))
    await expectFault(
      connect(`https://127.0.0.1:${cutting}`, { identity, maxAttempts: 1 }).call('unit.add', ADD),
      'UNREACHABLE',
      /was cut/,
    )
    const plain = await listen((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    const fault = await expectFault(
      connect(`https://127.0.0.1:${plain}`, { identity, maxAttempts: 3 }).call('unit.add', ADD),
      'UNREACHABLE',
      /no secure connection/,
    )
    expect(fault.facts['attempts']).toBe(1)
  })
})

it('after close nothing is sent and nothing repeated', async () => {
  const server = await serve(() => silent)
  const client = connect(server.url, { identity })
  const lost = faultOf(client.call('unit.add', ADD))
  await expect.poll(() => server.requests.length).toBe(1)
  await client.close()
  expect((await lost).code).toBe('OUTCOME_UNKNOWN')
  const fault = await expectFault(client.call('auth.whoami', {}), 'UNREACHABLE', /the client was closed/)
  expect(fault.facts['attempts']).toBe(1)
  expect(server.requests).toHaveLength(1)
})

it('a stale connection that the server has closed is replaced without a fault', async () => {
  const server = await serve(() => (response) => {
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ result: { id: 7, propertyId: 1_000_001 }, status: 'OK' }))
    response.on('finish', () => setTimeout(() => response.socket?.destroy(), 5))
  })
  const client = connect(server.url, { identity })
  await client.call('unit.add', ADD)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await client.call('unit.add', ADD)).id).toBe(7)
})

it('the trace tells every attempt and the wait before the next', async () => {
  const server = await serve((_request, index) =>
    index === 0 ? cut : index === 1 ? problem(503, 'down') : success(PARTNER),
  )
  const { lines, trace } = recordTrace()
  await connect(server.url, { identity, trace }).call('auth.whoami', {})
  expect(lines.map(({ direction, attempt, status }) => [direction, attempt, status])).toEqual([
    ['request', 1, undefined],
    ['fault', 1, undefined],
    ['request', 2, undefined],
    ['answer', 2, 503],
    ['request', 3, undefined],
    ['answer', 3, 200],
  ])
  expect(lines[1]).toMatchObject({ fault: 'the connection was cut', retryInMs: expect.any(Number) })
  expect(lines[3]).toMatchObject({
    fault: 'the service answered HTTP 503: down',
    retryInMs: expect.any(Number),
    ms: expect.any(Number),
  })
  expect(new Set(lines.map(({ id }) => id)).size).toBe(1)
})
