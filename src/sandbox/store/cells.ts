import type { Database } from '../../sql/index.js'
import { ChangeLog } from '../ground/index.js'
import {
  countCovered,
  layNights,
  type Nights,
  type NightTuple,
  rangeOf,
  type RangeTuple,
  type Values,
} from './calendar-ranges.js'

/** Rates and restrictions to set; an absent field is left alone. */
export interface SettingValues {
  price?: string | undefined
  currency?: string | undefined
  minStay?: number | undefined
  maxStay?: number | undefined
  closed?: boolean | undefined
  closedToArrival?: boolean | undefined
  closedToDeparture?: boolean | undefined
}

export interface SettingCell extends SettingValues {
  hotelCode: string
  roomCode: string
  /** Code of the rate plan; absent for the room without a plan. */
  planId?: string | undefined
  night: number
}

export interface InventoryCell {
  hotelCode: string
  roomCode: string
  night: number
  availability: number
}

const SETTING_COLUMNS = [
  'price',
  'currency',
  'min_stay',
  'max_stay',
  'closed',
  'closed_to_arrival',
  'closed_to_departure',
] as const

/**
 * One statement for a whole request: the entries as JSON, each joined with as many steps as its range has nights, in the
 * order of the entries, so that a later entry wins. A null leaves the stored value alone.
 */
function upsert(table: 'settings' | 'inventory', owner: string, columns: readonly string[]): string {
  const values = columns.map((column, at) => `value ->> ${at + 4} AS ${column}`)
  return `
    WITH entry AS MATERIALIZED (
      SELECT value ->> 0 AS owner, value ->> 1 AS first, value ->> 2 AS until, value ->> 3 AS days, ${values.join(', ')} FROM json_each(?)
    )
    INSERT INTO ${table} (${owner}, night, ${columns.join(', ')})
    SELECT owner, first + n, ${columns.join(', ')} FROM entry CROSS JOIN steps
    WHERE n < until - first AND (days >> (((first + n + 3) % 7 + 7) % 7)) & 1
    ON CONFLICT DO UPDATE SET ${columns.map((column) => `${column} = coalesce(excluded.${column}, ${column})`).join(', ')}`
}

const WRITE_SETTINGS = upsert('settings', 'series_id', SETTING_COLUMNS)
const WRITE_INVENTORY = upsert('inventory', 'unit_id', ['available'])

/** Names a series: a room and a rate plan, 0 for none. */
export const seriesKey = (unitId: number, planId: number): string => `${unitId}/${planId}`

const asBit = (value: boolean | undefined): 0 | 1 | null => (value === undefined ? null : value ? 1 : 0)
const asFlag = (value: number | null): boolean | undefined => (value === null ? undefined : value === 1)

/** What an entry sets, in the order of SETTING_COLUMNS. */
const valuesOf = (v: SettingValues): Values => [
  v.price ?? null,
  v.currency ?? null,
  v.minStay ?? null,
  v.maxStay ?? null,
  asBit(v.closed),
  asBit(v.closedToArrival),
  asBit(v.closedToDeparture),
]

/** The columns have these types: the tables are strict, and ranges are written from the same values. */
type SettingCells = [
  price: string | null,
  currency: string | null,
  minStay: number | null,
  maxStay: number | null,
  closed: number | null,
  closedToArrival: number | null,
  closedToDeparture: number | null,
]

const toValues = (cells: Values): SettingValues => {
  const [price, currency, minStay, maxStay, closed, arrival, departure] = cells as SettingCells
  return {
    price: price ?? undefined,
    currency: currency ?? undefined,
    minStay: minStay ?? undefined,
    maxStay: maxStay ?? undefined,
    closed: asFlag(closed),
    closedToArrival: asFlag(arrival),
    closedToDeparture: asFlag(departure),
  }
}

interface Table {
  nights: 'settings' | 'inventory'
  ranges: 'setting_ranges' | 'inventory_ranges'
  owner: 'series_id' | 'unit_id'
  columns: readonly string[]
}

const SETTINGS: Table = { nights: 'settings', ranges: 'setting_ranges', owner: 'series_id', columns: SETTING_COLUMNS }
const INVENTORY: Table = { nights: 'inventory', ranges: 'inventory_ranges', owner: 'unit_id', columns: ['available'] }

/** The last night that a calendar of four-digit years has, and more. */
const ALL_NIGHTS = { first: -1_000_000, last: 10_000_000 }

const readRanges = (text: string | null | undefined): RangeTuple[] =>
  text == null ? [] : (JSON.parse(text) as RangeTuple[])

/** Rates, restrictions and inventory per night. */
export class CellStore {
  readonly #db: Database
  readonly #changes: ChangeLog

  constructor(db: Database) {
    this.#db = db
    this.#changes = new ChangeLog(db)
  }

  /** The series of a room and a rate plan (0 = no plan), made when it is first needed. */
  seriesOf(unitId: number, planId: number): number {
    const known = this.#db.get<{ id: number }>(
      'SELECT id FROM series WHERE unit_id = ? AND plan_id = ?',
      unitId,
      planId,
    )
    return (
      known?.id ?? this.#db.run('INSERT INTO series (unit_id, plan_id) VALUES (?, ?)', unitId, planId).lastInsertRowid
    )
  }

  /** Sets what each entry names on each of its nights. Ranges hold at most RANGE_NIGHTS_MAX nights. */
  writeSettings(entries: readonly { series: number; nights: Nights; values: SettingValues }[]): void {
    const rows = entries.map(({ series, nights, values }) => [
      series,
      nights.from,
      nights.until,
      nights.days,
      ...valuesOf(values),
    ])
    this.#db.run(WRITE_SETTINGS, JSON.stringify(rows))
    this.#changes.series('stays', [...new Set(entries.map(({ series }) => series))])
  }

  writeInventory(entries: readonly { unitId: number; nights: Nights; availability: number }[]): void {
    const rows = entries.map(({ unitId, nights, availability }) => [
      unitId,
      nights.from,
      nights.until,
      nights.days,
      availability,
    ])
    this.#db.run(WRITE_INVENTORY, JSON.stringify(rows))
    this.#changes.units('stays', [...new Set(entries.map(({ unitId }) => unitId))])
  }

  /**
   * Keeps the calendar of a series that has none yet as the ranges that it was made of, a twentieth of its nights. Inside the transaction that adds its
   * unit, which is told as a change already.
   */
  seedSettings(series: number, entries: readonly { nights: Nights; values: SettingValues }[]): void {
    this.#seed(
      SETTINGS,
      series,
      entries.map(({ nights, values }) => rangeOf(nights, valuesOf(values))),
    )
  }

  /** The same for the counts of a unit. */
  seedInventory(unitId: number, entries: readonly { nights: Nights; availability: number }[]): void {
    this.#seed(
      INVENTORY,
      unitId,
      entries.map(({ nights, availability }) => rangeOf(nights, [availability])),
    )
  }

  #seed({ ranges: table }: Table, owner: number, ranges: readonly RangeTuple[]): void {
    if (ranges.length === 0) return
    this.#db.run(`INSERT INTO ${table} VALUES (?, ?, ?)`, owner, countCovered(ranges), JSON.stringify(ranges))
  }

  /** How many nights have a rate or a restriction, and how many a count. */
  counts(): { settings: number; inventory: number } {
    return { settings: this.#count(SETTINGS), inventory: this.#count(INVENTORY) }
  }

  /** A night that ranges cover and that stands by itself as well is one. */
  #count({ nights, ranges, owner }: Table): number {
    const sum = this.#db.get<{ count: number }>(
      `SELECT (SELECT count(*) FROM ${nights}) + (SELECT coalesce(sum(nights), 0) FROM ${ranges}) AS count`,
    )
    const both = this.#db.all<{ ranges: string; own: string }>(
      `SELECT ranges, (SELECT json_group_array(night) FROM ${nights} WHERE ${owner} = r.${owner}) AS own FROM ${ranges} AS r
       WHERE EXISTS (SELECT 1 FROM ${nights} WHERE ${owner} = r.${owner})`,
    )
    return both.reduce((count, row) => {
      const covered = layNights(readRanges(row.ranges), [], 1, ALL_NIGHTS)
      return count - (JSON.parse(row.own) as number[]).filter((night) => covered.has(night)).length
    }, sum?.count ?? 0)
  }

  /** Every night that has a rate or a restriction, in the order of hotel, room, plan and night. */
  *settings(): Generator<SettingCell> {
    const owners = this.#db.all<{ id: number; hotel_code: string; room_code: string; plan_code: string | null }>(`
      SELECT s.id, p.hotel_code, u.room_code, r.plan_code
      FROM series s JOIN units u ON u.id = s.unit_id JOIN properties p ON p.id = u.property_id LEFT JOIN rate_plans r ON r.id = s.plan_id
      ORDER BY p.id, u.id, s.plan_id`)
    for (const { id, hotel_code: hotelCode, room_code: roomCode, plan_code } of owners) {
      for (const [night, cells] of this.#nights(SETTINGS, id)) {
        yield { hotelCode, roomCode, planId: plan_code ?? undefined, night, ...toValues(cells) }
      }
    }
  }

  /** Every night that has a count, in the order of hotel, room and night. */
  *inventory(): Generator<InventoryCell> {
    const owners = this.#db.all<{ id: number; hotel_code: string; room_code: string }>(
      'SELECT u.id, p.hotel_code, u.room_code FROM units u JOIN properties p ON p.id = u.property_id ORDER BY p.id, u.id',
    )
    for (const { id, hotel_code: hotelCode, room_code: roomCode } of owners) {
      for (const [night, [availability]] of this.#nights(INVENTORY, id))
        yield { hotelCode, roomCode, night, availability: Number(availability) }
    }
  }

  /** What is set for a property's rooms on the nights from `first` to `last`, both included: by unit and plan (0 = no plan), by night. */
  settingsOf(propertyId: number, first: number, last: number): Map<string, Map<number, SettingValues>> {
    const rows = this.#db.all<{ unit_id: number; plan_id: number; nights: string; ranges: string | null }>(
      `SELECT s.unit_id, s.plan_id, (
         SELECT json_group_array(json_array(night, ${SETTING_COLUMNS.join(', ')})) FROM settings WHERE series_id = s.id AND night BETWEEN ? AND ?
       ) AS nights, (SELECT ranges FROM setting_ranges WHERE series_id = s.id) AS ranges FROM units u JOIN series s ON s.unit_id = u.id WHERE u.property_id = ?`,
      first,
      last,
      propertyId,
    )
    return new Map(
      rows.map(({ unit_id, plan_id, nights, ranges }) => {
        const own = JSON.parse(nights) as NightTuple[]
        const laid = layNights(readRanges(ranges), own, SETTING_COLUMNS.length, { first, last })
        return [seriesKey(unit_id, plan_id), new Map([...laid].map(([night, cells]) => [night, toValues(cells)]))]
      }),
    )
  }

  /** Counts that are set for a property's units on the nights from `first` to `last`, both included: by unit, by night. */
  inventoryOf(propertyId: number, first: number, last: number): Map<number, Map<number, number>> {
    const rows = this.#db.all<{ id: number; nights: string; ranges: string | null }>(
      `SELECT u.id, (SELECT json_group_array(json_array(night, available)) FROM inventory WHERE unit_id = u.id AND night BETWEEN ? AND ?) AS nights,
         (SELECT ranges FROM inventory_ranges WHERE unit_id = u.id) AS ranges
       FROM units u WHERE u.property_id = ?`,
      first,
      last,
      propertyId,
    )
    return new Map(
      rows.map(({ id, nights, ranges }) => {
        const laid = layNights(readRanges(ranges), JSON.parse(nights) as NightTuple[], 1, { first, last })
        return [id, new Map([...laid].map(([night, [available]]) => [night, Number(available)]))]
      }),
    )
  }

  /** Units of a property of which a count above 0 is set for a night from `first` on. */
  unitsWithCount(propertyId: number, first: number): Set<number> {
    const counts = this.inventoryOf(propertyId, first, ALL_NIGHTS.last)
    return new Set([...counts].flatMap(([id, nights]) => ([...nights.values()].some((count) => count > 0) ? [id] : [])))
  }

  /** One owner's nights in order, fetched as one JSON text: row by row the library takes ten times as long. */
  #nights({ nights, ranges, owner, columns }: Table, id: number): [night: number, values: Values][] {
    const row = this.#db.get<{ nights: string; ranges: string | null }>(
      `SELECT json_group_array(json_array(night, ${columns.join(', ')})) AS nights, (SELECT ranges FROM ${ranges} WHERE ${owner} = ?1) AS ranges
       FROM ${nights} WHERE ${owner} = ?1`,
      id,
    )
    const own = JSON.parse(row?.nights ?? '[]') as NightTuple[]
    return [...layNights(readRanges(row?.ranges), own, columns.length, ALL_NIGHTS)].sort(([a], [b]) => a - b)
  }
}
