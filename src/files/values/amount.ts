import { DECIMAL_MARKS, type DecimalMark } from '../reading/index.js'
import { currenciesOfSign } from './currency.js'
import { type PriceStep, roundPrice } from './price-change.js'
import { OpenProblem, Problem, showText } from './values.js'

/** A price as the service takes it, and the currencies that its own sign or code allows. */
export interface Amount {
  /** Decimal text, two to four decimals, such as `70.00`. */
  amount: string
  /** Absent where the text names no currency. */
  currencies?: readonly string[]
}

const WHOLE_DIGITS = 12
const FRACTION_DIGITS = 4
/** No price has more characters, and patterns see no longer text. */
const PRICE_CHARACTERS = 60
/** How hotels write that there are no cents: `120.-`, `120,--`. */
const NO_CENTS = /(\d[.,])[-–—]{1,2}(?=\s|\p{L}|$)/u
/** Short names of currencies end with a point that is no decimal mark: `950 kr.`, `Fr. 120`. */
const POINT_OF_WORD = /(\p{L})\.(?=\s|\d|$)/u

/**
 * A price from text: digits with a decimal point or comma, thousands marks, a currency sign or code before or behind.
 * A form with two readings (`1.234`, `1,234`) is refused unless `decimal` settles it.
 * @param step what prices are rounded to; absent: what has more than four decimals is refused
 */
export function readAmount(text: string, decimal?: DecimalMark, step?: PriceStep): Amount | Problem {
  const written = text.trim()
  if (written.length > PRICE_CHARACTERS) return notAnAmount(written)
  return readWritten(
    /[\p{L}–—-]/u.test(written)
      ? written.replace(NO_CENTS, (_, number: string) => `${number}00`).replace(POINT_OF_WORD, '$1')
      : written,
    decimal,
    step,
  )
}

function readWritten(trimmed: string, decimal: DecimalMark | undefined, step: PriceStep | undefined): Amount | Problem {
  if (step !== undefined && /^\d{1,12}$/.test(trimmed)) return rounded(trimmed, '', step)
  if (/^(?:0|[1-9]\d{0,11})$/.test(trimmed)) return { amount: `${trimmed}.00` }
  if (step === undefined && decimal !== ',' && /^(?:0|[1-9]\d{0,11})\.\d\d$/.test(trimmed)) return { amount: trimmed }
  if (!/[<>]/.test(trimmed) && /^[^\d]*[-−(]\s*[^\d\s]{0,3}\s*[\d.,]|\d[-−)]$/.test(trimmed))
    return new Problem('is negative', 'Write a price of zero or more.')
  const [, lead = '', number = '', tail = ''] = /^([^\d.,'’+\-−()]*)(.*?)([^\d.,'’+\-−()]*)$/su.exec(trimmed) ?? []
  if (!/^[\d.,'’ \u00a0\u2009\u202f]+$/.test(number) || !/\d/.test(number)) return notAnAmount(trimmed)
  const currencies = currenciesOf(lead.trim(), tail.trim())
  if (currencies instanceof Problem) return currencies
  const amount = readNumber(number, decimal, step)
  if (amount instanceof Problem) return isRead(number, decimal) ? new OpenProblem(amount.reason, amount.remedy) : amount
  return currencies === undefined ? { amount } : { amount, currencies }
}

/** True where a number that `decimal` refuses can be read with the other mark, or one that nothing settles with either. */
function isRead(number: string, decimal: DecimalMark | undefined): boolean {
  return DECIMAL_MARKS.some((mark) => mark !== decimal && !(readNumber(number, mark) instanceof Problem))
}

/** The mark that groups thousands in a price, read with this decimal mark: `.`, `,`, `'`, a blank for any space, '' for none. */
export function groupMarkOf(text: string, decimal: DecimalMark): string {
  const number = /\d[\d.,'’ \u00a0\u2009\u202f]*\d/.exec(text)?.[0] ?? ''
  const mark = [...number].find((character) => character !== decimal && !/\d/.test(character)) ?? ''
  return mark === '’' ? "'" : mark.trim() === '' && mark !== '' ? ' ' : mark
}

function notAnAmount(text: string): Problem {
  if (/^[\d.,]+e[+-]?\d+$/i.test(text))
    return new Problem('has an exponent, so digits may be lost', 'Write the number out, such as 120.00.')
  return new Problem('is not an amount', 'Write a number such as 120.00.')
}

function currenciesOf(lead: string, tail: string): readonly string[] | undefined | Problem {
  const before = currencyOf(lead)
  if (before instanceof Problem) return before
  const behind = currencyOf(tail)
  if (behind instanceof Problem) return behind
  if (before === undefined || behind === undefined) return before ?? behind
  const both = before.filter((code) => behind.includes(code))
  return both.length === 0 ? new Problem(`names two currencies, ${lead} and ${tail}`) : both
}

function currencyOf(word: string): readonly string[] | undefined | Problem {
  const currencies = currenciesOfSign(word)
  if (currencies !== 'unknown') return currencies
  return new Problem(`"${showText(word)}" is neither a currency nor part of a number`, 'Write a number such as 120.00.')
}

function readNumber(written: string, decimal: DecimalMark | undefined, step?: PriceStep): string | Problem {
  const text = written.replace(/’/g, "'").replace(/[\u00a0\u2009\u202f]/g, ' ')
  const marks = marksOf(text, decimal)
  if (marks instanceof Problem) return marks
  const at = marks.decimal === '' ? -1 : text.lastIndexOf(marks.decimal)
  const whole = at < 0 ? text : text.slice(0, at)
  const fraction = at < 0 ? '' : text.slice(at + 1)
  const groups = marks.group === '' ? [whole] : whole.split(marks.group)
  const isGrouped =
    groups.length === 1 ||
    (/^[1-9]\d{0,2}$/.test(groups[0] as string) && groups.slice(1).every((group) => /^\d{3}$/.test(group)))
  if (!isGrouped || !/^\d*$/.test(groups.join('')) || !/^\d*$/.test(fraction) || (at >= 0 && fraction === '')) {
    const settled = decimal === undefined ? '' : ` with --decimal ${decimal}`
    return new Problem(`is not a well-formed number${settled}`, 'Write a number such as 1250.00.')
  }
  const digits = groups.join('').replace(/^0+(?=\d)/, '') || '0'
  if (digits.length > WHOLE_DIGITS)
    return new Problem(`has more than ${WHOLE_DIGITS} digits before the decimals`, 'Write the price that is meant.')
  if (step !== undefined) return roundPrice(digits, fraction, step)
  const decimals = fraction.replace(/(?<!0)0+$/, '')
  if (decimals.length > FRACTION_DIGITS)
    return new Problem(
      `has ${decimals.length} decimals`,
      'Add --round 0.01 to round prices to two decimals, or write it with two.',
    )
  return `${digits}.${decimals.padEnd(2, '0')}`
}

function rounded(whole: string, fraction: string, step: PriceStep): Amount | Problem {
  const amount = roundPrice(whole, fraction, step)
  return amount instanceof Problem ? amount : { amount }
}

/** The decimals that a price has, zeros at its end not counted. */
export function decimalsIn(amount: string): number {
  const fraction = amount.slice(amount.indexOf('.') + 1)
  return fraction.endsWith('0') ? fraction.replace(/(?<!0)0+$/, '').length : fraction.length
}

/** Which mark groups thousands and which one begins the decimals; '' for none. */
function marksOf(text: string, decimal: DecimalMark | undefined): { group: string; decimal: string } | Problem {
  const used = [...new Set(text.replace(/\d/g, ''))]
  const spacing = used.filter((mark) => mark === ' ' || mark === "'")
  const points = used.filter((mark) => mark === '.' || mark === ',') as DecimalMark[]
  if (spacing.length > 1 || (spacing.length === 1 && points.length > 1))
    return new Problem('mixes thousands marks', 'Write a number such as 1250.00.')
  if (spacing.length === 1 || points.length === 2) {
    const last = points.length === 2 ? (text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',') : (points[0] ?? '')
    if (decimal !== undefined && last !== '' && last !== decimal)
      return new Problem(`has "${last}" before its decimals, but --decimal is ${decimal}`)
    return { group: spacing[0] ?? (last === '.' ? ',' : '.'), decimal: last }
  }
  const mark = points[0]
  if (mark === undefined) return { group: '', decimal: '' }
  if (text.indexOf(mark) !== text.lastIndexOf(mark)) {
    if (decimal === mark) return new Problem(`has "${mark}" more than once, but --decimal is ${decimal}`)
    return { group: mark, decimal: '' }
  }
  if (decimal !== undefined) return decimal === mark ? { group: '', decimal: mark } : { group: mark, decimal: '' }
  const [whole = '', rest = ''] = text.split(mark)
  // Only one to three digits before and three behind can be thousands; a group never begins with a zero.
  if (rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return ambiguous(text, mark, whole, rest)
  return { group: '', decimal: mark }
}

function ambiguous(text: string, mark: string, whole: string, rest: string): Problem {
  return new Problem(
    `can be read as ${whole}${rest} or as ${whole}.${rest}`,
    `Add --decimal ${mark} if "${text}" has decimals, or --decimal ${mark === '.' ? ',' : '.'} if it has thousands.`,
  )
}
