import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeFindings, readCapture } from '../../../../src/resnotif/capture/index.js'
import { lintDecoded } from '../../../../src/resnotif/lint/index.js'
import { ROOT } from '../../../support/cli.js'

const RIGHT = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').replace(
  'encoding="UTF-8"',
  'encoding="UTF-16"',
)
const WRONG = RIGHT.replace('GroupEventCode="1"', 'GroupEventCode="7"')
const LINES = RIGHT.split('\n').length - 1
type Order = 'le' | 'be'

function inUtf16(text: string, order: Order, hasMark: boolean): Buffer {
  const bytes = Buffer.from(hasMark ? `\ufeff${text}` : text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}
/** Whether each message is right, and where the first fault of a wrong one is told, from its own first line on. */
function judge(content: Buffer): { right: boolean[]; lines: number[]; unread: number } {
  const { messages, unread, others } = readCapture(content)
  const found = messages.map((part) => placeFindings(part, lintDecoded(part.decoded).findings))
  return {
    right: found.map((all) => all.length === 0),
    lines: messages.flatMap(({ place }, at) => found[at]?.slice(0, 1).map(({ line }) => line - place.line) ?? []),
    unread: unread.length + others.length,
  }
}
const FAULT = WRONG.slice(0, WRONG.indexOf('GroupEventCode="7"')).split('\n').length - 1

describe('messages in UTF-16 with bytes between them', () => {
  it('are all read, at whatever byte they begin', () => {
    const one = fc.record({
      isRight: fc.boolean(),
      hasMark: fc.boolean(),
      gap: fc.constantFrom<number[]>([], [0x0a], [0x0d, 0x0a], [0x1c, 0x0d, 0x0b], [0], [0x0a, 0], [0x0d, 0x0a, 0x0a]),
    })
    fc.assert(
      fc.property(fc.constantFrom<Order>('le', 'be'), fc.array(one, { minLength: 2, maxLength: 4 }), (order, all) => {
        const content = Buffer.concat(
          all.flatMap(({ isRight, hasMark, gap }, at) => [
            // Only the first mark of a file tells its order of bytes.
            inUtf16(isRight ? RIGHT : WRONG, order, at === 0 || hasMark),
            Buffer.from(gap),
          ]),
        )
        const told = judge(content)
        expect(told.right).toEqual(all.map(({ isRight }) => isRight))
        expect(told.lines).toEqual(all.filter(({ isRight }) => !isRight).map(() => FAULT))
      }),
      { numRuns: 40, seed: 20270801 },
    )
  })

  it('count the lines of those before, as an editor does', () => {
    const content = Buffer.concat([inUtf16(RIGHT, 'le', true), Buffer.from('\n'), inUtf16(RIGHT, 'le', false)])
    expect(readCapture(content).messages.map(({ place }) => place.line)).toEqual([1, LINES + 1])
  })
})
