import { Fault } from '../errors.js'
import { IdReaders } from './codes.js'
import { delimiterOf } from './readers/delimiter.js'
import { readStep } from './readers/price-change.js'
import type { ReadOptions } from './readers/reading.js'
import { encodingNamed } from './readers/text-encodings.js'
import { readCurrency } from './values-currency.js'
import { Problem, readId } from './values.js'

/**
 * Options as they are followed: the hotel as an id, the currency as a code.
 * @throws Fault USAGE for impossible ones
 */
export function checkOptions(options: ReadOptions): ReadOptions {
  delimiterOf(options.delimiter)
  const checked: ReadOptions = { ...options }
  if (options.hotel !== undefined) checked.hotel = valid('--hotel', options.hotel, hotelReader(options))
  if (options.currency !== undefined) checked.currency = valid('--currency', options.currency, readCurrency)
  if (options.encoding !== undefined) checked.encoding = valid('--encoding', options.encoding, encodingNamed)
  if (options.round !== undefined) valid('--round', options.round, readStep)
  return checked
}

/** A hotel that a person names may be an own code or the id itself. */
function hotelReader({ codes }: ReadOptions): (text: string) => string | Problem {
  const { hotel } = new IdReaders(codes)
  return (text) => {
    const id = hotel(text)
    return id instanceof Problem ? readId(text) : id
  }
}

function valid<T>(flag: string, text: string, read: (text: string) => T | Problem): T {
  const value = read(text)
  if (value instanceof Problem) throw new Fault('USAGE', `${flag} ${text} ${value.reason}.`, value.remedy === undefined ? {} : { next: value.remedy })
  return value
}
