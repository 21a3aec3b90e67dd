import { Problem, showText } from '../values.js'

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
const UNIT = 10n ** BigInt(SCALE)

/** Reads a change as it is written: `+10%`, `-15`, `+12.50`, `x1.2`. */
export function readChange(text: string): PriceChange | Problem {
  const [, sign = '', number = '', per = ''] = /^([+\-−*x×])\s*(\d{1,9}(?:\.\d{1,4})?)\s*(%?)$/u.exec(text.trim()) ?? []
  if (number === '') return new Problem(`"${showText(text)}" is no change of a price`, 'Write +10%, -15, +12.50 or x1.2; it begins with its sign.')
  const amount = unitsOf(number)
  if (sign === '+' || sign === '-' || sign === '−') {
    const signed = sign === '+' ? amount : -amount
    return per === '%' ? { numerator: 100n * UNIT + signed, denominator: 100n * UNIT, plus: 0n } : { numerator: 1n, denominator: 1n, plus: signed }
  }
  if (per === '%') return new Problem(`"${showText(text)}" is no change of a price`, 'Write +10% or x1.1.')
  return { numerator: amount, denominator: UNIT, plus: 0n }
}

/** Reads what prices are rounded to, such as `1`, `0.5` or `5`. */
export function readStep(text: string): PriceStep | Problem {
  const number = text.trim()
  if (!/^\d{1,6}(\.\d{1,4})?$/.test(number) || /^[0.]+$/.test(number)) return new Problem(`"${showText(text)}" is nothing that prices can be rounded to`, 'Write an amount such as 1, 0.5 or 5.')
  return { units: unitsOf(number), scale: SCALE }
}

/** The smallest unit of a currency, by ISO 4217. */
export function stepOfCurrency(code: string): PriceStep {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
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
export function changePrice(price: string, { numerator, denominator, plus }: PriceChange, step: PriceStep, mustFit: boolean): string | Problem {
  const value = unitsOf(price) * numerator + plus * denominator
  const whole = UNIT * denominator
  if (value <= 0n) return new Problem(`would make ${price} a price of zero or less`)
  const share = whole * step.units
  const scaled = value * 10n ** BigInt(step.scale)
  if (mustFit && scaled % share !== 0n) return new Problem(`would have to round ${price} after its change, and nothing says to what`, 'Write the currency, or round: 0.01 beside the change.')
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

function unitsOf(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(SCALE, '0'))
}
