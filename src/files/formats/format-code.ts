import { currencyOfLocale } from './locale-currency.js'

/** A part of a number format. Digits are places for them: `0`, `#` or `?`. Dates are runs of one letter, such as `yyyy`. */
export interface Token {
  kind: 'literal' | 'digit' | 'point' | 'comma' | 'percent' | 'slash' | 'exponent' | 'general' | 'text' | 'date'
  text: string
}

/** One of up to four parts of a format: for numbers above, below and of zero, and for text; or as its condition says. */
export interface FormatSection {
  tokens: readonly Token[]
  condition: ((value: number) => boolean) | undefined
}

const CODE_CHARACTERS = 400
const CONDITION = /^(<=|>=|<>|=|<|>)(-?\d{1,15}(?:\.\d{1,10})?)$/
const ELAPSED = /^(h+|m+|s+)$/i
const DATE_RUN = /^(y+|m+|d+|h+|s+|b+|e+|g+|a+)/i
const DAY_HALVES = /^(am\/pm|a\/p|上午\/下午)/i

/** Takes the code of a number format, as a workbook has it, apart. */
export function formatSections(code: string): FormatSection[] {
  const sections: { tokens: Token[]; condition: FormatSection['condition'] }[] = [{ tokens: [], condition: undefined }]
  let rest = code.slice(0, CODE_CHARACTERS)
  while (rest !== '') {
    const section = sections.at(-1) as (typeof sections)[number]
    const size = rest.startsWith(';') ? 1 : takeToken(rest, section)
    if (rest.startsWith(';')) sections.push({ tokens: [], condition: undefined })
    rest = rest.slice(size)
  }
  return sections
}

/** @returns how many characters the token has */
function takeToken(rest: string, section: { tokens: Token[]; condition: FormatSection['condition'] }): number {
  const add = (kind: Token['kind'], text: string, size = text.length): number => {
    section.tokens.push({ kind, text })
    return size
  }
  const [first = ''] = rest
  if (first === '"') {
    const end = rest.indexOf('"', 1)
    return add('literal', rest.slice(1, end < 0 ? undefined : end), end < 0 ? rest.length : end + 1)
  }
  if (first === '\\') return add('literal', rest.slice(1, 2), 2)
  // A space of the width of a character, and one that is repeated to fill the cell.
  if (first === '_' || first === '*') return add('literal', ' ', 2)
  if (first === '[') return takeBracket(rest, section, add)
  if (/^general/i.test(rest)) return add('general', rest.slice(0, 7))
  if (/^e[+-]/i.test(rest) && section.tokens.some(({ kind }) => kind === 'digit'))
    return add('exponent', rest.slice(0, 2))
  const half = DAY_HALVES.exec(rest)?.[0]
  if (half !== undefined) return add('date', half)
  const run = DATE_RUN.exec(rest)?.[0]
  if (run !== undefined) return add('date', sameLetters(run))
  const kind = (
    {
      0: 'digit',
      '#': 'digit',
      '?': 'digit',
      '.': 'point',
      ',': 'comma',
      '%': 'percent',
      '/': 'slash',
      '@': 'text',
    } as const
  )[first]
  return add(kind ?? 'literal', first)
}

function takeBracket(
  rest: string,
  section: { condition: FormatSection['condition'] },
  add: (kind: Token['kind'], text: string, size: number) => number,
): number {
  const end = rest.indexOf(']')
  const inner = rest.slice(1, end < 0 ? undefined : end)
  const size = end < 0 ? rest.length : end + 1
  const [, sign, locale] = /^\$([^-]{0,20})(?:-([\dA-Fa-f]{1,8}|[\w-]{1,20}))?/.exec(inner) ?? []
  if (sign !== undefined && sign !== '') return add('literal', currencyOfLocale(sign, locale), size)
  if (ELAPSED.test(inner)) return add('date', inner.toLowerCase(), size)
  const [, operator, limit] = CONDITION.exec(inner) ?? []
  if (operator !== undefined) section.condition = conditionOf(operator, Number(limit))
  return size
}

function conditionOf(operator: string, limit: number): (value: number) => boolean {
  switch (operator) {
    case '<=':
      return (value) => value <= limit
    case '>=':
      return (value) => value >= limit
    case '<':
      return (value) => value < limit
    case '>':
      return (value) => value > limit
    case '=':
      return (value) => value === limit
    default:
      return (value) => value !== limit
  }
}

/** The letters at the start that are the same: `mmmyy` begins with `mmm`. */
function sameLetters(run: string): string {
  const lower = run.toLowerCase()
  let size = 1
  while (lower[size] === lower[0]) size += 1
  return run.slice(0, size)
}
