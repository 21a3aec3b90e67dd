import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim().replace('Babbage', 'Bäbbage')
const read = (text: string): Capture => readCapture(Buffer.from(text))
const textsOf = ({ messages, unread }: Capture): string[] => [
  ...messages.map(({ decoded }) => decoded.text.replaceAll('\r\n', '\n')),
  ...unread.map(({ what }) => `unread: ${what}`),
]

/** What `less` writes to a terminal of a width, with the numbers of lines or without. */
function paged(width: number, isNumbered: boolean): string {
  const lines = MESSAGE.split('\n').map((line, at) => {
    const number = isNumbered ? `${String(at + 1).padStart(7)} ` : ''
    const rows = [...line].reduce<string[]>((all, character) => {
      if (all.length === 0 || [...(all.at(-1) as string)].length === width - number.length) all.push('')
      all[all.length - 1] += character
      return all
    }, [])
    return number + rows.join(` \b${number}`)
  })
  const page = lines.map((line) => `${line}\r\n`)
  page.splice(20, 0, ':\r\u001b[K')
  return `Script started on 2026-11-28 18:16:40+00:00\n\u001b[?1h\u001b=\r${page.join('')}\r\u001b[K\u001b[?1l\u001b>\nScript done on 2026-11-28\n`
}

describe('what a pager shows on a terminal', () => {
  it.each([
    [80, false],
    [80, true],
    [120, false],
    [200, true],
  ])('is the text without what it takes back: %i columns, with numbers %s', (width, isNumbered) => {
    const capture = read(paged(width, isNumbered))
    expect(textsOf(capture)).toEqual([MESSAGE])
  })

  it('keeps the places of the file', () => {
    const text = paged(80, true)
    const at = MESSAGE.split('\n').findIndex((line) => line.includes('Bäbbage'))
    const [message] = read(text).messages
    expect(message?.placeOf({ line: at + 1, column: 1 }).line).toBe(
      text.split('\n').findIndex((line) => line.includes('Bäbbage')) + 1,
    )
  })

  it('is the text without bold and underlined letters', () => {
    const bold = MESSAGE.replaceAll(/Bäbbage/g, (name) => [...name].map((one) => `${one}\b${one}`).join(''))
    const under = MESSAGE.replaceAll(/Bäbbage/g, (name) => [...name].map((one) => `_\b${one}`).join(''))
    for (const text of [bold, under, `10:00:00 up\n${bold}\n10:00:01 end\n`])
      expect(textsOf(read(text))).toEqual([MESSAGE])
  })
})

it('a backspace that no terminal wrote stays in the message', () => {
  for (const name of ['Ada \bKing', 'Ada\bK'])
    expect(textsOf(read(MESSAGE.replace('Bäbbage', name)))).toEqual([MESSAGE.replace('Bäbbage', name)])
})
