import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../src/resnotif/capture/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const OTHER = MESSAGE.replaceAll('TimeStamp="', 'EchoToken="other" TimeStamp="')
const FIRST = 'POST /ota HTTP/1.1\r\n'
const HEADERS = 'Host: pms\r\nContent-Type: text/xml\r\n'

/** Messages and places that are not read, of a file that begins with a message of its own. */
function textsOf(...behind: (string | Buffer)[]): { texts: string[]; unread: string[] } {
  const parts = [`${MESSAGE}\n`, ...behind].map((one) => Buffer.from(one as string))
  const { messages, unread } = readCapture(Buffer.concat(parts))
  return { texts: messages.map(({ decoded }) => decoded.text.trim()), unread: unread.map(({ what }) => what) }
}

const inChunks = (bytes: Buffer, at: number): Buffer =>
  Buffer.concat([
    Buffer.from(`${at.toString(16)}\r\n`),
    bytes.subarray(0, at),
    Buffer.from(`\r\n${(bytes.length - at).toString(16)}\r\n`),
    bytes.subarray(at),
    Buffer.from('\r\n0\r\n\r\n'),
  ])

describe.each([
  ['that is cut off', ''],
  ['of which the end is left', 'HTTP/1.1\r\n'],
  ['behind bytes of zero', `\0\0${FIRST}`],
  ['behind letters', `xx${FIRST}`],
])('headers below a first line %s', (_, first) => {
  it.each([
    ['gzip', gzipSync(OTHER)],
    ['deflate', deflateSync(OTHER)],
    ['deflate', deflateRawSync(OTHER)],
    ['br', brotliCompressSync(OTHER)],
  ])('say how the body is packed: %s', (packing, body) => {
    const coded = `${first}${HEADERS}Content-Encoding: ${packing}\r\n`
    for (const told of [
      textsOf(`${coded}Content-Length: ${body.length}\r\n\r\n`, body, '\n'),
      textsOf(`${coded}Transfer-Encoding: chunked\r\n\r\n`, inChunks(body, 100)),
    ])
      expect(told).toEqual({ texts: [MESSAGE, OTHER], unread: [] })
  })

  it('say that the body is packed, also where it cannot be unpacked', () => {
    const head = `${first}${HEADERS}Content-Encoding: gzip\r\n\r\n`
    expect(textsOf(head, deflateSync(OTHER).fill(0x55, 60, 90)).unread).toEqual([
      expect.stringContaining('gzip that is damaged'),
    ])
  })

  it('say that the sizes of chunks are none of the message', () => {
    const at = OTHER.indexOf('<RoomStays>')
    const told = textsOf(`${first}${HEADERS}Transfer-Encoding: chunked\r\n\r\n`, inChunks(Buffer.from(OTHER), at))
    expect(told).toEqual({ texts: [MESSAGE, OTHER], unread: [] })
  })
})

it('a body that is called XML and is no text is told, below a request as well as below headers alone', () => {
  for (const first of [FIRST, ''])
    expect(textsOf(`${first}${HEADERS}\r\n`, deflateSync(OTHER)).unread).toEqual([
      expect.stringContaining('whose bytes are no text'),
    ])
})

it('a packed answer that is no notification is none that is unread', () => {
  const answer = gzipSync('<OTA_HotelResNotifRS><Success/></OTA_HotelResNotifRS>')
  for (const coding of ['Content-Encoding: gzip\r\n', ''])
    expect(textsOf(`HTTP/1.1 200 OK\r\n${HEADERS}${coding}\r\n`, answer).unread).toEqual([])
})

it('headers above a text are lines of a log', () => {
  const head = `${HEADERS}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`
  const { messages } = readCapture(Buffer.from(`INFO sent: ${MESSAGE}\n${head}${OTHER}\n`))
  expect(messages.map(({ wrapping }) => wrapping)).toEqual([[], []])
})

it('a message on the line before headers is none of them', () => {
  const { messages } = readCapture(
    Buffer.concat([
      Buffer.from(`INFO: ${MESSAGE.replaceAll(/\n\s*/g, '')}\n${HEADERS}Content-Encoding: deflate\r\n\r\n`),
      deflateSync(OTHER),
    ]),
  )
  expect(messages).toHaveLength(2)
})
