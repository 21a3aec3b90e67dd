import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LOG = `2026-11-23 12:00:00 INFO ${SAMPLE}\n`
const join = (...parts: (Buffer | string)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)))
const unreadOf = ({ unread }: Capture): string => unread.map(({ what }) => what).join('; ')
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')
const wider = (text: string, isBig = false): Buffer => {
  const bytes = Buffer.alloc(text.length * 4)
  for (const [at, letter] of [...text].entries()) {
    if (isBig) bytes.writeUInt32BE(letter.codePointAt(0)!, at * 4)
    else bytes.writeUInt32LE(letter.codePointAt(0)!, at * 4)
  }
  return bytes
}

describe('zero bytes at the beginning of a file', () => {
  it.each(['X\0', 'a\0\0b', 'A\0\0\0', '<\0', '\0<', '\0\0\u0001A', 'a\0b '])(
    '%j leave what follows in letters of one byte',
    (start) => {
      for (const text of [SAMPLE, LOG]) {
        const capture = readCapture(join(start, text))
        expect([capture.messages.length, capture.holdsNone, unreadOf(capture)]).toEqual([1, undefined, ''])
        expect(capture.messages[0]?.decoded.fault).toBeUndefined()
      }
    },
  )

  it('are those of UTF-16 where the letters behind them are', () => {
    const text = SAMPLE.replace('encoding="UTF-8"', 'encoding="UTF-16"')
    for (const bytes of [wide(text), wide(text).swap16(), wide(LOG), wide(`X ${LOG}`)])
      expect(readCapture(bytes).messages).toHaveLength(1)
  })
})

describe('a message in other letters than those of its file', () => {
  it('is told in a file that begins in UTF-16 and goes on in letters of one byte', () => {
    const capture = readCapture(join(wide(`\ufeff${LOG}`), LOG))
    expect([capture.messages.length, unreadOf(capture)]).toEqual([1, expect.stringContaining('begins in UTF-16')])
    expect(unreadOf(readCapture(join(wide('\ufeffstarted\r\n'), LOG)))).toContain('begins in UTF-16')
  })

  it.each([
    ['UTF-16', wide(SAMPLE)],
    ['UTF-32', wider(SAMPLE)],
    ['EBCDIC', execFileSync('iconv', ['-f', 'UTF-8', '-t', 'IBM037'], { input: SAMPLE })],
  ])('is told once of %s in a log', (name, bytes) => {
    const capture = readCapture(join('12:00:00 sent\n', bytes, '\n'))
    expect([capture.unread.length, capture.holdsNone]).toEqual([1, undefined])
    expect(unreadOf(capture)).toContain(`a message or a piece of one in ${name}`)
  })
})

describe('a file in an encoding that is not read', () => {
  const says = (name: string): string => SAMPLE.replace('encoding="UTF-8"', `encoding="${name}"`)
  const ebcdic = (text: string, code: string): Buffer =>
    execFileSync('iconv', ['-f', 'UTF-8', '-t', code], { input: text })

  it.each([
    ['UTF-32', join(wider(`\ufeff${SAMPLE}`))],
    ['UTF-32', join(wider(`\ufeff${SAMPLE}`, true))],
    ['UTF-32LE', wider(SAMPLE)],
    ['UTF-32BE', wider(SAMPLE, true)],
    ['IBM037', ebcdic(says('IBM037'), 'IBM037')],
    ['IBM500', ebcdic(says('IBM500'), 'IBM500')],
    ['IBM037', ebcdic(SAMPLE.replace(' encoding="UTF-8"', ''), 'IBM037')],
  ])('is told with the name of %s, and how to convert it', (name, bytes) => {
    const capture = readCapture(bytes)
    expect(capture.unread).toEqual([
      { line: 1, column: 1, what: expect.stringContaining(`"iconv -f ${name} -t UTF-8`) },
    ])
  })

  it('is told as what it is where it names no notification', () => {
    const other = '<?xml version="1.0" encoding="IBM037"?><note>hello</note>'
    expect(readCapture(ebcdic(other, 'IBM037')).holdsNone).toBe('text in IBM037')
    expect(readCapture(wider(`\ufeff${other}`)).holdsNone).toBe('text in UTF-32')
  })
})
