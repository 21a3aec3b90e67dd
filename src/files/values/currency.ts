import { Problem } from './values.js'

const CODES =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK ' +
  'DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW ' +
  'KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG ' +
  'QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND ' +
  'VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'

const CURRENCIES: ReadonlySet<string> = new Set(CODES.split(' '))

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
