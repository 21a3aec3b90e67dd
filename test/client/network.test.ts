import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect as connectSocket, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority, createCertificate } from './certificate.js'
import { connect, expectFault, faultOf, fixedIdentity, serve } from './fixtures.js'
import { PARTNER, success } from './scripted-server.js'

const identity = fixedIdentity
const authority = createAuthority()
let folder: string
let caFile: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-ca-'))
  caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority.cert)
  return () => rmSync(folder, { recursive: true })
})

describe('TLS', () => {
  it('trusts a further authority named in caFile', async () => {
    const server = await serve(() => success(PARTNER), createCertificate(authority, '127.0.0.1'))
    expect(await connect(server.url, { identity, caFile }).call('auth.whoami', {})).toEqual(PARTNER)
  })

  it('explains a certificate it does not trust, without trying again', async () => {
    const server = await serve(() => success(PARTNER), createCertificate(authority, '127.0.0.1'))
    const fault = await expectFault(
      connect(server.url, { identity }).call('auth.whoami', {}),
      'UNREACHABLE',
      /no secure connection: its certificate .*not trusted here/,
    )
    expect(fault.next).toMatch(/NODE_EXTRA_CA_CERTS or HUBSWITCH_CA_FILE/)
    expect(fault.facts['attempts']).toBe(1)
    expect(server.requests).toEqual([])
  })

  it('explains one for another name and one that has expired', async () => {
    const other = await serve(() => success(PARTNER), createCertificate(authority, 'other.example'))
    await expectFault(
      connect(other.url, { identity, caFile }).call('auth.whoami', {}),
      'UNREACHABLE',
      /for another name/,
    )
    const old = await serve(
      () => success(PARTNER),
      createCertificate(authority, '127.0.0.1', new Date(Date.now() - 86_400_000)),
    )
    await expectFault(connect(old.url, { identity, caFile }).call('auth.whoami', {}), 'UNREACHABLE', /has expired/)
  })

  it('refuses a caFile that is none', () => {
    const nonsense = join(folder, 'nonsense.pem')
    writeFileSync(nonsense, 'hello')
    for (const file of [nonsense, join(folder, 'absent.pem')]) {
      expect(() => connect('https://service.example', { identity, caFile: file })).toThrow(
        expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(file) }),
      )
    }
  })
})

describe('a proxy', () => {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]))
  const open: { server: Server; sockets: Socket[] }[] = []

  afterEach(() => {
    for (const name of names) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
    for (const { server, sockets } of open.splice(0)) {
      sockets.forEach((socket) => socket.destroy())
      server.close()
    }
  })

  /** A real CONNECT proxy that leads every name to one port. */
  async function startProxy(
    leadTo: number,
    refuse?: number,
  ): Promise<{ url: string; asked: { target: string; authorization: string | undefined }[] }> {
    const asked: { target: string; authorization: string | undefined }[] = []
    const sockets: Socket[] = []
    const server = createServer((_request, response) => void response.writeHead(500).end())
    server.on('connect', (request, socket: Socket) => {
      asked.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] })
      sockets.push(socket)
      socket.on('error', () => undefined)
      if (refuse !== undefined) return void socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`)
      const onward = connectSocket(leadTo, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        onward.pipe(socket).pipe(onward)
      })
      onward.on('error', () => socket.destroy())
      sockets.push(onward)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ server, sockets })
    return { url: `http://proxy-user:proxy-password@127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
  }

  it('is used for HTTPS as HTTPS_PROXY says, with its password', async () => {
    const server = await serve(() => success(PARTNER), createCertificate(authority, 'service.example'))
    const proxy = await startProxy(server.port)
    process.env['HTTPS_PROXY'] = proxy.url
    expect(await connect('https://service.example', { identity, caFile }).call('auth.whoami', {})).toEqual(PARTNER)
    expect(proxy.asked).toEqual([
      {
        target: 'service.example:443',
        authorization: `Basic ${Buffer.from('proxy-user:proxy-password').toString('base64')}`,
      },
    ])
  })

  it('is not used for loopback', async () => {
    const server = await serve(() => success(PARTNER))
    const proxy = await startProxy(server.port)
    process.env['HTTP_PROXY'] = process.env['HTTPS_PROXY'] = proxy.url
    await connect(server.url, { identity }).call('auth.whoami', {})
    expect(proxy.asked).toEqual([])
  })

  it('is not used for what NO_PROXY names', async () => {
    const proxy = await startProxy(1)
    process.env['HTTPS_PROXY'] = proxy.url
    process.env['NO_PROXY'] = 'no-such-host.invalid'
    await expectFault(
      connect('https://no-such-host.invalid', { identity, maxAttempts: 1 }).call('auth.whoami', {}),
      'UNREACHABLE',
      /no-such-host/,
    )
    expect(proxy.asked).toEqual([])
  })

  it('that refuses is named, and nothing has arrived', async () => {
    const proxy = await startProxy(1, 407)
    process.env['HTTPS_PROXY'] = proxy.url
    const fault = await expectFault(
      connect('https://service.example', { identity, maxAttempts: 2 }).call('unit.add', {
        body: { propertyId: 1_000_001 },
      }),
      'UNREACHABLE',
      /the proxy refused to connect/,
    )
    expect(JSON.stringify(fault)).not.toContain('proxy-password')
    expect(proxy.asked).toHaveLength(2)
  })

  it('that does not answer is no reason to wait for ever', async () => {
    const server = createServer()
    const sockets: Socket[] = []
    server.on('connect', (_request, socket: Socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ server, sockets })
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = connect('https://service.example', { identity, maxAttempts: 1, timeouts: { attemptMs: 300 } })
    expect((await faultOf(client.call('unit.add', { body: { propertyId: 1_000_001 } }))).code).toBe('UNREACHABLE')
  })

  it('with an address that is none is refused', () => {
    process.env['HTTPS_PROXY'] = 'not an address'
    expect(() => connect('https://service.example', { identity })).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })
})

describe('an answer whose status is below 100', () => {
  it.each([
    ['099', 'auth.whoami'],
    ['000', 'auth.whoami'],
    ['099', 'rates.push'],
    ['042', 'inventory.push'],
  ] as const)('HTTP %s to %s ends the call at once', async (status, key) => {
    const server = await serve(
      () => (response) =>
        void response.socket?.write(
          `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
        ),
    )
    const client = connect(server.url, {
      identity,
      timeouts: { attemptMs: 2_000 },
      channelCredentials: () => Promise.resolve({ id: 1, duty_code: 'd' }),
    } as never)
    const startedAt = Date.now()
    const call =
      key === 'auth.whoami' ? client.call(key, {}) : client.callText(key, '{"hotel_code":"7"}', { isOnce: true })
    const fault = await faultOf(call)
    expect([fault.code, fault.message]).toEqual([
      key === 'auth.whoami' ? 'UNREACHABLE' : expect.any(String),
      expect.stringContaining('not an HTTP status'),
    ])
    expect(fault.facts['fate'] ?? 'none').not.toBe('refused')
    expect(Date.now() - startedAt).toBeLessThan(1_900)
    await client.close()
  })
})
