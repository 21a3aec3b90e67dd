/** Currencies by the number of a language and country, for signs that several currencies share. */
const BY_LOCALE: ReadonlyMap<string, string> = new Map(
  (
    'USD 409 en-us; CAD 1009 c0c en-ca fr-ca; AUD c09 en-au; NZD 1409 en-nz; SGD 4809 en-sg; HKD c04; MXN 80a; ' +
    'ARS 2c0a; CLP 340a; COP 240a; GBP 809 en-gb; JPY 411 ja-jp; CNY 804 zh-cn; SEK 41d sv-se; ' +
    'NOK 414 814 nb-no; DKK 406 da-dk; ISK 40f'
  )
    .split('; ')
    .flatMap((row) => {
      const [currency = '', ...locales] = row.split(' ')
      return locales.map((locale) => [locale, currency] as const)
    }),
)
const SHARED = new Set(['$', '£', '¥', '￥', 'kr', 'kr.'])

/** The sign of a currency in a number format, or its code where only the country beside it tells which currency it is: `$` and 1009 are CAD. */
export function currencyOfLocale(sign: string, locale: string | undefined): string {
  const plain = locale?.toLowerCase().replace(/^0+(?=[\da-f])/, '') ?? ''
  return SHARED.has(sign.trim().toLowerCase()) ? (BY_LOCALE.get(plain) ?? sign) : sign
}
