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
