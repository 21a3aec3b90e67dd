import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { lintDecoded } from '../../../../src/resnotif/lint/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const COMMENT =
  'We arrive late in the evening, since our train leaves only when the shops have closed: keep the key for us.'
const WORDY = MESSAGE.replace(/<Text>[^<]*/, `<Text>${COMMENT}`)
const WRITTEN = 'On Mon, Nov 23, 2026 at 12:00 PM Hub wrote:\n\n'
const read = (content: string): Capture => readCapture(Buffer.from(content))
const UNREAD = { messages: [], unread: [{ line: 3, what: expect.stringContaining('quotation') as string }] }

/** Lines of a text, each as pieces of no more than a width where it has blanks to be torn at. */
function tornAt(text: string, width: number): string[][] {
  return text.split('\n').map((line) => {
    const pieces: string[] = []
    let rest = line
    while (rest.length > width) {
      const at = rest.lastIndexOf(' ', width)
      if (at <= line.length - line.trimStart().length) break
      pieces.push(rest.slice(0, at))
      rest = rest.slice(at + 1)
    }
    return [...pieces, rest]
  })
}

/** As clients do that wrap what they quoted: the mark stands before the first piece of a line. */
const quoted = (text: string, width: number, mark: string, before = ''): string =>
  tornAt(text, width)
    .map((pieces) => pieces.map((one, at) => `${at === 0 ? mark : before}${one}`.trimEnd()).join('\n'))
    .join('\n')

const MARKS: [string, string][] = [
  ['> ', ''],
  ['>', ''],
  ['>> ', ''],
  ['> > ', ''],
  ['> > ', '> '],
  ['>>> ', '> '],
]

describe('a message that a mail quotes', () => {
  it.each(MARKS)('is read where its lines were torn between attributes: %j, %j', (mark, before) => {
    for (const width of [60, 72, 78, 100, 140]) {
      const content = `${WRITTEN}${quoted(MESSAGE, width, mark, before)}\n${mark}\nSee above.\n`
      const { messages, unread } = read(content)
      const [found] = messages
      expect([width, unread, found === undefined ? [] : lintDecoded(found.decoded).findings]).toEqual([width, [], []])
      expect([width, found?.decoded.text.replaceAll(/\s+/g, ' ')]).toEqual([width, MESSAGE.replaceAll(/\s+/g, ' ')])
      const at = found?.decoded.text.split('\n').findIndex((line) => line.includes('Babbage')) ?? -1
      const line = found?.placeOf({ line: at + 1, column: 1 }).line ?? 0
      expect(content.split('\n')[line - 1]).toContain('Babbage')
    }
  })

  it.each(MARKS)('is told as unread where its texts were torn: %j, %j', (mark, before) => {
    for (const width of [60, 78, 100])
      expect(read(`${WRITTEN}${quoted(WORDY, width, mark, before)}\n`)).toMatchObject(UNREAD)
  })

  it('is told as unread where values were torn, or another wrote between its lines', () => {
    const lines = MESSAGE.split('\n').map((one) => `> ${one}`)
    const torn = lines.join('\n').replace('Late arrival', 'Late\narrival')
    expect(read(`${WRITTEN}${torn}\n`)).toMatchObject(UNREAD)
    expect(read(`${WRITTEN}${lines.join('\n').replace('xmlns="http://', 'xmlns="http:\n//')}\n`)).toMatchObject(UNREAD)
    expect(read(`${WRITTEN}${lines.toSpliced(20, 0, '', 'Why twice?', '').join('\n')}\n`)).toMatchObject(UNREAD)
  })

  it('is read with empty lines in it, and whatever its own lines begin with', () => {
    const text = MESSAGE.replace('<RoomTypes>', '<!-- rooms -->\n\n\n<RoomTypes>').replace(
      'Late arrival',
      'Late\n> arrival\n>> quoted',
    )
    for (const mark of ['> ', '>> ', '> > ']) {
      const content = text.split('\n').map((one) => `${mark}${one}`.trimEnd())
      expect(read(`${WRITTEN}${content.join('\n')}\n`)).toMatchObject({
        messages: [{ decoded: { text } }],
        unread: [],
      })
    }
  })

  it('is told with what is wrong in it where nothing was torn', () => {
    const lines = MESSAGE.replace('</ResGuests>', '').split('\n')
    const { messages, unread } = read(`${WRITTEN}${lines.map((one) => `> ${one}\n`).join('')}`)
    expect([messages.flatMap(({ decoded }) => lintDecoded(decoded).findings), unread]).toMatchObject([
      [{}, { rule: 'xml-broken' }],
      [],
    ])
  })
})
