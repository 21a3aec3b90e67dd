import { otherBooking, otherCounts } from './echo/booking.js'
import { isObject, isPlain, isSame, type Mismatch, NOT_ECHOED, otherValue, presentAt, valuesAt, wordsOf } from './echo/values.js'
import type { EndpointRule } from './rules.js'

export { isSame, type Mismatch, shown, valuesAt } from './echo/values.js'

/** Compares what an answer speaks of with what was asked. */

/** What was asked, in the names of the contract. */
export interface Asked {
  params?: unknown
  query?: unknown
  body?: unknown
}

/**
 * What the answer says otherwise than it was asked. What it does not mention, or has null for, is no mismatch; an empty text is.
 * @param named the answer in our names, before its values were read: there an empty text stands where a number is expected
 */
export function mismatchesOf(rule: EndpointRule, asked: Asked, result: unknown, named: unknown = result): Mismatch[] {
  return [
    ...Object.entries(rule.same ?? {}).flatMap(([answerPath, askedPath]) => otherThan(answerPath, [...presentAt(result, answerPath), ...presentAt(named, answerPath).filter((value) => value === '')], valuesAt(asked, askedPath))),
    ...(rule.comparesValues === true ? otherValues(asked.body, result, named, rule.same ?? {}) : []),
    ...(rule.comparesBooking === true ? otherBooking(asked.body, result) : []),
    ...(rule.comparesGuests === true && isObject(asked.body) && isObject(result) ? otherCounts('totalGuestCounts', asked.body['totalGuestCounts'], result['totalGuestCounts']) : []),
  ]
}

function otherThan(path: string, answered: readonly unknown[], wanted: readonly unknown[]): Mismatch[] {
  if (wanted.length === 0) return []
  const strange = answered.find((value) => !isPlain(value) || !wanted.some((one) => isSame(one, value)))
  return strange === undefined ? [] : [{ field: path.replaceAll('[]', '').replace(/^\./, ''), asked: wanted.slice(0, 3).map(String).join(', '), answered: wordsOf(strange) }]
}

function otherValues(body: unknown, result: unknown, named: unknown, same: Readonly<Record<string, string>>): Mismatch[] {
  if (!isObject(body) || !isObject(result)) return []
  return Object.entries(body).flatMap(([field, wanted]) => {
    const isEmptied = isObject(named) && Object.hasOwn(named, field) && named[field] === ''
    const answered = Object.hasOwn(result, field) ? result[field] : isEmptied ? '' : undefined
    return NOT_ECHOED.has(field) || field in same ? [] : otherValue(field, wanted, answered)
  })
}
