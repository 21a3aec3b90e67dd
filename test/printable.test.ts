import { expect, it } from 'vitest'
import { printable, printableCell, printableJson, printableLines } from '../src/printable.js'

it.each([
  ['a\u001b[31mb', 'a\u{FFFD}[31mb'],
  ['abc\u202Efdp.exe', 'abc\u{FFFD}fdp.exe'],
  ['\u2066a\u2069', '\u{FFFD}a\u{FFFD}'],
  ['a\u200bb\ufeffc', 'a\u{FFFD}b\u{FFFD}c'],
  ['a\u2028b', 'a\u{FFFD}b'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['👩\u200d👧', '👩\u200d👧'],
  ['Zoë Müller — 東京', 'Zoë Müller — 東京'],
])('%j', (given, shown) => {
  expect(printable(given)).toBe(shown)
})

it.each<[string, string, string]>([
  ['a\tb\r\nc\rd', 'a\tb\nc\u{FFFD}d', 'a\tb\nc\u{FFFD}d'],
  ['a\n[1m b\t[31m c', 'a\n[1m b\t[31m c', 'a\n[1m b\t[31m c'],
  ['\u001b[31mred\u001b[39m', '\u{FFFD}[31mred\u{FFFD}[39m', '\u001b[31mred\u001b[39m'],
  ...['107', '38;5;196', '48;5;7', '38;2;192;57;43', '48;2;1;2;3'].map((colour): [string, string, string] => [
    `\u001b[${colour}m171\u001b[49m`,
    `\u{FFFD}[${colour}m171\u{FFFD}[49m`,
    `\u001b[${colour}m171\u001b[49m`,
  ]),
  [
    '\u001b[48;5;189m 95\u001b[48;2;215;236;217m 96\u001b[49m',
    '\u{FFFD}[48;5;189m 95\u{FFFD}[48;2;215;236;217m 96\u{FFFD}[49m',
    '\u001b[48;5;189m 95\u001b[48;2;215;236;217m 96\u001b[49m',
  ],
  [
    '\u001b[8mhidden\u001b[2Jx\u009b2J',
    '\u{FFFD}[8mhidden\u{FFFD}[2Jx\u{FFFD}2J',
    '\u{FFFD}[8mhidden\u{FFFD}[2Jx\u{FFFD}2J',
  ],
  ['\u001b]8;;https://x\u0007y', '\u{FFFD}]8;;https://x\u{FFFD}y', '\u{FFFD}]8;;https://x\u{FFFD}y'],
])('%j in lines, and with colours of our own', (given, shown, painted) => {
  expect(printableLines(given)).toBe(shown)
  expect(printableLines(given, true)).toBe(painted)
})

it.each(['a\u009b2Jb', 'x\u202ey\u2066', '\u{E0041}\u{110BD}', 'a\u2028b\u007f', 'می\u200cخواهم', '\u001b[2J'])(
  'JSON of %j is the same value, without a character that acts',
  (given) => {
    const json = printableJson(JSON.stringify({ [given]: given }, null, 2))
    expect(JSON.parse(json)).toEqual({ [given]: given })
    expect(json).not.toMatch(/(?!\n)[\p{Cc}\u2028\u202e\u2066]|\u{E0041}/u)
  },
)

it.each([
  ['a\u001b[31mb\u0000\u007f', 'a\\u001b[31mb\\u0000\\u007f'],
  ['a\u009b2Jb', 'a\\u009b2Jb'],
  ['abc\u202efdp\u2066x\u2069\u2028', 'abc\\u202efdp\\u2066x\\u2069\\u2028'],
  ['a\tb\nc\r\nd\re', 'a\tb\nc\r\nd\\u000de'],
  ['\u200fשלום\u200e (1)', '\u200fשלום\u200e (1)'],
  ['👩\u200d👧 Zoë\u00ad', '👩\u200d👧 Zoë\u00ad'],
  ['re\u200bfused\ufeff\u2060', 're\\u200bfused\\ufeff\\u2060'],
  ['\u{e0041}', '\\udb40\\udc41'],
])('a cell of CSV with %j has what acts written out', (given, shown) => {
  expect(printableCell(given)).toBe(shown)
})
