import { expect, it } from 'vitest'
import { printable } from '../../../src/cli/show/printable.js'

it.each([
  ['a\u001b[31mb', 'a\u{FFFD}[31mb'], ['abc\u202Efdp.exe', 'abc\u{FFFD}fdp.exe'], ['\u2066a\u2069', '\u{FFFD}a\u{FFFD}'], ['a\u200bb\ufeffc', 'a\u{FFFD}b\u{FFFD}c'], ['a\u2028b', 'a\u{FFFD}b'],
  ['می\u200cخواهم', 'می\u200cخواهم'], ['👩\u200d👧', '👩\u200d👧'], ['Zoë Müller — 東京', 'Zoë Müller — 東京'],
])('%j', (given, shown) => {
  expect(printable(given)).toBe(shown)
})
