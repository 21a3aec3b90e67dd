import type { DecimalMark } from '../reading/index.js'

/** Prices are short; patterns see no more of a cell. */
const PRICE_CHARACTERS = 60

/** True for a price such as `1.250` or `1,250`: one mark, behind which three digits may be thousands or decimals. */
export function isThousandsOrDecimals(text: string, mark: DecimalMark): boolean {
  const [first = '', ...others] = digitGroups(text, mark)
  return others.length === 1 && /^[1-9]\d{0,2}$/.test(first) && /^\d{3}$/.test(others[0] as string)
}

/** True for a price that surely has three decimals or more behind this mark, such as `1234.567`, `0.125` or `1.2345`. */
export function hasManyDecimals(text: string, mark: DecimalMark): boolean {
  const groups = digitGroups(text, mark)
  const decimals = groups.at(-1) ?? ''
  return groups.length === 2 && /^\d{3,}$/.test(decimals) && !isThousandsOrDecimals(text, mark)
}

/** What stands between the marks, without currencies and other marks; none where the other mark stands behind this one. */
function digitGroups(text: string, mark: DecimalMark): string[] {
  const number = /\d[\d.,'’ \u00a0\u2009\u202f]*/.exec(text.slice(0, PRICE_CHARACTERS))?.[0] ?? ''
  if (!number.includes(mark)) return []
  const bare = number.replace(/['’ \u00a0\u2009\u202f]/g, '')
  const other = mark === '.' ? ',' : '.'
  return bare.includes(other)
    ? bare.lastIndexOf(other) > bare.lastIndexOf(mark)
      ? []
      : bare.replaceAll(other, '').split(mark)
    : bare.split(mark)
}
