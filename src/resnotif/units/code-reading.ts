import { digitOf } from '../cards/index.js'

/** What a GroupEventCode says: the number of a unit, or a name of one. Neither where it is missing or empty. */
interface CodeReading {
  /** The number that it spells, without leading zeros. */
  key?: string
  /** Any other text; it may name a unit. */
  label?: string
}

const LABEL_MAX = 200
/** Blanks, and characters that nobody sees. */
const AROUND = /^[\s\p{Z}\p{Cc}\p{Cf}]+|[\s\p{Z}\p{Cc}\p{Cf}]+$/gu
/** Three zeros behind a point may be thousands. */
const SPELLED = /^\+?0*(\d{1,9})(?:\.0{0,2})?$/

/** Reads spellings of a number that can mean no other: 01, 1.0, +1, digits of any script, blanks and unseen characters around it. Nothing else is taken for a number. */
export function readCode(code: string | undefined): CodeReading {
  const text = (code ?? '').replace(AROUND, '')
  if (text === '') return {}
  const [, number] = SPELLED.exec(plainDigits(text)) ?? []
  return number === undefined ? { label: text.slice(0, LABEL_MAX) } : { key: String(Number(number)) }
}

/** Digits of every script as 0 to 9. */
const plainDigits = (text: string): string =>
  [...text]
    .map((one) => (digitOf(one.codePointAt(0) as number) < 0 ? one : String(digitOf(one.codePointAt(0) as number))))
    .join('')

/** Whether labels of one way of writing tell units apart: Room 1 and Room 2, or A and B, and not R1 and r1, or 1st and one. */
export function areNamesOfUnits(labels: readonly string[]): boolean {
  const names = [...new Set(labels)].map((label) =>
    plainDigits(label.normalize('NFKC'))
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
  const plain = names.map((name) => name.replaceAll(/ |(?<!\d)0+(?=\d)/g, ''))
  const shapes = new Set(
    plain.map((name) => (/^\p{L}$/u.test(name) ? 'letter' : /\d/.test(name) ? name.replaceAll(/\d+/g, '#') : '')),
  )
  return new Set(plain).size === plain.length && (plain.length === 1 || (shapes.size === 1 && !shapes.has('')))
}
