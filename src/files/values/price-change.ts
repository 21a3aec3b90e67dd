import { Problem, showText } from './values.js'

/** A change of a price: times `numerator` / `denominator`, then plus `plus` / 10⁴. */
export interface PriceChange {
  numerator: bigint
  denominator: bigint
  plus: bigint
}

/** A step that prices are rounded to: `units` / 10^`scale`. */
export interface PriceStep {
  units: bigint
  scale: number
}

/** Decimals that an amount can have. */
const SCALE = 4
/** One, in units of the last decimal. */
export const UNIT = 10n ** BigInt(SCALE)

/**
 * Reads what prices are rounded to, such as `1`, `0.5`, `0,05` or `5`.
 * @param decimal settles whether `1.500` is one and a half
 */
export function readStep(text: string, decimal?: '.' | ','): PriceStep | Problem {
  const number = text.trim()
  const [, whole = '', mark, fraction = ''] = /^(\d{1,6})(?:([.,])(\d{1,4}))?$/.exec(number) ?? []
  if (whole === '' || /^[0.,]+$/.test(number))
    return new Problem(
      `"${showText(text)}" is nothing that prices can be rounded to`,
      'Write an amount such as 1, 0.5 or 5.',
    )
  if (mark !== decimal && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole))
    return new Problem(
      `"${showText(text)}" can be read as ${whole}${fraction} or as ${whole}.${fraction}`,
      `Write ${whole}${fraction} or ${whole}.${fraction.replace(/0{1,2}$/, '')}.`,
    )
  return { units: unitsOf(`${whole}.${fraction}`), scale: SCALE }
}

/** The smallest unit of a currency, by ISO 4217. */
export function stepOfCurrency(code: string): PriceStep {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions()
  return { units: 1n, scale: maximumFractionDigits }
}

/** The decimals with which an amount is written, two at most, as a step: `95` gives whole amounts. */
export function stepOfText(amount: string): PriceStep {
  const decimals = /\d[.,](\d{1,2})\D*$/.exec(amount)?.[1]?.length ?? 0
  return { units: 1n, scale: decimals }
}

/**
 * A price after a change, rounded to a step, halves up.
 * @param price decimal text with at most four decimals
 * @param mustFit refuses what would have to be rounded
 * @returns decimal text, or why there is no such price
 */
export function changePrice(
  price: string,
  { numerator, denominator, plus }: PriceChange,
  step: PriceStep,
  mustFit: boolean,
): string | Problem {
  const value = unitsOf(price) * numerator + plus * denominator
  const whole = UNIT * denominator
  if (value <= 0n) return new Problem(`would make ${price} a price of zero or less`)
  const share = whole * step.units
  const scaled = value * 10n ** BigInt(step.scale)
  if (mustFit && scaled % share !== 0n)
    return new Problem(
      `would have to round ${price} after its change, and nothing says to what`,
      'Write the currency, or round: 0.01 beside the change.',
    )
  const steps = (2n * scaled + share) / (2n * share)
  if (steps === 0n) return new Problem(`would make ${price} a price of zero`)
  return decimalText(steps * step.units * 10n ** BigInt(SCALE - step.scale))
}

/**
 * A number rounded to a step, halves up.
 * @param fraction its decimals, however many
 * @returns decimal text with at most four decimals, or why there is no such price
 */
export function roundPrice(whole: string, fraction: string, step: PriceStep): string | Problem {
  const value = BigInt(whole + fraction) * 10n ** BigInt(step.scale)
  const share = step.units * 10n ** BigInt(fraction.length)
  const steps = (2n * value + share) / (2n * share)
  if (steps === 0n && value > 0n) return new Problem('would be rounded to zero')
  return decimalText(steps * step.units * 10n ** BigInt(SCALE - step.scale))
}

/** Two decimals, or four: three could be taken for thousands. */
function decimalText(units: bigint): string {
  const digits = units.toString().padStart(SCALE + 1, '0')
  return `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE).replace(/00$/, '')}`
}

/** Decimal text with at most four decimals, in units of the last of them. */
export function unitsOf(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(SCALE, '0'))
}
