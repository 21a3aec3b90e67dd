import { wordOf } from '../doubts/index.js'
import { isObject, isPlain } from '../echo/index.js'
import {
  holdsNoEntries,
  isOfBefore,
  partOf,
  partOfList,
  type Part,
  type ValueName,
  VALUE_NAMES,
  valueNameIn,
  valueNameOf,
} from './fields.js'
import { isDeedAt, isOfDeed } from './coverage.js'
import { dayOf, maskOf, type Nights } from './nights.js'

/** Reads the rows of an answer to a batch, under whatever names and in whatever form: lists, records, and maps by room and night. */

type Loose = Readonly<Record<string, unknown>>

/** An id or code that a row names, and whether its key says that it is one, as `room_id` does and `room` does not. */
export interface Named {
  field: string
  ids: readonly string[]
  isId: boolean
}

/** What one row of an answer says. */
export interface Row {
  place: string
  room?: Named
  plan?: Named
  hotel?: Named
  nights?: Nights
  /** It names nights in a way that cannot be read. */
  hasOddNights?: true
  told: ReadonlyMap<ValueName, { field: string; value: unknown }>
  /** A number of a map that no name says the meaning of. */
  bare?: unknown
}

/** What a row stands in. */
type Around = Pick<Row, 'room' | 'plan' | 'hotel' | 'nights' | 'hasOddNights'>

/** The ids of what was sent. */
export interface Sent {
  rooms: ReadonlySet<string>
  plans: ReadonlySet<string>
  hotel: string | undefined
}

export interface Reading {
  rows: Row[]
  /** Members of the answer in which something stands that is no row. */
  unclear: Set<string>
  /** Members that are rows through and through. */
  clear: Set<string>
}

const MOST = 300_000
const DEEPEST = 7
const NONE: ReadonlyMap<ValueName, { field: string; value: unknown }> = new Map()
const DIGITS = /^\d{1,18}$/

/**
 * @param named a record of the service in the names of the request's entries
 * @param own members of the answer that are read otherwise
 */
export function rowsOf(body: Loose, sent: Sent, named: (row: Loose) => Loose, own: ReadonlySet<string>): Reading {
  const reading: Reading = { rows: [], unclear: new Set(), clear: new Set() }
  let left = MOST
  let member = ''

  const top = Object.fromEntries(Object.entries(body).filter(([name]) => !own.has(name)))
  const { row, parts: topParts } = rowOf(top, '', '', {})
  for (const name of topParts) if (isPlain(top[name])) reading.clear.add(name)
  // A date at the top is that of the answer.
  const { nights: _nights, hasOddNights: _odd, ...topRow } = row
  const hasRange = ['from', 'to'].every((part) => Object.keys(top).some((name) => partOf(name) === part))
  const whole = hasRange ? row : topRow
  if (isAnything(whole)) reading.rows.push(whole)
  for (const [name, value] of Object.entries(top)) {
    if (typeof value !== 'object' || value === null || holdsNoEntries(name)) continue
    member = name
    const before = reading.rows.length
    if (isPartHolder(name, value)) continue
    look(value, name, name, inheritedFrom(whole), 1)
    if (reading.rows.length > before && !reading.unclear.has(name)) reading.clear.add(name)
  }
  return reading

  function look(value: unknown, place: string, listName: string, around: Around, depth: number): void {
    left -= 1
    if (depth > DEEPEST || left <= 0) return
    if (Array.isArray(value)) {
      for (const [at, one] of value.slice(0, MOST).entries()) {
        if (left <= 0) return
        if (isObject(one)) look(one, `${place}[${at}]`, listName, around, depth + 1)
        else lookAtPlain(one, `${place}[${at}]`, listName, around)
      }
    } else if (isObject(value)) lookAtRecord(value, place, listName, around, depth)
  }

  /** A list of ids or nights alone. */
  function lookAtPlain(value: unknown, place: string, listName: string, around: Around): void {
    left -= 1
    const part = partOfList(listName) ?? partOfDeed(value, listName)
    if (part === 'room' && isPlain(value) && typeof value !== 'boolean')
      reading.rows.push({
        ...around,
        place,
        room: { field: place, ids: [String(value).trim()], isId: /id/i.test(listName) },
        told: NONE,
      })
    else if (part === 'date' && dayOf(value) !== undefined)
      reading.rows.push({ ...around, place, ...nightsOf({ date: value }), told: NONE })
    else reading.unclear.add(member)
  }

  /** `applied: [101]`, `updatedRooms: [101]`: what was sent, by the ids or nights of it. */
  function partOfDeed(value: unknown, listName: string): 'room' | 'date' | undefined {
    if (!isOfDeed(listName) || !isPlain(value)) return undefined
    if (sent.rooms.has(String(value).trim())) return 'room'
    return dayOf(value) === undefined ? undefined : 'date'
  }

  function lookAtRecord(record: Loose, place: string, listName: string, around: Around, depth: number): void {
    if (isMap(record)) {
      for (const [key, value] of Object.entries(record)) lookAtEntry(key, value, place, listName, around, depth)
      return
    }
    const { row: found, parts } = rowOf(record, place, listName, around)
    const isRow = parts.size > 0
    if (isRow) reading.rows.push(found)
    let hasInner = false
    for (const [name, value] of Object.entries(record)) {
      if (typeof value !== 'object' || value === null || parts.has(name) || holdsNoEntries(name)) continue
      hasInner = true
      const before = reading.unclear.has(member)
      const rows = reading.rows.length
      look(value, `${place}.${name}`, name, inheritedFrom(isRow ? found : around), depth + 1)
      // What a row holds besides is its own.
      if (isRow && !before && reading.rows.length === rows) reading.unclear.delete(member)
    }
    if (!isRow && !hasInner && !isOfBefore(listName)) reading.unclear.add(member)
  }

  /** Whether the keys of a record are rooms, plans or nights instead of names. */
  function isMap(record: Loose): boolean {
    const keys = Object.keys(record)
    const isKey = (key: string): boolean => dayOf(key) !== undefined || DIGITS.test(key) || isSent(key)
    return keys.length > 0 && keys.slice(0, 1_000).every(isKey)
  }

  function isSent(key: string): boolean {
    return sent.rooms.has(key) || sent.plans.has(key) || sent.hotel === key
  }

  function lookAtEntry(
    key: string,
    value: unknown,
    place: string,
    listName: string,
    around: Around,
    depth: number,
  ): void {
    left -= 1
    const at = `${place}.${key}`
    const named = placeOfKey(key, at, around, value)
    if (isPlain(value) || value === null) {
      const name = valueNameIn(listName)
      const isNumber = value !== null && typeof value !== 'boolean' && /^-?\d/.test(String(value).trim())
      if (name !== undefined)
        reading.rows.push({ ...around, ...named, place: at, told: new Map([[name, { field: at, value }]]) })
      else if (isNumber && named.nights !== undefined && named.room !== undefined)
        reading.rows.push({ ...around, ...named, place: at, told: NONE, bare: value })
      else if (
        isDeedAt(place) &&
        value !== null &&
        wordOf(String(value)) === 'yes' &&
        (named.nights ?? named.room) !== undefined
      )
        reading.rows.push({ ...around, ...named, place: at, told: NONE })
      else reading.unclear.add(member)
    } else look(value, at, listName, { ...around, ...named }, depth + 1)
  }

  /** What a key of a map names: a night, what was sent, or an id of another one. Numbers from 0 on are places of a list. */
  function placeOfKey(key: string, at: string, around: Around, value: unknown): Around {
    if (dayOf(key) !== undefined) return { ...around, ...nightsOf({ date: key }) }
    const id: Named = { field: at, ids: [key], isId: true }
    if (around.room === undefined && sent.rooms.has(key)) return { ...around, room: id }
    if (around.plan === undefined && sent.plans.has(key)) return { ...around, plan: id }
    if (around.hotel === undefined && (sent.hotel === key || (key.length >= 7 && key.length === sent.hotel?.length)))
      return { ...around, hotel: id }
    const namesItself = isObject(value) && Object.keys(value).some((name) => partOf(name) !== undefined)
    if (namesItself || Number(key) < 10) return around
    if (around.room === undefined) return { ...around, room: id }
    return around.plan === undefined ? { ...around, plan: id } : around
  }

  function rowOf(
    record: Loose,
    place: string,
    listName: string,
    around: Around,
  ): { row: Row; parts: ReadonlySet<string> } {
    const ours = named(record)
    const parts = new Set<string>()
    const path = (name: string): string => (place === '' ? name : `${place}.${name}`)
    const found: { -readonly [part in 'room' | 'plan' | 'hotel']?: Named } = {}
    const times: Partial<Record<Part, unknown>> = {}
    const told = new Map<ValueName, { field: string; value: unknown }>()
    for (const [name, value] of Object.entries(ours).slice(0, 200)) {
      const part =
        partOf(name) ?? ((name === 'id' || name === 'code') && partOfList(listName) === 'room' ? 'room' : undefined)
      if (part === 'room' || part === 'plan' || part === 'hotel') {
        const ids = idsIn(value)
        if (ids.length === 0) continue
        parts.add(name)
        // One of several names of the same thing may be that of the request.
        const before = found[part]
        found[part] = {
          field: before?.field ?? path(name),
          ids: [...(before?.ids ?? []), ...ids],
          isId: before?.isId === true || /id$/i.test(name) || name === 'hotel_code',
        }
      } else if (part !== undefined && isPlain(value)) {
        parts.add(name)
        times[part] = value
      } else tell(name, value, path(name))
    }
    if (times.date !== undefined || times.from !== undefined) {
      if (Object.hasOwn(ours, 'days')) parts.add('days')
      return { row: { ...around, ...found, ...nightsOf({ ...times, days: ours['days'] }), place, told }, parts }
    }
    return { row: { ...around, ...found, place, told }, parts }

    function tell(name: string, value: unknown, field: string): void {
      const known = VALUE_NAMES.find((one) => one === name)
      const of = known ?? valueNameOf(name)
      if (of === undefined) return
      if (isObject(value)) {
        const amount = value['amount'] ?? value['value']
        if (!isPlain(amount)) return
        parts.add(name)
        told.set(of, { field, value: amount })
        if (isPlain(value['currency'])) told.set('currency', { field: `${field}.currency`, value: value['currency'] })
        return
      }
      // Other names than those of the request mean other things as well, and then they hold no such value.
      const fits = known !== undefined || isFit(of, value)
      if (!(isPlain(value) || value === null) || !fits || (known === undefined && told.has(of))) return
      parts.add(name)
      told.set(of, { field, value })
    }
  }
}

const isAnything = ({ room, plan, hotel, nights, told }: Row): boolean =>
  told.size > 0 || [room, plan, hotel, nights].some((part) => part !== undefined)

const inheritedFrom = ({ room, plan, hotel, nights, hasOddNights }: Around): Around => ({
  ...(room === undefined ? {} : { room }),
  ...(plan === undefined ? {} : { plan }),
  ...(hotel === undefined ? {} : { hotel }),
  ...(nights === undefined ? {} : { nights }),
  ...(hasOddNights === undefined ? {} : { hasOddNights }),
})

const isFit = (name: ValueName, value: unknown): boolean =>
  value === null ||
  (name.startsWith('closed')
    ? typeof value === 'boolean'
    : name === 'currency' || /^\s{0,3}-?\d/.test(String(value).slice(0, 30)))

/** `room: {id, code}` names a room as `room_id` does. */
function isPartHolder(name: string, value: unknown): boolean {
  return isObject(value) && partOf(name) !== undefined && idsIn(value).length > 0 && Object.values(value).every(isPlain)
}

function idsIn(value: unknown): string[] {
  const told = isObject(value) ? ['id', 'code'].map((name) => value[name]) : [value]
  return told.flatMap((one) =>
    isPlain(one) && typeof one !== 'boolean' && String(one).trim() !== '' ? [String(one).slice(0, 200).trim()] : [],
  )
}

function nightsOf({ date, from = date, to = date, days }: Partial<Record<Part, unknown>> & { days?: unknown }): Around {
  const [first, last, mask] = [dayOf(from), dayOf(to), maskOf(days)]
  return first === undefined || last === undefined || mask === undefined || first > last
    ? { hasOddNights: true }
    : { nights: { from: first, to: last, mask } }
}
