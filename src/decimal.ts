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
