/** An exact decimal: `units` / 10^`scale`. */
export interface Decimal {
  units: bigint
  scale: number
}

export const ZERO: Decimal = { units: 0n, scale: 0 }

const DECIMAL = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/
const DECIMALS_USUAL = 2

/**
 * Reads an amount that is not negative: decimal text, or a number by its shortest decimal text, so that 0.1 is a tenth.
 * @throws RangeError on anything else
 */
export function readDecimal(value: string | number): Decimal {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? []
  if (whole === undefined) throw new RangeError(`${value} is no amount`)
  const scale = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction)
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale }
}

/** The same amount with more decimals. */
const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint => units * 10n ** BigInt(wanted - scale)

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

/** @param factor a whole number */
export function multiplyDecimal({ units, scale }: Decimal, factor: number): Decimal {
  return { units: units * BigInt(factor), scale }
}

/** Rounds to so many decimals, halves up. */
export function roundDecimal(amount: Decimal, decimals: number): Decimal {
  if (amount.scale <= decimals) return amount
  const divisor = 10n ** BigInt(amount.scale - decimals)
  return { units: (amount.units + divisor / 2n) / divisor, scale: decimals }
}

/** The amount less so many per cent, rounded half up. */
export function takePercentOff({ units, scale }: Decimal, percent: number, decimals: number): Decimal {
  return roundDecimal({ units: units * BigInt(100 - percent), scale: scale + 2 }, decimals)
}

/** Decimals in which a currency is written: JPY 0, EUR 2, KWD 3; two where there is no currency. */
export function decimalsOf(currency: string | undefined): number {
  if (currency === undefined) return DECIMALS_USUAL
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    DECIMALS_USUAL
  )
}

/** The same with a memory: the platform is asked once per currency, because asking is slow. */
export function rememberDecimals(): typeof decimalsOf {
  const known = new Map<string | undefined, number>()
  return (currency) => {
    const decimals = known.get(currency) ?? decimalsOf(currency)
    known.set(currency, decimals)
    return decimals
  }
}

/** Decimal text with so many decimals, or with as many more as exactness takes. */
export function writeDecimal(amount: Decimal, decimals: number): string {
  let { units, scale } = amount
  while (scale > decimals && units % 10n === 0n) {
    units /= 10n
    scale -= 1
  }
  const shown = Math.max(scale, decimals)
  const digits = unitsAt({ units, scale }, shown)
    .toString()
    .padStart(shown + 1, '0')
  return shown === 0 ? digits : `${digits.slice(0, -shown)}.${digits.slice(-shown)}`
}
