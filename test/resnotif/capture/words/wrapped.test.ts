import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { lintDecoded } from '../../../../src/resnotif/lint/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINE = MESSAGE.replaceAll(/>\s+</g, '><')
const STAMP = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
const read = (content: string): Capture => readCapture(Buffer.from(content))
const WRAPPED = { messages: [], unread: [{ what: expect.stringContaining('wrapped') as string }] }

/** As a terminal does: at its last column, wherever that is. */
const hard = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => (line === '' ? [''] : (line.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [])))
    .join('\n')

/** As a mail does: at the last blank or hyphen that fits. */
function soft(text: string, width: number): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    let rest = line
    while (rest.length > width) {
      const head = rest.slice(0, width)
      const at = Math.max(head.lastIndexOf(' '), head.lastIndexOf('-')) + 1 || width
      lines.push(rest.slice(0, at))
      rest = rest.slice(at)
    }
    lines.push(rest)
  }
  return lines.join('\n')
}

describe('a message whose lines were wrapped', () => {
  it('is told as unread, wherever the lines of a terminal end', () => {
    for (let width = 40; width <= 260; width += 1)
      for (const [name, text] of Object.entries({
        bare: LINE,
        returns: `${LINE}\r\n`,
        log: `${STAMP}in ${LINE}`,
        indented: MESSAGE,
      })) {
        const wrapped = hard(text, width)
        if (wrapped === text) continue
        const { messages, unread } = read(wrapped)
        // Where all that was wrapped is a blank, or what stands between two tags, nothing was changed.
        const [found] = messages
        const isSame = found !== undefined && lintDecoded(found.decoded).findings.length === 0
        expect([name, width, isSame || (messages.length === 0 && unread.length > 0)]).toEqual([name, width, true])
        if (name !== 'indented')
          expect([name, width, unread.map(({ what }) => what)]).toEqual([
            name,
            width,
            expect.arrayContaining([expect.stringContaining('wrapped')]),
          ])
      }
  })

  it('is told as unread at the lengths that mail and databases allow', () => {
    for (const width of [990, 998, 1000, 2000]) expect(read(hard(LINE, width))).toMatchObject(WRAPPED)
    const short = hard(LINE, 998).split('\n').slice(0, 2).join('\n')
    expect(read(`Hello,\n\n${short}${LINE.slice(1_996)}\n\nRegards\n`)).toMatchObject(WRAPPED)
  })

  it('is told as unread where columns of a terminal count letters twice', () => {
    const text = LINE.replaceAll('Lovelace', '\u661f\u91ce\u6e90'.repeat(9))
    const wide = (letter: string): number => (letter > '\u2e80' ? 2 : 1)
    let [wrapped, column] = ['', 0]
    for (const letter of text) {
      if (column + wide(letter) > 80) [wrapped, column] = [`${wrapped}\n`, 0]
      wrapped += letter
      column += wide(letter)
    }
    expect(read(wrapped)).toMatchObject(WRAPPED)
  })

  it('is never accused where a mail wrapped it', () => {
    for (let width = 60; width <= 80; width++)
      for (const text of [LINE, MESSAGE]) {
        const { messages, unread } = read(`Hello,\n\n${soft(text, width)}\n\nRegards\n`)
        const read1 = messages[0]?.decoded.text.replaceAll(/>\s+</g, '><').replaceAll(/ ?\n/g, ' ')
        expect([width, unread.length === 1 || read1 === LINE]).toEqual([width, true])
      }
  })

  it('hides no other message', () => {
    for (const width of [72, 80, 81, 120])
      for (const file of [
        `${hard(`${STAMP}in ${LINE}`, width)}\n${STAMP}in ${MESSAGE}\n${STAMP}done\n`,
        `${STAMP}in ${MESSAGE}\n${STAMP}done\n${hard(`${STAMP}in ${LINE}`, width)}\n`,
      ]) {
        const { messages, unread } = read(file)
        expect([width, messages.length, unread.length > 0]).toEqual([width, 1, true])
      }
  })
})

describe('a message that was written in lines of its own', () => {
  const comment = (text: string): string => MESSAGE.replace(/<Text>[^<]*</, `<Text>${text}<`)
  it.each([
    ['as it is', MESSAGE],
    ['with carriage returns', MESSAGE.replaceAll('\n', '\r\n')],
    ['without indentation', MESSAGE.replaceAll(/\n\s+/g, '\n')],
    ['with each attribute on a line', MESSAGE.replaceAll(/(<\w+) (\w+=)/g, '$1\n    $2').replaceAll('" ', '"\n    ')],
    ['with each attribute on a line, bare', MESSAGE.replaceAll('" ', '"\n')],
    ['with a comment of several lines', comment('We arrive late,\nplease keep the room.\nThank you.')],
    ['with two lines of a comment that are equally long', comment('We arrive late\nKeep the room.\nThanks.')],
    ['with a comment in XML', MESSAGE.replace('<POS>', '<!-- this is\nof two\nlines, "too -->\n<POS>')],
    [
      'with addresses of schemas',
      MESSAGE.replace(
        'xmlns=',
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a\nb" xmlns=',
      ),
    ],
  ])('is read: %s', (_, text) => {
    expect(read(text)).toMatchObject({ messages: [{}], unread: [] })
    expect(read(`${STAMP}in ${text}\n${STAMP}done\n`)).toMatchObject({ messages: [{}], unread: [] })
  })
})
