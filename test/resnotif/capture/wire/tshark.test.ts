import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const OTHER = MESSAGE.replaceAll('HS-20270701-1', 'HS-2').replace('Babbage', 'Bäbbage')
const read = (content: string): Capture => readCapture(Buffer.from(content))
const texts = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const reasons = ({ unread }: Capture): string[] => unread.map(({ what }) => what)
const HEAD = 'POST /pms HTTP/1.1\r\nHost: pms\r\nContent-Type: text/xml\r\n'
const http = (body: string | Buffer, header = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`${HEAD}${header}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body as string),
  ])
const chunked = (body: string): Buffer =>
  Buffer.from(
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  )

interface Sent {
  port: number
  seq: number
  data: Buffer
  /** The body that ends in it. */
  body?: string
  whole?: Buffer
}

/** A request in packets of so many bytes. */
function packetsOf(port: number, request: Buffer, body: string, size = 1_400): Sent[] {
  const count = Math.ceil(request.length / size)
  return Array.from({ length: count }, (_, at) => ({
    port,
    seq: 1 + at * size,
    data: request.subarray(at * size, (at + 1) * size),
    ...(at === count - 1 ? { body, ...(count > 1 ? { whole: request } : {}) } : {}),
  }))
}

function frameOf({ port, seq, data }: Sent): Buffer {
  const head = Buffer.alloc(54)
  head.writeUInt16BE(0x0800, 12)
  head.writeUInt8(0x45, 14)
  head.writeUInt16BE(40 + data.length, 16)
  head.writeUInt8(6, 23)
  Buffer.from([10, 0, 0, 2, 10, 0, 0, 1]).copy(head, 26)
  head.writeUInt16BE(port, 34)
  head.writeUInt16BE(8_000, 36)
  head.writeUInt32BE(seq, 38)
  head.writeUInt8(0x50, 46)
  head.writeUInt8(0x18, 47)
  return Buffer.concat([head, data])
}

const colons = (bytes: Buffer): string => (bytes.toString('hex').match(/../g) ?? []).join(':')
/** As tshark 4.0 shows a body: without its letters beyond ASCII. */
const shown = (body: string): string =>
  [...Buffer.from(body)].map((one) => (one < 128 ? String.fromCharCode(one) : '\ufffd')).join('')

interface Form {
  hasFrames?: boolean
  hasFields?: boolean
}

/** `tshark -T json`, with `-x`, or `-T jsonraw`. */
function json(packets: readonly Sent[], { hasFrames = false, hasFields = true }: Form = {}): string {
  const layers = packets.map((one) => ({
    ...(hasFrames ? { frame_raw: [frameOf(one).toString('hex'), 0, frameOf(one).length, 0, 1] } : {}),
    ...(hasFields
      ? {
          ip: { 'ip.src': '10.0.0.2', 'ip.dst': '10.0.0.1' },
          tcp: {
            'tcp.srcport': String(one.port),
            'tcp.dstport': '8000',
            'tcp.len': String(one.data.length),
            'tcp.seq': '1',
            'tcp.seq_raw': String(one.seq),
            'tcp.flags_tree': { 'tcp.flags.syn': '0' },
            ...(hasFrames ? { 'tcp.payload_raw': [one.data.toString('hex'), 54, one.data.length, 0, 30] } : {}),
            'tcp.payload': colons(one.data),
          },
          ...(one.whole === undefined ? {} : { 'tcp.segments': { 'tcp.reassembled.data': colons(one.whole) } }),
          ...(one.body === undefined
            ? {}
            : {
                http: { 'http.file_data': shown(one.body) },
                xml: { 'xml.tag': one.body.split('\n')[1], 'xml.tag_tree': { 'xml.tag': '<POS>' } },
              }),
        }
      : {}),
  }))
  return `${JSON.stringify(
    layers.map((own) => ({ _index: 'packets', _source: { layers: own } })),
    undefined,
    2,
  )}\n`
}

type Layer = Record<string, unknown>

/** The same as `tshark -T ek` writes it: a line for each packet, below one for its index, and fields with the name of their layer before them. */
function lines(packets: readonly Sent[], form: Form = {}): string {
  const flat = (own: Layer, layer: string): Layer =>
    Object.assign(
      {},
      ...Object.entries(own).map(([name, value]): Layer => {
        if (name === 'tcp.flags.syn') return { tcp_tcp_flags_syn: false }
        if (name.endsWith('_raw') && Array.isArray(value)) return { [name.replaceAll('.', '_')]: String(value[0]) }
        if (typeof value === 'object') return flat(value as Layer, layer)
        return { [`${layer}_${name.replaceAll('.', '_')}`]: value }
      }),
    ) as Layer
  const documents = JSON.parse(json(packets, form)) as { _source: { layers: Record<string, Layer> } }[]
  return documents
    .map(({ _source: { layers } }) => {
      const { frame_raw: raw, 'tcp.segments': segments, ...others } = layers
      const own = Object.entries(others).map(([layer, fields]) => [layer, flat(fields, layer)])
      const index = `${JSON.stringify({ index: { _index: 'packets-2026-11-28', _type: 'doc' } })}\n`
      const packet = {
        ...(raw === undefined ? {} : { frame_raw: (raw as unknown as string[])[0] }),
        ...(Object.fromEntries(own) as Layer),
        ...(segments === undefined ? {} : flat(segments, 'tcp')),
      }
      return `${index}${JSON.stringify({ timestamp: '1795866748327', layers: packet })}\n`
    })
    .join('')
}

const rows = (bytes: Buffer): string =>
  Array.from({ length: Math.ceil(bytes.length / 16) }, (_, at) => {
    const row = bytes.subarray(at * 16, at * 16 + 16)
    const digits = [...row].map((one) => one.toString(16).padStart(2, '0')).join(' ')
    return `${(at * 16).toString(16).padStart(4, '0')}  ${digits.padEnd(47)}   ${row.toString('latin1').replaceAll(/[^ -~]/g, '.')}`
  }).join('\n')

const titled = (title: string, bytes: Buffer): string => `${title} (${bytes.length} bytes):\n${rows(bytes)}\n`

describe('tshark -T json', () => {
  const packets = [
    ...packetsOf(40_001, http(MESSAGE), MESSAGE, 9_000),
    ...packetsOf(40_002, chunked(OTHER), OTHER),
    ...packetsOf(40_003, http(gzipSync(MESSAGE), 'Content-Encoding: gzip\r\n'), MESSAGE, 300),
  ]
  const all = [MESSAGE, OTHER, MESSAGE]

  it.each<[string, Form]>([
    ['by field', {}],
    ['with bytes', { hasFrames: true }],
    ['with bytes alone', { hasFrames: true, hasFields: false }],
  ])('%s tells each message once, as it was sent', (_, form) => {
    for (const content of [
      json(packets, form),
      JSON.stringify(JSON.parse(json(packets, form))),
      lines(packets, form),
      lines(packets, form).replaceAll('</', '<\\/'),
    ]) {
      const capture = read(content)
      expect(reasons(capture)).toEqual([])
      expect(texts(capture)).toEqual(all)
    }
  })

  it('gives the line of the packet', () => {
    const content = json(packets)
    const [first] = read(content).messages
    const line = content.slice(0, content.indexOf('tcp.payload')).split('\n').length
    expect(first?.placeOf({ line: 40, column: 3 }).line).toBe(line)
    expect(first?.placeOf({ line: 2, column: 1 }).column).toBeLessThan(
      first?.placeOf({ line: 2, column: 2 }).column ?? 0,
    )
  })

  it('by line gives the line of the packet', () => {
    const messages = read(lines(packets)).messages
    expect(messages.map(({ placeOf }) => placeOf({ line: 2, column: 1 }).line)).toEqual([
      2,
      4,
      4 + 2 * packetsOf(40_002, chunked(OTHER), OTHER).length,
    ])
  })

  it('of the last packets of requests alone has their bodies put together', () => {
    const last = packets.filter(({ body }) => body !== undefined)
    for (const content of [json(last), lines(last)]) expect(texts(read(content))).toEqual(all)
  })

  it('of a connection that cannot be read has the bodies that were, unless their letters are lost', () => {
    const secret = (port: number, body: string): Sent => ({ port, seq: 1, data: Buffer.alloc(900, 0x97), body })
    const capture = read(json([secret(1, MESSAGE), secret(2, OTHER)]))
    expect(texts(capture)).toEqual([MESSAGE])
    expect(reasons(capture)).toEqual([expect.stringContaining('tshark left out')])
  })

  it('with packets missing is unread there, whatever else was put together', () => {
    const torn = packetsOf(40_002, chunked(OTHER), OTHER).filter((_, at) => at !== 1)
    const lost = torn.map(({ body: _body, whole: _whole, ...one }) => one)
    const capture = read(json([...packetsOf(40_001, http(MESSAGE), MESSAGE), ...lost]))
    expect(texts(capture)).toEqual([MESSAGE])
    expect(capture.unread.length).toBeGreaterThan(0)
    const same = lost.map((one) => ({ ...one, port: 40_001, seq: one.seq + 100_000 }))
    const again = read(json([...packetsOf(40_001, http(MESSAGE), MESSAGE), ...same]))
    expect(texts(again)).toEqual([MESSAGE])
    expect(again.unread.length).toBeGreaterThan(0)
  })

  it('leaves what stands around it', () => {
    const log = `[12:00:00] DEBUG got ${OTHER}\n`
    for (const content of [json(packets), lines(packets)])
      expect(texts(read(`${log}[12:00:01] tshark:\n${content}\n${log}`))).toEqual([OTHER, ...all, OTHER])
  })
})

describe('tshark -x', () => {
  it('tells a message once that it shows in its packet and put together', () => {
    const [one] = packetsOf(40_001, chunked(OTHER), OTHER, 9_000)
    const parts = packetsOf(40_002, http(MESSAGE), MESSAGE)
    const content = [
      titled('Frame', frameOf(one as Sent)),
      titled('De-chunked entity body', Buffer.from(OTHER)),
      ...parts.slice(0, -1).map((part) => rows(frameOf(part))),
      titled('Frame', frameOf(parts.at(-1) as Sent)) + titled('Reassembled TCP', http(MESSAGE)),
    ].join('\n')
    const capture = read(content)
    expect(texts(capture)).toEqual([OTHER, MESSAGE])
    expect(reasons(capture)).toEqual([])
    expect(capture.others).toEqual([])
  })

  it.each([1, 2])(
    'takes packets that a filter left out from what it put together below the last one: without %s',
    (kept) => {
      const shown = [MESSAGE, OTHER].flatMap((one, at) => {
        const parts = packetsOf(40_001 + at, http(one), one)
        return [
          ...parts.slice(kept, -1).map((part) => titled('Frame', frameOf(part))),
          titled('Frame', frameOf(parts.at(-1) as Sent)) + titled('Reassembled TCP', http(one)),
        ]
      })
      const capture = read(shown.join('\n'))
      expect(texts(capture)).toEqual([MESSAGE, OTHER])
      expect(reasons(capture)).toEqual([])
      // What is no end of it is one of another message.
      const other = packetsOf(40_003, http(OTHER), OTHER)
        .slice(-1)
        .map((part) => titled('Frame', frameOf(part)))
      expect(reasons(read(`${other.join('')}${titled('Reassembled TCP', http(MESSAGE).subarray(0, -3))}`))).not.toEqual(
        [],
      )
    },
  )

  it('tells what was deciphered, and the same message twice where it was sent twice', () => {
    const [one] = packetsOf(40_001, Buffer.alloc(900, 0x97), MESSAGE)
    const sealed = titled('Frame', frameOf(one as Sent)) + titled('Decrypted TLS', http(MESSAGE))
    expect(texts(read(sealed))).toEqual([MESSAGE])
    const twice = [1, 2]
      .flatMap((port) => packetsOf(port, http(MESSAGE), MESSAGE, 9_000))
      .map((own) => titled('Frame', frameOf(own)))
    expect(texts(read(twice.join('\n')))).toEqual([MESSAGE, MESSAGE])
    expect(texts(read(titled('De-chunked entity body', Buffer.from(MESSAGE))))).toEqual([MESSAGE])
  })
})
