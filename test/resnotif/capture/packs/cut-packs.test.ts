import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const base64 = (of: Buffer | string): string => Buffer.from(of).toString('base64')
const logged = (text: string): string => `10:00 INFO up\n10:00 INFO body=${text}\n10:01 INFO done\n`
const read = (content: string | Buffer) => {
  const { messages, unread, others } = readCapture(Buffer.from(content))
  return { texts: messages.map(({ decoded }) => decoded.text), unread: unread.map(({ what }) => what), others }
}

describe('a pack in base64 that is cut', () => {
  it.each([
    ['zlib', base64(deflateSync(MESSAGE)), [150, 300, 800]],
    ['deflate', base64(deflateRawSync(MESSAGE)), [300, 800]],
    ['gzip', base64(gzipSync(MESSAGE)), [24, 80, 150, 300, 800]],
  ] as const)('is told as unread: %s', (_, packed, lengths) => {
    for (const length of lengths)
      expect(read(logged(packed.slice(0, length))), `${length}`).toMatchObject({
        texts: [],
        unread: [expect.stringMatching(/that is cut/)],
      })
  })

  it('is told once, behind a message that the file begins with', () => {
    const { texts, unread, others } = read(`${MESSAGE}\n10:00 INFO ${base64(gzipSync(MESSAGE)).slice(0, 400)}\n`)
    expect([texts, unread.length, others]).toEqual([[MESSAGE], 1, []])
  })

  it.each([
    ['a document of another kind', base64(deflateSync(`<?xml version="1.0"?><Other><a>${'x1y2'.repeat(9)}`))],
    ['JSON', base64(deflateSync(JSON.stringify(Array.from({ length: 300 }, (_, at) => at * 7)))).slice(0, 300)],
    ['a pack that is short and whole', base64(gzipSync('{"id":17}'))],
    ['a token', `eyJhbGciOiJub25lIn0.${base64(JSON.stringify({ roles: Array(60).fill('a') }))}.`],
    ['bytes', base64(Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 89) & 255)))],
    ['base64 of base64', base64(base64(Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 89) & 255))))],
  ])('is none where it is %s', (_, text) => {
    expect(read(logged(text)).unread).toEqual([])
  })
})

it.each([
  ['base64', base64(base64(MESSAGE))],
  ['gzip in base64', base64(base64(gzipSync(MESSAGE)))],
  ['zlib in base64', base64(base64(deflateSync(MESSAGE)))],
  ['JSON with base64', base64(JSON.stringify({ body: base64(MESSAGE) }))],
  ['base64 of base64', base64(base64(base64(MESSAGE)))],
])('a message is read in base64 of %s', (_, text) => {
  expect(read(logged(text))).toMatchObject({ texts: [MESSAGE], unread: [] })
})

it.each([1, 2, 3])('a message is read that was encoded for a form %i times', (times) => {
  let text = MESSAGE.replaceAll('OTA_HotelResNotifRQ', 'o:OTA_HotelResNotifRQ')
  const sent = text
  for (let at = 0; at < times; at++) text = encodeURIComponent(text)
  expect(read(logged(text)).texts).toEqual([sent])
})

it('zlib is unpacked whose head says gzip, and gzip whose head says deflate', () => {
  for (const [said, body] of [
    ['gzip', deflateSync(MESSAGE)],
    ['deflate', gzipSync(MESSAGE)],
  ] as const) {
    const head = `POST /ota HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Encoding: ${said}\r\nContent-Length: ${body.length}\r\n\r\n`
    expect(read(Buffer.concat([Buffer.from(head), body]))).toMatchObject({ texts: [MESSAGE], unread: [] })
    expect(read(Buffer.concat([Buffer.from(head), body.subarray(0, -9)])).texts).toEqual([])
  }
})
