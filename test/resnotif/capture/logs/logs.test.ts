import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINE = MESSAGE.replaceAll(/>\s+</g, '><')
/** Texts that loggers write down in ways of their own. */
const ODD = MESSAGE.replace('Babbage', 'O\'Brien &amp; "Zo\u00eb" \u738b \u{1f3e8}\u00a0X Babbage')
const SLASHED = ODD.replace('Lovelace', 'C:\\new\\x41 Lovelace')
const SOAPED = `<?xml version="1.0"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">\n<s:Body>\n${MESSAGE.replace(/^<\?xml.*\n/, '')}\n</s:Body>\n</s:Envelope>`
const STAMP = '2026-11-23 12:00:00,1 DEBUG [http-1] a.b.C - '
const read = (content: string | Buffer): Capture => readCapture(Buffer.from(content))

/** As `%r` of a text. */
function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\u00a0', '\\xa0')
    .replaceAll(quote, `\\${quote}`)
  return `${quote}${inner}${quote}`
}

const isPlain = (byte: number): boolean => byte >= 32 && byte < 127
const bytesOf = (text: string, escape: (byte: number) => string | undefined): string =>
  [...Buffer.from(text)].map((byte) => escape(byte) ?? String.fromCharCode(byte)).join('')
const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`
const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`

const line = (log: string, stream = 'stdout'): string =>
  `${JSON.stringify({ log, stream, time: '2026-11-01T10:00:02.1Z' })}\n`
const pieces = (text: string, size: number): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
const NOISE = line('up\n')

const WRITERS: [string, (text: string) => string | Buffer][] = [
  ['repr of Python', (text) => `${STAMP}body=${repr(text)}\n${STAMP}end\n`],
  [
    'repr of bytes',
    (text) =>
      `DEBUG:pms:b'${bytesOf(text, (byte) => (byte === 10 ? '\\n' : byte === 39 || byte === 92 ? `\\${String.fromCharCode(byte)}` : isPlain(byte) ? undefined : hex(byte)))}'\n`,
  ],
  ['a list of Python', (text) => `args=('POST', ${repr(text)}, {'a': 1})\n`],
  [
    'request_body of nginx',
    (text) =>
      `1.2.3.4 - - [01/Nov/2026:10:00:02 +0000] "POST /ota HTTP/1.1" 200 312 "-" "hub/1" "${bytesOf(text, (byte) => (isPlain(byte) && byte !== 34 && byte !== 92 ? undefined : hex(byte).toUpperCase().replace('X', 'x')))}"\n`,
  ],
  [
    'octal escapes',
    (text) =>
      `write(4, "${bytesOf(text, (byte) => (byte === 10 ? '\\n' : byte === 34 || byte === 92 ? `\\${String.fromCharCode(byte)}` : isPlain(byte) ? undefined : octal(byte)))}", 4096) = 4096\n`,
  ],
  ['logfmt', (text) => `level=debug msg="in" body=${JSON.stringify(text)} at=1\n`],
  ['a table', (text) => `id,body,at\n1,"${text.replaceAll('"', '""')}",x\n2,"a ""b""",y\n`],
  ['a dump of SQL', (text) => `INSERT INTO inbox VALUES (1,'${text.replaceAll("'", "''")}'),(2,'x');\n`],
  [
    'a document for each line',
    (text) =>
      `${NOISE}${text
        .split('\n')
        .map((one) => line(`${one}\n`))
        .join('')}${NOISE}`,
  ],
  [
    'a document for each line, another writer between them',
    (text) =>
      text
        .split('\n')
        .map((one) => `${line(`${one}\n`)}${line('<warn a="b">\n', 'stderr')}`)
        .join(''),
  ],
  [
    'a document for so many characters',
    (text) =>
      `${NOISE}${pieces(`${text}\n`, 700)
        .map((one) => line(one))
        .join('')}`,
  ],
  [
    'texts without line ends, one a line',
    (text) =>
      text
        .split('\n')
        .map((message) => `${JSON.stringify({ message, level: 20 })}\n`)
        .join(''),
  ],
  [
    'a list of events',
    (text) =>
      JSON.stringify({ events: text.split('\n').map((message, at) => ({ timestamp: at, message })) }, undefined, 1),
  ],
  ['lists of bytes', (text) => `${JSON.stringify({ MESSAGE: [...Buffer.from(text)], PRIORITY: '6' })}\n`],
  ['a buffer', (text) => JSON.stringify({ body: { type: 'Buffer', data: [...Buffer.from(text)] } }, undefined, 2)],
  [
    'the log of a container',
    (text) =>
      text
        .split('\n')
        .flatMap((one) => {
          const parts = pieces(one, 40)
          return (parts.length === 0 ? [''] : parts).map(
            (part, at) => `2026-11-23T12:00:00.123456789Z stdout ${at < parts.length - 1 ? 'P' : 'F'} ${part}\n`,
          )
        })
        .join(''),
  ],
  [
    'colours on each line',
    (text) =>
      text
        .split('\n')
        .map((one) => `\u001b[90m10:00\u001b[0m \u001b[36m${one}\u001b[0m\n`)
        .join(''),
  ],
  [
    'colours in JSON',
    (text) => `${JSON.stringify({ message: `\u001b[32mDEBUG\u001b[0m \u001b[36m${text}\u001b[0m` })}\n`,
  ],
  [
    'an escaped text in a document for each line',
    (text) =>
      SOAP(escaped(text))
        .split('\n')
        .map((one) => line(`${one}\n`))
        .join(''),
  ],
  [
    'sections of CDATA that follow each other',
    (text) =>
      SOAP(
        pieces(text, 300)
          .map((one) => `<![CDATA[${one}]]>`)
          .join(''),
      ),
  ],
  [
    'sections of CDATA with text between',
    (text) => SOAP(`<![CDATA[${text.slice(0, 500)}]]>${escaped(text.slice(500, 700))}<![CDATA[${text.slice(700)}]]>`),
  ],
  ['base64 in an element', (text) => SOAP(Buffer.from(text).toString('base64'))],
  [
    'base64 on lines in an element',
    (text) =>
      SOAP(
        `\n${(
          Buffer.from(text)
            .toString('base64')
            .match(/.{1,76}/g) ?? []
        ).join('\n  ')}\n`,
      ),
  ],
  ['base64 in a log', (text) => `${STAMP}body=${Buffer.from(text).toString('base64')} ok\n${STAMP}end\n`],
  [
    'a mail',
    (text) =>
      `From: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="Z"\n\n--Z\nContent-Type: text/plain\n\nhello\n--Z\nContent-Type: application/xml\nContent-Transfer-Encoding: base64\n\n${(
        Buffer.from(text)
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\n')}\n--Z--\n`,
  ],
]

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
function SOAP(inner: string): string {
  return `<?xml version="1.0"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\n<x>${inner}</x></s:Body></s:Envelope>\n`
}

describe('a message that a logger wrote down in its own way', () => {
  it.each(WRITERS)('is read as it was sent: %s', (name, write) => {
    for (const text of [MESSAGE, LINE, ODD, SOAPED, ...(name === 'a dump of SQL' ? [] : [SLASHED])]) {
      const { messages, unread } = read(write(text))
      expect([unread, messages.map(({ decoded }) => decoded.text)]).toEqual([[], [text]])
    }
  })

  it('with quotes escaped and lines as they are is one as well', () => {
    const { messages, unread } = read(
      `[10:00:02 DBG] Received "${ODD.replaceAll('"', '\\"')}" from 1.2.3.4\n[10:00:03 ERR] no\n`,
    )
    expect([unread, messages.map(({ decoded }) => decoded.text)]).toEqual([[], [ODD]])
  })

  it('of several is found each by itself, whoever wrote them', () => {
    const content = WRITERS.filter(([name]) => /Python|nginx|logfmt|table|SQL|document for each line$/.test(name))
      .map(([, write], at) => write(MESSAGE.replace('HS-20270701-1"', `HS-${at}"`)))
      .join('')
    const { messages, unread } = read(content)
    expect(unread).toEqual([])
    expect(messages.map(({ decoded }) => /TransactionIdentifier="([^"]+)"/.exec(decoded.text)?.[1])).toEqual(
      messages.map((_, at) => `HS-${at}`),
    )
    expect(messages.length).toBeGreaterThan(6)
  })

  it('leads to its place in the file', () => {
    for (const [name, write] of WRITERS) {
      if (/bytes|buffer|base64|mail|characters|container|follow/.test(name)) continue
      const content = write(MESSAGE).toString()
      const before = content.slice(0, content.indexOf('Babbage')).split('\n')
      const [part] = read(content).messages
      const own = MESSAGE.slice(0, MESSAGE.indexOf('Babbage')).split('\n')
      expect([name, part?.placeOf({ line: own.length, column: (own.at(-1) as string).length + 1 })]).toEqual([
        name,
        { line: before.length, column: (before.at(-1) as string).length + 1 },
      ])
    }
  })

  it('that cannot be made out is told as unread, and not called broken', () => {
    for (const content of [
      // Lines of another thread inside the message.
      `${STAMP}${MESSAGE.replace('  <POS>', `  <POS\n${STAMP}other & thing`)}\n${STAMP}end\n`,
      // Two ways at once.
      `x: ${LINE.replaceAll('<', '<').replace('<POS>', '<POS a=\\"b\\" c="d>')}\n`,
    ]) {
      const { messages, unread } = read(content)
      expect(messages).toEqual([])
      expect(unread).toMatchObject([
        { what: expect.stringMatching(/^a message (with lines of the log|that the log)/) as string },
      ])
    }
    // A fault of its own stays one.
    const own = read(`${STAMP}${MESSAGE.replace('  <POS>', '  <POS a=b>')}\n${STAMP}end\n`)
    expect([own.messages.length, own.unread]).toEqual([1, []])
  })
})

describe('what stands before the element of a message', () => {
  const TYPES = [
    '<!DOCTYPE OTA_HotelResNotifRQ SYSTEM "http://evil.example/x.dtd">',
    '<!DOCTYPE OTA_HotelResNotifRQ [<!ENTITY a "b>"><!-- ]> --><!ENTITY c SYSTEM \'file:///etc/passwd\'>]>',
    '<!DOCTYPE a PUBLIC "-//x//y" "z" [\n<!ELEMENT a ANY>\n]>\n<!-- more -->',
    '<!DOCTYPE a>\n<?xml-stylesheet href="a.xsl"?>',
  ]
  const WRAPPINGS: [string, (text: string) => string][] = [
    ['a file', (text) => text],
    ['a body of HTTP', (text) => `POST /a HTTP/1.1\r\nContent-Type: text/xml\r\n\r\n${text}`],
    ['a log', (text) => `${STAMP}in ${text}\n${STAMP}end\n`],
    [
      'a log with a prefix on each line',
      (text) =>
        `${text
          .split('\n')
          .map((one) => `pms-1  | ${one}`)
          .join('\n')}\n`,
    ],
    ['JSON', (text) => `${JSON.stringify({ a: 1, body: text })}\n`],
    ['repr of Python', (text) => `body=${repr(text)}\n`],
    ['escaped text', (text) => SOAP(escaped(text))],
    ['CDATA', (text) => SOAP(`<![CDATA[${text}]]>`)],
  ]
  it.each(WRAPPINGS)('belongs to it, a document type as well: %s', (_, wrap) => {
    const bare = MESSAGE.replace(/^<\?xml.*\n/, '')
    for (const type of TYPES)
      for (const text of [
        `${type}\n${bare}`,
        MESSAGE.replace('\n', `\n${type}\n`),
        `${type}${SOAPED.replace(/^<\?xml.*\n/, '')}`,
      ])
        expect(read(wrap(text)).messages.map(({ decoded }) => decoded.text)).toEqual([text])
  })
})

describe('a file that begins with a message', () => {
  const ANSWER = '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/></OTA_HotelResNotifRS>'
  it('and goes on with an answer or with lines of a log is a capture of both', () => {
    for (const [behind, others] of [
      [ANSWER, 1],
      [`<?xml version="1.0"?>\n${ANSWER}\n`, 1],
      [SOAP(ANSWER), 1],
      ['<ack/>', 1],
      ['2026-11-23 12:00:00 INFO answered\n', 0],
      ['[12:00:03 ERR] Rejected', 0],
    ] as const)
      for (const text of [MESSAGE, SOAPED]) {
        const capture = read(`${text}\n${behind}`)
        expect(capture.messages.map(({ decoded, isWhole }) => [decoded.text, isWhole])).toEqual([[text, false]])
        expect(capture.others).toHaveLength(others)
        expect(capture.unread).toEqual([])
      }
  })

  it('and with what belongs to nothing is the message, with a fault', () => {
    for (const behind of ['</a>', '<a>', 'POS>'])
      expect(read(`${MESSAGE}\n${behind}`).messages).toMatchObject([{ isWhole: true }])
  })
})

describe('a file without a notification', () => {
  it('is told for what it is', () => {
    for (const [content, what] of [
      ['', 'an empty file'],
      ['# Notes\n\nOTA_HotelResNotifRQ is what they send.', 'text'],
      ['{"level":20,"message":"up"}\n', 'text'],
      [Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 'a file that is no text'],
    ] as const)
      expect(read(content as string)).toMatchObject({ messages: [], unread: [], others: [{ what }], holdsNone: what })
    expect(read('<a><b/></a>').holdsNone).toBe('a document of XML with a')
    expect(read('<a><b></a>')).toMatchObject({
      messages: [{ isWhole: true }],
      holdsNone: 'text that begins as XML does',
    })
  })

  it('that may pack one is told as unread', () => {
    for (const mark of [
      'PK\u0003\u0004',
      'BZh91AY',
      '\u00fd7zXZ\0\0',
      '(\u00b5/\u00fd\u0004',
      "7z\u00bc\u00af'\u001c\0",
      'Rar!\u001a\u0007\0',
    ])
      expect(read(Buffer.from(`${mark}\u0001\u0002\u0003`, 'latin1'))).toMatchObject({
        messages: [],
        unread: [{ what: expect.stringContaining('unpack it first') as string }],
      })
  })
})

describe('a HAR file', () => {
  it('gives the values of a form, and tells a body that it does not hold', () => {
    const entry = (postData: object, bodySize = 0): object => ({
      request: { method: 'POST', url: 'https://a/in', bodySize, postData },
    })
    const content = JSON.stringify({
      log: {
        entries: [
          entry({
            mimeType: 'application/x-www-form-urlencoded',
            params: [
              { name: 'u', value: 'x' },
              { name: 'xml', value: LINE },
            ],
          }),
          entry({
            mimeType: 'application/x-www-form-urlencoded',
            params: [{ name: 'xml', value: encodeURIComponent(LINE) }],
          }),
          entry({ mimeType: 'text/xml' }, 4_246),
        ],
      },
    })
    const { messages, others } = read(content)
    expect(messages.map(({ decoded }) => decoded.text)).toEqual([LINE, LINE])
    expect(others.map(({ what }) => what)).toContain(
      'HAR entry 3 request POST /in, whose body of 4246 bytes the file does not hold,',
    )
  })
})

describe('a message in base64', () => {
  const text = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
  const row = (body: string): string =>
    `2026-11-23 12:00:00 INFO got body64=${Buffer.from(body).toString('base64')} ok\n`

  it('is read alone, and beside one that stands as it is', () => {
    for (const shift of ['', ' ', '  ']) {
      const packed = row(`${shift}${text}`)
      expect(readCapture(Buffer.from(packed))).toMatchObject({ messages: [{}], unread: [] })
      for (const content of [
        `${packed}2026-11-23 12:00:01 INFO in ${text}\n`,
        `2026-11-23 12:00:01 INFO in ${text}\n${packed}`,
      ])
        expect(readCapture(Buffer.from(content))).toMatchObject({ messages: [{}, {}], unread: [] })
    }
  })

  it('is none where a text in base64 names the element and holds none', () => {
    for (const words of [
      'POST /ota HTTP/1.1\r\nSOAPAction: "urn:OTA_HotelResNotifRQ"\r\nHost: pms.example\r\n\r\n',
      '<OTA_HotelResNotifRS Version="1"><Success/></OTA_HotelResNotifRS>',
    ])
      for (const shift of ['', ' ', '  '])
        expect(
          readCapture(Buffer.from(`${row(`${shift}${words}`)}2026-11-23 12:00:01 INFO in ${text}\n`)),
        ).toMatchObject({ messages: [{}], unread: [] })
  })
})
