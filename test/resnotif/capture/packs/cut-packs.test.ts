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

describe('a pack in base64 that is damaged', () => {
  const packs = [
    ['zlib', base64(deflateSync(MESSAGE))],
    ['zlib of one level', base64(deflateSync(MESSAGE, { level: 1 }))],
  ] as const
  const swapped = (sign: string): string => (sign === 'A' ? 'B' : 'A')
  it.each(packs)('is told as unread where a sign is missing or another one: %s', (_, packed) => {
    for (const at of [40, 100, 200, 400, packed.length - 20])
      for (const put of ['', swapped(packed[at] ?? '')])
        expect(read(`${logged(`${packed.slice(0, at)}${put}${packed.slice(at + 1)}`)}${MESSAGE}\n`)).toMatchObject({
          texts: [MESSAGE],
          unread: [expect.stringMatching(/that is (?:damaged|cut), and perhaps a message/)],
        })
  })

  it.each([
    [
      'another document',
      base64(deflateSync(`<Other>${Array.from({ length: 400 }, (_, at) => at * 7).join('-')}</Other>`)),
    ],
    ['JSON', base64(deflateSync(JSON.stringify(Array.from({ length: 400 }, (_, at) => at * 7))))],
    ['bytes', base64(deflateSync(Buffer.from(Array.from({ length: 900 }, (_, at) => (at * at * 89) & 255))))],
    [
      'an id that begins as zlib does',
      `eJwt${base64(Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 89) & 255)))}`,
    ],
    ['a short id that begins as gzip does', 'H4sIAbCdEfGhIjKlMnOp'],
  ])('is none where it is %s', (_, text) => {
    expect(read(logged(`${text.slice(0, 300)}${text.slice(301)}`)).unread).toEqual([])
  })
})

describe('a pack in base64 in lines of a log, each behind a head', () => {
  const inLines = (text: string, width: number): string =>
    (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map((line) => `10:00 INFO [3] Pms - ${line}\n`).join('')
  const packs = [
    ['zlib', base64(deflateSync(MESSAGE))],
    ['gzip', base64(gzipSync(MESSAGE))],
  ] as const

  it.each(packs)('is read: %s', (_, packed) => {
    for (const width of [64, 76, 300])
      expect(read(`${inLines(packed, width)}${logged('none')}${MESSAGE}\n`)).toMatchObject({
        texts: [MESSAGE, MESSAGE],
        unread: [],
      })
  })

  it.each(packs)('is told where a line is missing: %s', (_, packed) => {
    const torn = `${inLines(packed.slice(0, 304), 76)}${inLines(packed.slice(380), 76)}`
    expect(read(`${torn}${MESSAGE}\n`)).toMatchObject({
      texts: [MESSAGE],
      unread: [expect.stringMatching(/lines of a log that do not fit together/)],
    })
  })

  it.each(packs)('is one of each line where each line begins one: %s', (_, packed) => {
    expect(read(`10:00 INFO - ${packed}\n10:00 INFO - ${packed}\n`)).toMatchObject({
      texts: [MESSAGE, MESSAGE],
      unread: [],
    })
    expect(read(`10:00 INFO - ${packed.slice(0, 400)}\n10:00 INFO - ${packed}\n`)).toMatchObject({
      texts: [MESSAGE],
      unread: [expect.stringMatching(/that is cut/)],
    })
  })
})

it.each([
  ['the beginning of base64', base64(base64(MESSAGE)).slice(0, 500)],
  ['a short beginning of base64', base64(base64(MESSAGE)).slice(0, 200)],
  ['the end of base64', base64(base64(MESSAGE)).slice(100)],
  ['the end of base64, out of step', base64(base64(MESSAGE)).slice(-1_997)],
  ['the end of JSON with base64', base64(JSON.stringify({ body: base64(MESSAGE) })).slice(-2_000)],
  ['the beginning of gzip', base64(base64(gzipSync(MESSAGE))).slice(0, 400)],
  ['the beginning of zlib', base64(base64(deflateSync(MESSAGE))).slice(0, 400)],
])('%s in base64 is told as unread beside a message', (_, text) => {
  const { texts, unread } = read(`${logged(text)}${MESSAGE}\n`)
  expect([texts, unread.length > 0]).toEqual([[MESSAGE], true])
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
