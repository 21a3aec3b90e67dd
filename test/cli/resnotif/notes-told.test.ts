import { describe, expect, it } from 'vitest'
import { tellUnchecked } from '../../../src/cli/resnotif/view.js'
import { LINT_RULES, NOTE_RULES } from '../../../src/resnotif/finding/index.js'

/** A note with the least that any has. */
const noteOf = (rule: (typeof NOTE_RULES)[number]) => {
  const [severity, why, remedy] = LINT_RULES[rule]
  const nodes = [{ line: 4, column: 1, node: 'RoomStay/RoomRate', found: 'has no price', expected: undefined }]
  const facts = rule === 'total-unchecked' ? { nodes } : { expected: 'EXPECTED' }
  return { rule, severity, line: 3, column: 1, node: 'x', found: 'FOUND', why, remedy, ...facts }
}

describe('notes of lint', () => {
  it.each(NOTE_RULES)('%s is told in a whole sentence', (rule) => {
    const told = tellUnchecked('file.xml', noteOf(rule))
    expect(told).toMatch(/^file\.xml: line 3: .*FOUND.*\.$/i)
    expect(told).not.toMatch(/because \.|\(\)| {2}| [,.;:]|undefined/)
    expect(told.includes('totals were not checked')).toBe(rule === 'total-unchecked')
  })

  it('do not say that the file stays clean: a dialect may make errors of them', () => {
    for (const rule of NOTE_RULES) expect(LINT_RULES[rule].join(' ')).not.toMatch(/stays clean|as a note/)
  })
})
