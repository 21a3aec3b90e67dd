import type { Database } from '../../sql/index.js'

/** Half-open range of nights (days since 1970-01-01) with a weekday mask: bit 0 = Monday. */
export interface Nights {
  from: number
  until: number
  days: number
}

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

type SettingTuple = [
  night: number,
  price: string | null,
  currency: string | null,
  minStay: number | null,
  maxStay: number | null,
  closed: number | null,
  closedToArrival: number | null,
  closedToDeparture: number | null,
]

const toValues = ([, price, currency, minStay, maxStay, closed, arrival, departure]: SettingTuple): SettingValues => ({
  price: price ?? undefined,
  currency: currency ?? undefined,
  minStay: minStay ?? undefined,
  maxStay: maxStay ?? undefined,
  closed: asFlag(closed),
  closedToArrival: asFlag(arrival),
  closedToDeparture: asFlag(departure),
})

/** Rates, restrictions and inventory per night. */
export class CellStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
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
    const rows = entries.map(({ series, nights, values: v }) => [
      series,
      nights.from,
      nights.until,
      nights.days,
      v.price ?? null,
      v.currency ?? null,
      v.minStay ?? null,
      v.maxStay ?? null,
      asBit(v.closed),
      asBit(v.closedToArrival),
      asBit(v.closedToDeparture),
    ])
    this.#db.run(WRITE_SETTINGS, JSON.stringify(rows))
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
  }

  /** Every night that has a rate or a restriction, in the order of hotel, room, plan and night. */
  *settings(): Generator<SettingCell> {
    const owners = this.#db.all<{ id: number; hotel_code: string; room_code: string; plan_code: string | null }>(`
      SELECT s.id, p.hotel_code, u.room_code, r.plan_code
      FROM series s JOIN units u ON u.id = s.unit_id JOIN properties p ON p.id = u.property_id LEFT JOIN rate_plans r ON r.id = s.plan_id
      ORDER BY p.id, u.id, s.plan_id`)
    for (const { id, hotel_code: hotelCode, room_code: roomCode, plan_code } of owners) {
      for (const tuple of this.#nights<SettingTuple>('settings', 'series_id', SETTING_COLUMNS, id)) {
        yield { hotelCode, roomCode, planId: plan_code ?? undefined, night: tuple[0], ...toValues(tuple) }
      }
    }
  }

  /** Every night that has a count, in the order of hotel, room and night. */
  *inventory(): Generator<InventoryCell> {
    const owners = this.#db.all<{ id: number; hotel_code: string; room_code: string }>(
      'SELECT u.id, p.hotel_code, u.room_code FROM units u JOIN properties p ON p.id = u.property_id ORDER BY p.id, u.id',
    )
    for (const { id, hotel_code: hotelCode, room_code: roomCode } of owners) {
      for (const [night, availability] of this.#nights<[number, number]>('inventory', 'unit_id', ['available'], id))
        yield { hotelCode, roomCode, night, availability }
    }
  }

  /** What is set for a property's rooms on the nights from `first` to `last`, both included: by unit and plan (0 = no plan), by night. */
  settingsOf(propertyId: number, first: number, last: number): Map<string, Map<number, SettingValues>> {
    const rows = this.#db.all<{ unit_id: number; plan_id: number; nights: string }>(
      `SELECT s.unit_id, s.plan_id, (
         SELECT json_group_array(json_array(night, ${SETTING_COLUMNS.join(', ')})) FROM settings WHERE series_id = s.id AND night BETWEEN ? AND ?
       ) AS nights FROM units u JOIN series s ON s.unit_id = u.id WHERE u.property_id = ?`,
      first,
      last,
      propertyId,
    )
    return new Map(
      rows.map(({ unit_id, plan_id, nights }) => {
        const cells = JSON.parse(nights) as SettingTuple[]
        return [seriesKey(unit_id, plan_id), new Map(cells.map((cell) => [cell[0], toValues(cell)]))]
      }),
    )
  }

  /** Counts that are set for a property's units on the nights from `first` to `last`, both included: by unit, by night. */
  inventoryOf(propertyId: number, first: number, last: number): Map<number, Map<number, number>> {
    const rows = this.#db.all<{ id: number; nights: string }>(
      `SELECT u.id, (SELECT json_group_array(json_array(night, available)) FROM inventory WHERE unit_id = u.id AND night BETWEEN ? AND ?) AS nights
       FROM units u WHERE u.property_id = ?`,
      first,
      last,
      propertyId,
    )
    return new Map(rows.map(({ id, nights }) => [id, new Map(JSON.parse(nights) as [number, number][])]))
  }

  /** Units of a property of which a count above 0 is set for a night from `first` on. */
  unitsWithCount(propertyId: number, first: number): Set<number> {
    const rows = this.#db.all<{ id: number }>(
      'SELECT u.id FROM units u WHERE u.property_id = ? AND EXISTS (SELECT 1 FROM inventory WHERE unit_id = u.id AND night >= ? AND available > 0)',
      propertyId,
      first,
    )
    return new Set(rows.map(({ id }) => id))
  }

  /** One owner's nights in order, fetched as one JSON text: row by row the library takes ten times as long. */
  #nights<T>(table: 'settings' | 'inventory', owner: string, columns: readonly string[], id: number): T[] {
    const sql = `SELECT json_group_array(json_array(night, ${columns.join(', ')})) AS nights FROM (SELECT * FROM ${table} WHERE ${owner} = ? ORDER BY night)`
    return JSON.parse(this.#db.get<{ nights: string }>(sql, id)?.nights ?? '[]') as T[]
  }
}
