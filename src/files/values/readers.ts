import type { DecimalMark, FieldType } from '../reading/index.js'
import { type Amount, readAmount } from './amount.js'
import { readCurrency } from './currency.js'
import type { PriceStep } from './price-change.js'
import { ownCopy, type Problem, readCount, readFlag, readStay } from './values.js'

const REMEMBERED_MAX = 50_000

/** Turns the text of a cell into a value, or says why it is none. */
export type Read<T> = (text: string) => T | Problem

/** What a value column can give. */
export type Value = string | number | boolean | Amount

/** The reading of a value column. */
export function readerOf(type: FieldType, decimal: DecimalMark | undefined, step?: PriceStep): Read<Value> {
  switch (type) {
    case 'amount':
      return (text) => readAmount(text, decimal, step)
    case 'currency':
      return readCurrency
    case 'count':
      return readCount
    case 'stay':
      return readStay
    case 'flag':
      return readFlag
  }
}

/** The same function with a memory: dates, ids and prices repeat from row to row. Bounded, so any file fits; given up where most texts are new. */
export function remembered<T>(read: Read<T>): Read<T> {
  const known = new Map<string, T | Problem>()
  let isWorthIt = true
  let found = 0
  let lastText: string | undefined
  let last: T | Problem
  return (text) => {
    if (text === lastText) return last
    let value = known.get(text)
    if (value === undefined) {
      const key = ownCopy(text)
      value = read(key)
      if (isWorthIt) known.set(key, value)
      if (known.size >= REMEMBERED_MAX) {
        isWorthIt = found > 4 * REMEMBERED_MAX
        found = 0
        known.clear()
      }
    } else found += 1
    lastText = text
    last = value
    return value
  }
}
