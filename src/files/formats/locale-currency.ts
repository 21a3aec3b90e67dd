/** Currencies by the number of a language and country, for signs that several currencies share. */
const BY_LOCALE: Readonly<Record<string, string>> = {
  409: 'USD',
  1009: 'CAD',
  c0c: 'CAD',
  c09: 'AUD',
  1409: 'NZD',
  4809: 'SGD',
  c04: 'HKD',
  '80a': 'MXN',
  '2c0a': 'ARS',
  '340a': 'CLP',
  '240a': 'COP',
  809: 'GBP',
  411: 'JPY',
  804: 'CNY',
  '41d': 'SEK',
  414: 'NOK',
  814: 'NOK',
  406: 'DKK',
  '40f': 'ISK',
  'en-us': 'USD',
  'en-ca': 'CAD',
  'fr-ca': 'CAD',
  'en-au': 'AUD',
  'en-nz': 'NZD',
  'en-sg': 'SGD',
  'en-gb': 'GBP',
  'ja-jp': 'JPY',
  'zh-cn': 'CNY',
  'sv-se': 'SEK',
  'nb-no': 'NOK',
  'da-dk': 'DKK',
}
const SHARED = new Set(['$', '£', '¥', '￥', 'kr', 'kr.'])

/** The sign of a currency in a number format, or its code where only the country beside it tells which currency it is: `$` and 1009 are CAD. */
export function currencyOfLocale(sign: string, locale: string | undefined): string {
  const plain = locale?.toLowerCase().replace(/^0+(?=[\da-f])/, '') ?? ''
  return SHARED.has(sign.trim().toLowerCase()) ? (BY_LOCALE[plain] ?? sign) : sign
}
