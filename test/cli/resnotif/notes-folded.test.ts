import { describe, expect, it } from 'vitest'
import { tellAllUnchecked } from '../../../src/cli/resnotif/view.js'
import { findingOf } from '../../../src/resnotif/finding/index.js'

const note = (line: number, found = '10 % and 7.00') => ({
  ...findingOf('percent-unchecked', { line, column: 3 }, 'Tax'),
  found,
  expected: '10.00 of 100.00',
})
const headsOf = (...lines: number[]): string[] =>
  tellAllUnchecked(
    'a: line 0: b.xml',
    lines.map((line) => note(line)),
  ).map((text) => /^a: line 0: b\.xml: (.*?): percentages were not checked: 10 % and 7\.00/.exec(text)?.[1] ?? text)

describe('notes that say the same', () => {
  it.each<[number[], string]>([
    [[5], 'line 5'],
    [[5, 5], 'line 5'],
    [[5, 6], 'lines 5 and 6'],
    [[4, 2, 3], 'lines 2 to 4'],
    [[2, 5, 9], 'lines 2, 5 and 9'],
    [[1, 3, 5, 7, 9, 11, 13, 15, 17, 19], 'lines 1, 3, 5, 7, 9, 11, 13, 15 and 2 more'],
  ])('are one, with their lines: %j', (lines, words) => {
    expect(headsOf(...lines)).toEqual([words])
  })

  it('are several where they say something else', () => {
    expect(tellAllUnchecked('a.xml', [note(1), note(2, '11 % and 7.00'), note(3)])).toMatchObject([
      expect.stringContaining('a.xml: lines 1 and 3: '),
      expect.stringContaining('a.xml: line 2: '),
    ])
  })
})
