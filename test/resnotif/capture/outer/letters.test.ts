import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { declarationIn } from '../../../../src/resnotif/capture/outer/letters.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replaceAll('Lovelace', 'Löwelace')
const BARE = MESSAGE.slice(MESSAGE.indexOf('<OTA_'))
const SAID_LATIN = MESSAGE.replace('UTF-8', 'ISO-8859-1')
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const cdata = (text: string): string => `<![CDATA[${text}]]>`
const document = (encoding: string, inside: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<log>\n<record>${inside}</record>\n</log>\n`
const envelope = (inside: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Process xmlns="urn:x"><xml>${inside}</xml></Process></s:Body></s:Envelope>`
const http = (charset: string, body: string): string =>
  `POST /pms HTTP/1.1\r\nContent-Type: text/xml; charset=${charset}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const read = (text: string, encoding: BufferEncoding = 'latin1'): Capture => readCapture(Buffer.from(text, encoding))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const faultsOf = ({ messages, unread }: Capture): unknown[] => [
  ...messages.flatMap(({ decoded }) => decoded.fault ?? []),
  ...unread,
]

describe('a message in a document that declares an encoding of one byte a letter', () => {
  it.each([
    ['escaped in a log', document('ISO-8859-1', escaped(MESSAGE)), MESSAGE],
    ['escaped behind words', document('windows-1252', `got ${escaped(MESSAGE)}`), MESSAGE],
    ['escaped without a declaration', document('ISO-8859-15', escaped(BARE)), BARE],
    ['escaped, with a declaration that was true before', document('latin1', escaped(SAID_LATIN)), SAID_LATIN],
    ['in CDATA', document('ISO-8859-1', cdata(MESSAGE)), MESSAGE],
    [
      'in several sections',
      document('ISO-8859-1', cdata(MESSAGE.replace('wel', `w]]>${cdata('')}<![CDATA[el`))),
      MESSAGE,
    ],
    ['in an attribute', document('ISO-8859-1', `<a v='${escaped(BARE)}'/>`), BARE],
    ['as an element', document('ISO-8859-1', BARE), BARE],
    ['as an element in a line of its own', document('ISO-8859-1', `\n${BARE}\n`), BARE],
    ['in an envelope', `<?xml version="1.0" encoding="ISO-8859-1"?>${envelope(escaped(MESSAGE))}`, MESSAGE],
    ['in the body of a request', http('iso-8859-1', envelope(escaped(MESSAGE))), MESSAGE],
    ['in CDATA of the body of a request', http('windows-1252', envelope(cdata(MESSAGE))), MESSAGE],
    [
      'in a body whose header says more than its declaration',
      http('iso-8859-1', document('UTF-8', escaped(MESSAGE))),
      MESSAGE,
    ],
  ])('is decoded by that: %s', (_, text, message) => {
    const found = read(text)
    expect([textsOf(found), faultsOf(found)]).toEqual([[message], []])
  })

  it('keeps what only that encoding has, and its places', () => {
    const message = MESSAGE.replace('Löwelace', 'Löw€')
    // Of all signs that Latin-1 has as well, none is the byte of the euro.
    const bytes = Buffer.from(document('windows-1252', `\n${escaped(message)}`).replaceAll('€', '\u0080'), 'latin1')
    const { messages } = readCapture(bytes)
    expect(messages.map(({ decoded }) => decoded.text)).toEqual([message])
    const lines = message.split('\n')
    const line = lines.findIndex((one) => one.includes('Löw€'))
    const column = (lines[line] ?? '').indexOf('</') + 1
    const before = escaped((lines[line] ?? '').slice(0, column - 1)).length
    expect(messages[0]?.placeOf({ line: line + 1, column })).toEqual({ line: line + 4, column: before + 1 })
  })

  it('each of several is, whatever those before it declare', () => {
    const found = read(document('ISO-8859-1', `${cdata(MESSAGE)}${escaped(MESSAGE)}${cdata(SAID_LATIN)}`))
    expect([textsOf(found), faultsOf(found)]).toEqual([[MESSAGE, MESSAGE, SAID_LATIN], []])
  })

  it('stays as it is where the document was saved in UTF-8', () => {
    const found = read(document('ISO-8859-1', escaped(MESSAGE)), 'utf8')
    expect([textsOf(found), faultsOf(found)]).toEqual([[MESSAGE], []])
  })

  it('is told where the document is in another encoding than it declares', () => {
    for (const encoding of ['UTF-8', 'no-such'])
      expect(faultsOf(read(document(encoding, escaped(MESSAGE))))).toMatchObject([{ kind: 'undecodable' }])
  })
})

describe('the declaration of a document', () => {
  it.each([
    ['<?xml version="1.0" encoding="a-1"?><a>', { encoding: 'a-1' }],
    ["<?xml version='1.0' encoding='a-1'?>\n<a/>\n<?xml version='1.0' encoding='a-2'?><a>", { encoding: 'a-2' }],
    [
      '<?xml version="1.0" encoding="a-1"?><a><![CDATA[<b/><?xml version="1.0" encoding="a-2"?>]]>',
      { encoding: 'a-1' },
    ],
    ['<?xml version="1.0" encoding="a-1"?><a><!-- <b/> <?xml version="1.0" encoding="a-2"?>', { encoding: 'a-1' }],
    ['<?xml version="1.0" encoding="a-1"?><a>sent <?xml version="1.0" encoding="a-2"?>', { encoding: 'a-1' }],
    ['<?xml version="1.0"?><a>', { encoding: undefined }],
    ['<?xml-stylesheet encoding="a-1"?><a>', undefined],
  ])('is the last one that stands outside of its texts: %s', (text, declaration) => {
    expect(declarationIn(text)).toEqual(declaration)
  })
})

describe('a message in a document that declares an encoding of several bytes a letter', () => {
  // Names in it, as these encodings write them: the second byte of some is a backslash.
  const NAMES: readonly (readonly [string, string, string])[] = [
    ['GBK', '王伟', '\u00cd\u00f5\u00ce\u00b0'],
    ['Shift_JIS', '表ソ', '\u0095\\\u0083\\'],
    ['EUC-KR', '김', '\u00b1\u00e8'],
    ['Big5', '許', '\u00b3\\'],
  ]
  const plain = BARE.replaceAll('Löwelace', '@@')

  it.each(NAMES)('is decoded by that: %s', (encoding, name, bytes) => {
    for (const inside of [escaped(plain), cdata(plain), `\n${plain}\n`, `got ${escaped(plain)}`]) {
      const found = read(document(encoding, inside.replaceAll('@@', bytes)))
      expect([textsOf(found), faultsOf(found)]).toEqual([[plain.replaceAll('@@', name)], []])
    }
    const found = read(
      `<?xml version="1.0" encoding="${encoding}"?>${envelope(escaped(plain))}`.replaceAll('@@', bytes),
    )
    expect([textsOf(found), faultsOf(found)]).toEqual([[plain.replaceAll('@@', name)], []])
  })

  it('is told where its bytes are in another', () => {
    const found = read(document('GBK', escaped(plain)).replaceAll('@@', '\u00cd'))
    expect(faultsOf(found)).toMatchObject([{ kind: 'undecodable' }])
  })
})
