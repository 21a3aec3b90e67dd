import { describe, expect, it } from 'vitest'
import { groupRefused, linesText } from '../../../src/push/plan/row-groups.js'

/** Lines as they are found, and how a person reads them. */
const CASES: [number[], string][] = [
  [[9], '9'],
  [[9, 22], '9, 22'],
  [[22, 9], '9, 22'],
  [[9, 10, 11], '9-11 (3 rows)'],
  [[9, 11, 10], '9-11 (3 rows)'],
  [[9, 9], '9 (2 rows)'],
  [[9, 22, 23, 24], '9, 22-24'],
  [[2, 4, 6, 8, 10, 12, 14], '2, 4, 6, 8, 10, 12 and 1 more row'],
  [Array.from({ length: 50 }, (_, i) => 2 * i + 2), '2, 4, 6, 8, 10, 12 and 44 more rows'],
]

describe('rows with one cause', () => {
  it.each(CASES)('on lines %j are named as "%s": no row that is not meant is inside', (lines, text) => {
    const [group, ...others] = groupRefused(lines.map((line) => ({ fileIndex: 0, line, hotel: '7', reason: 'No.' })))
    expect([linesText(group as { line: number }), others]).toEqual([text, []])
  })
})
