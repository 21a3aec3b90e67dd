import { Fault } from '../errors.js'
import { encodingNamed } from './bytes/index.js'
import { headerKey, IdReaders } from './columns/index.js'
import { KINDS } from './kinds/index.js'
import type { ReadOptions } from './reading/index.js'
import { delimiterOf } from './table/index.js'
import { Problem, readCurrency, readId, readStep, showText } from './values/index.js'

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
  checkMap(options.map ?? {})
  refuseMappedAndIgnored(options)
  return checked
}

/** Ids may be one code, a range one night, and a limit the least and the most; no cell is a price and a number of nights. @throws Fault USAGE */
function checkMap(map: Readonly<Record<string, string>>): void {
  const byColumn = new Map<string, { name: string; what: string }>()
  for (const [name, column] of Object.entries(map)) {
    const what = contentOf(name)
    const before = byColumn.get(headerKey(column))
    if (what === undefined) continue
    if (before !== undefined && before.what !== what)
      throw new Fault('USAGE', `--map reads ${before.name} and ${name} from one column, "${showText(column)}".`, {
        next: `Name the column of each: ${before.name} is ${before.what}, ${name} is ${what}.`,
      })
    byColumn.set(headerKey(column), { name, what })
  }
}

/** A column is read or left out: nobody can want both. @throws Fault USAGE */
function refuseMappedAndIgnored({ map = {}, ignoreColumns = [] }: ReadOptions): void {
  const ignored = new Set(ignoreColumns.map(headerKey))
  const both = Object.entries(map).find(([, column]) => ignored.has(headerKey(column)))
  if (both !== undefined)
    throw new Fault(
      'USAGE',
      `The column "${showText(both[1])}" is to be ignored, and the mapping reads ${both[0]} from it.`,
      {
        next: 'Take it out of --ignore-columns (or "ignore" of the mapping file), or out of the mapping. Nothing was sent.',
      },
    )
}

function contentOf(name: string): string | undefined {
  if (name === 'date' || name === 'from' || name === 'to') return 'a date'
  if (name.endsWith('_id') || name === 'hotel_code') return 'an id'
  const type = KINDS.flatMap((kind) => kind.fields).find((field) => field.name === name)?.type
  return type === 'amount'
    ? 'a price'
    : type === 'stay'
      ? 'a number of nights'
      : type === 'count'
        ? 'a number of units'
        : type === 'flag'
          ? 'yes or no'
          : undefined
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
  if (value instanceof Problem)
    throw new Fault(
      'USAGE',
      `${flag} ${text} ${value.reason}.`,
      value.remedy === undefined ? {} : { next: value.remedy },
    )
  return value
}
