import type { EchoKind } from '../../contract/index.js'
import { isPlain, isSameAs } from './same.js'
import { isObject, isThere, type Loose, type Mismatch, wordsOf } from './values.js'

/** Compares the entries that the answer to a batch shows with those that were sent. */

const VALUES: Readonly<Record<string, EchoKind>> = {
  price: 'number',
  currency: 'word',
  min_stay: 'number',
  max_stay: 'number',
  closed: 'boolean',
  closed_to_arrival: 'boolean',
  closed_to_departure: 'boolean',
  availability: 'number',
}
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Lists of what stood there before. */
const OF_BEFORE = /^(?:old|prev|prior|before|former|replaced)/i
const MOST_ROWS = 2_000

const keyOf = ({ room_id: room, rate_plan_id: plan }: Loose): string =>
  JSON.stringify([room, plan].map((id) => (isPlain(id) ? String(id).trim() : '')))

const daysOf = ({ days }: Loose): string => (Array.isArray(days) ? days.map(String).sort().join() : '')

/** The nights of an entry: its range, or its one date. */
function spanOf(row: Loose): { from: string; to: string } | undefined {
  const [from, to] = [row['from'] ?? row['date'], row['to'] ?? row['date']]
  return typeof from === 'string' && typeof to === 'string' && DAY.test(from) && DAY.test(to) ? { from, to } : undefined
}

/**
 * The first entry of an answer that names the same hotel, room, plan and nights as what was sent and has another value there. What it does not name, or was not
 * sent, says nothing.
 * @param answer in our names
 * @param sent the entries of the request; asked for where the answer has some
 */
export function otherEntry(answer: unknown, hotel: unknown, sent: () => readonly unknown[]): Mismatch | undefined {
  const rows = rowsIn(answer)
  if (rows.length === 0) return undefined
  const wanted = new Map<string, { entry: Loose; from: string; to: string }[]>()
  for (const entry of sent().filter(isObject)) {
    const span = spanOf(entry)
    if (span === undefined) continue
    const key = keyOf(entry)
    const same = wanted.get(key)
    if (same === undefined) wanted.set(key, [{ entry, ...span }])
    else same.push({ entry, ...span })
  }
  for (const { place, row, span } of rows) {
    if (isPlain(row['hotel_code']) && isPlain(hotel) && String(row['hotel_code']) !== String(hotel)) continue
    const days = daysOf(row)
    const all = (wanted.get(keyOf(row)) ?? []).filter(
      ({ entry, from, to }) => from <= span.from && span.to <= to && daysOf(entry) === days,
    )
    for (const [name, kind] of Object.entries(VALUES)) {
      const told = row[name]
      const asked = all.map(({ entry }) => entry[name]).filter(isThere)
      if (!isPlain(told) || told === '' || asked.length === 0) continue
      if (!asked.some((one) => isSameAs(kind, one, told)))
        return { field: `${place}.${name}`, asked: wordsOf(asked[0]), answered: wordsOf(told) }
    }
  }
  return undefined
}

interface Row {
  place: string
  row: Loose
  span: { from: string; to: string }
}

/** The rows of the lists of an answer, at its top and one level below, that name a night and hold a value. */
function rowsIn(answer: unknown): Row[] {
  if (!isObject(answer)) return []
  const found: Row[] = []
  const look = (level: Loose, place: string, isTop: boolean): void => {
    for (const [name, value] of Object.entries(level).slice(0, 200)) {
      if (OF_BEFORE.test(name)) continue
      if (Array.isArray(value)) {
        for (const [at, row] of value.slice(0, MOST_ROWS - found.length).entries()) {
          const span = isObject(row) ? spanOf(row) : undefined
          if (span !== undefined && Object.keys(VALUES).some((field) => Object.hasOwn(row as Loose, field)))
            found.push({ place: `${place}${name}[${at}]`, row: row as Loose, span })
        }
      } else if (isTop && isObject(value)) look(value, `${name}.`, false)
    }
  }
  look(answer, '', true)
  return found
}
