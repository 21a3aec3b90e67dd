import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINE = MESSAGE.replaceAll(/>\s+</g, '><')
const ROOT_TAG = 'OTA_HotelResNotifRQ'
const STAMP = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
const ANSWER = `<${ROOT_TAG.replace('RQ', 'RS')} xmlns="http://www.opentravel.org/OTA/2003/05"><Success/></${ROOT_TAG.replace('RQ', 'RS')}>`
const NAMESPACE = 'http://www.opentravel.org/OTA/2003/05'
const read = (content: string): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const prefixed = (text: string): string =>
  text
    .split('\n')
    .map((one) => `${STAMP}${one}\n`)
    .join('')

const bare = MESSAGE.replace(/<\?xml[^>]*>\s*/, '')
const withPrefix = bare.replaceAll(/<(\/?)(\w)/g, '<$1ota:$2')
const envelope = (body: string, declared: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" ${declared}><s:Body>${body}</s:Body></s:Envelope>`
const SHAPES: [string, string][] = [
  ['declared', MESSAGE],
  ['in one line', LINE],
  ['bare', bare],
  [
    'with a prefix of the envelope',
    envelope(withPrefix.replace(` xmlns="${NAMESPACE}"`, ''), `xmlns:ota="${NAMESPACE}"`),
  ],
  [
    'without attributes in an envelope',
    envelope(bare.replace(/<OTA_HotelResNotifRQ[^>]*>/, `<${ROOT_TAG}>`), `xmlns="${NAMESPACE}"`),
  ],
]

const MENTIONS = [
  `received <${ROOT_TAG}> from hub`,
  `got <${ROOT_TAG}>`,
  `<${ROOT_TAG}>`,
  `Received <${ROOT_TAG}>:`,
  `expected <${ROOT_TAG}>, found <x>`,
  `root is <${ROOT_TAG}>; version 5`,
  `[<${ROOT_TAG}>]`,
  `"<${ROOT_TAG}>"`,
  `saw <${ROOT_TAG} ...>`,
  `saw <ota:${ROOT_TAG} ...>`,
  `<${ROOT_TAG} xmlns="...">`,
  `bad <${ROOT_TAG} xmlns:x>`,
  `type is <${ROOT_TAG}/>`,
  `posting <${ROOT_TAG}></${ROOT_TAG}> skeleton`,
  `expected <${ROOT_TAG}>...</${ROOT_TAG}>`,
  `root=&lt;${ROOT_TAG}&gt;`,
  `root=&lt;${ROOT_TAG}/&gt;`,
  `parse error near </${ROOT_TAG}>`,
  `end tag </${ROOT_TAG}> seen`,
  `closed </ota:${ROOT_TAG}>, done`,
  `must be terminated by the matching end-tag "</${ROOT_TAG}>".`,
  `handler for <${ROOT_TAG} Version="5.000"> is a.b.Handler`,
  `got <ota:${ROOT_TAG} Version="5.000">, done`,
  `root <${ROOT_TAG}>, children <POS>, <HotelReservations>`,
  `XPath: <${ROOT_TAG}><POS> missing`,
  `start <${ROOT_TAG}> <HotelReservations> <HotelReservation>`,
  `handled <${ROOT_TAG}> in 12 ms\n${STAMP}answered ${ANSWER}`,
  `parse <${ROOT_TAG}> ok, <HotelReservation> count=1, </${ROOT_TAG}> reached`,
  `opened <ota:${ROOT_TAG}> (1 of 2) ... </ota:${ROOT_TAG}>`,
  `count=1, </${ROOT_TAG}> reached`,
  `received <${ROOT_TAG}> from hub\n${STAMP}using List<String>\n${STAMP}no </${ROOT_TAG}>`,
]

describe('a log that speaks of the root tag', () => {
  it.each(MENTIONS)('is clean, and the message beside is read: %s', (mention) => {
    for (const [name, text] of SHAPES)
      for (const content of [
        `${STAMP}${mention}\n${STAMP}in ${text}\n${STAMP}done\n`,
        `${STAMP}in ${text}\n${STAMP}${mention}\n`,
        `${STAMP}${mention}\n${STAMP}in ${text}\n${STAMP}${mention}\n`,
      ]) {
        const found = read(content)
        expect([name, found.unread, textsOf(found)]).toEqual([name, [], [text]])
      }
    expect(read(`${STAMP}${mention}\n${STAMP}done\n`)).toMatchObject({ messages: [], unread: [] })
  })

  it.each(MENTIONS)('never makes a message of half of one: %s', (mention) => {
    for (const write of [prefixed, (text: string) => `${STAMP}in ${text}\n`])
      for (const part of [
        MESSAGE.slice(0, 3_000),
        MESSAGE.slice(MESSAGE.indexOf('<RoomStays'), 3_000),
        MESSAGE.slice(2_000),
      ])
        for (const content of [`${write(part)}${STAMP}${mention}\n`, `${STAMP}${mention}\n${write(part)}`]) {
          const { messages, unread } = read(content)
          expect([messages.length, unread.length > 0]).toEqual([0, true])
        }
  })

  it('and says that the rest was truncated tells of a message that is cut', () => {
    expect(read(`${STAMP}in <${ROOT_TAG}> truncated after 21 characters\n${STAMP}${MESSAGE}\n`)).toMatchObject({
      messages: [{}],
      unread: [{ line: 1 }],
    })
  })
})

/** As `xmllint` quotes the line that it complains of. */
const QUOTES: [string, string, string][] = [
  ['the end tag', `</${ROOT_TAG}>`, `Extra content at the end of the document`],
  ['the end tag behind others', `oresult></HotelReservation></HotelReservations></${ROOT_TAG}>`, 'Extra content'],
  ['the start tag', `<${ROOT_TAG} xmlns:a="" a b="${NAMESPACE}" Echo`, 'attributes construct error'],
  ['other tags', `><RoomStay IndexNumber="1"><RoomTypes><RoomType RoomTypeCode="1" RoomTypeCode="2"`, 'redefined'],
]

describe('a parser that quotes a line above its caret', () => {
  it.each(QUOTES)('names no piece of a message: %s', (_, quote, words) => {
    const lines = [`m.xml:9: parser error : ${words}`, quote, `${' '.repeat(quote.length - 1)}^`]
    for (const error of [
      lines.map((one) => `${one}\n`).join(''),
      lines.map((one) => `${one}\r\n`).join(''),
      lines.map((one) => `${STAMP}${one}\n`).join(''),
      `${STAMP}${JSON.stringify({ stderr: lines.join('\n') })}\n`,
      `${JSON.stringify({ stderr: `${lines.join('\n')}\n` })}\n`,
    ]) {
      expect(read(error)).toMatchObject({ messages: [], unread: [] })
      for (const content of [`${error}${STAMP}in ${MESSAGE}\n`, `${STAMP}in ${MESSAGE}\n${error}`])
        expect([error, textsOf(read(content)), read(content).unread]).toEqual([error, [MESSAGE], []])
      // A message that was lost stays lost beside it.
      for (const part of [MESSAGE.slice(0, 3_000), MESSAGE.slice(MESSAGE.indexOf('<RoomStays'))])
        expect(read(`${STAMP}in\n${part}\n${STAMP}checked\n${error}`)).toMatchObject({
          messages: [],
          unread: [{}],
        })
    }
  })
})

describe('an end tag behind a mark', () => {
  it('is one of a sentence where the lines around it are others', () => {
    expect(read(`${STAMP}begins\n${STAMP}SAX end: </${ROOT_TAG}> at line 99\n`)).toMatchObject({ unread: [] })
  })

  it('is the end of a lost message where the lines of the log begin so', () => {
    const end = MESSAGE.slice(MESSAGE.indexOf('</ResGuests>'))
    for (const head of ['Nov 23 12:00:00 host app[12]: ', '12:00:00 INFO, ', '12:00:00 INFO - ', '12:00:00 | ']) {
      const lines = end.split('\n').map((one) => `${head}${one}`)
      for (const from of [lines, lines.slice(-1)]) {
        const { messages, unread } = read(`${from.join('\n')}\n${head}took 12 ms\n`)
        expect([head, messages.length, unread.length]).toEqual([head, 0, 1])
      }
      expect(read(`${lines.join('\n')} took 12 ms\n`)).toMatchObject({ messages: [], unread: [{}] })
    }
  })
})

describe('a log of JSON that speaks of the end tag', () => {
  const row = (row: object): string => `${JSON.stringify(row)}\n`
  it.each([
    `must be terminated by the matching end-tag "</${ROOT_TAG}>".`,
    `end tag '</${ROOT_TAG}>' not found`,
    `no </${ROOT_TAG}>`,
  ])('is clean, and the message beside is read: %s', (words) => {
    for (const [name, text] of SHAPES)
      for (const content of [
        row({ msg: words }) + row({ body: text }),
        row({ body: text }) + row({ msg: words }),
        row({ msg: words, body: text }),
        `${STAMP}${JSON.stringify({ msg: words })}\n${row({ body: text })}`,
      ]) {
        const found = read(content)
        expect([name, found.unread, textsOf(found)]).toEqual([name, [], [text]])
      }
  })
})

describe('an end tag inside of a message', () => {
  it.each([
    ['a comment', `<!-- end of </${ROOT_TAG}> from hub -->`],
    ['a comment that is nothing else', `<!--</${ROOT_TAG}>-->`],
    ['CDATA', `<TPA_Extensions><![CDATA[see <${ROOT_TAG}> and </${ROOT_TAG}> here]]></TPA_Extensions>`],
  ])('in %s does not end it', (_, aside) => {
    const text = MESSAGE.replace('  <POS>', `  ${aside}\n  <POS>`)
    for (const content of [`${STAMP}in ${text}\n${STAMP}done\n`, prefixed(text)])
      expect(read(content)).toMatchObject({
        messages: [{ decoded: { text: expect.stringMatching(/<\/OTA_\w+>$/) } }],
        unread: [],
      })
  })
})

describe('a wire log', () => {
  it.each(['[\\n]', '[\\r][\\n]'])('with each attribute of the root on a line of its own is read: %s', (end) => {
    const text = bare.replace(/<OTA_HotelResNotifRQ[^>]*>/, (tag) => tag.replaceAll(/ (?=\w+=)/g, '\n   '))
    const content = text
      .split('\n')
      .map((one) => `${STAMP}http-outgoing-0 << "${one}${end}"\n`)
      .join('')
    const found = read(content)
    expect([found.unread, textsOf(found)]).toEqual([[], [text]])
  })
})

describe('a source or a page that names the tag', () => {
  it.each([
    `class A {\n  boolean is(String b) {\n    return b.contains("<${ROOT_TAG} ");\n  }\n}\n`,
    `String t = "<${ROOT_TAG}";\nif (b.contains("<${ROOT_TAG} ")) go();\nString e = "</${ROOT_TAG}>";\n`,
    `if '<${ROOT_TAG}' in body:\n    go()\n`,
    `const tag = '<${ROOT_TAG}'\nexport default tag\n`,
    `TAG = "<ota:${ROOT_TAG}"\n`,
    `grep -c "<${ROOT_TAG}" /var/log/pms.log\n`,
    `# PMS\n\n\`\`\`xml\n<${ROOT_TAG} xmlns="${NAMESPACE}">\n  ...\n</${ROOT_TAG}>\n\`\`\`\n`,
    `\`\`\`\n<?xml version="1.0"?>\n<${ROOT_TAG} Version="1"> ... </${ROOT_TAG}>\n\`\`\`\n`,
  ])('holds none: %j', (text) => {
    expect(read(text)).toMatchObject({ messages: [], unread: [], holdsNone: 'text' })
  })

  it.each([
    `{"level":20,"body":"<${ROOT_TAG} "}\n`,
    `${STAMP}body="<${ROOT_TAG} "\n`,
    `${STAMP}got "<${ROOT_TAG}", 200\n`,
    `${STAMP}got <${ROOT_TAG} \n`,
    `${STAMP}got <${ROOT_TAG} xmlns="${NAMESPACE}">\n  ...\n</${ROOT_TAG}>\n`,
    `\`\`\`xml\n<${ROOT_TAG} xmlns="${NAMESPACE}">\n<POS><Source ID="1"/></POS>\n...\n</${ROOT_TAG}>\n\`\`\`\n`,
  ])('is no log or ticket that holds a message which is cut: %j', (text) => {
    expect(read(text).unread).toHaveLength(1)
  })
})

it('a whole message in a comment is told as that', () => {
  const what = 'a message in a comment (<!-- … -->)'
  expect(read(`<config>\n<!-- example:\n${bare}\n-->\n</config>\n`)).toMatchObject({
    messages: [],
    unread: [],
    others: [{ line: 3, column: 2, what }],
  })
  expect(read(`<config>\n<!-- see <${ROOT_TAG} Version="1"> -->\n<a/>\n</config>\n`).others).toEqual([])
})
