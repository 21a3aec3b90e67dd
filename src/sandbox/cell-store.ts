import type { Database } from '../sql/index.js'

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

const SETTING_COLUMNS = ['price', 'currency', 'min_stay', 'max_stay', 'closed', 'closed_to_arrival', 'closed_to_departure'] as const

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

const asBit = (value: boolean | undefined): 0 | 1 | null => (value === undefined ? null : value ? 1 : 0)
const asFlag = (value: number | null): boolean | undefined => (value === null ? undefined : value === 1)

interface SettingRow {
  hotel_code: string
  room_code: string
  plan_code: string | null
  night: number
  price: string | null
  currency: string | null
  min_stay: number | null
  max_stay: number | null
  closed: number | null
  closed_to_arrival: number | null
  closed_to_departure: number | null
}

/** Rates, restrictions and inventory per night. */
export class CellStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The series of a room and a rate plan (0 = no plan), made when it is first needed. */
  seriesOf(unitId: number, planId: number): number {
    const known = this.#db.get<{ id: number }>('SELECT id FROM series WHERE unit_id = ? AND plan_id = ?', unitId, planId)
    return known?.id ?? this.#db.run('INSERT INTO series (unit_id, plan_id) VALUES (?, ?)', unitId, planId).lastInsertRowid
  }

  /** Sets what each entry names on each of its nights. Ranges hold at most RANGE_NIGHTS_MAX nights. */
  writeSettings(entries: readonly { series: number; nights: Nights; values: SettingValues }[]): void {
    const rows = entries.map(({ series, nights, values: v }) => [
      series, nights.from, nights.until, nights.days,
      v.price ?? null, v.currency ?? null, v.minStay ?? null, v.maxStay ?? null, asBit(v.closed), asBit(v.closedToArrival), asBit(v.closedToDeparture),
    ])
    this.#db.run(WRITE_SETTINGS, JSON.stringify(rows))
  }

  writeInventory(entries: readonly { unitId: number; nights: Nights; availability: number }[]): void {
    const rows = entries.map(({ unitId, nights, availability }) => [unitId, nights.from, nights.until, nights.days, availability])
    this.#db.run(WRITE_INVENTORY, JSON.stringify(rows))
  }

  /** Every night that has a rate or a restriction, in the order of hotel, room, plan and night. */
  *settings(): Generator<SettingCell> {
    const rows = this.#db.iterate<SettingRow>(`
      SELECT p.hotel_code, u.room_code, r.plan_code, c.night, ${SETTING_COLUMNS.map((column) => `c.${column}`).join(', ')}
      FROM properties p JOIN units u ON u.property_id = p.id JOIN series s ON s.unit_id = u.id
      LEFT JOIN rate_plans r ON r.id = s.plan_id JOIN settings c ON c.series_id = s.id
      ORDER BY p.id, u.id, s.plan_id, c.night`)
    for (const row of rows) {
      yield {
        hotelCode: row.hotel_code,
        roomCode: row.room_code,
        planId: row.plan_code ?? undefined,
        night: row.night,
        price: row.price ?? undefined,
        currency: row.currency ?? undefined,
        minStay: row.min_stay ?? undefined,
        maxStay: row.max_stay ?? undefined,
        closed: asFlag(row.closed),
        closedToArrival: asFlag(row.closed_to_arrival),
        closedToDeparture: asFlag(row.closed_to_departure),
      }
    }
  }

  /** Every night that has a count, in the order of hotel, room and night. */
  *inventory(): Generator<InventoryCell> {
    const rows = this.#db.iterate<{ hotel_code: string; room_code: string; night: number; available: number }>(`
      SELECT p.hotel_code, u.room_code, c.night, c.available
      FROM properties p JOIN units u ON u.property_id = p.id JOIN inventory c ON c.unit_id = u.id
      ORDER BY p.id, u.id, c.night`)
    for (const row of rows) yield { hotelCode: row.hotel_code, roomCode: row.room_code, night: row.night, availability: row.available }
  }
}
