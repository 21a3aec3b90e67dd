import { currenciesOfSign } from '../values-currency.js'
import { Problem, showText } from '../values.js'

const NAME_CHARACTERS = 80
const PARTS = /\p{L}{0,2}\$|[€£¥₹₩₺₽₴₪฿₫₱]|\p{Lu}{2,}(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}/gu
/** Codes that are words or short forms of others, too: a header means those. */
const WORDS = new Set('ALL ANG ARS BAM BOB BTN COP CUP ERN GEL LAK MAD MOP NIO PAB PEN RON SLE SOS STN SVC TOP TRY'.split(' '))
const NAMES: Readonly<Record<string, string>> = { euro: '€', euros: '€', dollar: '$', dollars: '$', pound: '£', pounds: '£', sterling: 'GBP', kr: 'kr', kč: 'kč', zł: 'zł' }

/** The currencies that the name of a price column can mean, such as USD for `price (USD)`; undefined where it names none. */
export function headerCurrencies(name: string): readonly string[] | undefined | Problem {
  let found: readonly string[] | undefined
  for (const part of name.slice(0, NAME_CHARACTERS).match(PARTS) ?? []) {
    const named = currenciesOfPart(part)
    if (named === undefined) continue
    const both: readonly string[] = found === undefined ? named : found.filter((code) => named.includes(code))
    if (both.length === 0) return new Problem(`stands in column "${showText(name)}", which names two currencies`, 'Name one currency in the header.')
    found = both
  }
  return found
}

function currenciesOfPart(part: string): readonly string[] | undefined {
  const sign = NAMES[part.toLowerCase()] ?? (part.length === 3 || /[^\p{L}]/u.test(part) ? part : undefined)
  if (sign === undefined || WORDS.has(sign.toUpperCase())) return undefined
  const known = currenciesOfSign(sign)
  if (known !== 'unknown') return known
  return sign.endsWith('$') ? (currenciesOfSign('$') as readonly string[]) : undefined
}
