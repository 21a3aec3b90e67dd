import type { DecimalMark } from '../reading/index.js'
import { readAmount } from './amount.js'
import { type PriceChange, UNIT, unitsOf } from './price-change.js'
import { Problem, showText } from './values.js'

const WHOLE_DIGITS = 9

/**
 * Reads a change as it is written: `+10%`, `-15`, `+12.50`, `-12,5%`, `x1.2`. An amount is read as prices are, so that `+1.500` is refused unless
 * `decimal` settles it. A percentage or factor has no thousands: its only mark begins its decimals, and has to be that of the prices where that is known.
 */
export function readChange(text: string, decimal?: DecimalMark): PriceChange | Problem {
  const [, sign = '', number = '', per = ''] =
    /^([+\-−*x×])\s{0,3}([\d.,'’ \u00a0\u2009\u202f]{0,30}\d)\s{0,3}(%?)$/u.exec(text.trim().slice(0, 60)) ?? []
  if (number === '') return noChange(text)
  const isSum = sign === '+' || sign === '-' || sign === '−'
  if (!isSum && per === '%') return new Problem(`"${showText(text)}" is no change of a price`, 'Write +10% or x1.1.')
  const amount = isSum && per === '' ? readSum(text, number, decimal) : readShare(text, number, decimal)
  if (amount instanceof Problem) return amount
  if (!isSum) return { numerator: amount, denominator: UNIT, plus: 0n }
  const signed = sign === '+' ? amount : -amount
  return per === '%'
    ? { numerator: 100n * UNIT + signed, denominator: 100n * UNIT, plus: 0n }
    : { numerator: 1n, denominator: 1n, plus: signed }
}

function readSum(text: string, number: string, decimal: DecimalMark | undefined): bigint | Problem {
  const read = readAmount(number, decimal)
  if (read instanceof Problem) return new Problem(`change: "${showText(text)}" ${read.reason}`, read.remedy)
  return read.amount.indexOf('.') > WHOLE_DIGITS ? noChange(text) : unitsOf(read.amount)
}

function readShare(text: string, number: string, decimal: DecimalMark | undefined): bigint | Problem {
  const [, whole = '', mark, fraction = ''] = /^(\d{1,9})(?:([.,])(\d{1,4}))?$/.exec(number) ?? []
  if (whole === '') return noChange(text)
  if (mark !== undefined && decimal !== undefined && mark !== decimal)
    return new Problem(
      `change: "${showText(text)}" has "${mark}" before its decimals, but --decimal is ${decimal}`,
      `Write it with "${decimal}".`,
    )
  return unitsOf(`${whole}.${fraction}`)
}

function noChange(text: string): Problem {
  return new Problem(
    `"${showText(text)}" is no change of a price`,
    'Write +10%, -15, +12.50 or x1.2; it begins with its sign.',
  )
}
