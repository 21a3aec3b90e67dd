import { currenciesOfSign, Problem, showText } from '../values/index.js'

const NAME_CHARACTERS = 80
/** `(RON)`, `[lei]`, `, руб`. */
const SET_APART = /[([,]\s{0,3}([\p{L}.]{1,9})(?=\s{0,3}(?:[)\],]|$))/gu
const PARTS = /\p{L}{0,2}\$|[€£¥₹₩₺₽₴₪฿₫₱]|\p{Lu}{2,}(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}/gu
/** Codes that are words or short forms of others, too: a header means those. */
const WORDS = new Set(
  'ALL ANG ARS BAM BOB BTN COP CUP ERN GEL LAK MAD MOP NIO PAB PEN RON SLE SOS STN SVC TOP TRY'.split(' '),
)
const NAMES: ReadonlyMap<string, string> = new Map([
  ['euro', '€'],
  ['euros', '€'],
  ['dollar', '$'],
  ['dollars', '$'],
  ['pound', '£'],
  ['pounds', '£'],
  ['sterling', 'GBP'],
  ['kr', 'kr'],
  ['kč', 'kč'],
  ['zł', 'zł'],
])
/** Short forms that say money only where nothing else can stand, as in `Preț (lei)`. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['lei', 'RON'],
  ['leu', 'RON'],
  ['руб', 'RUB'],
  ['грн', 'UAH'],
  ['лв', 'BGN'],
  ['tl', 'TRY'],
  ['sfr', 'CHF'],
  ['franken', 'CHF'],
  ['din', 'RSD'],
  ['rp', 'IDR'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['원', 'KRW'],
])

/** The currencies that the name of a price column can mean, such as USD for `price (USD)`; undefined where it names none. */
export function headerCurrencies(name: string): readonly string[] | undefined | Problem {
  let found: readonly string[] | undefined
  const text = name.slice(0, NAME_CHARACTERS).normalize('NFKC')
  for (const named of [
    ...[...text.matchAll(SET_APART)].map(([, part = '']) => currenciesSetApart(part)),
    ...(text.match(PARTS) ?? []).map(currenciesOfPart),
  ]) {
    if (named === undefined) continue
    const both: readonly string[] = found === undefined ? named : found.filter((code) => named.includes(code))
    if (both.length === 0)
      return new Problem(
        `stands in column "${showText(name)}", which names two currencies`,
        'Name one currency in the header.',
      )
    found = both
  }
  return found
}

/** What stands in brackets or behind a comma: a code that is a word otherwise is one there. */
function currenciesSetApart(written: string): readonly string[] | undefined {
  const part = written.trim().replace(/\.$/, '')
  const known = currenciesOfSign(
    SHORT_FORMS.get(part.toLowerCase()) ?? (/^(?:\p{Lu}{3}|[Ff][TtRr])$/u.test(part) ? part : ''),
  )
  return known === 'unknown' ? undefined : known
}

function currenciesOfPart(part: string): readonly string[] | undefined {
  const sign = NAMES.get(part.toLowerCase()) ?? (part.length === 3 || /[^\p{L}]/u.test(part) ? part : undefined)
  if (sign === undefined || WORDS.has(sign.toUpperCase())) return undefined
  const known = currenciesOfSign(sign)
  if (known !== 'unknown') return known
  return sign.endsWith('$') ? (currenciesOfSign('$') as readonly string[]) : undefined
}
