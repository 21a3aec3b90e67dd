import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../src/resnotif/capture/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace('Charles', 'Jürgen & Zoë'.replace('&', '&amp;'))
const LINES = MESSAGE.split('\n')
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** Blanks that do not break, as a client puts them where several stand. */
const spaced = (line: string): string => escaped(line).replaceAll('  ', '&nbsp; ')

const PAGES: Record<string, string> = {
  Outlook: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body><p class=MsoNormal>Hello,<o:p></o:p></p>\n${LINES.map((line) => `<p class=MsoNormal><span style='font-family:"Courier New"'>${spaced(line)}<o:p></o:p></span></p>\n`).join('')}<p class=MsoNormal><o:p>&nbsp;</o:p></p></body></html>`,
  Gmail: `<div dir="ltr">hello<br><div>${LINES.map(spaced).join('</div><div>')}</div><div><br></div></div>`,
  breaks: `<html><body><p>hi</p>${LINES.map(spaced).join('<br>\r\n')}<br/></body></html>`,
  preformatted: `<!DOCTYPE html><html><body><p>hi</p><pre>${escaped(MESSAGE)}</pre></body></html>`,
  'styled as preformatted': `<body><div style="white-space: pre-wrap">hi\n${escaped(MESSAGE)}</div></body>`,
  coloured: `<body>${LINES.map((line) => `<div>${spaced(line).replaceAll(/&lt;(\/?)(\w+)/g, '&lt;$1<span class="tag">$2</span>')}</div>`).join('')}</body>`,
}
const isIndented = (name: string): boolean => /pre/.test(name)

const codings: Record<string, (text: string) => string> = {
  '8bit': (text) => text,
  base64: (text) => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\n'),
  'quoted-printable': (text) =>
    Buffer.from(text)
      .toString('latin1')
      .replaceAll(/[^ -<>-~\n]/g, (one) => `=${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
      .replaceAll(/(.{1,70}[^=\n]{3})(?=.)/g, '$1=\n'),
}
const partOf = (type: string, text: string, coding = '8bit'): string =>
  `Content-Type: ${type}; charset="utf-8"\nContent-Transfer-Encoding: ${coding}\n\n${codings[coding]?.(text) ?? ''}\n`
const mailOf = (kind: string, parts: readonly string[], boundary = 'b1'): string =>
  `Content-Type: multipart/${kind}; boundary="${boundary}"\nMIME-Version: 1.0\n\n${parts.map((one) => `--${boundary}\n${one}`).join('')}--${boundary}--\n`
const read = (content: string): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const flat = (text: string): string => text.replaceAll(/\n\s*/g, '\n')

describe('a mail in HTML', () => {
  it.each(Object.entries(PAGES))('is read line by line: %s', (name, page) => {
    for (const coding of Object.keys(codings))
      for (const content of [
        mailOf('alternative', [partOf('text/html', page, coding)]),
        mailOf('mixed', [partOf('text/plain', 'hello\n'), partOf('text/html', page, coding)]),
        `From: a@pms.example\nSubject: x\n${partOf('text/html', page, coding)}`,
      ]) {
        const found = read(content)
        expect([coding, found.unread, textsOf(found).map(flat)]).toEqual([coding, [], [flat(MESSAGE)]])
        if (isIndented(name)) expect(textsOf(found)).toEqual([MESSAGE])
        if (coding !== '8bit') continue
        const [message] = found.messages
        const line = (message?.decoded.text.split('\n').findIndex((one) => one.includes('Lovelace')) ?? -1) + 1
        const at = message?.placeOf({ line, column: 1 }).line ?? 0
        if (content.split('\n').length > LINES.length) expect(content.split('\n')[at - 1]).toContain('Lovelace')
      }
  })

  it.each(Object.entries(PAGES))('beside the plain text is the same again: %s', (_, page) => {
    for (const coding of Object.keys(codings)) {
      const html = partOf('text/html', page, coding)
      for (const second of [html, mailOf('related', [html], 'b2')]) {
        const found = read(mailOf('alternative', [partOf('text/plain', `hello\n${MESSAGE}\n`), second]))
        expect([found.unread, textsOf(found)]).toEqual([[], [MESSAGE]])
      }
    }
  })

  it('is read where the plain text holds less', () => {
    const plain = partOf('text/plain', 'See this mail in HTML.')
    expect(textsOf(read(mailOf('alternative', [plain, partOf('text/html', PAGES['preformatted'] as string)])))).toEqual(
      [MESSAGE],
    )
    const two = `<pre>${escaped(MESSAGE)}\n\n${escaped(MESSAGE.replace('Jürgen', 'Karl'))}</pre>`
    expect(
      textsOf(read(mailOf('alternative', [partOf('text/plain', MESSAGE), partOf('text/html', two)]))),
    ).toHaveLength(3)
  })

  it('is read in its own encoding, and with names of letters', () => {
    const html = (PAGES['preformatted'] as string).replace('Zoë', 'Zo&euml;')
    const content = `From: a@pms.example\nContent-Type: text/html; charset=windows-1252\n\n${html}\n`
    expect(textsOf(readCapture(Buffer.from(content, 'latin1')))).toEqual([MESSAGE])
  })

  it('is told as unread once, with why, where its form is not certain', () => {
    for (const page of [
      `<body><x-code>${escaped(MESSAGE)}</x-code></body>`,
      `<body><pre>${escaped(MESSAGE).replace('Lovelace', 'Love&shy;lace')}</pre></body>`,
      `<body><pre>${escaped(MESSAGE).replace('Lovelace', 'Love&rarrw;lace')}</pre></body>`,
      `<body><!-- never closed <pre>${escaped(MESSAGE)}</pre></body>`,
      `<style>p {} <pre>${escaped(MESSAGE)}</pre></body>`,
      `<body><!-- <pre>${escaped(MESSAGE)}</pre> --></body>`,
    ])
      expect(read(mailOf('alternative', [partOf('text/html', page)]))).toMatchObject({
        messages: [],
        unread: [{ what: expect.stringContaining('HTML') as string }],
      })
  })

  it('that holds half of a message is told as cut, once', () => {
    const half = LINES.slice(0, 60).map(spaced).join('<br>')
    expect(read(mailOf('alternative', [partOf('text/html', `<p>${half}</p>`)]))).toMatchObject({
      messages: [],
      unread: [{ what: expect.stringContaining('cut') as string }],
    })
  })

  it('that only speaks of a message is clean', () => {
    const page = '<p>We sent an <b>OTA_HotelResNotifRQ</b>, see <x-link>&lt;OTA_HotelResNotifRQ&gt;</x-link>.</p>'
    expect(read(mailOf('alternative', [partOf('text/html', page)]))).toMatchObject({ messages: [], unread: [] })
  })
})

describe('a mail in an encoding of its own', () => {
  const head = (charset: string): string => `Subject: x\nContent-Type: text/plain; charset=${charset}\n`
  const latin = Buffer.from(`Hi Jörg,\n${MESSAGE}\nBye\n`, 'latin1')

  for (const charset of ['iso-8859-1', '"windows-1252"'])
    it(`has the letters of a message in its text: ${charset}`, () => {
      const whole = Buffer.concat([Buffer.from(`${head(charset)}Content-Transfer-Encoding: 8bit\n\n`), latin])
      const coded = `${head(charset)}Content-Transfer-Encoding: base64\n\n${latin.toString('base64')}\n`
      const parts = Buffer.concat([
        Buffer.from('Content-Type: multipart/mixed; boundary="b1"\nMIME-Version: 1.0\n\n--b1\n'),
        whole,
        Buffer.from('--b1--\n'),
      ])
      for (const content of [whole, Buffer.from(coded), parts]) {
        const capture = readCapture(content)
        expect(capture.unread).toEqual([])
        expect(textsOf(capture)).toEqual([MESSAGE])
      }
    })

  it('may be in UTF-8 all the same', () => {
    const content = `${head('iso-8859-1')}Content-Transfer-Encoding: 8bit\n\nHi Jörg,\n${MESSAGE}\n`
    expect(textsOf(read(content))).toEqual([MESSAGE])
  })
})
