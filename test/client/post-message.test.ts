import { createServer } from 'node:http'
import { connect as connectSocket, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createPoster, type Poster } from '../../src/client/index.js'
import { postHeaders, type MessagePost, type PostedAnswer } from '../../src/resnotif/index.js'
import { createAuthority, createCertificate } from './certificate.js'
import { expectFault, serve } from './fixtures.js'
import { cut, cutMidBody, silent, success, text } from './scripted-server.js'
import { CLOSED_PORT } from '../support/closed-port.js'

const MESSAGE = '<OTA_HotelResNotifRQ>Ådá 😀 guest-of-a-secret</OTA_HotelResNotifRQ>'
const PASSWORD = 'pms-password-7'
const headers = postHeaders('soap11', { basic: { username: 'hotel', password: PASSWORD }, soapAction: 'urn:notify' })
const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function open(options: { caFile?: string } = {}): Poster {
  const poster = createPoster({ userAgent: 'hubswitch/test', ...options })
  closers.push(() => poster.close())
  return poster
}

const post = (url: string, more: Partial<MessagePost> = {}, poster = open()): Promise<PostedAnswer> =>
  poster.post({ url, text: MESSAGE, headers, timeoutMs: 30_000, ...more })

/** Nothing a fault says, or keeps for a script, may tell who was sent what. */
async function expectSilentFault(
  work: Promise<unknown>,
  code: 'UNREACHABLE' | 'OUTCOME_UNKNOWN',
  words: RegExp,
): Promise<void> {
  const fault = await expectFault(work, code, words)
  const everything = `${fault.message} ${fault.next} ${fault.stack ?? ''} ${JSON.stringify(fault.facts)} ${JSON.stringify(fault)} ${String(fault.cause)}`
  for (const secret of [
    PASSWORD,
    Buffer.from(`hotel:${PASSWORD}`).toString('base64'),
    'guest-of-a-secret',
    'key-in-query',
  ])
    expect(everything).not.toContain(secret)
}

describe('a message that is answered', () => {
  it('goes out as it is, once, with its headers', async () => {
    const server = await serve(() => text(200, '<OTA_HotelResNotifRS><Success/></OTA_HotelResNotifRS>'))
    expect(await post(`${server.url}/in/box?hotel=1`)).toMatchObject({
      status: 200,
      body: '<OTA_HotelResNotifRS><Success/></OTA_HotelResNotifRS>',
    })
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/in/box', body: MESSAGE })
    expect(server.requests[0]?.query.get('hotel')).toBe('1')
    expect(server.requests[0]?.headers).toMatchObject({
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"urn:notify"',
      'user-agent': 'hubswitch/test',
      connection: 'close',
      authorization: `Basic ${Buffer.from(`hotel:${PASSWORD}`).toString('base64')}`,
      'content-length': String(Buffer.byteLength(MESSAGE)),
    })
  })

  it('tells every status as it is and sends nothing twice', async () => {
    for (const status of [400, 401, 404, 500, 503]) {
      const server = await serve(() => text(status, `status ${status}`))
      expect(await post(server.url)).toMatchObject({
        status,
        body: `status ${status}`,
        headers: { 'content-type': 'text/html' },
      })
      expect(server.requests).toHaveLength(1)
    }
  })

  it('does not follow a redirect', async () => {
    const elsewhere = await serve(() => text(200, 'elsewhere'))
    for (const status of [301, 302, 307, 308]) {
      const server = await serve(() => text(status, '', { location: elsewhere.url }))
      expect((await post(server.url)).status).toBe(status)
    }
    expect(elsewhere.requests).toEqual([])
  })

  it('may come late, as long as it comes within the limit of this message', async () => {
    const server = await serve(
      () => (response) => void setTimeout(() => text(200, 'late')(response, undefined as never), 2500),
    )
    const poster = open()
    expect((await post(server.url, { timeoutMs: 60_000 }, poster)).body).toBe('late')
    await expectSilentFault(
      post(server.url, { timeoutMs: 1_500 }, poster),
      'OUTCOME_UNKNOWN',
      /no complete answer in time/,
    )
  })
})

describe('a message whose fate is not known', () => {
  it('is called so where the connection is cut, before or within the answer', async () => {
    const server = await serve((request) => (request.path === '/mid' ? cutMidBody : cut))
    await expectSilentFault(
      post(`${server.url}/?key=key-in-query`),
      'OUTCOME_UNKNOWN',
      /It is not known whether the PMS at 127\.0\.0\.1:\d+ took the message: the connection was cut/,
    )
    await expectSilentFault(post(`${server.url}/mid`), 'OUTCOME_UNKNOWN', /cut|half-way/)
    expect(server.requests).toHaveLength(2)
  })

  it('and where no answer comes', async () => {
    const server = await serve(() => silent)
    // Long enough to connect on a busy machine: what is not connected is surely not sent.
    await expectSilentFault(post(server.url, { timeoutMs: 2_000 }), 'OUTCOME_UNKNOWN', /no complete answer in time/)
  })

  it('and where the answer has no end, without filling the memory', async () => {
    const server = await serve(() => (response) => {
      response.writeHead(200, { 'content-type': 'text/xml' })
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(64_000)));
      }
      response.on('drain', more)
      more()
    })
    await expectSilentFault(post(server.url), 'OUTCOME_UNKNOWN', /larger than/)
  })

  it.each([
    ['within a chunk', 'Transfer-Encoding: chunked\r\n\r\n40\r\n<OTA'],
    ['between two chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\n<OTA\r\n'],
    ['before its length', 'Content-Length: 400\r\n\r\n<OTA'],
    ['behind a length that stands there twice', 'Content-Length: 4\r\nContent-Length: 4\r\n\r\n<OTA'],
  ])('and where an answer ends %s, which is HTTP all the same', async (_, rest) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n${rest}`))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    await expectSilentFault(
      post(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      'OUTCOME_UNKNOWN',
      rest.startsWith('Content-Length')
        ? /stopped half-way, or its Content-Length is wrong or stands there twice/
        : /stopped half-way/,
    )
  })

  it('and where the answer is not HTTP', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end('hello, this is a teapot\r\n\r\n'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    await expectSilentFault(
      post(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      'OUTCOME_UNKNOWN',
      /not HTTP|cut/,
    )
  })
})

describe('a message that did not arrive', () => {
  it('is called so where nothing listens or the name is unknown', async () => {
    await expectSilentFault(
      post(`http://127.0.0.1:${CLOSED_PORT}/?key=key-in-query`),
      'UNREACHABLE',
      /could not be reached: the connection was refused/,
    )
    await expectSilentFault(post('https://no-such-host.invalid/in'), 'UNREACHABLE', /no-such-host\.invalid/)
  })

  it('is never written to a server whose certificate is not trusted; caFile makes it trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hubswitch-post-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    const authority = createAuthority()
    const caFile = join(folder, 'ca.pem')
    writeFileSync(caFile, authority.cert)
    const server = await serve(() => success(1), createCertificate(authority, '127.0.0.1'))
    await expectSilentFault(post(server.url), 'UNREACHABLE', /no secure connection/)
    expect(server.requests).toEqual([])
    expect((await post(server.url, {}, open({ caFile }))).status).toBe(200)
  })

  it('is never written in the clear, and to no address with a password', async () => {
    for (const [url, words] of [
      ['http://pms.example/in', /not encrypted/],
      ['https://u:key-in-query@pms.example', /user or password/],
      ['pms', /not a web address/],
      ['file:///etc/passwd', /not a web address/],
    ] as const) {
      const fault = await expectFault(post(url), 'USAGE', words)
      expect(JSON.stringify(fault) + fault.message + fault.next).not.toContain('key-in-query')
    }
  })

  it('goes through the proxy that the environment names', async () => {
    const before = process.env['HTTPS_PROXY']
    closers.push(() =>
      before === undefined ? delete process.env['HTTPS_PROXY'] : (process.env['HTTPS_PROXY'] = before),
    )
    const folder = mkdtempSync(join(tmpdir(), 'hubswitch-post-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    const authority = createAuthority()
    writeFileSync(join(folder, 'ca.pem'), authority.cert)
    const pms = await serve(() => text(200, 'through'), createCertificate(authority, 'pms.example'))
    const asked: string[] = []
    const sockets: Socket[] = []
    const proxy = createServer().on('connect', (request, socket: Socket) => {
      asked.push(request.url ?? '')
      const onward = connectSocket(pms.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        onward.pipe(socket).pipe(onward)
      })
      for (const one of [socket, onward]) sockets.push(one.on('error', () => undefined))
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    closers.push(
      () => proxy.close(),
      () => sockets.forEach((socket) => socket.destroy()),
    )
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    expect(await post('https://pms.example/in', {}, open({ caFile: join(folder, 'ca.pem') }))).toMatchObject({
      status: 200,
      body: 'through',
    })
    expect(asked).toEqual(['pms.example:443'])
  })
})
