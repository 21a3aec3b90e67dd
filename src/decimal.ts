/** An amount in ten thousandths. */
export type Decimal = bigint

/** An amount as it is written, such as 240.00; undefined where it is none. */
export function decimalOf(amount: string): Decimal | undefined {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{1,10}))?$/.exec(amount.slice(0, 40).trim()) ?? []
  if (whole === undefined || /[1-9]/.test(part.slice(4))) return undefined
  return BigInt(whole) * 10000n + BigInt(part.slice(0, 4).padEnd(4, '0'))
}

export const writeTotal = (total: Decimal): string =>
  `${total / 10000n}.${String(total % 10000n)
    .padStart(4, '0')
    .replace(/00$/, '')}`

/** Currencies whose smallest unit is not a hundredth, by ISO 4217. */
const DECIMALS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ['CLF', 4],
])

/** How many decimals amounts of a currency have. */
export function decimalsOf(code: string): number {
  return Object.hasOwn(DECIMALS, code) ? (DECIMALS[code] ?? 2) : 2
}

const WHOLE: ReadonlySet<string> = new Set('COP CRC HUF IDR IRR LAK LBP MMK TWD'.split(' '))

/** Whether nobody pays with parts of a currency that has them by ISO 4217. */
export const isPaidWhole = (code: string): boolean => WHOLE.has(code)

const CODES =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK ' +
  'DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW ' +
  'KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG ' +
  'QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND ' +
  'VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'

/** Codes of ISO 4217 that prices may have: money that is in use. */
export const CURRENCIES: ReadonlySet<string> = new Set(CODES.split(' '))

/** Codes of ISO 4217 for units of account, metals and tests. */
const OTHERS: ReadonlySet<string> = new Set(
  'BOV CHE CHW COU MXV USN UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '),
)

const WITHDRAWN: ReadonlyMap<string, string> = new Map([
  ...'ATS BEF CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE SIT SKK XEU'
    .split(' ')
    .map((code) => [code, 'EUR'] as const),
  ...(
    'AZM AZN/BGL BGN/BYR BYN/CSD RSD/CUC CUP/GHC GHS/MRO MRU/MZM MZN/PLZ PLN/ROL RON/RUR RUB/SDD SDG/SLL SLE/STD STN/TMM TMT/TRL TRY/VEB VES/VEF VES/YUM RSD/ZMK ZMW/ZWD ZWG/' +
    'ZWL ZWG'
  )
    .split('/')
    .map((pair) => pair.split(' ') as [string, string]),
])

/** Whether ISO 4217 has a code, be it for money or for something else. */
export const isIsoCurrency = (code: string): boolean => CURRENCIES.has(code) || OTHERS.has(code)

/** What took the place of a currency that ISO 4217 has withdrawn; undefined for every other code. */
export const successorOf = (code: string): string | undefined => WITHDRAWN.get(code)
