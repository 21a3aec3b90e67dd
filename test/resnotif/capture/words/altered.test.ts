import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LETTERS = MESSAGE.replace('Babbage', 'Bäbbage')
const STAMP = '2026-11-23 12:00:00,1 DEBUG [http-1] a.b.C - '
const read = (content: string | Buffer): Capture => readCapture(Buffer.from(content))
const http = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`POST /pms HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
  ])
const reasons = ({ unread }: Capture): string[] => unread.map(({ what }) => what)

describe('a message that was pasted through a word processor', () => {
  const pairs = ['“”', '„“', '»«', '’’', '″″']
  const pasted = (quotes: string, text = MESSAGE): string => text.replaceAll(/"([^"]*)"/g, `${quotes[0]}$1${quotes[1]}`)

  it.each(pairs)('with its values in %s is told as altered, and not as the sender’s XML', (quotes) => {
    for (const before of ['', 'Hi,\nthis one:\n', STAMP]) {
      const capture = read(before + pasted(quotes))
      expect([before, capture.messages, reasons(capture)]).toEqual([before, [], [expect.stringContaining('quotes')]])
      expect(capture.unread[0]?.line).toBe(before.split('\n').length)
    }
  })

  it('is told so where a few values were changed, their beginning or their end alone, or the text was saved in Windows-1252', () => {
    const one = MESSAGE.replace(/Count="4"/, 'Count=“4”')
    const end = MESSAGE.replace(/"(\d+)" ID="HUB/, '"$1” ID="HUB')
    const dash = MESSAGE.replace('<POS>', '<!— one —><POS>')
    const office = Buffer.from(pasted('\u0093\u0094'), 'latin1')
    for (const content of [one, end, dash, office])
      expect(reasons(read(content))).toEqual([expect.stringContaining('quotes')])
  })

  it('is the sender’s fault where a body is known to be whole, and none at all in a text', () => {
    expect(read(http(Buffer.from(pasted('“”'))))).toMatchObject({ messages: [{}], unread: [] })
    expect(read(MESSAGE.replace('Late arrival', '“a =“b” c”'))).toMatchObject({ messages: [{}], unread: [] })
    const broken = MESSAGE.replace('Late arrival', '“late”').replace('</ResGuests>', '</ResGuest>')
    expect(read(broken)).toMatchObject({ messages: [{}], unread: [] })
  })
})

describe('letters that are not in UTF-8', () => {
  const latin = Buffer.from(LETTERS, 'latin1')
  const line = LETTERS.slice(0, LETTERS.indexOf('Bäbbage')).split('\n').length

  it.each<[string, string, number]>([
    ['behind what a log writes in its line', `${STAMP}Größe `, 0],
    ['behind a line of a log', `${STAMP}got:\n`, 1],
    ['behind another message', `${STAMP}${MESSAGE}\n${STAMP}got:\n`, MESSAGE.split('\n').length + 1],
  ])('%s are read as Windows-1252, and that is said', (_, before, lines) => {
    const capture = read(Buffer.concat([Buffer.from(before, 'latin1'), latin, Buffer.from('\nend\n')]))
    expect(reasons(capture)).toEqual([])
    const found = capture.messages.at(-1)
    expect(found).toMatchObject({ guessed: 'Windows-1252', saysOther: true, place: { line: lines + 1 } })
    expect(found?.decoded.text).toBe(LETTERS.trimEnd())
    expect(found?.decoded.fault).toBeUndefined()
    expect(found?.placeOf({ line, column: 1 }).line).toBe(lines + line)
  })

  it('are so in a cell of CSV, in a text of a log in JSON, and with the euro sign', () => {
    const bare = LETTERS.replace(/^<\?xml.*\?>\n/, '').trimEnd()
    const cell = `id;body\n1;"${bare.replaceAll('"', '""')}"\n`
    const json = `{"at":"2026-11-23","name":"Größe","message":${JSON.stringify(bare)}}\n`
    for (const text of [cell, json]) {
      const [found] = read(Buffer.from(text, 'latin1')).messages
      expect(found).toMatchObject({ guessed: 'Windows-1252' })
      expect(found?.decoded.text).toBe(bare)
      expect(found?.saysOther).toBeUndefined()
    }
    const euro = Buffer.from(`${STAMP}got ${bare.replace('Bäbbage', 'B\u0080bbage')}\n`, 'latin1')
    expect(read(euro).messages[0]?.decoded.text).toContain('B€bbage')
  })

  it('are told where they are UTF-8 in part, or have bytes that Windows-1252 has not', () => {
    for (const name of ['B\u00e4bb\u00c3\u00a4ge', 'B\u0081\u0040bbage']) {
      const text = `${STAMP}got ${LETTERS.replace('Bäbbage', name)}\nend\n`
      const capture = read(Buffer.from(text, 'latin1'))
      expect(reasons(capture)).toEqual([expect.stringContaining('encoding of the log')])
      expect(capture.unread[0]?.line).toBe(line)
    }
  })

  it('are shown as Windows-1252 in a file of its own, whose fault stays', () => {
    const [found] = read(latin).messages
    expect(found?.decoded).toMatchObject({
      text: LETTERS,
      fault: { kind: 'undecodable', expected: 'text in UTF-8', line },
    })
    expect(found?.guessed).toBeUndefined()
  })

  it('are the sender’s in a file of its own, in several, and in a body of HTTP', () => {
    const soap = Buffer.from(
      `<?xml version="1.0"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\n<d><![CDATA[${LETTERS}]]></d></s:Body></s:Envelope>\n`,
      'latin1',
    )
    for (const content of [latin, Buffer.concat([latin, Buffer.from('\n'), latin]), soap, http(latin), http(soap)]) {
      const { messages, unread } = read(content)
      expect(unread).toEqual([])
      expect(messages.every(({ decoded }) => decoded.fault?.kind === 'undecodable')).toBe(true)
    }
  })

  it('are read where the message names their encoding', () => {
    const named = Buffer.from(`${STAMP}${LETTERS.replace('UTF-8', 'ISO-8859-1')}\n`, 'latin1')
    expect(read(named)).toMatchObject({ messages: [{ decoded: { encoding: 'windows-1252' } }], unread: [] })
  })
})

it('signs around each line that nothing explains make a message unread, and are not written as a part of it', () => {
  const padded = MESSAGE.split('\n')
    .map((line) => `log.add(${line});`)
    .join('\n')
  for (const content of [padded, MESSAGE.replaceAll('\n', '¶\n'), MESSAGE.replaceAll('\n', ' |\n')])
    expect(reasons(read(content))).toEqual([expect.stringContaining('the same signs around each of its lines')])
  const own = MESSAGE.replace('<POS>', 'note <POS>')
  for (const content of [own, http(Buffer.from(padded)), `${MESSAGE}\n<!-- ); ); ); ); -->`])
    expect(read(content)).toMatchObject({ messages: [{}], unread: [] })
})

it('a message with lines of the log in it is unread, whether they leave it well formed or stand in a tag', () => {
  const at = MESSAGE.indexOf('<ResGuests>')
  const lines = [
    `${STAMP}pool exhausted\n`,
    'java.lang.RuntimeException: x\n\tat a.b.C(D.java:1)\n',
    `<Profile${STAMP}pool\n ProfileType="1"/>`,
  ]
  for (const line of lines)
    for (const before of ['', `${STAMP}got `]) {
      const capture = read(`${before}${MESSAGE.slice(0, at)}\n${line}${MESSAGE.slice(at)}\n`)
      const isOwn = before === '' && line.startsWith('<')
      expect([line, before, reasons(capture)]).toEqual([
        line,
        before,
        isOwn ? [] : [expect.stringContaining('a message with lines of the log inside it')],
      ])
    }
  const comment = MESSAGE.replace('Late arrival', '\n2026-11-23 12:00:00,1 DEBUG at the\n at home(s)')
  expect(read(`${STAMP}${comment}`)).toMatchObject({ messages: [{}], unread: [] })
  expect(read(http(Buffer.from(`${MESSAGE.slice(0, at)}${lines[0]}${MESSAGE.slice(at)}`)))).toMatchObject({
    messages: [{}],
    unread: [],
  })
})
