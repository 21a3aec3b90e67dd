import { isObject, isPlain } from '../echo/index.js'
import { bitOf } from './nights.js'
import { SentEntries } from './sent-entries.js'

/** What was sent in a batch, as a text may count or name it. */
export interface Batch {
  entries: number
  rooms: number
  plans: number
  /** Different nights, and those of each entry together. */
  nights: number
  roomNights: number
  /** Of rooms, plans and the hotel. */
  ids: ReadonlySet<string>
  /** Days and values as well. */
  values: ReadonlySet<string>
}

/** Nights that are counted one by one; beyond, an entry counts as many as lie between its ends. */
const MOST = 400_000

/**
 * What was sent in a batch, counted.
 * @param body the request around the entries
 */
export function batchIn(entries: readonly unknown[], body: unknown): Batch {
  const { all, rooms, plans } = new SentEntries(undefined, entries)
  const nights = new Set<number>()
  let roomNights = 0
  let left = MOST
  for (const { nights: own } of all) {
    for (let night = own?.from ?? 1; own !== undefined && night <= own.to && left > 0; night += 1) {
      left -= 1
      if ((bitOf(night) & own.mask) === 0) continue
      roomNights += 1
      nights.add(night)
    }
    if (left <= 0 && own !== undefined) roomNights += own.to - own.from + 1
  }
  const low = (value: unknown): string[] => (isPlain(value) ? [String(value).toLowerCase()] : [])
  const around = isObject(body) ? Object.values(body).flatMap(low) : []
  return {
    entries: entries.length,
    rooms: rooms.size,
    plans: plans.size,
    nights: nights.size,
    roomNights,
    ids: new Set([...rooms, ...plans, ...around].map((id) => id.toLowerCase())),
    values: new Set([...around, ...entries.filter(isObject).flatMap((entry) => Object.values(entry).flatMap(low))]),
  }
}
