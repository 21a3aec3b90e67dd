import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINES = MESSAGE.split('\n')

it.each(['pms_1  | ', 'pms[812]: ', 'DEBUG: '])(
  'lines that begin with %j, but for a note that others were left out, are no broken message',
  (head) => {
    for (let at = 4; at < LINES.length - 12; at += 5) {
      const lines = LINES.map((line) => `${head}${line}`)
      lines.splice(at, 8, '(8 lines omitted)')
      for (const content of [lines.join('\n'), `${lines.join('\n')}\n${MESSAGE}\n`]) {
        const { messages, unread } = readCapture(Buffer.from(content))
        const texts = messages.map(({ decoded }) => decoded.text.trim())
        expect([at, texts.every((text) => text === MESSAGE), unread.length > 0]).toEqual([at, true, true])
      }
    }
  },
)

it('a message that is broken by a person’s own words is told as that', () => {
  for (const words of ['note ', 'see above: ', '> ']) {
    const lines = [...LINES]
    lines.splice(2, 0, `${words}${lines[2]}`, `more ${words}`)
    const { messages, unread } = readCapture(Buffer.from(lines.join('\n')))
    expect([words, messages.length, unread]).toEqual([words, 1, []])
  }
})
