import type { Token } from './format-code.js'

const AS_WRITTEN: ReadonlySet<Token['kind']> = new Set(['literal', 'percent', 'slash', 'date'])
const EXPONENT_DIGITS = 3
/** Digits of the denominator of a fraction that are looked for. */
const DENOMINATOR_MAX = 99

/**
 * A number of zero or more as a format shows it, without marks of thousands.
 * @param digits the number as plain decimal text
 */
export function numberShown(tokens: readonly Token[], digits: string): string {
  if (tokens.some(isWholeNumber)) return tokens.map((token) => (isWholeNumber(token) ? digits : token.text)).join('')
  if (isFraction(tokens)) return fractionShown(tokens, Number(digits))
  const exponent = tokens.findIndex(({ kind }) => kind === 'exponent')
  if (exponent >= 0) return exponentShown(tokens, exponent, Number(digits))
  const last = tokens.findLastIndex(({ kind }) => kind === 'digit')
  const point = tokens.findIndex(({ kind }) => kind === 'point')
  const percents = tokens.filter(({ kind }) => kind === 'percent').length
  const isDigit = ({ kind }: Token): boolean => kind === 'digit'
  const places = point < 0 ? 0 : tokens.slice(point).filter(isDigit).length
  const [whole, fraction] = rounded(shifted(digits, 2 * percents - 3 * trailingCommas(tokens, last, point)), places)
  const wholePlaces = (point < 0 ? tokens : tokens.slice(0, point)).filter(isDigit).length
  const parts: string[] = []
  let before = 0
  let behind = 0
  // Digits fill the places from the point on to the left; those that are too many stand at the first place.
  const significant = whole === '0' ? '' : whole
  for (const [at, { kind, text }] of tokens.entries()) {
    if (AS_WRITTEN.has(kind)) parts.push(text)
    else if (kind === 'point' && at === point) parts.push('.')
    else if (kind === 'digit' && (point < 0 || at < point)) {
      const end = significant.length - (wholePlaces - before - 1)
      const shown =
        before === 0 ? significant.slice(0, Math.max(0, end)) : end > 0 ? significant.slice(end - 1, end) : ''
      parts.push(shown === '' ? (text === '0' ? '0' : '') : shown)
      before += 1
    } else if (kind === 'digit') {
      const isEmpty = /^0*$/.test(fraction.slice(behind))
      parts.push(isEmpty && text !== '0' ? '' : (fraction[behind] ?? '0'))
      behind += 1
    }
  }
  return parts.join('')
}

/** A place for the number as it is, whatever its digits. */
function isWholeNumber({ kind }: Token): boolean {
  return kind === 'general' || kind === 'text'
}

/** Decimal text with its point moved to the right, or to the left. */
function shifted(digits: string, by: number): string {
  if (by === 0) return digits
  const [whole = '', fraction = ''] = digits.split('.')
  const all = by > 0 ? `${whole}${fraction.padEnd(by, '0')}` : `${whole.padStart(1 - by, '0')}${fraction}`
  const at = by > 0 ? whole.length + by : Math.max(whole.length, 1 - by) + by
  return `${all.slice(0, at)}.${all.slice(at)}`
}

/** A number of decimals, halves up. */
function rounded(digits: string, places: number): [string, string] {
  const [whole = '', fraction = ''] = digits.split('.')
  const kept = fraction.slice(0, places).padEnd(places, '0')
  const up = (fraction[places] ?? '0') >= '5' ? 1n : 0n
  const units = (BigInt(`${whole}${kept}` || '0') + up).toString().padStart(places + 1, '0')
  return [units.slice(0, units.length - places), units.slice(units.length - places)]
}

/** Commas behind the last place before the point divide by a thousand each. */
function trailingCommas(tokens: readonly Token[], last: number, point: number): number {
  const count = (from: number): number => {
    let commas = 0
    while (tokens[from + 1 + commas]?.kind === 'comma') commas += 1
    return commas
  }
  const beforePoint = point < 0 ? -1 : tokens.slice(0, point).findLastIndex(({ kind }) => kind === 'digit')
  return (last < 0 ? 0 : count(last)) + (beforePoint < 0 || beforePoint === last ? 0 : count(beforePoint))
}

function isFraction(tokens: readonly Token[]): boolean {
  const slash = tokens.findIndex(({ kind }) => kind === 'slash')
  return slash > 0 && tokens[slash - 1]?.kind === 'digit' && /^[\d?#]$/.test(tokens[slash + 1]?.text ?? '')
}

function fractionShown(tokens: readonly Token[], value: number): string {
  const whole = Math.floor(value)
  let best = { over: 0, under: 1, error: value - whole }
  for (let under = 1; under <= DENOMINATOR_MAX; under += 1) {
    const over = Math.round((value - whole) * under)
    const error = Math.abs(value - whole - over / under)
    if (error < best.error - 1e-12) best = { over, under, error }
  }
  const shown = best.over === 0 ? `${whole}` : `${whole} ${best.over}/${best.under}`
  const words = tokens.filter(({ kind, text }) => kind === 'literal' && /[^\s\d/]/.test(text)).map(({ text }) => text)
  return words.length === 0 ? shown : `${shown} ${words.join('').trim()}`
}

function exponentShown(tokens: readonly Token[], exponent: number, value: number): string {
  const point = tokens.findIndex(({ kind }) => kind === 'point')
  const places =
    point < 0 || point > exponent ? 0 : tokens.slice(point, exponent).filter(({ kind }) => kind === 'digit').length
  const [mantissa = '', power = ''] = value.toExponential(places).split('e')
  const sign = power.startsWith('-') ? '-' : '+'
  const size = Math.min(EXPONENT_DIGITS, tokens.slice(exponent).filter(({ kind }) => kind === 'digit').length)
  return `${mantissa}E${sign}${power.replace(/^[+-]/, '').padStart(size, '0')}`
}
