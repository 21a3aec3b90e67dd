import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const inChunks = (text: string, size: number): string =>
  `${(text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).map((one) => `${Buffer.byteLength(one).toString(16)}\r\n${one}\r\n`).join('')}0\r\n\r\n`
const read = (content: string) => {
  const { messages, unread } = readCapture(Buffer.from(content))
  return {
    texts: messages.map(({ decoded }) => decoded.text),
    unread: unread.map(({ what }) => what),
    wrappings: messages.map(({ wrapping }) => wrapping.join()),
  }
}

describe.each([
  ['no head', ''],
  ['a head that does not say so', 'POST /ota\r\nHost: pms\r\nContent-Type: text/xml\r\n\r\n'],
  ['half of the header', 'ding: chunked\r\n\r\n'],
  ['a line of a log', '10:00 INFO body in chunks\n'],
])('chunks below %s', (_, head) => {
  it.each([10_000, 700, 60])('are joined where their sizes fit: %i', (size) => {
    const content = `${head}${inChunks(MESSAGE, size)}`
    expect(read(content)).toEqual({ texts: [MESSAGE], unread: [], wrappings: ['chunks'] })
    expect(read(`${content}10:01 INFO ${MESSAGE}\n`).texts).toEqual([MESSAGE, MESSAGE])
  })

  it('are told, and not taken for a message, where one does not fit', () => {
    for (const [from, to] of [
      ['<POS>', '<POS> '],
      ['<RoomRates>', '<RoomRates> '],
    ] as const) {
      const { texts, unread } = read(`${head}${inChunks(MESSAGE, 700).replace(from, to)}`)
      expect([texts, unread]).toEqual([[], [expect.stringContaining('chunk')]])
    }
  })
})

it('a message whose own beginning has no size above it goes on in the chunks that fit', () => {
  const content = `10:00 INFO\n${inChunks(MESSAGE, 700).replace(/^[\da-f]+\r\n/, '')}`
  expect(read(content)).toEqual({ texts: [MESSAGE], unread: [], wrappings: ['chunks'] })
})

it.each([1, 2, 3])(
  'the size of the first chunk may have lost %i of its digits, and its others show what it was',
  (lost) => {
    const content = inChunks(MESSAGE, 700).slice(lost)
    expect(read(content)).toEqual({ texts: [MESSAGE], unread: [], wrappings: ['chunks'] })
    expect(read(`10:00 INFO ${MESSAGE}\n${content}`).texts).toEqual([MESSAGE, MESSAGE])
  },
)

it('lines of digits in a text of a message are its own', () => {
  const text = MESSAGE.replace('<POS>', '<!-- \n5\nabcde\n0\n\n --><POS>')
  expect(read(`10:00 INFO got\n${text}\n`).texts).toEqual([text])
})
