import { describe, expect, it } from 'vitest'
import { Fault } from '../../../src/errors.js'
import { lintSafely } from '../../../src/resnotif/lint/index.js'

const decoded = { text: '<a/>', fault: undefined } as Parameters<typeof lintSafely>[0]
const failing = (error: unknown) => (): never => {
  throw error
}

describe('a fault of lint itself', () => {
  it('is told at the message, with none of its words', () => {
    const { findings, hasErrors } = lintSafely(decoded, {}, failing(new RangeError('4111 of Ada')))
    expect(findings).toMatchObject([{ rule: 'check-failed', severity: 'error', line: 1, found: 'RangeError' }])
    expect(hasErrors).toBe(true)
    expect(JSON.stringify(findings)).not.toMatch(/4111|Ada/)
  })

  it('is none where something else is wrong, or nothing', () => {
    expect(() => lintSafely(decoded, {}, failing(new Fault('USAGE', 'The dialect is wrong.')))).toThrow('dialect')
    expect(lintSafely(decoded).findings.map(({ rule }) => rule)).toEqual(['not-a-notification'])
  })
})
