import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { placeFindings, readCapture } from '../../../../src/resnotif/capture/index.js'
import { lintDecoded } from '../../../../src/resnotif/lint/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LAST = SAMPLE.lastIndexOf('GroupEventCode="') + 16
const FAULTY = `${SAMPLE.slice(0, LAST)}777${SAMPLE.slice(SAMPLE.indexOf('"', LAST))}`

/** As a mail client quotes and then wraps at blanks: what goes on in another line has no sign before it. */
function reply(message: string, sign: string, width: number): string {
  const lines: string[] = []
  for (const line of message.split('\n')) {
    let rest = sign + line
    while (rest.length > width) {
      const at = rest.lastIndexOf(' ', width)
      if (at <= sign.length + 20) break
      lines.push(rest.slice(0, at))
      rest = rest.slice(at + 1)
    }
    lines.push(rest)
  }
  return `Hi,\n\nOn Mon, Nov 23, 2026 at 12:00 PM x wrote:\n\n${sign.trimEnd()}\n${lines.join('\n')}\n\nRegards\n`
}

describe('a message that a mail quotes', () => {
  it.each(['> ', '>', '>> ', '> > ', '>>> '])('with %s before each line, and long lines wrapped', (sign) => {
    for (let width = 60; width <= 150; width += 7) {
      const right = readCapture(Buffer.from(reply(SAMPLE, sign, width)))
      expect([width, right.unread, right.messages.map(({ decoded }) => lintDecoded(decoded).findings)]).toEqual([
        width,
        [],
        [[]],
      ])
      const text = reply(FAULTY, sign, width)
      const [part] = readCapture(Buffer.from(text)).messages
      if (part === undefined) throw new Error(`nothing was read at ${width}`)
      const lines = placeFindings(part, lintDecoded(part.decoded).findings).flatMap(({ line, nodes = [] }) => [
        line,
        ...nodes.map((node) => node.line),
      ])
      expect([width, lines]).toEqual([
        width,
        expect.arrayContaining([text.slice(0, text.indexOf('777')).split('\n').length]),
      ])
    }
  })
})
