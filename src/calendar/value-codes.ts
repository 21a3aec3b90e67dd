import type { NightFields } from './field-sets.js'

type Value = NightFields[string]

/** The code of a field that is absent. */
export const NO_VALUE = 0

/** The lowest bits of a code tell what the others hold. */
const TAG_BITS = 3
const TAG = (1 << TAG_BITS) - 1
const FLAG = 1
/** A whole number, 0 or more. */
const COUNT = 2
/** Decimal text with two decimals, such as `120.00`, as hundredths. */
const HUNDREDTHS = 3
/** Decimal text with two zeros for decimals, whose hundredths are too many. */
const WHOLES = 4
/** The place of a value that is none of these. */
const LISTED = 5
const PAYLOADS = 2 ** (31 - TAG_BITS)

const ZERO = 0x30
const POINT = 0x2e
/** Behind the whole number: a point and two digits. */
const TAIL = 3
const DIGITS_MAX = 12
const HUNDRED = 100

/**
 * Values as whole numbers of 31 bits, above 0: equal ones for equal values, others for others. Prices, counts and flags are told by their number alone, so a
 * file of a million different prices keeps none of them; what is left is kept in a list, once each.
 */
export class ValueCodes {
  readonly #below: ValueCodes | undefined
  readonly #start: number
  readonly #listed: Value[] = []
  readonly #places = new Map<Value, number>()

  /** @param below whose list is known already and must not grow; new values are listed behind it, here alone. */
  constructor(below?: ValueCodes) {
    this.#below = below
    this.#start = below?.listed ?? 0
  }

  /** How many values are kept in the list, those below included. */
  get listed(): number {
    return this.#start + this.#listed.length
  }

  /** The code of a value; `NO_VALUE` for none. */
  codeOf(value: Value | undefined): number {
    if (value === undefined) return NO_VALUE
    if (typeof value === 'boolean') return ((value ? 1 : 0) << TAG_BITS) | FLAG
    if (typeof value === 'number') return isPayload(value) ? (value << TAG_BITS) | COUNT : this.#list(value)
    const hundredths = hundredthsOf(value)
    if (hundredths >= 0 && hundredths < PAYLOADS) return (hundredths << TAG_BITS) | HUNDREDTHS
    if (hundredths >= 0 && hundredths % HUNDRED === 0 && hundredths / HUNDRED < PAYLOADS)
      return ((hundredths / HUNDRED) << TAG_BITS) | WHOLES
    return this.#list(value)
  }

  /** The value of a code; undefined for `NO_VALUE`. */
  valueOf(code: number): Value | undefined {
    const payload = code >>> TAG_BITS
    switch (code & TAG) {
      case FLAG:
        return payload === 1
      case COUNT:
        return payload
      case HUNDREDTHS:
        return textOfHundredths(payload)
      case WHOLES:
        return `${payload}.00`
      case LISTED:
        return this.#listedAt(payload)
      default:
        return undefined
    }
  }

  /** What `Number` makes of the value of a code. */
  numberOf(code: number): number {
    const payload = code >>> TAG_BITS
    // The quotient of two whole numbers is rounded as the text of it is read.
    const tag = code & TAG
    return tag === HUNDREDTHS ? payload / HUNDRED : tag === WHOLES ? payload : Number(this.valueOf(code))
  }

  /** The decimals that the value of a code is written with. */
  decimalsOf(code: number): number {
    const tag = code & TAG
    if (tag === HUNDREDTHS || tag === WHOLES) return TAIL - 1
    const text = tag === LISTED ? String(this.valueOf(code)) : ''
    const point = text.indexOf('.')
    return point < 0 ? 0 : text.length - point - 1
  }

  /** Characters of the value of a code in JSON, where none of them needs an escape; -1 where that has to be looked at. */
  static jsonLength(code: number): number {
    const payload = code >>> TAG_BITS
    switch (code & TAG) {
      case FLAG:
        return payload === 1 ? 'true'.length : 'false'.length
      case COUNT:
        return digitsIn(payload)
      case HUNDREDTHS:
        return '".00"'.length + digitsIn(Math.trunc(payload / HUNDRED))
      case WHOLES:
        return '".00"'.length + digitsIn(payload)
      default:
        return -1
    }
  }

  /** The hundredths of decimal text with two decimals; -1 for a code of anything else, and of more than a code holds. */
  static hundredthsOf(code: number): number {
    return (code & TAG) === HUNDREDTHS ? code >>> TAG_BITS : -1
  }

  /** The place in the list of a value that has no code of its own; -1 for all others. */
  static placeOf(code: number): number {
    return (code & TAG) === LISTED ? code >>> TAG_BITS : -1
  }

  #list(value: Value): number {
    for (let { below } = { below: this.#below }; below !== undefined; below = below.#below) {
      const known = below.#places.get(value)
      if (known !== undefined) return codeAt(known)
    }
    let place = this.#places.get(value)
    if (place === undefined) {
      this.#places.set(value, (place = this.listed))
      this.#listed.push(value)
    }
    return codeAt(place)
  }

  #listedAt(place: number): Value {
    if (this.#below !== undefined && place < this.#start) return this.#below.#listedAt(place)
    const value = this.#listed[place - this.#start]
    if (value === undefined) throw new RangeError(`no value ${place}`)
    return value
  }
}

/** Decimal text with two decimals: `120.00` of 12000. */
export function textOfHundredths(hundredths: number): string {
  const rest = hundredths % HUNDRED
  return `${(hundredths - rest) / HUNDRED}.${rest < 10 ? '0' : ''}${rest}`
}

function codeAt(place: number): number {
  return (place << TAG_BITS) | LISTED
}

function isPayload(value: number): boolean {
  return value >= 0 && value < PAYLOADS && Number.isInteger(value) && !Object.is(value, -0)
}

/** `120.00` as 12000; -1 for any text that would not come back from the number as it is. */
function hundredthsOf(text: string): number {
  const point = text.length - TAIL
  if (point < 1 || point > DIGITS_MAX || text.charCodeAt(point) !== POINT) return -1
  if (point > 1 && text.charCodeAt(0) === ZERO) return -1
  let number = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at === point) continue
    const digit = text.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}

function digitsIn(number: number): number {
  let digits = 1
  for (let rest = number; rest >= 10; rest = Math.trunc(rest / 10)) digits += 1
  return digits
}
