import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const BYTES = Buffer.from(MESSAGE)
const read = (text: string): Capture => readCapture(Buffer.from(text))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const unreadOf = ({ unread }: Capture): string[] => unread.map(({ what }) => what)

describe('bytes in a list of a program', () => {
  const array = (name: string, bytes: Uint8Array): string => {
    const digits = [...bytes].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`)
    const lines = Array.from({ length: Math.ceil(digits.length / 8) }, (_, at) => digits.slice(at * 8, at * 8 + 8))
    return `char ${name}[] = { /* Packet ${name.length} */\n${lines.map((line) => line.join(', ')).join(', \n')} };\n`
  }

  it('are read as arrays of C, those of one side of a connection as one', () => {
    const body = Buffer.from(`POST /pms HTTP/1.1\r\nContent-Length: ${BYTES.length}\r\n\r\n${MESSAGE}`)
    const answer = array('peer1_0', Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))
    const text = array('peer0_0', body.subarray(0, 700)) + answer + array('peer0_1', body.subarray(700))
    const found = read(text)
    expect([unreadOf(found), textsOf(found)]).toEqual([[], [MESSAGE]])
    expect(found.messages[0]?.wrapping).toEqual(['bytes', 'HTTP request POST /pms'])
    const line = 3 + Math.floor(body.indexOf('<?xml') / 8) - 1
    expect(found.messages[0]?.place.line).toBe(line)
    expect(textsOf(read(array('data', BYTES)))).toEqual([MESSAGE])
  })

  it('are read as Node shows a Buffer with all of it, beside a message that stands as it is', () => {
    const shown = `2026-11-23 body: <Buffer ${BYTES.toString('hex').replaceAll(/..(?!$)/g, '$& ')}>\n`
    expect(textsOf(read(shown))).toEqual([MESSAGE])
    expect(textsOf(read(`${shown}${MESSAGE}\n`))).toEqual([MESSAGE, MESSAGE])
  })

  it.each([
    MESSAGE,
    MESSAGE.slice(MESSAGE.indexOf('<OTA_')),
    '<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="x">',
  ])('are told where Node shows the first of them only', (text) => {
    const shown = Buffer.from(text)
      .subarray(0, 50)
      .toString('hex')
      .replaceAll(/..(?!$)/g, '$& ')
    const found = read(`got <Buffer ${shown} ... 3741 more bytes>\n`)
    expect(unreadOf(found)).toEqual([expect.stringContaining('as Node shows a Buffer')])
    expect(found.unread[0]).toMatchObject({ line: 1, column: 5 })
  })

  it('are none of a message in another document, or in anything else', () => {
    for (const text of [
      '<?xml version="1.0"?><OTA_HotelAvailNotifRQ xmlns="urn:x">',
      '{"a":1,"text":"nothing that is one"}',
    ])
      expect(
        read(
          `got <Buffer ${Buffer.from(text)
            .subarray(0, 50)
            .toString('hex')
            .replaceAll(/..(?!$)/g, '$& ')} ... 9 more bytes>\n`,
        ).unread,
      ).toEqual([])
  })
})

describe('a message in LaTeX', () => {
  const latex = MESSAGE.replaceAll('_', '\\_').replaceAll('<', '\\textless{}').replaceAll('>', '\\textgreater{}')

  it('is told beside one that is read, with its place', () => {
    for (const behind of ['', `\n${MESSAGE}\n`]) {
      const found = read(`\\begin{tabular}{l}\n${latex} \\\\\n\\end{tabular}\n${behind}`)
      expect(unreadOf(found)).toEqual([expect.stringContaining('a message in LaTeX')])
      expect(textsOf(found)).toHaveLength(behind === '' ? 0 : 1)
    }
  })

  it('is none where a text speaks of its element', () => {
    expect(read(`The element OTA\\_HotelResNotifRQ is sent.\n${MESSAGE}\n`).unread).toEqual([])
  })
})
