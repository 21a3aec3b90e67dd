/**
 * Decimal text as an exact number: `units` of 10^-scale. Money is never a float here.
 */
export interface Decimal {
  units: bigint
  scale: number
}

/** Reads `120`, `120.5`, `-3.00`; undefined for anything else. */
export function parseDecimal(text: string | undefined): Decimal | undefined {
  const match = /^\s*([+-]?)(\d{1,18})(?:\.(\d{1,9}))?\s*$/.exec(text ?? '')
  if (match === null) return undefined
  const fraction = match[3] ?? ''
  const units = BigInt(`${match[2]}${fraction}`)
  return { units: match[1] === '-' ? -units : units, scale: fraction.length }
}

/**
 * Reads an amount of a message. Where it has no decimal point, DecimalPlaces says how many of its last digits stand behind one: the schema's own words, by which 8500 with
 * two places is 85.00. An amount with a point is what it says.
 */
export function parseMoney(text: string | undefined, places: string | undefined): Decimal | undefined {
  const amount = parseDecimal(text)
  return amount === undefined || amount.scale > 0 || !/^\s*[0-9]\s*$/.test(places ?? '')
    ? amount
    : { units: amount.units, scale: Number(places) }
}

const atScale = ({ units, scale }: Decimal, to: number): bigint => units * 10n ** BigInt(to - scale)

export function sumDecimals(amounts: readonly Decimal[]): Decimal {
  const scale = Math.max(0, ...amounts.map((one) => one.scale))
  return { units: amounts.reduce((sum, one) => sum + atScale(one, scale), 0n), scale }
}

export function timesDecimal({ units, scale }: Decimal, factor: number): Decimal {
  return { units: units * BigInt(factor), scale }
}

/** The share of one of `count`, or undefined where it does not divide at the amount's own scale. */
export function shareDecimal({ units, scale }: Decimal, count: number): Decimal | undefined {
  return units % BigInt(count) === 0n ? { units: units / BigInt(count), scale } : undefined
}

export function isMoreDecimal(a: Decimal, b: Decimal): boolean {
  const scale = Math.max(a.scale, b.scale)
  return atScale(a, scale) > atScale(b, scale)
}

/** Whether two amounts differ by no more than so many half cents. */
export function isWithinHalfCents(a: Decimal, b: Decimal, count: number): boolean {
  const scale = Math.max(a.scale, b.scale, 3)
  const difference = atScale(a, scale) - atScale(b, scale)
  return (difference < 0n ? -difference : difference) <= atScale({ units: BigInt(5 * count), scale: 3 }, scale)
}

/** Whether an amount has parts of a cent. */
export const hasPartsOfCent = ({ units, scale }: Decimal): boolean =>
  scale > 2 && units % 10n ** BigInt(scale - 2) !== 0n

export function isSameDecimal(a: Decimal, b: Decimal): boolean {
  const scale = Math.max(a.scale, b.scale)
  return atScale(a, scale) === atScale(b, scale)
}

export function writeDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`
}
