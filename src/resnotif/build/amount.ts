/**
 * Decimal text as an exact number: `units` of 10^-scale. Money is never a float here.
 */
export interface Decimal {
  units: bigint
  scale: number
}

/** Reads `120`, `120.5`, `-3.00`, and `.5` and `120.`, as xs:decimal has them; undefined for anything else. */
export function parseDecimal(text: string | undefined): Decimal | undefined {
  const match = /^\s*([+-]?)(?=\.?\d)(\d{0,18})(?:\.(\d{0,9}))?\s*$/.exec(text ?? '')
  if (match === null) return undefined
  const fraction = match[3] ?? ''
  const units = BigInt(`${match[2]}${fraction}`)
  return { units: match[1] === '-' ? -units : units, scale: fraction.length }
}

/** What a decimal may look like, as XML Schema writes it. */
const DECIMAL = /^[+-]?(?:\d{1,100}(?:\.\d{0,100})?|\.\d{1,100})$/
export const isDecimal = (text: string): boolean => DECIMAL.test(text)

/** Reads a share. Places that programs write behind one, such as those of a third, make no cent of a price. */
export const parsePercent = (text: string | undefined): Decimal | undefined =>
  parseDecimal(text?.slice(0, SHARE_MAX).replace(/(\.\d{9})\d{1,100}(?=\s*$)/, '$1'))
const SHARE_MAX = 120

/**
 * Reads an amount of a message. Where it has no decimal point, DecimalPlaces says how many of its last digits stand behind one: the schema's own words, by which 8500 with
 * two places is 85.00. An amount with a point is what it says.
 */
export function parseMoney(text: string | undefined, places: string | undefined): Decimal | undefined {
  const amount = parseDecimal(text)
  return amount === undefined || text?.includes('.') === true || !/^\s*[0-9]\s*$/.test(places ?? '')
    ? amount
    : { units: amount.units, scale: Number(places) }
}

const atScale = ({ units, scale }: Decimal, to: number): bigint =>
  scale === to ? units : units * 10n ** BigInt(to - scale)

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

/** Whether two amounts differ by no more than so many halves of a unit of 10^-places. */
export function isWithinHalves(a: Decimal, b: Decimal, count: number, places: number): boolean {
  const scale = Math.max(a.scale, b.scale, places + 1)
  const difference = atScale(a, scale) - atScale(b, scale)
  return (difference < 0n ? -difference : difference) <= atScale({ units: BigInt(5 * count), scale: places + 1 }, scale)
}

/** Decimal places of an amount without zeros at its end. */
export function placesOf({ units, scale }: Decimal): number {
  let [rest, places] = [units, scale]
  while (places > 0 && rest % 10n === 0n) [rest, places] = [rest / 10n, places - 1]
  return places
}

/** An amount as another is to a third, to six more places. */
export function scaleDecimal({ units, scale }: Decimal, by: Decimal, of: Decimal): Decimal {
  const places = Math.max(by.scale, of.scale)
  return of.units === 0n
    ? { units, scale }
    : { units: (units * 1_000_000n * atScale(by, places)) / atScale(of, places), scale: scale + 6 }
}

export function isSameDecimal(a: Decimal, b: Decimal): boolean {
  const scale = Math.max(a.scale, b.scale)
  return atScale(a, scale) === atScale(b, scale)
}

export function writeDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`
}

/** An amount as a person writes it: no zeros behind so many places. What was reckoned is rounded to them. */
export function writeAmount(amount: Decimal, places: number, isReckoned = false): string {
  const { units, scale } = amount
  if (scale <= places) return writeDecimal(amount)
  if (!isReckoned) {
    const kept = Math.max(places, placesOf(amount))
    return writeDecimal({ units: units / 10n ** BigInt(scale - kept), scale: kept })
  }
  const unit = 10n ** BigInt(scale - places)
  const half = units < 0n ? -unit / 2n : unit / 2n
  return writeDecimal({ units: (units + half) / unit, scale: places })
}
