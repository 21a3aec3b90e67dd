import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const INFO = '* Connection #0 to host 127.0.0.1 left intact\n'
const PACKS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }
const headers = (packing: string, length: number): string[] => [
  'HTTP/1.1 200 OK',
  'Content-Type: text/xml',
  `Content-Encoding: ${packing}`,
  `Content-Length: ${length}`,
]

/** As `curl -sv FILE > out 2>&1` leaves it. */
const verbose = (packing: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      [
        '*   Trying 127.0.0.1:80...',
        '> GET /last HTTP/1.1\r',
        '> Host: pms\r',
        '> \r',
        ...headers(packing, body.length).map((line) => `< ${line}\r`),
        '< \r',
        `{ [${body.length} bytes data]`,
        INFO,
      ].join('\n'),
    ),
    body,
  ])

/** As `curl --trace-ascii` writes it: each header by itself, as it came. */
function dots(packing: string, body: Buffer): Buffer {
  const head = [...headers(packing, body.length), ''].map(
    (line) => `<= Recv header, ${line.length + 2} bytes (0x${(line.length + 2).toString(16)})\n0000: ${line}\n`,
  )
  const rows =
    body
      .toString('latin1')
      .replaceAll(/[^ -~]/g, '.')
      .match(/.{1,64}/g) ?? []
  const data = rows.map((row, at) => `${(at * 64).toString(16).padStart(4, '0')}: ${row}\n`).join('')
  const size = `${body.length} bytes (0x${body.length.toString(16)})`
  return Buffer.from(`${head.join('')}<= Recv data, ${size}\n${data}== Info: Connection #0 left intact\n`)
}

describe('an answer that is packed, as curl writes it down', () => {
  it.each(Object.keys(PACKS) as (keyof typeof PACKS)[])('is never said to hold no message: %s', (packing) => {
    const body = PACKS[packing](Buffer.from(SAMPLE))
    expect(readCapture(dots(packing, body))).toMatchObject({ messages: [], unread: [{}] })
    const { messages, unread } = readCapture(verbose(packing, body))
    if (packing === 'gzip') expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[SAMPLE], []])
    else
      expect([messages, unread]).toEqual([
        [],
        [expect.objectContaining({ what: expect.stringContaining('packed') as string })],
      ])
  })

  it('is read where curl unpacked it', () => {
    const file = Buffer.concat([verbose('gzip', Buffer.alloc(0)), Buffer.from(`${SAMPLE}\n`)])
    expect(readCapture(file)).toMatchObject({ messages: [{ decoded: { text: SAMPLE } }], unread: [] })
    expect(readCapture(verbose('gzip', Buffer.alloc(0)))).toMatchObject({ messages: [], unread: [] })
  })

  it('hides no request before it', () => {
    const request = `=> Send header, 40 bytes (0x28)\n0000: POST /pms HTTP/1.1\n0014: Host: pms.example\n0027: \n`
    const sent = SAMPLE.replaceAll(/>\s+</g, '><')
    const rows = sent.match(/.{1,64}/g) ?? []
    const data = `=> Send data, ${sent.length} bytes (0x${sent.length.toString(16)})\n${rows.map((row, at) => `${(at * 64).toString(16).padStart(4, '0')}: ${row}\n`).join('')}`
    const file = Buffer.concat([Buffer.from(request + data), dots('gzip', gzipSync('<OTA_HotelResNotifRS/>'))])
    expect(readCapture(file)).toMatchObject({ messages: [{ decoded: { text: sent } }], unread: [{}] })
  })

  it('shows the headers of an answer apart, though each came by itself', () => {
    const body = Buffer.from('<OTA_HotelResNotifRS/>')
    const { others, unread } = readCapture(dots('identity', body))
    expect([others.map(({ what }) => what), unread]).toEqual([['HTTP response 200 with OTA_HotelResNotifRS'], []])
  })
})
