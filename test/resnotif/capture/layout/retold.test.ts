import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tellDoubts } from '../../../../src/cli/capture/index.js'
import { lintDecoded } from '../../../../src/resnotif/lint/index.js'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINES = MESSAGE.split('\n')
const read = (text: string): Capture => readCapture(Buffer.from(text))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const unreadOf = ({ unread }: Capture): string[] => unread.map(({ what }) => what)

describe('a document as an old browser shows it', () => {
  const hasChildren = (line: string): boolean => /<[A-Za-z]/.test(line) && !/\/>|<\//.test(line)
  const tree = (blank: string): string =>
    LINES.map((line) => (hasChildren(line) ? line.replace('<', `-${blank}<`) : line)).join('\n')

  it.each([' ', '\u00a0'])('is read without the signs', (blank) => {
    for (const before of ['', 'copied:\n']) {
      const found = read(before + tree(blank))
      expect([unreadOf(found), textsOf(found)]).toEqual([[], [MESSAGE]])
      const line = LINES.findIndex(hasChildren)
      expect(found.messages[0]?.placeOf({ line: line + 1, column: 1 })).toEqual({
        line: line + (before === '' ? 1 : 2),
        column: 3,
      })
    }
  })

  it('is told where an element is closed in it', () => {
    const closed = tree(' ').replace(/- <ResGuests>[^]*?<\/ResGuests>/, '+ <ResGuests>')
    expect(unreadOf(read(closed))).toEqual([expect.stringContaining('shows elements closed')])
  })

  it('is no list whose every line has a sign, nor one of which a message is an item', () => {
    expect(textsOf(read(LINES.map((line) => `- ${line}`).join('\n')))).toEqual([MESSAGE])
    const item = MESSAGE.slice(MESSAGE.indexOf('<OTA_'))
    expect(textsOf(read(`- one\n- ${item}\n- two\n`))).toEqual([item])
  })
})

describe('a file that pr printed in pages', () => {
  const LENGTH = 20
  const paged = (text: string, { at = '2026-11-29 00:18', offset = '' } = {}): string => {
    const lines = text.split('\n')
    const pages: string[] = []
    for (let from = 0; from < lines.length; from += LENGTH) {
      const head = `\n\n${at}     m.xml      Page ${from / LENGTH + 1}\n\n\n`
      pages.push(`${head}${lines.slice(from, from + LENGTH).join('\n')}\n\n\n\n\n\n`)
    }
    return pages.join('').replaceAll(/^(?=.)/gm, offset)
  }

  it.each([{}, { at: 'Nov 29 00:18 2026' }])('is read without their heads: %j', (how) => {
    const found = read(paged(MESSAGE, how))
    expect([unreadOf(found), textsOf(found)]).toEqual([[], [MESSAGE]])
    expect(found.messages[0]?.placeOf({ line: LENGTH + 1, column: 1 })).toEqual({ line: LENGTH + 16, column: 1 })
  })

  it('is so behind another file, with form feeds, and with a margin', () => {
    const both = read(paged(MESSAGE) + paged(MESSAGE))
    expect([unreadOf(both), textsOf(both)]).toEqual([[], [MESSAGE, MESSAGE]])
    const fed = read(paged(MESSAGE).replaceAll('\n\n\n\n\n\n\n\n', '\n\f\n\n'))
    expect([unreadOf(fed), textsOf(fed)]).toEqual([[], [MESSAGE]])
    expect(unreadOf(read(paged(MESSAGE, { offset: '   ' })))).toEqual([])
  })

  it('keeps the blank lines of a text on a page', () => {
    const text = MESSAGE.replace('<Text>', '<Text>one\n\n\ntwo ')
    expect(textsOf(read(paged(text)))).toEqual([text])
  })
})

describe('strings that a program appends to one text', () => {
  const bare = MESSAGE.slice(MESSAGE.indexOf('<OTA_')).split('\n')
  const quoted = (line: string, end = ''): string => JSON.stringify(line + end)

  it.each([
    ['each in a statement', bare.map((line) => `    sb.append(${quoted(line, '\n')});`).join('\n')],
    ['with its line ends', bare.map((line) => `    sb.AppendLine(${quoted(line)});`).join('\n')],
    ['in a chain', `sb${bare.map((line) => `\n  .append(${quoted(line, '\n')})`).join('')};`],
    ['by an operator', bare.map((line) => `    $xml .= ${quoted(line, '\n')};`).join('\n')],
    ['by a sum', bare.map((line) => `    xml += ${quoted(line, '\n')};`).join('\n')],
  ])('are read as that: %s', (_, text) => {
    const found = read(`String f() {\n${text}\n  return x;\n}\n`)
    expect([unreadOf(found), textsOf(found).map((one) => one.trim())]).toEqual([[], [bare.join('\n')]])
  })

  it('are told where a value of the program stands between them, or they go to two texts', () => {
    const of = (names: readonly string[]): string =>
      bare.map((line, at) => `    ${names[at % names.length]}.append(${quoted(line, '\n')});`).join('\n')
    const holed = of(['sb']).replace(
      /\n {4}sb\.append\("<RoomStays>|\n {4}sb\.append\(" *<RoomStays>/,
      '\n    sb.append(room);$&',
    )
    for (const text of [holed, of(['a', 'b'])]) {
      const found = read(`${text}\n`)
      expect(textsOf(found)).toEqual([])
      expect(unreadOf(found).length).toBeGreaterThan(0)
    }
  })
})

describe('what stands before a declaration', () => {
  it.each(['\n', '\n\n', ' \r\n\n'])('is left out where it is blank lines, and that is said: %j', (blank) => {
    const { messages, unread } = read(`${blank}${MESSAGE}\n`)
    expect([unread, messages.map(({ decoded }) => decoded.text)]).toEqual([[], [MESSAGE]])
    expect(tellDoubts('a.txt', messages)).toEqual([expect.stringContaining('blank lines stand before')])
    const [first] = read(`${blank}${MESSAGE.slice(MESSAGE.indexOf('<OTA_'))}\n`).messages
    expect([first?.isWhole, first?.isBehindBlanks]).toEqual([true, undefined])
  })

  it('is a fault in a body, which was sent with it', () => {
    const body = `\n${MESSAGE}`
    const head = `POST /pms HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
    const [found] = read(head + body).messages
    expect(lintDecoded(found!.decoded).findings.map(({ rule }) => rule)).toContain('xml-broken')
  })

  it('has one finding where it is a second mark before an envelope with its message as a text', () => {
    const text = MESSAGE.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><a>${text}</a></e:Body></e:Envelope>`
    const [found] = read(`\ufeff\ufeff${envelope}`).messages
    expect(lintDecoded(found!.decoded).findings.map(({ rule }) => rule)).toEqual(['encoding'])
  })
})
