import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.js'
import type { RequestLogEntry } from '../../../src/sandbox/http/request-log.js'

/** Requests as they come over the line, some of which no client library would send. */

const log: RequestLogEntry[] = []
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ log: (entry) => log.push(entry), bodyLimitBytes: 1000 })
})
afterAll(() => sandbox.close())

/** All that comes back until the connection closes. */
function talk(...pieces: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(sandbox.port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.on('error', reject).on('close', () => resolve(text))
    pieces.forEach((piece) => socket.write(piece))
  })
}

const get = (target: string, method = 'GET') =>
  talk(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

describe('a request', () => {
  it('may name its path whole, in per cent signs, or with a query that is no endpoint of its own', async () => {
    expect(await get('http://localhost:1/')).toMatch(/^HTTP\/1\.1 200 [\s\S]*hubswitch sandbox/)
    for (const path of ['/api/v1/partners/get-info', '/api/v1/partners/get%2Dinfo', '/api/v1/partners/get-info?a=%zz'])
      expect(await get(path)).toMatch(/^HTTP\/1\.1 401 /)
    for (const path of [
      '/api/v1/partners/get-info/',
      '/API/v1/partners/get-info',
      '//',
      '/%',
      '*',
      '/a/../openapi.json',
    ])
      expect(await get(path)).toMatch(/^HTTP\/1\.1 404 [\s\S]*There is no endpoint/)
  })

  it('is none of ours where one of the names that it gives is foreign', async () => {
    expect(await get('http://other.example/')).toMatch(/^HTTP\/1\.1 421 [\s\S]*other\.example/)
    expect(await talk('GET / HTTP/1.1\r\nHost: localhost\r\nHost: other.example\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 4(?:00|21) /,
    )
    expect(await talk('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /)
  })

  it('for the head alone has the headers and no body', async () => {
    const [head = '', body] = (await get('/', 'HEAD')).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBeGreaterThan(500)
    expect(body).toBe('')
    expect(log.at(-1)).toMatchObject({ method: 'HEAD', path: '/', status: 200 })
  })

  it('with a method that the path does not have is told which it has', async () => {
    expect(await get('/v1/rooms', 'DELETE')).toMatch(
      /^HTTP\/1\.1 405 [\s\S]*\r\nallow: POST\r\n[\s\S]*answers to POST only/,
    )
  })

  it('keeps its id where that is safe to repeat', async () => {
    const ask = (id: string) =>
      talk(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`)
    await ask('a-1')
    expect(log.at(-1)?.requestId).toBe('a-1')
    await ask('a b')
    expect(log.at(-1)?.requestId).toMatch(/^[\da-f-]{36}$/)
  })

  it('that is refused before its body has come is not read without end', async () => {
    const started = performance.now()
    const answer = await talk(
      'POST /v1/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      `${(2000).toString(16)}\r\n${'x'.repeat(2000)}\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(performance.now() - started).toBeGreaterThan(300)
  })

  it('that is given up before its answer harms nobody', async () => {
    const socket = connect(sandbox.port, '127.0.0.1')
    socket.end(
      'POST /v1/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    socket.resume()
    await new Promise((resolve) => socket.on('close', resolve))
    expect(await get('/')).toMatch(/^HTTP\/1\.1 200 /)
  })
})
