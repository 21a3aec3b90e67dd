import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { redactorOfEnvironment } from '../../../src/cli/unattended/redact.js'
import { linesText } from '../../../src/push/index.js'

/** Rows of one cause, with the first lines of each stretch. */
const rows = fc
  .array(fc.tuple(fc.integer({ min: 2, max: 40_000 }), fc.integer({ min: 1, max: 30 })), {
    minLength: 1,
    maxLength: 20,
  })
  .map((steps) => {
    let at = 1
    const spans = steps.map(([gap, length]) => {
      const from = at + gap
      at = from + length - 1
      return [from, at] as const
    })
    return {
      line: spans[0]?.[0] ?? 2,
      lastLine: at,
      rows: spans.reduce((sum, [from, to]) => sum + to - from + 1, 0),
      lines: spans.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)),
    }
  })

describe('what a summary and a log say', () => {
  let redact: (text: string) => string
  beforeAll(async () => {
    redact = await redactorOfEnvironment(undefined)
  })

  it('holds the lines of wrong rows, though together they may look like the number of a card', () => {
    fc.assert(
      fc.property(rows, (group) => {
        const text = `Error: 7 of 90 rows are wrong.\n  rates.csv:${linesText(group)}  price "abc": is not an amount.`
        expect(redact(text)).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    'card:4111 1111 1111 1111 and 2 more',
    'number:4111-1111-1111-1111  x',
    'a.csv:12  holder "4111111111111111": is not an amount',
    'a.csv:12, 13 and 2 more rows  price "4111, 1111, 1111, 1111": is not an amount',
    'number:4111, 1111, 1111, 1111  x',
  ])('holds no card: %s', (text) => {
    expect(redact(text).replaceAll(/\D/g, '')).not.toContain('411111111111')
  })
})
