import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const OTHER = MESSAGE.replaceAll('Babbage', 'Menabrea')
const LINE = MESSAGE.replaceAll(/>\s+</g, '><')
const STAMP = '2026-11-23 12:00:00,1 DEBUG [http-1] a.b.C - '
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

interface Seen {
  texts: string[]
  unread: string[]
}

function see(content: string): Seen {
  const { messages, unread } = readCapture(Buffer.from(content))
  return { texts: messages.map(({ decoded }) => decoded.text.trim()), unread: unread.map(({ what }) => what) }
}

const TITLES = ['', 'Answer of the PMS: 450\n', '====\n', '\n\n', `${STAMP}next\n`]

describe('a piece of a message behind one that the file begins with', () => {
  it.each([
    ['lines of its middle', OTHER.split('\n').slice(44, 60).join('\n')],
    ['a part of its only line', OTHER.replaceAll(/>\s+</g, '><').slice(1_500, 2_600)],
    ['a part that begins in an attribute', `-09" Count="4"/>${OTHER.replaceAll(/>\s+</g, '><').slice(1_500, 2_600)}`],
    ['escaped lines', escaped(OTHER.split('\n').slice(44, 60).join('\n'))],
    [
      'what a program left a part out of',
      `send: b'${OTHER.slice(0, 1_200).replaceAll('\n', '\\n')}...${OTHER.slice(3_000).replaceAll('\n', '\\n')}'`,
    ],
  ])('is told as unread, once, and is no fault of that one: %s', (_, piece) => {
    for (const title of TITLES) {
      const { texts, unread } = see(`${MESSAGE}\n${title}${piece}\n`)
      expect(texts, title).toEqual([MESSAGE])
      expect(unread.length, title).toBe(1)
    }
  })

  it('is a fault of that one where it shows no other', () => {
    for (const junk of ['</HotelReservations>', '<<'])
      expect(see(`${MESSAGE}\n${junk}\n`)).toEqual({ texts: [`${MESSAGE}\n${junk}`], unread: [] })
  })
})

describe('an escaped message', () => {
  it.each(['...', '…', '[...]', '...[truncated 1200 chars]...', '(1200 chars omitted)'])(
    'is told as unread wherever a part was left out of it: %s',
    (mark) => {
      const text = escaped(LINE)
      for (let at = 900; at < 1_000; at++) {
        const { texts, unread } = see(`${STAMP}in ${text.slice(0, at)}${mark}${text.slice(-900)}\n${STAMP}done\n`)
        expect([at, texts, unread.length]).toEqual([at, [], 1])
      }
    },
  )

  it('with an & of its own before dots is judged', () => {
    const wrong = LINE.replace('Babbage', 'R&B... Babbage')
    expect(see(`${STAMP}in ${wrong}\n${STAMP}done\n`)).toEqual({ texts: [wrong], unread: [] })
  })

  it('is read behind one that is cut, whatever stands between', () => {
    for (const title of ['', '-----8<-----\n', `${STAMP}next\n`]) {
      const document = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">\n<s:Body><P><x>${escaped(OTHER)}</x></P></s:Body>\n</s:Envelope>\n`
      const { texts, unread } = see(`${STAMP}in ${LINE.slice(0, 600)}\n${title}${document}`)
      expect([texts, unread.length]).toEqual([[OTHER], 1])
    }
  })

  it('is a text of the one that holds it', () => {
    const holder = MESSAGE.replace('Babbage', `Babbage\n${escaped(OTHER)}`)
    expect(see(`${STAMP}in ${holder}\n${STAMP}done\n`)).toEqual({ texts: [holder], unread: [] })
  })
})

describe('a message in a line, with a text of several lines', () => {
  it.each([STAMP, 'pms-1  | ', '> ', '10:00:00 INFO '])('is read behind a prefix: "%s"', (prefix) => {
    for (const words of ['Please see below\n...\nthanks', 'one\ntwo', 'first\n(12 lines)\n\nlast']) {
      const text = LINE.replace('Late arrival', words)
      const lines = text.split('\n').map((line) => `${prefix}${line}\n`)
      const { texts, unread } = see(`${prefix}up\n${lines.join('')}${prefix}end\n`)
      expect([texts, unread]).toEqual([[text], []])
    }
  })

  it('is told as unread where its line was cut anywhere else', () => {
    for (const word of ['Babbage', 'HotelCode', 'IsPerRoom']) {
      const at = LINE.indexOf(word) + 3
      const { texts, unread } = see(`${STAMP}${LINE.slice(0, at)}\n${STAMP}${LINE.slice(at)}\n${STAMP}end\n`)
      expect([at, texts, unread.length]).toEqual([at, [], 1])
    }
  })
})
