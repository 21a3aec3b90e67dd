import type { DecimalMark } from '../reading/index.js'

/** Prices are short; patterns see no more of a cell. */
const PRICE_CHARACTERS = 60
const [POINT, COMMA, ZERO, NINE] = [46, 44, 48, 57]

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

/** False for the prices that most files are made of: where no mark has three digits behind it, nothing is thousands or many decimals. */
export function mayHaveThousands(text: string): boolean {
  let digits = -1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === POINT || code === COMMA) digits = 0
    else if (digits >= 0 && code >= ZERO && code <= NINE && (digits += 1) === 3) return true
  }
  return false
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
