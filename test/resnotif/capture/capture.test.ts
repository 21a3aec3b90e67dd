import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Capture, CAPTURE_LIMITS, readCapture } from '../../../src/resnotif/capture/index.js'
import { ROOT } from '../../support/cli.js'
import { fastGrowth } from '../../support/cpu-time.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINE = MESSAGE.replaceAll(/>\s+</g, '><')
/** Stands once in the message, and in whatever it is wrapped in. */
const MARK = 'Babbage'
const read = (content: string | Buffer): Capture => readCapture(Buffer.from(content))

/** Where a text stands in a file, counted by hand: by lines of decoded text. */
function placeIn(content: string, mark = MARK): { line: number; column: number } {
  const before = content.slice(0, content.indexOf(mark)).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** Where the mark of the only message stands in the file. */
function markOf({ messages }: Capture): { line: number; column: number } | undefined {
  const [part] = messages
  return part === undefined ? undefined : part.placeOf(placeIn(part.decoded.text))
}

const http = (body: string, ...headers: string[]): string =>
  ['POST /pms?token=hidden HTTP/1.1', 'Content-Type: text/xml; charset=utf-8', ...headers, '', body].join('\r\n')
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const envelope = (inner: string): string =>
  `<?xml version="1.0"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\n<d><x>${inner}</x></d></s:Body></s:Envelope>\n`
const STAMP = '2026-11-23 12:00:00,1 DEBUG [http-1] a.b.C - '
const prefixed = (prefix: string, text: string): string =>
  text
    .split('\n')
    .map((line) => `${prefix}${line}`)
    .join('\n')

describe('a message in a capture', () => {
  it('of its own is the file, and stays as it is', () => {
    for (const text of [
      MESSAGE,
      `\ufeff${MESSAGE}`,
      `<!-- OTA_HotelResNotifRQ -->\n${LINE}\n`,
      `${MESSAGE} junk`,
      '<a><b></a>',
    ])
      expect(read(text), text.slice(0, 40)).toMatchObject({ messages: [{ isWhole: true, wrapping: [] }], unread: [] })
  })

  it.each<[string, string, string[]]>([
    ['a request', http(MESSAGE), ['HTTP request POST /pms']],
    ['an exchange', `${http(LINE)}\r\nHTTP/1.1 200 OK\r\n\r\n<OTA_HotelResNotifRS/>`, ['HTTP request POST /pms']],
    ['a log, the message on one line', `${STAMP}up\n${STAMP}got ${LINE} end\n`, []],
    ['a log, a prefix before the first line', `${STAMP}up\n${STAMP}got ${MESSAGE}\n${STAMP}end\n`, []],
    ['a log, a prefix before every line', `${prefixed('pms-1  | ', `up\n${MESSAGE}\nend`)}\n`, []],
    ['a log, two prefixes before the first line', prefixed('pms-1  | ', `${STAMP}${MESSAGE}\n${STAMP}end`), []],
    ['CDATA', envelope(`<![CDATA[${MESSAGE}]]>`), ['CDATA']],
    ['escaped text', envelope(escaped(MESSAGE)), ['escaped text']],
    [
      'escaped text with a prefix',
      envelope(escaped(MESSAGE.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1o:').replace('xmlns=', 'xmlns:o='))),
      ['escaped text'],
    ],
    ['text that is escaped twice', envelope(escaped(envelope(escaped(LINE)))), ['escaped text', 'escaped text']],
  ])('is found in %s, with its place', (_, content, wrapping) => {
    const capture = read(content)
    expect(capture.messages.map((part) => part.wrapping)).toEqual([wrapping])
    expect(capture.unread).toEqual([])
    expect(markOf(capture)).toEqual(placeIn(content))
  })

  it('loses no character of its own, whatever stands before its lines', () => {
    for (const content of [
      `${prefixed('pms-1  | ', `up\n${MESSAGE}\nend`)}\n`,
      `${STAMP}${MESSAGE}\n${STAMP}x`,
      envelope(escaped(MESSAGE)),
      JSON.stringify({ a: MESSAGE }),
    ])
      expect(
        read(content).messages.map(({ decoded }) => decoded.text),
        content.slice(0, 60),
      ).toEqual([MESSAGE])
  })

  it('is found in JSON, plain and in base64, in lines and in a HAR file', () => {
    const text = LINE.replace(MARK, `Z\u00f6e \u{1f3e8} ${MARK}`)
    const har = {
      log: {
        entries: [
          {
            request: {
              method: 'POST',
              url: 'https://pms.example/in?key=hidden',
              postData: { mimeType: 'text/xml', text },
            },
            response: { content: { text: '{}' } },
          },
          {
            request: { method: 'GET', url: '/' },
            response: { content: { encoding: 'base64', text: Buffer.from(text).toString('base64') } },
          },
        ],
      },
    }
    const content = JSON.stringify(har, undefined, 1)
    const { messages, others } = read(content)
    expect(messages.map(({ wrapping }) => wrapping)).toEqual([
      ['HAR entry 1 request POST /in'],
      ['HAR entry 2 response'],
    ])
    expect(messages.map(({ decoded }) => decoded.text)).toEqual([text, text])
    expect(messages[0]?.placeOf(placeIn(text))).toEqual(placeIn(content))
    expect(others).toMatchObject([{ what: 'HAR entry 1 response' }])
    const lines = `{"m":"up"}\n${JSON.stringify({ m: { body: JSON.stringify({ x: text }) } })}\n`
    expect(markOf(read(lines))).toEqual(placeIn(lines))
  })

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(MESSAGE)],
    ['deflate', deflateSync(MESSAGE)],
    ['deflate', deflateRawSync(MESSAGE)],
    ['br', brotliCompressSync(MESSAGE)],
  ])('packed as %s stands where the pack begins', (packing, packed) => {
    const content = Buffer.concat([Buffer.from(http('', `Content-Encoding: ${packing}`)), packed])
    const capture = read(content)
    expect(capture.messages[0]).toMatchObject({ wrapping: ['HTTP request POST /pms', packing], isExact: false })
    expect(markOf(capture)).toEqual({ line: 5, column: 1 })
    const torn = read(content.subarray(0, content.length - 40))
    expect(torn).toMatchObject({
      messages: [],
      unread: [{ line: 5, what: `${packing} that is cut: its end is not there` }],
    })
  })

  it('is joined of its chunks, and a chunk that does not fit is told', () => {
    const parts = MESSAGE.match(/[^]{1,100}/g) ?? []
    const body = `${parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`
    const content = http(body, 'Transfer-Encoding: chunked')
    expect(read(content).messages[0]?.decoded.text).toBe(MESSAGE)
    expect(read(content).unread).toEqual([])
    const cut = read(content.slice(0, 1_000))
    expect(cut.unread.map(({ what }) => what)).toEqual([expect.stringContaining('chunks end before the last one')])
    expect(cut.messages).toEqual([])
    const wrong = read(content.replace('\r\n64\r\n', '\r\n63\r\n'))
    expect(wrong.unread.map(({ what }) => what)).toEqual([expect.stringContaining('the size of a chunk does not fit')])
    expect(wrong.messages).toEqual([])
    expect(read(http(MESSAGE, 'Transfer-Encoding: chunked')).messages[0]?.decoded.text).toBe(MESSAGE)
  })

  it('of several is found each by itself, also where one is cut off', () => {
    const half = MESSAGE.slice(0, 900)
    const content = `${STAMP}${half}\n${STAMP}${MESSAGE}\n${STAMP}end\n`
    const { messages, unread } = read(content)
    expect(messages.map(({ decoded }) => decoded.text)).toEqual([MESSAGE])
    expect(unread).toEqual([{ line: 1, column: STAMP.length + 1, what: expect.stringContaining('is cut') as string }])
    expect(read(`${MESSAGE}\n${LINE}\n${MESSAGE}`).messages.map(({ place }) => place.line)).toEqual([1, 119, 120])
  })

  it('keeps SOAPAction and the encoding of its request', () => {
    const latin = Buffer.from(
      http(LINE.replace('UTF-8', 'ISO-8859-1').replace(MARK, `\u00fc${MARK}`), 'SOAPAction: "x"').replace(
        'charset=utf-8',
        'charset=iso-8859-1',
      ),
      'latin1',
    )
    const [part] = read(latin).messages
    expect(part?.soapAction).toBe('"x"')
    expect([part?.decoded.encoding, part?.decoded.fault]).toEqual(['windows-1252', undefined])
    // In a log the encoding that it names is not that of the log.
    expect(read(`${STAMP}${LINE.replace('UTF-8', 'UTF-16')}\n`).messages[0]?.decoded.fault).toBeUndefined()
  })

  it('knows whether a request has no SOAPAction, or its headers were not captured', () => {
    const har = (headers: object[]): string =>
      JSON.stringify({
        log: { entries: [{ request: { method: 'POST', url: 'http://pms/x', headers, postData: { text: LINE } } }] },
      })
    for (const [capture, action] of [
      [http(LINE, 'X-Hub: 1'), null],
      [http(LINE, 'SOAPACTION: ""'), '""'],
      [http(LINE, 'X-Hub: 1').replace('charset=utf-8', 'charset=utf-8; action="urn:x"'), 'urn:x'],
      [har([{ name: 'Host', value: 'pms' }]), null],
      [har([{ name: 'SoapAction', value: '"urn:x"' }]), '"urn:x"'],
      [har([{ name: 'Content-Type', value: 'application/soap+xml; action="urn:x"' }]), 'urn:x'],
      [har([]), undefined],
      [`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n${LINE}`, undefined],
      [`${STAMP}${LINE}\n`, undefined],
      [LINE, undefined],
    ] as const)
      expect(
        read(capture).messages.map((one) => one.soapAction),
        capture.slice(0, 60),
      ).toEqual([action])
  })

  it('knows where SOAPAction stands', () => {
    const har = (headers: object[]): string =>
      JSON.stringify(
        { log: { entries: [{ request: { method: 'POST', url: 'http://pms/x', headers, postData: { text: LINE } } }] } },
        undefined,
        1,
      )
    const type = (parameter: string): string =>
      http(LINE, 'X-Hub: 1').replace('charset=utf-8', `charset=utf-8;${parameter}`)
    for (const [capture, text] of [
      [http(LINE, 'SOAPACTION: "x"'), 'SOAPACTION: "x"'],
      [`${STAMP}sent\n${http(LINE, 'SOAPAction: ""')}`, 'SOAPAction: ""'],
      [type(' action="urn:x"'), 'action="urn:x"'],
      [type('\r\n action=urn:x'), 'action=urn:x'],
      [har([{ name: 'SoapAction', value: '"urn:x"' }]), String.raw`\"urn:x\"`],
      [har([{ name: 'Content-Type', value: 'text/xml; action="urn:x"' }]), 'action='],
    ] as const) {
      const before = capture.slice(0, capture.indexOf(text)).split('\n')
      const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 }
      expect(
        read(capture).messages.map((one) => one.soapActionPlace),
        text,
      ).toEqual([place])
    }
    for (const capture of [http(LINE, 'X-Hub: 1'), har([{ name: 'Host', value: 'pms' }]), LINE])
      expect(read(capture).messages.map((one) => one.soapActionPlace)).toEqual([undefined])
  })

  it('what is none is told, and a capture of packets is refused by name', () => {
    expect(read('HTTP/1.1 200 OK\r\n\r\n<OTA_HotelResNotifRS/>')).toMatchObject({
      messages: [],
      others: [{ line: 3, what: 'HTTP response 200 with OTA_HotelResNotifRS' }],
    })
    const packets = Buffer.alloc(100)
    packets.writeUInt32LE(0xa1b2c3d4)
    expect(read(packets)).toMatchObject({
      messages: [],
      unread: [{ what: expect.stringContaining('a capture of packets') as string }],
    })
  })

  it('never hangs and never throws, whatever is cut, doubled or spoiled', () => {
    const seeds = [
      http(MESSAGE, 'Transfer-Encoding: chunked'),
      envelope(escaped(LINE)),
      prefixed('p 1| ', MESSAGE),
      JSON.stringify({ log: { entries: [{ request: { postData: { text: LINE } } }] } }),
      `--b\r\nContent-Type: x\r\n\r\n${LINE}\r\n--b--`,
      '=> Send data, 9 bytes (0x9)\n0000: <OTA_HotelResNotifRQ>',
      '> 2026/11/23 10:00:00.1  length=9 from=0 to=8\n<OTA_HotelResNotifRQ >',
      `12:00:00.1 IP a.1 > b.2: Flags [P.], seq 1:4001, ack 1, length 4000\n${'E'.repeat(41)}${MESSAGE}\n`,
      `0000: 3c 4f 54 41 5f 48 6f 74  3c 4f 54 41 5f 48 6f 74\n0010: 3c 4f 54 41 5f 48 6f 74\n`,
      MESSAGE.split('\n')
        .map((log) => `${JSON.stringify({ log: `${log}\n`, stream: 'stdout' })}\n`)
        .join(''),
      `"${MESSAGE.replaceAll('"', '""')}"`,
      `x='${MESSAGE.replaceAll('\n', '\\n')}'`,
      `<!DOCTYPE a [<!ENTITY b "c">]>${LINE}`,
    ]
    let state = 7
    const next = (most: number): number => (state = (state * 48_271) % 2_147_483_647) % most
    for (let round = 0; round < 390; round++) {
      const bytes = Buffer.from(seeds[round % seeds.length] as string)
      const [from, to] = [next(bytes.length), next(bytes.length)]
      const spoiled = [
        bytes.subarray(0, from),
        Buffer.concat([bytes.subarray(from), bytes.subarray(to)]),
        Buffer.from(bytes.map((byte, at) => (at % 97 === from % 97 ? next(256) : byte))),
      ][round % 3] as Buffer
      for (const part of readCapture(spoiled).messages)
        expect(part.placeOf({ line: 1, column: 1 }).line).toBeGreaterThan(0)
    }
  })

  it('in wrappings without end, or too many, ends at a bound', () => {
    let text = LINE.slice(0, 400)
    for (let depth = 0; depth < 12; depth++) text = JSON.stringify({ a: text })
    expect(read(text)).toMatchObject({
      messages: [],
      unread: [{ what: expect.stringContaining('wrappings inside each other') as string }],
    })
    const bomb = Buffer.concat([Buffer.from(http('', 'Content-Encoding: gzip')), gzipSync(Buffer.alloc(2_000_000))])
    expect(readCapture(bomb, { ...CAPTURE_LIMITS, unpackedBytes: 1_000_000 }).unread).toMatchObject([
      { what: 'gzip that unpacks to more than may be held' },
    ])
  })
})

/** Rows of a trace, of one block without end, with lines of others between them. */
const interrupted = (times: number): string =>
  `=> Send data, 99999999 bytes (0x5f5e0ff)\n${Array.from({ length: times }, (_, at) => {
    const offset = (at * 64).toString(16).padStart(4, '0')
    return `${offset}: <OTA_HotelResNotifRQ>\nother\n`
  }).join('')}`

describe('the time a capture takes', () => {
  it.each<[string, string | ((times: number) => string)]>([
    ['start tags without end', '<OTA_HotelResNotifRQ '],
    ['escaped start tags', '&lt;OTA_HotelResNotifRQ '],
    ['envelopes', '<Envelope><OTA_HotelResNotifRQ>'],
    ['texts of JSON', '"<OTA_HotelResNotifRQ x=\\"'],
    ['comments', '<!--<OTA_HotelResNotifRQ>'],
    ['lines of a log', '2026-11-23 12:00 <OTA_HotelResNotifRQ>\n'],
    ['heads of HTTP', 'POST / HTTP/1.1\n\n<OTA_HotelResNotifRQ>\n'],
    ['forms', '%3COTA_HotelResNotifRQ%20&'],
    ['documents of a line each', '{"a":"<OTA_HotelResNotifRQ x=\\"1\\">"}\n'],
    ['documents that are cut', '{"a":"<OTA_HotelResNotifRQ x=\\"1\\">"\n'],
    [
      'documents with pieces',
      '{"a":"x\\n"}\n{"a":"<OTA_HotelResNotifRQ x=\\"1\\">"}\n{"a":"</OTA_HotelResNotifRQ>"}\n',
    ],
    ['doubled quotes', '"<OTA_HotelResNotifRQ x=""1"">\n'],
    ['bytes of a program', '"<OTA_HotelResNotifRQ x=\\x221\\x22>'],
    ['document types', '<!DOCTYPE a [<!ENTITY b "c"> <OTA_HotelResNotifRQ>'],
    ['declarations', '<?xml version="1.0"?><!-- <OTA_HotelResNotifRQ>'],
    ['sections', '<![CDATA[<OTA_HotelResNotifRQ>]]>x'],
    ['colours', '\u001b[3m<OTA_HotelResNotifRQ>'],
    ['rows of digits', '0000: 3c 4f 54 41 5f 48 6f 74  3c 4f 54 41 5f 48 6f 74\n0010: 3c\n'],
    ['packets', '12:00:00.1 IP a.1 > b.2: Flags [P.], seq 1:9, ack 1, length 8\nE<OTA_HotelResNotifRQ>\n'],
    ['rows between other lines', interrupted],
    ['versions of HTTP', 'x HTTP/1.1 <OTA_HotelResNotifRQ> '],
    ['words before HTTP', `${'POST / HTTP/1.1 '.repeat(50)}\nHost: a\n<OTA_HotelResNotifRQ>\n`],
    ['packs that are none', 'POST / HTTP/1.1\nContent-Encoding: gzip\nContent-Length: 9\n\nx<OTA_HotelResNotifRQ >\n'],
    ['chunks that do not fit', 'POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n9\n<OTA_HotelResNotifRQ >\n'],
    ['records before documents', '<OTA_HotelResNotifRQ x="1">\n{"a":"<OTA_HotelResNotifRQ x=\\"1\\">"}\n'],
    ['escaped text in lines', '&lt;a\n<a\n&lt;OTA_HotelResNotifRQ x\n'],
    ['blocks', '> 2026/11/23 10:00:00.1  length=3 from=0 to=2\n<OTA_HotelResNotifRQ>\n'],
    ['lines of a container', '2026-11-23T12:00:00.1Z stdout P <OTA_HotelResNotifRQ>\n'],
    ['quoted messages', "'<OTA_HotelResNotifRQ></OTA_HotelResNotifRQ>' "],
  ])('grows with its length: %s', (_, piece) => {
    const work = (times: number): (() => void) => {
      const bytes = Buffer.from(typeof piece === 'string' ? piece.repeat(times) : piece(times))
      return () => readCapture(bytes)
    }
    // Four times as much takes four times as long; sixteen times would be the square.
    expect(fastGrowth(work(750), work(3_000), 10, 300)).toEqual([])
  })
})
