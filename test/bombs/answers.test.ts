import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, type Reply, type Scripted, startScripted, text } from '../client/scripted-server.js'
import { measured, type Taken } from './measured.js'

const CPU_SECONDS = 8
const PEAK_MB = 400
const TIMEOUT_SECONDS = 2
/** A busy machine is slow to start and to end a process. */
const LEEWAY_SECONDS = 45

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-answers-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GET = ['property', 'get', '1000001']
const SEARCH = ['property', 'search', '--latitude', '1', '--longitude', '1', '--radius', '5', '--all']

async function answered(
  reply: Reply,
  args: readonly string[] = GET,
  seconds = 60,
): Promise<Taken & { service: Scripted }> {
  const service = await startScripted(() => reply)
  const taken = await measured(folder, [...args, '--timeout', `${seconds}s`], {
    HUBSWITCH_BASE_URL: service.url,
    HUBSWITCH_ACCESS_TOKEN: 'a.b.c',
  })
  await service.close()
  return { ...taken, service }
}

const list = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join(',')
const whole = (result: string): Reply =>
  text(200, `{"success":true,"code":"200","message":"ok","result":${result}}`, { 'content-type': 'application/json' })
const packed = (body: Buffer, encoding: string): Reply =>
  text(200, body, { 'content-type': 'application/json', 'content-encoding': encoding })
const named = (more: string): string => `{"id":1000001,"name":"Seaview",${more}}`

/** Writes without end to whoever reads, and stops with the connection. */
const endless =
  (head: string, piece: string | ((at: number) => string), everyMs = 0): Reply =>
  (response: ServerResponse) => {
    const socket = response.socket!
    socket.write(head)
    let at = 0
    const write = (): void => {
      while (!socket.destroyed && socket.write(typeof piece === 'string' ? piece : piece(at++)) && everyMs === 0);
      if (!socket.destroyed && everyMs > 0) setTimeout(write, everyMs).unref()
    }
    socket.on('drain', write)
    write()
  }
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`

describe('an answer that would take all memory', () => {
  it.each<[string, () => Reply, string]>([
    [
      'of 1,000,000 fields',
      () => whole(named(list(1_000_000, (at) => `"f${at}":${at}`))),
      'holds more than 250,000 values',
    ],
    [
      'of 1,000,000 rows',
      () => whole(`[${list(1_000_000, (at) => `{"id":${at}}`)}]`),
      'holds more than 250,000 values',
    ],
    [
      'of 1,000,000 levels',
      () => whole('['.repeat(1_000_000) + ']'.repeat(1_000_000)),
      'is nested more than 200 levels deep',
    ],
    [
      'with a name of 20 MB',
      () => whole(named(`"city":"${'x'.repeat(20_000_000)}"`)),
      'holds a text of more than 1 MB',
    ],
    [
      'with a number of 20 MB',
      () => whole(named(`"city":${'9'.repeat(20_000_000)}`)),
      'holds a number of more than 1 MB',
    ],
    ['of 40 MB', () => whole(named(`"city":"${'x'.repeat(40_000_000)}"`)), 'is larger than 32 MB'],
    ['that unpacks to 100 MB', () => packed(gzipSync(Buffer.alloc(100_000_000, ' ')), 'gzip'), 'is larger than 32 MB'],
    [
      'that unpacks to 100 MB, in br',
      () => packed(brotliCompressSync(Buffer.alloc(100_000_000, ' '), { params: { 1: 1 } }), 'br'),
      'is larger than 32 MB',
    ],
    [
      'packed five times over',
      () =>
        packed(
          [1, 2, 3, 4, 5].reduce((body) => gzipSync(body), Buffer.from('{}')),
          'gzip,gzip,gzip,gzip,gzip',
        ),
      'was packed 5 times over',
    ],
    [
      'with 10 MB of headers',
      () => endless(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(10_000_000)}\r\n`, '\r\n\r\n'),
      'headers are too large',
    ],
    [
      'of headers without end',
      () => endless('HTTP/1.1 200 OK\r\n', (at) => `x-${at}: ${'a'.repeat(1000)}\r\n`),
      'headers are too large',
    ],
    ['of chunks without end', () => endless(CHUNKED, `ffff\r\n${'x'.repeat(65_535)}\r\n`), 'is larger than 32 MB'],
  ])(
    '%s',
    async (_, reply, words) => {
      const taken = await answered(reply())
      expect([taken.code, taken.stderr]).toEqual([10, expect.stringContaining(words)])
      expect(taken.cpuSeconds).toBeLessThan(CPU_SECONDS)
      expect(taken.peakMb).toBeLessThan(PEAK_MB)
    },
    120_000,
  )
})

describe('an answer without end', () => {
  it.each<[string, Reply]>([
    ['that never begins', () => undefined],
    ['of a byte now and then', endless(`${HEAD}content-length: 100000\r\n\r\n`, ' ', 200)],
    ['of a byte of its head now and then', endless('HTTP/1.1 200 OK\r\nx: ', 'a', 200)],
    ['of chunks of one byte', endless(CHUNKED, '1\r\n \r\n'.repeat(1000))],
    ['of one chunk with a comment', endless(`${CHUNKED}1;`, 'a'.repeat(60_000))],
    ['behind an answer that promises another', endless('', 'HTTP/1.1 103 Early\r\nx: y\r\n\r\n', 20)],
  ])(
    '%s ends in time',
    async (_, reply) => {
      const taken = await answered(reply, GET, TIMEOUT_SECONDS)
      expect([taken.code, taken.stderr]).toEqual([10, expect.stringMatching(/in time|not HTTP|too large|cut/)])
      expect(taken.wallSeconds).toBeLessThan(TIMEOUT_SECONDS + LEEWAY_SECONDS)
      expect(taken.peakMb).toBeLessThan(PEAK_MB)
    },
    120_000,
  )

  it('a redirect to itself is not followed', async () => {
    const { code, stderr, service } = await answered(text(302, '', { location: '/' }))
    expect([code, stderr, service.requests.length]).toEqual([5, expect.stringContaining('The service redirects'), 1])
  }, 120_000)
})

describe('a search without end', () => {
  const page = (content: readonly object[], totalElements: number): Reply =>
    json(200, { success: true, result: { content, totalElements, totalPages: totalElements, last: false } })
  const rows = Array.from({ length: 3 }, (_, at) => ({ id: 1_000_001 + at, name: 'Seaview' }))

  it.each<[string, Reply, number, string]>([
    ['that counts a thousand million rows', page(rows, 1_000_000_000), 1, 'more than the 200,000 that --all reads'],
    ['that gives the same page for ever', page(rows, 1_000), 4, 'the same rows for different pages'],
    [
      'that says more pages than it has',
      (response, request) =>
        page(request.query.get('pageNumber') === '0' || request.body.includes('"pageNumber":0') ? rows : [], 1_000)(
          response,
          request,
        ),
      4,
      'The service',
    ],
  ])(
    '%s',
    async (_, reply, most, words) => {
      const { code, stderr, service, peakMb } = await answered(reply, SEARCH)
      expect([code, stderr]).toEqual([12, expect.stringContaining(words)])
      expect(service.requests.length).toBeLessThanOrEqual(most)
      expect(peakMb).toBeLessThan(PEAK_MB)
    },
    120_000,
  )
})
