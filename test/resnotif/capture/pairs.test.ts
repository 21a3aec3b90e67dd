import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { placeFindings, readCapture } from '../../../src/resnotif/capture/index.js'
import { lintDecoded } from '../../../src/resnotif/lint/index.js'
import { ROOT } from '../../support/cli.js'
import { STAMP, type Wrapped, WRAPPINGS } from './wrappings.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const MARK = '777'
const LAST = SAMPLE.lastIndexOf('GroupEventCode="') + 16
/** A counter that no other guest of the unit has. */
const FAULTY = SAMPLE.slice(0, LAST) + MARK + SAMPLE.slice(SAMPLE.indexOf('"', LAST))
const inOneLine = (text: string): string => text.replaceAll(/>\s+</g, '><')

/** What a person, a shell or a program writes above, below and between. */
const WORDS = [
  '',
  `${STAMP}next\n`,
  '--- request 2 ---\n',
  '\n\n',
  'user@pms:~$ curl --trace-ascii - --data-binary @m.xml http://pms/ota\n',
  '## The other one, of 1 January\n\n',
  '----\n',
]

const nameOf = (text: string): string =>
  text === inOneLine(SAMPLE) ? 'right' : text === inOneLine(FAULTY) ? 'wrong' : text

/** Each message of a file: whether it is right, and the lines that are named with its faults. */
function judge(content: Buffer): unknown {
  const { messages, unread } = readCapture(content)
  return {
    unread,
    messages: messages.map((part) => {
      const errors = placeFindings(part, lintDecoded(part.decoded).findings).filter(
        ({ severity }) => severity === 'error',
      )
      return {
        text: nameOf(inOneLine(part.decoded.text)),
        lines: errors.flatMap(({ line, nodes = [] }) => [line, ...nodes.map((node) => node.line)]),
      }
    }),
  }
}

const names = Object.keys(WRAPPINGS)
/** Of all pairs each third; all of them: CAPTURE_PAIRS=1. */
const STEP = Number(process.env['CAPTURE_PAIRS'] ?? 3)
const isTried = (first: string, at: number): boolean => (at + names.indexOf(first)) % STEP === 0
const wrap = (name: string, message: string): Wrapped => (WRAPPINGS[name] as (typeof WRAPPINGS)[string])(message, MARK)
const ended = (content: Buffer): Buffer =>
  content.at(-1) === 10 ? content : Buffer.concat([content, Buffer.from('\n')])
/** As `grep -n` counts them. */
const linesOf = (content: Buffer): number => content.toString('latin1').split('\n').length - 1

/** Two messages in one file, one of them wrong, with words around them. */
function expectBoth(first: string, second: string, isFirstWrong: boolean, round: number): void {
  const shape = round % 2 === 0 ? (text: string): string => text : inOneLine
  const right = shape(SAMPLE)
  const wrong = shape(FAULTY)
  const [one, two] = [first, second].map((name, at) => wrap(name, (at === 0) === isFirstWrong ? wrong : right))
  const [above = '', between = '', below = ''] = [0, 1, 2].map((at) => WORDS[(round + at * 3) % WORDS.length])
  if (one === undefined || two === undefined) throw new Error('two wrappings')
  const before = Buffer.concat([Buffer.from(above), ended(one.content), Buffer.from(between)])
  const file = Buffer.concat([before, ended(two.content), Buffer.from(below)])
  const at = wrong.indexOf(MARK)
  const line = isFirstWrong ? above.split('\n').length - 1 + one.lineOf(at) : linesOf(before) + two.lineOf(at)
  const texts = isFirstWrong ? ['wrong', 'right'] : ['right', 'wrong']
  expect(judge(file), JSON.stringify({ first, second, isFirstWrong, above, between, below, round })).toEqual({
    unread: [],
    messages: texts.map((text) => ({
      text,
      lines: text === 'wrong' ? (expect.arrayContaining([line]) as number[]) : [],
    })),
  })
}

describe('two captures in one file', () => {
  it.each(names)('are both read, each in its own form: %s first', (first) => {
    for (const [at, second] of names.entries()) {
      if (!isTried(first, at)) continue
      const round = at + names.indexOf(first)
      expectBoth(first, second, (at * 3 + names.indexOf(first) * 2) % 4 < 2, round)
    }
  })
})

describe('a capture that ends too early', () => {
  it.each(names)('is told as unread, and hides nothing behind it: %s', (first) => {
    for (const [at, second] of names.entries()) {
      if (!isTried(first, at)) continue
      const round = at + names.indexOf(first)
      const shape = round % 2 === 0 ? (text: string): string => text : inOneLine
      const { content } = wrap(first, shape(FAULTY))
      const cut = content.subarray(0, Math.floor(content.length * 0.6))
      const whole = wrap(second, shape(SAMPLE)).content
      const words = WORDS[round % WORDS.length] ?? ''
      const file = Buffer.concat([ended(cut), Buffer.from(words), whole])
      const { messages, unread } = readCapture(file)
      const name = JSON.stringify({ first, second, words, round })
      const texts = messages.map(({ decoded }) => inOneLine(decoded.text))
      expect([name, texts.map((text) => text === inOneLine(SAMPLE))]).toEqual([name, [true]])
      expect(unread.length, name).toBeGreaterThan(0)
    }
  })
})
