import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tellDoubts } from '../../../../src/cli/capture/index.js'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const PATH = MESSAGE.replace('Late arrival', String.raw`Late, see C:\temp\new`)
const ended = (text: string): string => text.replaceAll('\n', String.raw`\n`)
const inOneLine = (text: string): string => text.replaceAll(/>\s+</g, '><')
const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const RECORD = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - Received '
const escapesOf = (text: string): (string | undefined)[] =>
  readCapture(Buffer.from(text)).messages.map(({ escapes }) => escapes)
const entities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const pretty = (text: string): string =>
  `[12:00:00.000] INFO (12): rq\n    body: {\n      "id": 1,\n      "xml": "${json(text).replaceAll('\\\\', '\\')}"\n    }\n`

describe('escapes in the texts of a logged message that may be its letters', () => {
  it.each([
    ['a pattern that replaces line ends', `${RECORD}${ended(PATH)}\n${RECORD}done\n`],
    ['the same in entities', `${RECORD}${entities(ended(PATH))}\n`],
    [
      'one that doubles its backslashes, or a path that has two',
      `${RECORD}${ended(MESSAGE.replace('Late arrival', String.raw`\\\\server\\new`))}\n`,
    ],
    ['a text that was JSON with one backslash of two', pretty(PATH)],
  ])('are told: %s', (_what, text) => {
    expect(escapesOf(text)).toEqual(['breaks'])
  })

  it('are told where the message stands in one line and they are read as letters', () => {
    expect(escapesOf(`${RECORD}${inOneLine(PATH)}\n`)).toEqual(['letters'])
  })

  it.each([
    ['nothing but line ends between tags', `${RECORD}${ended(MESSAGE)}\n`],
    ['attributes in lines of their own', `${RECORD}${ended(MESSAGE.replaceAll(' EchoToken', '\n EchoToken'))}\n`],
    [
      'other backslashes of a message whose writer escapes line ends alone',
      `${RECORD}${ended(MESSAGE.replace('Late arrival', String.raw`\"Late\" arrival`))}\n`,
    ],
    ['JSON', `${JSON.stringify({ body: PATH })}\n`],
    ['JSON behind a prefix', `${RECORD}{"body":"${json(PATH)}"}\n`],
    ['JSON with a line end in a text', `${RECORD}"${json(MESSAGE.replace('Late', 'Very\nlate'))}"\n`],
    ['the quotes of Python', `${RECORD}'${PATH.replaceAll('\\', '\\\\').replaceAll('\n', String.raw`\n`)}'\n`],
    ['a message in its own lines', `${RECORD}${PATH}\n`],
    ['a file', PATH],
    ['a body', `POST /a HTTP/1.1\r\nHost: b\r\nContent-Length: ${inOneLine(PATH).length}\r\n\r\n${inOneLine(PATH)}`],
    ['pino-pretty without such', pretty(MESSAGE)],
  ])('are none: %s', (_what, text) => {
    expect(escapesOf(text)).toEqual([undefined])
  })

  it('are left as they were sent where their writer escapes line ends alone', () => {
    for (const own of [String.raw`A \u0026 B`, String.raw`\u003cbr\u003e`, String.raw`\"Late\"`, String.raw`a\/b`]) {
      const message = MESSAGE.replace('Late arrival', own)
      for (const text of [ended(message), entities(ended(message))])
        expect(
          readCapture(Buffer.from(`${RECORD}${text}\n${RECORD}done\n`)).messages.map((one) => one.decoded.text),
        ).toEqual([message])
    }
  })

  it('are named with how they are read and what settles it', () => {
    const told = (text: string): string[] => tellDoubts('a.log', readCapture(Buffer.from(text)).messages)
    expect(told(`${RECORD}${ended(PATH)}\n`)).toEqual([
      expect.stringMatching(/^a\.log: of the message in line 1, .*read as line break and tab.* settles it\.$/),
    ])
    expect(told(`${RECORD}${inOneLine(PATH)}\n`)).toEqual([
      expect.stringMatching(/read as the letters that stand there/),
    ])
  })
})
