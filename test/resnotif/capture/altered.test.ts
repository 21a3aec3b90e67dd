import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../src/resnotif/capture/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINES = MESSAGE.split('\n')
const read = (text: string): Capture => readCapture(Buffer.from(text))
const CUT = { messages: [], unread: [{ what: expect.stringContaining('cut') as string }] }

describe('a file that begins with a message which is cut', () => {
  it.each([
    '/var/log/pms/msg.xml',
    '/var/log/pms/msg.xml (END)',
    ':',
    '--More--(50%)',
    'curl: (18) transfer closed with 4321 bytes remaining to read',
    'user@pms:~$ ',
    'PS C:\\>',
    'Killed',
    '^C',
    'Thanks for looking into it.',
  ])('with words of a program behind it is no fault of the sender: %s', (words) => {
    for (const count of [20, 50, 80]) expect(read(`${LINES.slice(0, count).join('\n')}\n${words}\n`)).toMatchObject(CUT)
  })

  it('and nothing behind it is judged as it stands', () => {
    expect(read(`${LINES.slice(0, 50).join('\n')}\n`)).toMatchObject({ messages: [{ isWhole: true }], unread: [] })
    expect(read(MESSAGE)).toMatchObject({ messages: [{ isWhole: true }], unread: [] })
  })
})

describe('letters that a capture shows as dots', () => {
  const dotted = MESSAGE.replaceAll('Lovelace', 'L..velace')
  const followed = (text: string): string =>
    `\n===\nFollow: tcp,ascii\nFilter: tcp.stream eq 0\nNode 0: 127.0.0.1:1\nNode 1: 127.0.0.1:2\n${text.length + 60}\nPOST / HTTP/1.1\nHost: pms\nContent-Type: text/xml\nContent-Length: ${text.length}\n\n${text}\n===\n`

  it('are told, in what Wireshark followed and in names wherever they stand', () => {
    expect(read(followed(dotted)).messages).toMatchObject([{ isDotted: true }])
    expect(read(dotted).messages).toMatchObject([{ isDotted: true }])
    expect(read(MESSAGE.replace('Late arrival', 'Late arr..val')).messages[0]?.isDotted).toBeUndefined()
    expect(read(followed(MESSAGE.replace('Late arrival', 'Late arr..val'))).messages).toMatchObject([
      { isDotted: true },
    ])
    expect(read(followed(MESSAGE)).messages[0]?.isDotted).toBeUndefined()
  })
})

describe('a text that a terminal may have wrapped', () => {
  const long =
    'We come late and would like a quiet room on a high floor with a cot for the child and two keys please. '.repeat(3)
  const text = MESSAGE.replace('Late arrival', long)
  const wrapped = (width: number): string =>
    text
      .split('\n')
      .flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'g')) ?? [''])
      .join('\n')

  it('is told with the length of the line', () => {
    const longest = Math.max(...text.split('\n').map((line) => line.length))
    const root = Math.max(...LINES.map((line) => line.length))
    let told = 0
    for (let width = root + 1; width < longest; width++) {
      const {
        messages: [found],
        unread,
      } = read(wrapped(width))
      // A tag that goes over two lines is told otherwise.
      if (unread.length > 0) continue
      const at = wrapped(width)
        .split('\n')
        .findIndex((line) => line.length === width)
      const [before = ' ', behind = ' '] = [
        wrapped(width).split('\n')[at]?.at(-1),
        wrapped(width).split('\n')[at + 1]?.[0],
      ]
      const isEnd = wrapped(width).split('\n')[at]?.includes('</') === true
      const isTorn = !isEnd && before !== ' ' && behind !== ' ' && before !== '>' && behind !== '<'
      expect([width, found?.wrappedAt]).toEqual([width, isTorn ? width : undefined])
      if (isTorn) told++
    }
    expect(told).toBeGreaterThan(5)
  })

  it('says nothing of lines that are shorter than others, nor of a message in one line', () => {
    const two = MESSAGE.replace('Late arrival', 'Late arrival\nplease')
    expect(read(two).messages[0]?.wrappedAt).toBeUndefined()
    expect(read(two.replaceAll(/>\s+</g, '><')).messages[0]?.wrappedAt).toBeUndefined()
    expect(read(text).messages[0]?.wrappedAt).toBeUndefined()
  })
})
