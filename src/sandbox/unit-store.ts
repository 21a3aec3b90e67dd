import type { Database } from '../sql/index.js'
import { nextFreeId } from './ids.js'
import { ROOM_TYPE_ID } from './lookups.js'

/** What a unit's record holds, as the interface spells it. */
export type UnitRecord = Record<string, unknown> & {
  sellableUnitTypeId: number
  names?: { text: string; languageId: number }[]
  descriptions?: { text: string; languageId: number }[]
  capacities?: { capacity: number; isBlockout?: boolean; minOccupancy?: number; maxOccupancy?: number }[]
  basePrice?: number
  noOfSellableUnits?: number
  paymentType?: string
  roomType?: string
}

export interface StoredUnit {
  id: number
  propertyId: number
  /** The integer by which the `/v1` family knows a room. */
  roomCode: string
  deleted: boolean
  record: UnitRecord
}

export interface RatePlan {
  id: number
  planCode: string
  /** Units sold under the plan. */
  unitIds: ReadonlySet<number>
}

interface Row {
  id: number
  property_id: number
  room_code: string
  deleted: number
  record: string
}

const toUnit = (row: Row): StoredUnit => ({
  id: row.id,
  propertyId: row.property_id,
  roomCode: row.room_code,
  deleted: row.deleted === 1,
  record: JSON.parse(row.record) as UnitRecord,
})

const SELECT = 'SELECT id, property_id, room_code, deleted, record FROM units'

/** Sellable units and the rate plans under which they are sold. */
export class UnitStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  byId(id: number): StoredUnit | undefined {
    const row = this.#db.get<Row>(`${SELECT} WHERE id = ? AND deleted = 0`, id)
    return row === undefined ? undefined : toUnit(row)
  }

  count(propertyId: number): number {
    return this.#db.get<{ count: number }>('SELECT count(*) AS count FROM units WHERE property_id = ? AND deleted = 0', propertyId)?.count ?? 0
  }

  /** Units of a property in the order of their ids. */
  page(propertyId: number, page: number, size: number): StoredUnit[] {
    return this.#db.all<Row>(`${SELECT} WHERE property_id = ? AND deleted = 0 ORDER BY id LIMIT ? OFFSET ?`, propertyId, size, page * size).map(toUnit)
  }

  /** Rooms (no meals, no extras) of a property. */
  rooms(propertyId: number): StoredUnit[] {
    return this.#db.all<Row>(`${SELECT} WHERE property_id = ? AND deleted = 0 AND type_id = ? ORDER BY id`, propertyId, ROOM_TYPE_ID).map(toUnit)
  }

  add(propertyId: number, record: UnitRecord, roomCode?: string): number {
    const isTaken = (candidate: number) =>
      this.#db.get('SELECT 1 FROM units WHERE property_id = ? AND room_code = ?', propertyId, String(candidate)) !== undefined
    const id = nextFreeId(this.#db, 'units', isTaken)
    this.#db.run(
      'INSERT INTO units (id, property_id, room_code, record) VALUES (?, ?, ?, ?)',
      id, propertyId, roomCode ?? String(id), JSON.stringify({ ...record, supplierUnitId: id }),
    )
    return id
  }

  replaceRecord(id: number, record: UnitRecord): void {
    this.#db.run('UPDATE units SET record = ? WHERE id = ?', JSON.stringify(record), id)
  }

  addPlan(propertyId: number, record: Record<string, unknown>, unitIds: readonly number[], planCode?: string): number {
    const isTaken = (candidate: number) =>
      this.#db.get('SELECT 1 FROM rate_plans WHERE property_id = ? AND plan_code = ?', propertyId, String(candidate)) !== undefined
    const id = nextFreeId(this.#db, 'rate_plans', isTaken)
    this.#db.run('INSERT INTO rate_plans (id, property_id, plan_code, record) VALUES (?, ?, ?, ?)', id, propertyId, planCode ?? String(id), JSON.stringify(record))
    this.#db.run('INSERT INTO rate_plan_units (plan_id, unit_id) SELECT ?, value FROM json_each(?)', id, JSON.stringify(unitIds))
    return id
  }

  /** Sells a unit under a plan that exists. */
  linkPlan(planId: number, unitId: number): void {
    this.#db.run('INSERT OR IGNORE INTO rate_plan_units (plan_id, unit_id) VALUES (?, ?)', planId, unitId)
  }

  plans(propertyId: number): RatePlan[] {
    const rows = this.#db.all<{ id: number; plan_code: string; units: string }>(
      `SELECT id, plan_code, (SELECT json_group_array(unit_id) FROM rate_plan_units WHERE plan_id = rate_plans.id) AS units
       FROM rate_plans WHERE property_id = ? AND deleted = 0 ORDER BY id`,
      propertyId,
    )
    return rows.map((row) => ({ id: row.id, planCode: row.plan_code, unitIds: new Set(JSON.parse(row.units) as number[]) }))
  }
}
