import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const COMMENT = 'Late arrival'

/** As `curl --trace-ascii` writes it: rows of 64, with a dot for each end of a line and each byte beyond ASCII. */
function traced(message: string): string {
  const bytes = Buffer.from(message).toString('latin1')
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += 64)
    rows.push(`${at.toString(16).padStart(4, '0')}: ${bytes.slice(at, at + 64).replaceAll(/[^ -~]/g, '.')}\n`)
  return `=> Send data, ${bytes.length} bytes (0x${bytes.length.toString(16)})\n${rows.join('')}`
}

const inOneLine = (text: string): string => text.replaceAll(/>\s+</g, '><')

function readTraced(comment: string, shape: (text: string) => string): { text: string; isDotted: boolean } {
  const { messages, unread } = readCapture(Buffer.from(traced(shape(SAMPLE).replace(COMMENT, comment))))
  expect([unread, messages.length]).toEqual([[], 1])
  return { text: messages[0]?.decoded.text ?? '', isDotted: messages[0]?.isDotted === true }
}

const SHAPES: readonly ((text: string) => string)[] = [(text) => text, inOneLine]

describe('curl --trace-ascii', () => {
  it.each(['... late', '. late', '...', '.', '. . .', 'No. 5 ... please', 'late ...', 'ada@guests.example', '10.30 h'])(
    'keeps the dots of a text, and says nothing: %s',
    (comment) => {
      for (const shape of SHAPES)
        expect(readTraced(comment, shape)).toEqual({ text: shape(SAMPLE).replace(COMMENT, comment), isDotted: false })
    },
  )

  it.each(['Late arrival\nNo. 5 ... please', 'late\nplease', 'José', 'one\ntwo\nthree 3.50', 'room\n5'])(
    'says that dots may be something else: %j',
    (comment) => {
      for (const shape of SHAPES) expect(readTraced(comment, shape).isDotted).toBe(true)
    },
  )

  it('shows ends of lines between tags, and before an indentation', () => {
    for (const text of [SAMPLE, SAMPLE.replaceAll('\n', '\n\n'), SAMPLE.replace(COMMENT, `\n      ${COMMENT}`)])
      expect(readCapture(Buffer.from(traced(text))).messages[0]?.decoded.text).toBe(text)
  })
})
