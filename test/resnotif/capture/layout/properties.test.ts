import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace('Late arrival', 'Late\n\tJörg 🛏 C:\\temp # ! a=b \\n')
const read = (content: string): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text.trim())

const SIGNS: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\f': '\\f' }

/** As `java.util.Properties.store` writes a text. */
function stored(text: string, isKey = false): string {
  const written = text.split('').map((sign, at) => {
    if (sign === ' ') return at === 0 || isKey ? '\\ ' : ' '
    if (sign in SIGNS) return SIGNS[sign] as string
    if ('\\=:#!'.includes(sign)) return `\\${sign}`
    return sign >= ' ' && sign <= '~' ? sign : `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  })
  return written.join('')
}

describe('properties of Java', () => {
  for (const [name, key, text] of [
    ['a message in lines', 'msg', `${MESSAGE}\n`],
    ['a message in one line', 'a b=c', MESSAGE.replaceAll(/\s{0,20}\n\s{0,20}</g, '<')],
    ['a message behind a blank', 'last.message', ` ${MESSAGE}`],
  ] as const)
    it(`are read as a program loads them: ${name}`, () => {
      const content = `#Sat Nov 28 21:52:02 UTC 2026\n${stored(key, true)}=${stored(text)}\nid=7\n`
      const capture = read(content)
      expect(capture.unread).toEqual([])
      expect(textsOf(capture)).toEqual([text.trim()])
      const [message] = capture.messages
      const lines = (message?.decoded.text ?? '').split('\n')
      const line = lines.findIndex((one) => one.includes('IndexNumber')) + 1
      const column = (lines[line - 1] ?? '').indexOf('IndexNumber') + 1
      const place = { line: 2, column: (content.split('\n')[1] ?? '').indexOf('IndexNumber') + 1 }
      expect(message?.placeOf({ line, column })).toEqual(place)
    })

  it('are read where a person wrote them in lines that go on', () => {
    for (const end of ['\n', '\r\n']) {
      const value = MESSAGE.replaceAll('\\', '\\\\')
        .split('\n')
        .map((line) => line.replace(/^(?=\s)/, '\\'))
        .join(`\\n\\${end}    `)
      const capture = read(`# kept${end}id = 7${end}message = ${value}${end}next: 8${end}`)
      expect(capture.unread).toEqual([])
      expect(textsOf(capture)).toEqual([MESSAGE])
    }
  })

  it('hold a message that is escaped in an envelope', () => {
    const escaped = MESSAGE.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><x>${escaped}</x></s:Body></s:Envelope>`
    expect(textsOf(read(`id=7\nbody=${stored(envelope)}\nnext=8\n`))).toEqual([MESSAGE])
  })

  it('are several, each by itself', () => {
    const capture = read(`a=${stored(MESSAGE)}\nb=${stored(MESSAGE)}\n`)
    expect(textsOf(capture)).toEqual([MESSAGE, MESSAGE])
    expect(capture.messages.map(({ place }) => place.line)).toEqual([1, 2])
  })
})
