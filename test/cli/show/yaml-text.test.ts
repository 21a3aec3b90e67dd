import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { writeYaml } from '../../../src/cli/show/yaml-text.js'

const ACTS = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\ufeff]|[\u{E0001}-\u{E007F}]/u

it.each([
  'a\u001b[2Jb',
  'a\u009b2Jb',
  'x\u202ey\u2066',
  'two lines\nwith \u202e in them',
  'a\u{E0041}\u{110BD}b',
  '\ufeff\u2028',
  `${'long '.repeat(60)}\u009b${' text'.repeat(60)}`,
])('%j reads back the same and acts on no terminal', (given) => {
  const value = { [given]: [given, { name: given }], plain: 'Zoë — 東京' }
  for (const options of [{}, { lineWidth: 0, aliasDuplicateObjects: false }]) {
    const yaml = writeYaml(value, options)
    expect(parse(yaml)).toEqual(value)
    expect(yaml).not.toMatch(ACTS)
  }
})

it('writes what acts nowhere as it always did', () => {
  const value = { a: 'two\nlines', b: ['1', 2, null], c: { d: '', e: 'x: y' } }
  expect(writeYaml(value)).toBe(stringify(value))
})

it('of any texts: the same value, and nothing that acts', () => {
  const unit = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '"',
    '\\',
    '\u0007',
    '\u009b',
    '\u202e',
    '\u{E0041}',
    '\t',
    ':',
    '#',
    '\r',
  )
  const spoilt = (text: string): string => `x\u009b${text}`
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit, minLength: 1 }).map(spoilt), fc.string({ unit }).map(spoilt)),
      (value) => {
        const yaml = writeYaml({ ...value })
        expect(parse(yaml)).toEqual({ ...value })
        expect(yaml.replaceAll('\t', '')).not.toMatch(ACTS)
      },
    ),
    { numRuns: 300 },
  )
})

it('every text of blanks, ends of lines and letters reads back the same', () => {
  const signs = [' ', '\n', '\t', 'a', '|', '#']
  const texts = (length: number): string[] =>
    length === 0 ? [''] : texts(length - 1).flatMap((text) => [text, ...signs.map((sign) => text + sign)])
  const all = [...new Set(texts(4))]
  expect(parse(writeYaml(all))).toEqual(all)
  expect(parse(writeYaml({ description: { text: ' \n' } }))).toEqual({ description: { text: ' \n' } })
})
