import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const MESSAGE = SAMPLE.replace('Charles', 'José').replace('Babbage', 'Núñez \u738b')
const LINE = MESSAGE.replaceAll(/>\s+</g, '><')
const STAMP = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
const read = (content: string): Capture => readCapture(Buffer.from(content))
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const bytesOf = (text: string, write: (byte: number) => string): string =>
  [...Buffer.from(text)].map((byte) => (byte > 126 ? write(byte) : String.fromCharCode(byte))).join('')
const hex = (byte: number): string => byte.toString(16)

/** Numbers between 0 and 1, the same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const prefixed = (text: string): string =>
  text
    .split('\n')
    .map((one) => `${STAMP}${one}\n`)
    .join('')

const FORMS: [string, (text: string) => string][] = [
  ['a record of a log', (text) => `${STAMP}body=${text}\n${STAMP}end\n`],
  ['a prefix on each line', (text) => `${prefixed(text)}${STAMP}end\n`],
  ['a body of HTTP without its length', (text) => `POST /a HTTP/1.1\r\nContent-Type: text/xml\r\n\r\n${text}`],
  [
    'a body of HTTP that promises more',
    (text) => `POST /a HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: 90000\r\n\r\n${text}`,
  ],
  ['JSON in lines', (text) => `${JSON.stringify({ body: text })}\n${JSON.stringify({ body: 'ok' })}\n`],
  [
    'JSON, a document for each line',
    (text) =>
      text
        .split('\n')
        .map((one) => `${JSON.stringify({ log: `${one}\n`, stream: 'stdout' })}\n`)
        .join(''),
  ],
  ['a program’s quotes', (text) => `${STAMP}body=${JSON.stringify(text)} from=hub\n${STAMP}end\n`],
  ['escaped text', (text) => `${STAMP}<arg>${escaped(text)}</arg>\n${STAMP}end\n`],
  ['CDATA', (text) => `${STAMP}<arg><![CDATA[${text}]]></arg>\n${STAMP}end\n`],
  ['a form', (text) => `${STAMP}user=a&xml=${encodeURIComponent(text)}\n${STAMP}end\n`],
  ['a wire log', (text) => wire(text)],
]
const ENDS = ['', '...', '... (truncated)', '[Truncated by RequestBodyLogLimit]', '…', '[2132 more bytes]']

function wire(text: string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  return lines
    .map((one) =>
      bytesOf(one, (byte) => `[0x${hex(byte)}]`)
        .replaceAll('\t', '[0x9]')
        .replace('\n', '[\\n]'),
    )
    .map((one) => `2026-11-23 12:00:00,123 DEBUG org.apache.http.wire:72 - http-outgoing-0 >> "${one}"\n`)
    .join('')
}

/** Where a part that was cut may begin and end; never so that the whole stays. */
function cutsOf(text: string, random: () => number, count: number): number[] {
  const [from, to] = [text.indexOf('OTA_HotelResNotifRQ') + 19, text.lastIndexOf('</OTA_HotelResNotifRQ>')]
  return Array.from({ length: count }, () => from + Math.floor(random() * (to + 20 - from)))
}

/** A declaration on a line of its own is not looked for between the quotes of a wire log. */
const asRead = (form: string, text: string): string => (form === 'a wire log' ? text.replace(/^<\?xml.*\n/, '') : text)

describe('a message that a log cut', () => {
  it.each(FORMS)('is told as unread, and never as broken or right: %s', (_, write) => {
    const random = randomOf(19)
    for (const text of [MESSAGE, LINE])
      for (const at of cutsOf(text, random, 25))
        for (const end of [ENDS[Math.floor(random() * ENDS.length)] as string, '']) {
          const { messages, unread } = read(write(`${text.slice(0, at)}${end}`))
          expect([at, end, messages.map(({ decoded }) => decoded.text)]).toEqual([at, end, []])
          expect(unread.map(({ what }) => what)).toEqual([expect.stringMatching(/^a message (?:that|whose)/)])
        }
  })

  it.each(FORMS)(
    'of which the beginning is lost is told with its line, beside one that is whole: %s',
    (name, write) => {
      const random = randomOf(7)
      for (const text of [MESSAGE, LINE])
        for (const at of cutsOf(text, random, 15).filter((one) => one < text.lastIndexOf('</'))) {
          const half = write(text.slice(at))
          const { messages, unread } = read(`${half}${write(text)}`)
          expect([at, messages.map(({ decoded }) => decoded.text)]).toEqual([at, [asRead(name, text)]])
          expect(unread.map(({ what }) => what)).toEqual([
            expect.stringContaining('whose beginning is not in the capture'),
          ])
          const line = half.slice(0, half.lastIndexOf('OTA_HotelResNotifRQ')).split('\n').length
          if (!/form|JSON|quotes/.test(name)) expect(unread[0]?.line).toBe(line)
        }
    },
  )

  it.each(FORMS)('and is whole is read as it was sent: %s', (name, write) => {
    for (const text of [MESSAGE, LINE]) {
      const { messages, unread } = read(write(text))
      expect([unread, messages.map(({ decoded }) => decoded.text)]).toEqual([[], [asRead(name, text)]])
    }
  })

  it('is broken where it is a file of its own, or the body is as long as its head says', () => {
    const half = MESSAGE.slice(0, 3_000)
    expect(read(half)).toMatchObject({ messages: [{ isWhole: true }], unread: [] })
    expect(read(`POST /a HTTP/1.1\r\nContent-Length: ${Buffer.byteLength(half)}\r\n\r\n${half}`)).toMatchObject({
      messages: [{}],
      unread: [],
    })
    expect(read(MESSAGE.replace('<OTA_HotelResNotifRQ', '<OTA_HotelResNotif'))).toMatchObject({
      messages: [{ isWhole: true }],
      unread: [],
    })
  })
})

describe('letters that a log wrote as their bytes', () => {
  it.each<[string, (byte: number) => string]>([
    ['hex in brackets', (byte) => `[0x${hex(byte)}]`],
    ['hex', (byte) => `\\x${hex(byte)}`],
    ['octal', (byte) => `\\${byte.toString(8)}`],
    ['percent', (byte) => `%${hex(byte).toUpperCase()}`],
    ['angles', (byte) => `<${hex(byte).toUpperCase()}>`],
    ['angles, escaped', (byte) => `&lt;${hex(byte).toUpperCase()}&gt;`],
    ['hashes', (byte) => `#${byte.toString(8)}`],
  ])('are never told as a name: %s', (_, spell) => {
    for (const text of [MESSAGE, LINE])
      for (const content of [`${STAMP}in ${bytesOf(text, spell)}\n${STAMP}end\n`, prefixed(bytesOf(text, spell))]) {
        const { messages, unread } = read(content)
        expect([messages.length, unread.length]).toEqual([0, 1])
      }
  })

  it('and are read where a whole request stands in one literal', () => {
    const body = bytesOf(LINE, (byte) => `\\x${hex(byte)}`)
    for (const content of [
      `send: b'POST /ota HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n${body}'\nreply: 'HTTP/1.1 200 OK\\r\\n'\n`,
      `x ("POST /ota\\r\\n\\r\\n${body.replaceAll('"', '\\"')}")\n`,
    ])
      expect(read(content).messages.map(({ decoded }) => decoded.text)).toEqual([LINE])
  })
})

describe('quotes around a message', () => {
  const SLASHED = MESSAGE.replace('Late arrival', 'C:\\new\\table \\u00e9 \\x41')
  it('with lines as they are leave its backslashes to it', () => {
    for (const before of ["body='", "curl -d '"])
      expect(read(`${before}${SLASHED}'\n`).messages.map(({ decoded }) => decoded.text)).toEqual([SLASHED])
    expect(read(`curl -d '${SLASHED.replaceAll(/>\s+</g, '><')}'\n`).messages[0]?.decoded.text).toContain(
      'C:\\new\\table',
    )
  })

  const inComment = (text: string): string => LINE.replace('Late arrival', text)

  it('in one line leave backslashes to it that no program writes for an escape', () => {
    for (const text of ['C:\\Temp\\new', '\\\\server\\dir\\new', 'a \\d+ \\n b'])
      for (const before of ["body='", "in 'b' '"])
        expect(read(`${STAMP}${before}${inComment(text)}'\n`).messages.map(({ decoded }) => decoded.text)).toEqual([
          inComment(text),
        ])
  })

  it('in one line tell nothing where backslashes may be escapes or not', () => {
    for (const text of ['C:\\new\\table', 'C:\\\\new', '\\\\server\\new', 'caf\\u00e9', 'a \\d+ \\n'])
      expect(read(`${STAMP}body='${inComment(text)}'\n`)).toMatchObject({
        messages: [],
        unread: [{ what: expect.stringContaining('backslashes') as string }],
      })
  })

  it('of a program or a shell that knows escapes give its text back', () => {
    for (const before of ["body=b'", "curl -d $'", "x=u'"])
      expect(read(`${before}${inComment('C:\\\\new\\ttable')}'\n`).messages.map(({ decoded }) => decoded.text)).toEqual(
        [inComment('C:\\new\ttable')],
      )
    const lines = MESSAGE.replaceAll('\n', '\\n').replace('Late arrival', 'C:\\\\new')
    expect(read(`${STAMP}body='${lines}'\n`).messages.map(({ decoded }) => decoded.text)).toEqual([
      MESSAGE.replace('Late arrival', 'C:\\new'),
    ])
    expect(read(`'body' => '${inComment('C:\\\\new')}',\n`).messages.map(({ decoded }) => decoded.text)).toEqual([
      inComment('C:\\new'),
    ])
  })

  it('of bytes of Python give their text back, whatever backslashes it holds', () => {
    for (const text of ['C:\\new\\table', '\\\\srv\\share\\n1', 'x\\x41 \\x3cdir', 'a \\u00e9'])
      for (const own of [MESSAGE, LINE])
        for (const before of ["send: b'", "body=b'"]) {
          const sent = own.replace('Late arrival', text)
          const written = sent.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
          expect(read(`${before}${written}'\n`).messages.map(({ decoded }) => decoded.text)).toEqual([sent])
        }
  })

  it('are none in a row of pg_dump, whose backslashes are escapes', () => {
    const sent = LINE.replace('Late arrival', 'C:\\new\\table "x" \\\\srv')
    const row = `1\t${sent.replaceAll('\\', '\\\\')}\tok\n`
    const dump = `COPY public.log (id, body, state) FROM stdin;\n${row}2\tnothing\t\\N\n\\.\n`
    expect(read(dump).messages.map(({ decoded }) => decoded.text)).toEqual([sent])
    expect(read(`${dump}${STAMP}\n\t${sent}\n`).messages.map(({ decoded }) => decoded.text)).toEqual([sent, sent])
  })

  it('of Python give a text back that speaks of the root tag', () => {
    for (const own of [MESSAGE, LINE])
      for (const words of [
        '&lt;OTA_HotelResNotifRQ&gt;',
        'no &lt;/OTA_HotelResNotifRQ&gt;',
        '<!-- <OTA_HotelResNotifRQ> -->',
      ])
        for (const before of ["body='", "body=b'"]) {
          const sent = own.replace('Late arrival', `see ${words} x`)
          const written = sent.replaceAll('\n', '\\n')
          expect([words, read(`${STAMP}${before}${written}' status=200\n`)]).toMatchObject([
            words,
            { messages: [{ decoded: { text: sent } }], unread: [] },
          ])
        }
  })

  it('of a shell give apostrophes back', () => {
    const text = MESSAGE.replace('Lovelace', "O'Neil's")
    for (const apostrophe of ["'\\''", `'"'"'`])
      for (const one of [text, text.replaceAll(/>\s+</g, '><'), text.replaceAll('"', "'")])
        expect(
          read(`curl --data-binary '${one.replaceAll("'", apostrophe)}' http://a\n`).messages.map(
            ({ decoded }) => decoded.text,
          ),
        ).toEqual([one])
  })
})

describe('a long line that a log cut into pieces', () => {
  it('is put together where the pieces are of one length, and else told as unread', () => {
    for (const size of [500, 1_000, 1_024, 2_048]) {
      const pieces = (`got ${LINE}`.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).map(
        (one) => `Jan  1 10:00:00 host app[12]: ${one}\n`,
      )
      const { messages, unread } = read(pieces.join(''))
      expect([unread, messages.map(({ decoded }) => decoded.text)]).toEqual([[], [LINE]])
    }
    const uneven = `got ${LINE.slice(0, 700)}|${LINE.slice(700, 1_611)}|${LINE.slice(1_611)}`
    const { messages, unread } = read(
      uneven
        .split('|')
        .map((one) => `Jan  1 10:00:00 host app[12]: ${one}\n`)
        .join(''),
    )
    expect([messages.length, unread.length]).toEqual([0, 1])
  })

  it('with lines of another writer between is told as unread', () => {
    const content = MESSAGE.split('\n')
      .map((one, at) => `${STAMP}${one}\n${at % 5 === 4 ? `${STAMP.replace('http-1', 'http-2')}<b/>\n` : ''}`)
      .join('')
    expect(read(content)).toMatchObject({
      messages: [],
      unread: [{ what: expect.stringContaining('another') as string }],
    })
  })
})

describe('a log that speaks of the element', () => {
  it.each([
    [
      'in a sentence',
      (text: string) => `${STAMP}received <OTA_HotelResNotifRQ> from hub\n${STAMP}${text}\n${STAMP}done\n`,
    ],
    [
      'as a parser that misses its end tag',
      (text: string) =>
        `${STAMP}${text}\n${STAMP}must be terminated by the matching end-tag "</OTA_HotelResNotifRQ>".\n`,
    ],
    ['with a prefix', (text: string) => `${STAMP}found no <ota:OTA_HotelResNotifRQ>: see\n${STAMP}${text}\n`],
  ])('%s has no message there, and its own message is read', (_, write) => {
    const { messages, unread } = read(write(MESSAGE))
    expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[MESSAGE], []])
  })

  it.each([': see', ':', ',', '', ' from hub', '] taken'])(
    'before a message whose prefix its envelope declares, with "%s" behind the tag',
    (behind) => {
      const soap = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ota="http://www.opentravel.org/OTA/2003/05"><s:Body>${MESSAGE.replaceAll(/<(\/?)(\w)/g, '<$1ota:$2').replace(/<\?xml[^>]*>\s*/, '')}</s:Body></s:Envelope>`
      const { messages, unread } = read(
        `${STAMP}Received <OTA_HotelResNotifRQ>${behind}\n${STAMP}${soap}\n${STAMP}done\n`,
      )
      expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[soap], []])
    },
  )

  it('behind a message that is cut does not end it', () => {
    const lines = prefixed(MESSAGE).split('\n').slice(0, 30).join('\n')
    const { messages, unread } = read(
      `${lines}\n${STAMP}must be terminated by the matching end-tag "</OTA_HotelResNotifRQ>".\n`,
    )
    expect([messages.length, unread.length]).toEqual([0, 1])
  })

  it('is still told of an end whose beginning is lost', () => {
    for (const tail of [
      `${STAMP}</HotelReservations>\n${STAMP}</OTA_HotelResNotifRQ> status=200\n`,
      `${STAMP}{ log: "</OTA_HotelResNotifRQ>" }\n`,
      '</HotelReservations></OTA_HotelResNotifRQ>\n',
      `${STAMP}</OTA_HotelResNotifRQ>\n`,
    ])
      expect(read(`${tail}${STAMP}${MESSAGE}\n`).unread).toHaveLength(1)
  })
})

describe('a line that begins with an end tag and goes on in words', () => {
  const END = '</OTA_HotelResNotifRQ>'
  const SOAP = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\n${MESSAGE.replace(/<\?xml[^>]*>\s*/, '')}\n</s:Body></s:Envelope>`
  const WORDS = ['reached at line 115', 'expected', ': not found', ', done']

  it('never makes a message broken that the log cut before it', () => {
    const random = randomOf(8)
    for (const [text, end] of [
      [MESSAGE, END],
      [LINE, END],
      [SOAP, '</s:Envelope>'],
    ] as const)
      for (const write of [prefixed, (own: string) => `${STAMP}in ${own}\n`])
        for (const at of cutsOf(text, random, 12).filter(
          (one) => one > text.indexOf('<RoomStay ') + 20 && one < text.indexOf('</ResGuests>'),
        ))
          for (const words of WORDS) {
            const { messages, unread } = read(`${write(text.slice(0, at))}${STAMP}${end} ${words}\n${STAMP}${LINE}\n`)
            expect([at, words, messages.map(({ decoded }) => decoded.text)]).toEqual([at, words, [LINE]])
            expect(unread.length).toBeGreaterThan(0)
          }
  })

  it('ends a message that is whole, and one that lacks an end tag of its own', () => {
    for (const text of [MESSAGE, MESSAGE.replace(/<\/HotelReservation>\s*/, '')])
      for (const words of WORDS)
        for (const content of [`${prefixed(text).trimEnd()} ${words}\n`, `${STAMP}in ${text} ${words}\n`])
          expect(read(content)).toMatchObject({ messages: [{ decoded: { text } }], unread: [] })
  })
})
