import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../src/resnotif/capture/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim().replace('Charles', 'Zoë')
const LINES = MESSAGE.split('\n')
const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const spaced = (line: string): string => escaped(line).replaceAll('  ', '&nbsp; ')
const coloured = (line: string): string =>
  spaced(line).replaceAll(/&lt;(\/?)([\w:]+)/g, '<span class="t">&lt;$1</span><span class="n">$2</span>')
const HEAD =
  '<!DOCTYPE html>\n<!-- saved from url=(0020)https://mail.example/ -->\n<html lang="en"><head><title>Ticket</title>'
const pageOf = (body: string): string =>
  `${HEAD}<meta charset="utf-8"></head>\n<body><svg><path d="M0"/></svg><select><option>1</option></select>${body}</body></html>`
const read = (content: string | Buffer): Capture => readCapture(Buffer.from(content))
const flat = (text: string): string => text.replaceAll(/\n\s*/g, '\n')
const textsOf = ({ messages, unread }: Capture): [string[], unknown[]] => [
  messages.map(({ decoded }) => flat(decoded.text)),
  unread,
]

const SHOWN: Record<string, string> = {
  'a block of code': `<pre>${escaped(MESSAGE)}</pre>`,
  'a field of text': `<textarea rows="9">${escaped(MESSAGE)}</textarea>`,
  'lines with breaks': `<p>hi</p>${LINES.map(spaced).join('<br>\n')}<br>`,
  'a block for each line': LINES.map((line) => `<div>${spaced(line)}</div>`).join(''),
  'a row for each line': `<table>${LINES.map((line) => `<tr><td>${spaced(line)}</td></tr>`).join('')}</table>`,
  'coloured lines': LINES.map(coloured).join('<br>'),
}

describe('a saved page of HTML', () => {
  it.each(Object.entries(SHOWN))('is read as it is shown: %s', (_, body) => {
    const page = pageOf(body)
    const found = read(page)
    expect(textsOf(found)).toEqual([[flat(MESSAGE)], []])
    const line = (found.messages[0]?.decoded.text.split('\n').findIndex((one) => one.includes('Lovelace')) ?? -1) + 1
    const at = found.messages[0]?.placeOf({ line, column: 1 }).line ?? 0
    expect(page.split('\n')[at - 1]).toContain('Lovelace')
  })

  it('is read in the encoding that it names', () => {
    const page = pageOf(SHOWN['lines with breaks'] as string).replace('utf-8', 'windows-1252')
    expect(textsOf(read(Buffer.from(page, 'latin1')))).toEqual([[flat(MESSAGE)], []])
  })

  it('of a form that is not known is read where the message stands in one element, and told otherwise', () => {
    const own = (body: string): string => pageOf(`<x-ticket>hi</x-ticket>${body}`)
    expect(textsOf(read(own(`<pre>${escaped(MESSAGE)}</pre>`)))).toEqual([[flat(MESSAGE)], []])
    for (const body of [LINES.map(spaced).join('<br>'), LINES.map(coloured).join('<br>')])
      expect(read(own(body))).toMatchObject({
        messages: [],
        unread: [{ what: expect.stringContaining('a page of HTML') as string }],
      })
  })

  it('that only speaks of a message is not told as unread', () => {
    for (const custom of ['', '<x-ticket>hi</x-ticket>'])
      expect(read(pageOf(`${custom}<p>We send an OTA_HotelResNotifRQ.</p>`)).unread).toEqual([])
  })

  it('that shows half of a message is told as cut', () => {
    expect(read(pageOf(LINES.slice(0, 60).map(spaced).join('<br>')))).toMatchObject({
      messages: [],
      unread: [{ what: expect.stringContaining('cut') as string }],
    })
  })

  it.each(['<br />', '<br>', '\n<br />', '<br />\r\n'])(
    'is read from a row of a log in HTML whose page begins in another file, with %j for line ends',
    (end) => {
      const row = (text: string): string =>
        `<tr>\n<td title="main thread">main</td>\n<td title="Message">got ${escaped(text).replaceAll('"', '&quot;').replaceAll('\n', end)}</td>\n</tr>\n`
      const content = `${row('up\ndown')}${row(MESSAGE)}${row(MESSAGE)}`
      expect(textsOf(read(content))).toEqual([[flat(MESSAGE), flat(MESSAGE)], []])
    },
  )
})
