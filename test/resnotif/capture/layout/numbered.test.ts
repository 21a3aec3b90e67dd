import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace('Late arrival', 'Late\n12 beds\n\n3: one')
const read = (content: string): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text.trim())

const WRITERS: [string, (line: string, number: number) => string][] = [
  ['vim :set number, less -N', (line, number) => `${String(number).padStart(3)} ${line}`],
  ['cat -n, nl', (line, number) => `${String(number).padStart(6)}\t${line}`],
  ['bat', (line, number) => `${String(number).padStart(4)} │ ${line}`],
  ['a colon', (line, number) => `${number}: ${line}`],
  ['grep -n', (line, number) => `${number}:${line}`],
  ['a bar', (line, number) => `${number}| ${line}`],
  ['a bar in a column', (line, number) => `  ${number}  |${line}`],
  ['a point', (line, number) => `${number}. ${line}`],
  ['zeros before them', (line, number) => `${String(number).padStart(4, '0')} ${line}`],
]

/** Lines that match have a colon, those around them a dash. */
const grepped = (line: string, number: number): string => `${number}${line.includes('Wishes') ? ':' : '-'}${line}`

describe('lines with their numbers', () => {
  it('are read in pages with heads of their own, as pr writes them, and below an empty line', () => {
    const rows = MESSAGE.split('\n').map((line, at) => `${String(at + 1).padStart(5)}\t${line}`)
    const pages = [0, 1, 2, 3].map(
      (page) =>
        `\n\n2026-11-28 19:14                      o.xml                       Page ${page + 1}\n\n\n${rows.slice(page * 56, page * 56 + 56).join('\n')}\n\n\n\n\n\n`,
    )
    expect(textsOf(read(pages.join('')))).toEqual([MESSAGE])
    expect(textsOf(read(`\n${rows.join('\n')}\n`))).toEqual([MESSAGE])
  })

  for (const [name, write] of WRITERS)
    for (const first of [1, 95, 980])
      it(`are read without: ${name}, from ${first}`, () => {
        const numbered = (from: number): string =>
          MESSAGE.split('\n')
            .map((line, at) => write(line, from + at))
            .join('\n')
        const content = `${numbered(first)}\n`
        const capture = read(content)
        expect(capture.unread).toEqual([])
        expect(textsOf(capture)).toEqual([MESSAGE])
        const [message] = capture.messages
        const line = MESSAGE.split('\n').findIndex((one) => one.includes('IndexNumber')) + 1
        const columnIn = (text: string): number => (text.split('\n')[line - 1] ?? '').indexOf('IndexNumber') + 1
        expect(message?.placeOf({ line, column: columnIn(message.decoded.text) })).toEqual({
          line,
          column: columnIn(content),
        })
        const amid = `a word\n${numbered(first)}\nand more\n${numbered(first)}\n`
        expect(textsOf(read(amid))).toEqual([MESSAGE, MESSAGE])
      })

  for (const [name, write] of [...WRITERS, ['grep -n -C', grepped] as const])
    it(`keep the signs that lines of the message begin with: ${name}`, () => {
      const wishes = MESSAGE.replace(
        'Late\n',
        'Wishes:\n- quiet room\n-a\n-- high floor\n| a bar\n: one\n. dot\n) end\n│ x\n',
      )
      const lines = wishes.split('\n').map((line, at) => write(line, at + 1))
      expect(textsOf(read(`${lines.join('\n')}\n`))).toEqual([wishes])
    })

  it('are read without those of empty lines, which nl leaves out', () => {
    let number = 0
    const lines = MESSAGE.split('\n').map((line) => (line === '' ? '' : `${String(++number).padStart(6)}\t${line}`))
    expect(textsOf(read(`${lines.join('\n')}\n`))).toEqual([MESSAGE])
  })

  it('are told as unread where some are missing', () => {
    const lines = MESSAGE.split('\n').map((line, at) => `${String(at + 1).padStart(3)} ${line}`)
    lines.splice(20, 4)
    const { messages, unread } = read(`${lines.join('\n')}\n`)
    expect([messages.length, unread.length > 0]).toEqual([0, true])
  })

  it('are no hours of a log', () => {
    const oneLine = MESSAGE.replaceAll(/\s*\n\s*/g, ' ')
    expect(textsOf(read(`10:00 up\n11:00 got ${oneLine}\n12:00 down\n`))).toEqual([oneLine])
  })
})
