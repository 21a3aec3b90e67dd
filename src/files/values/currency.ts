import { CURRENCIES } from '../../decimal.js'
import { Problem } from './values.js'

/** Signs and the currencies they can stand for. The first is the most usual one. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: 'USD AUD CAD NZD HKD SGD MXN ARS BBD BMD BND BSD BZD CLP COP CUP CVE DOP FJD GYD JMD KYD LRD MOP NAD NIO SBD SRD TOP TTD TWD UYU WST XCD'.split(
    ' ',
  ),
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  '€': ['EUR'],
  '£': ['GBP', 'EGP', 'GIP', 'FKP', 'SHP', 'SYP', 'LBP', 'SSP', 'SDG'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW', 'KPW'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '฿': ['THB'],
  '₫': ['VND'],
  '₱': ['PHP'],
  zł: ['PLN'],
  kč: ['CZK'],
  ft: ['HUF'],
  fr: 'CHF XOF XAF XPF BIF CDF DJF GNF KMF RWF'.split(' '),
  r$: ['BRL'],
  us$: ['USD'],
  a$: ['AUD'],
  au$: ['AUD'],
  c$: ['CAD'],
  ca$: ['CAD'],
  nz$: ['NZD'],
  hk$: ['HKD'],
  s$: ['SGD'],
}

/** A currency code of ISO 4217, in any case. */
export function readCurrency(text: string): string | Problem {
  const code = text.trim().toUpperCase()
  if (CURRENCIES.has(code)) return code
  // A sign that one currency alone has says as much as its code, as it does beside a price.
  const meant = currenciesOfSign(text.trim())
  if (meant === undefined || meant === 'unknown')
    return new Problem('is no currency code', 'Write three letters such as EUR.')
  return meant.length === 1
    ? (meant[0] as string)
    : new Problem(
        `is a currency sign that ${meant.length} currencies use`,
        `Write the code that is meant, such as ${meant[0]}.`,
      )
}

/** The currencies that a sign or code beside a price can mean: undefined = there is none, 'unknown' = it is neither. */
export function currenciesOfSign(word: string): readonly string[] | undefined | 'unknown' {
  const sign = word.toLowerCase()
  if (sign === '') return undefined
  if (Object.hasOwn(SIGNS, sign)) return SIGNS[sign]
  const code = word.toUpperCase()
  return CURRENCIES.has(code) ? [code] : 'unknown'
}
