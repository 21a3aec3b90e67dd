import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const SENT = Buffer.from(SAMPLE.replaceAll(/>\s+</g, '><'))
const ACTION = '"urn:notify"'
const HEAD = `POST /pms HTTP/1.1\r\nHost: pms\r\nSOAPAction: ${ACTION}\r\nContent-Type: text/xml\r\nExpect: 100-continue\r\n`

const offset = (at: number): string => at.toString(16).padStart(4, '0')

/** As `curl --trace` writes bytes that went one way. */
function hex(bytes: Buffer): string {
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += 16) {
    const row = bytes.subarray(at, at + 16)
    const pairs = row.toString('hex').replaceAll(/../g, '$& ')
    rows.push(`${offset(at)}: ${pairs.padEnd(48)}${row.toString('latin1').replaceAll(/[^ -~]/g, '.')}\n`)
  }
  return rows.join('')
}

/** The same of `curl --trace-ascii`. */
function letters(bytes: Buffer): string {
  const rows: string[] = []
  const view = bytes.toString('latin1')
  for (let at = 0; at < view.length;) {
    const row = /^[^\r]{1,64}/.exec(view.slice(at))?.[0] ?? ''
    rows.push(`${offset(at)}: ${row}\n`)
    at += row.length
    if (view.startsWith('\r\n', at)) at += 2
  }
  return rows.join('')
}

type Step = ['=>' | '<=', 'header' | 'data', Buffer | string]

const traced = (steps: readonly Step[], rows: (bytes: Buffer) => string, stamp = ''): Buffer =>
  Buffer.from(
    steps
      .map(([arrow, kind, given]) => {
        const bytes = Buffer.from(given)
        const size = `${bytes.length} bytes (0x${bytes.length.toString(16)})`
        return `${stamp}${arrow} ${arrow === '=>' ? 'Send' : 'Recv'} ${kind}, ${size}\n${rows(bytes)}`
      })
      .join(''),
  )

const CONTINUE: Step = ['<=', 'header', 'HTTP/1.1 100 Continue\r\n']
const answer = (status: string): Step[] => [
  ['<=', 'header', `HTTP/1.1 ${status}\r\n`],
  ['<=', 'header', 'Content-Length: 23\r\n'],
  ['<=', 'header', '\r\n'],
  ['<=', 'data', '<OTA_HotelResNotifRS/>\n'],
]
const length = (bytes: Buffer): string => `Content-Length: ${bytes.length}\r\n\r\n`
const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
const half = SENT.length >> 1
const PACKED = gzipSync(SENT)

const EXCHANGES: Record<string, Step[]> = {
  plain: [['=>', 'header', `${HEAD}${length(SENT)}`], CONTINUE, ['=>', 'data', SENT], ...answer('200 OK')],
  chunked: [
    ['=>', 'header', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`],
    CONTINUE,
    ['=>', 'data', chunk(SENT.subarray(0, half))],
    ['=>', 'data', Buffer.concat([chunk(SENT.subarray(half)), Buffer.from('0\r\n\r\n')])],
    ...answer('200 OK'),
  ],
  'continued late': [
    ['=>', 'header', `${HEAD}${length(SENT)}`],
    ['=>', 'data', SENT.subarray(0, half)],
    CONTINUE,
    ['=>', 'data', SENT.subarray(half)],
    ...answer('200 OK'),
  ],
  'answered before it was sent': [
    ['=>', 'header', `${HEAD}${length(SENT)}`],
    ...answer('400 Bad Request'),
    ['=>', 'data', SENT],
  ],
}
const GZIPPED: Step[] = [
  ['=>', 'header', `${HEAD}Content-Encoding: gzip\r\n${length(PACKED)}`],
  CONTINUE,
  ['=>', 'data', PACKED],
  ...answer('200 OK'),
]

describe('a request whose body waits for the answer to its head', () => {
  it.each(Object.entries(EXCHANGES))('is one with its body: %s', (_, steps) => {
    for (const rows of [hex, letters])
      for (const stamp of ['', '12:00:00.123456 ']) {
        const { messages, unread } = readCapture(traced(steps, rows, stamp))
        expect([messages.map(({ decoded, soapAction }) => [decoded.text, soapAction]), unread]).toEqual([
          [[SENT.toString(), ACTION]],
          [],
        ])
      }
  })

  it('is unpacked as its head says', () => {
    const { messages, unread } = readCapture(traced(GZIPPED, hex))
    expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[SENT.toString()], []])
  })

  it('stays apart from the next one', () => {
    const plain = EXCHANGES['plain'] as Step[]
    const { messages, unread } = readCapture(traced([...plain, ...GZIPPED, ...plain], hex))
    expect([messages.map(({ soapAction }) => soapAction), unread]).toEqual([[ACTION, ACTION, ACTION], []])
  })

  it('is told where its body never came', () => {
    const steps: Step[] = [['=>', 'header', `${HEAD}${length(SENT)}`], ...answer('417 Expectation Failed')]
    expect(readCapture(traced(steps, hex))).toMatchObject({
      messages: [],
      unread: [{ line: 1 + 1, what: 'HTTP request POST /pms, whose body was not captured' }],
    })
  })
})

const INTERIM = {
  '100': 'HTTP/1.1 100 Continue\r\n\r\n',
  '102 and 103': 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n',
  '100 with headers': 'HTTP/1.1 100 Continue\r\nContent-Length: 0\r\nSOAPAction: other\r\n\r\n',
}
const FINAL = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 22\r\n\r\n<OTA_HotelResNotifRS/>'
const CODED = [
  ['', SENT],
  ['gzip', gzipSync(SENT)],
  ['deflate', deflateSync(SENT)],
  ['deflate', deflateRawSync(SENT)],
] as const

/** A request as a proxy writes it down, with what came before its body. */
function dumped([coding, body]: (typeof CODED)[number], isChunked: boolean, interim: string): Buffer {
  const coded = coding === '' ? HEAD : `${HEAD}Content-Encoding: ${coding}\r\n`
  const parts = isChunked
    ? [
        `${coded}Transfer-Encoding: chunked\r\n\r\n`,
        interim,
        chunk(body.subarray(0, 99)),
        chunk(body.subarray(99)),
        '0\r\n\r\n',
      ]
    : [`${coded}${length(body)}`, interim, body]
  return Buffer.concat([...parts, FINAL].map((one) => Buffer.from(one as string)))
}

describe.each(Object.entries(INTERIM))('a body behind the interim answer %s in a dump', (_, interim) => {
  it.each(CODED)('is that of the request before it: %s', (...coded) => {
    for (const isChunked of [false, true]) {
      const one = dumped(coded, isChunked, interim)
      const { messages, unread } = readCapture(Buffer.concat([one, dumped(coded, isChunked, ''), one]))
      const seen = messages.map(({ decoded, soapAction, wrapping }) => [decoded.text, soapAction, wrapping[0]])
      expect([seen, unread]).toEqual([Array(3).fill([SENT.toString(), ACTION, 'HTTP request POST /pms']), []])
    }
  })

  it('is as long as the head of the request says', () => {
    const head = `${HEAD}Content-Length: ${SENT.length - 50}\r\n\r\n`
    const { messages } = readCapture(Buffer.from(`${head}${interim}${SENT.toString()}`))
    expect(messages).toMatchObject([{ shortLength: { told: SENT.length - 50, line: 6 } }])
  })

  it('is told where the capture cut it', () => {
    for (const coded of CODED) {
      const { messages, unread } = readCapture(dumped(coded, false, interim).subarray(0, -FINAL.length - 30))
      expect([messages, unread.length]).toEqual([[], 1])
    }
  })

  it('is said not to be there where none was sent', () => {
    const { others } = readCapture(Buffer.from(`${HEAD}${length(SENT)}${interim}${FINAL}`))
    expect(others[0]?.what).toBe('HTTP request POST /pms, whose body the file does not hold')
  })
})
