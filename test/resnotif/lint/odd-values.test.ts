import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareMessages, explainMessage, fixMessage, lintMessage } from '../../../src/resnotif/index.js'
import { RICH } from '../difference/messages.js'

const ODD = (
  '|0|-1|2|99|999999999999|1e5|0.00|-5.00|1,5|true|x|2027-07-01|2027-07-09|2026-01-01|9999-12-31|0001-01-01|2027-02-30|2027-07-01T10:00:00|--07-01|' +
  'Day|Week|Month|FullDuration|Hour|1000000.00|0.001|EUR|JPY|KWD|10|8|7|NaN|Infinity|１|1-101-501|P3N|P0D|PT5H|P1M|Per person|Per stay|Inclusive|Exclusive|constructor|__proto__|toString|valueOf|hasOwnProperty'
).split('|')
const ATTRIBUTES = [...RICH.matchAll(/ (\w+)="([^"]*)"/g)].map(({ 0: text, 1: name = '', index }) => ({
  name,
  at: index,
  length: text.length,
}))

describe('whatever an attribute says', () => {
  it('no check fails, nothing is said inside out, and nothing but counters is corrected', () => {
    const change = fc.record({
      place: fc.nat({ max: ATTRIBUTES.length - 1 }),
      value: fc.constantFrom(undefined, ...ODD),
    })
    fc.assert(
      fc.property(fc.uniqueArray(change, { minLength: 1, maxLength: 3, selector: ({ place }) => place }), (changes) => {
        const text = changes
          .toSorted((a, b) => b.place - a.place)
          .reduce((all, { place, value }) => {
            const { name, at, length } = ATTRIBUTES[place] as (typeof ATTRIBUTES)[number]
            return `${all.slice(0, at)}${value === undefined ? '' : ` ${name}="${value}"`}${all.slice(at + length)}`
          }, RICH)
        for (const look of [lintMessage, explainMessage, fixMessage]) expect(() => look(text)).not.toThrow()
        const sides = [RICH, text].map((one) => ({ text: one, facts: explainMessage(one).facts }))
        expect(() => compareMessages(sides[0]!, sides[1]!)).not.toThrow()
        expect(explainMessage(text).lines.join()).not.toContain('native code')
      }),
      { numRuns: Number(process.env['ODD_VALUES_RUNS'] ?? 100) },
    )
  })
})

describe("a word of JavaScript's own", () => {
  it('is a value like any other, in every attribute', () => {
    for (const { name, at, length } of ATTRIBUTES)
      for (const word of ['constructor', '__proto__']) {
        const text = `${RICH.slice(0, at)} ${name}="${word}"${RICH.slice(at + length)}`
        for (const look of [lintMessage, explainMessage, fixMessage]) expect(() => look(text), name).not.toThrow()
      }
  })
})
