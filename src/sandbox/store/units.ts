import type { Database } from '../../sql/index.js'
import { ChangeLog, type LocalizedText, nextFreeId, ROOM_TYPE_ID } from '../ground/index.js'

export interface CapacityRecord {
  capacity: number
  isBlockout?: boolean | undefined
  timeRange?: { fromDate: string; toDate: string } | undefined
  minOccupancy?: number | undefined
  maxOccupancy?: number | undefined
}

/** Booleans monday to sunday; an absent day is false (wire default 16). */
export type WeekdayRecord = Record<string, boolean | undefined>

/** What a unit's record holds, as the interface spells it. */
export type UnitRecord = Record<string, unknown> & {
  sellableUnitTypeId: number
  supplierUnitId?: number
  names?: LocalizedText[]
  descriptions?: LocalizedText[]
  capacities?: CapacityRecord[]
  basePrice?: number
  noOfSellableUnits?: number
  paymentType?: string
  roomType?: string
  mealType?: string
  isMandatory?: boolean
  channelIds?: number[]
  cancellationPolicies?: number[]
  minLengthOfStay?: number
  maxLengthOfStay?: number
  arrivalDays?: WeekdayRecord
  bookableDays?: WeekdayRecord
  departureDays?: WeekdayRecord
}

export interface StoredUnit {
  id: number
  propertyId: number
  /** The integer by which the `/v1` family knows a room. */
  roomCode: string
  deleted: boolean
  record: UnitRecord
}

/** The one way of pricing that is known of a plan's price: its value is the price of a night. */
export const STANDARD_PRICE = 'standard'

/** What a rate plan's record holds (wire default 22). */
export type RatePlanRecord = Record<string, unknown> & {
  names?: LocalizedText[]
  stopSell?: boolean
  closedToArrival?: boolean
  closedToDeparture?: boolean
  minLengthOfStay?: number
  maxLengthOfStay?: number
  cancellationPolicyIds?: number[]
  price?: { mode?: string; value?: string | number; currencyCode?: string }
}

export interface RatePlan {
  id: number
  /** The integer by which the `/v1` family knows it. */
  planCode: string
  record: RatePlanRecord
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
  readonly #changes: ChangeLog

  constructor(db: Database) {
    this.#db = db
    this.#changes = new ChangeLog(db)
  }

  byId(id: number): StoredUnit | undefined {
    const row = this.#db.get<Row>(`${SELECT} WHERE id = ? AND deleted = 0`, id)
    return row === undefined ? undefined : toUnit(row)
  }

  /** @param typeId only units of this type */
  count(propertyId: number, typeId?: number): number {
    const sql =
      'SELECT count(*) AS count FROM units WHERE property_id = ? AND deleted = 0 AND type_id = coalesce(?, type_id)'
    return this.#db.get<{ count: number }>(sql, propertyId, typeId ?? null)?.count ?? 0
  }

  /** Units of a property in the order of their ids. */
  page(propertyId: number, page: number, size: number, typeId?: number): StoredUnit[] {
    const sql = `${SELECT} WHERE property_id = ? AND deleted = 0 AND type_id = coalesce(?, type_id) ORDER BY id LIMIT ? OFFSET ?`
    // A bigint: the largest page times the largest size is more than a double counts.
    return this.#db.all<Row>(sql, propertyId, typeId ?? null, size, BigInt(page) * BigInt(size)).map(toUnit)
  }

  /** Every unit of a property. */
  ofProperty(propertyId: number): StoredUnit[] {
    return this.#db.all<Row>(`${SELECT} WHERE property_id = ? AND deleted = 0 ORDER BY id`, propertyId).map(toUnit)
  }

  /** Rooms (no meals, no extras) of a property. */
  rooms(propertyId: number): StoredUnit[] {
    return this.ofProperty(propertyId).filter(({ record }) => record.sellableUnitTypeId === ROOM_TYPE_ID)
  }

  add(propertyId: number, record: UnitRecord, roomCode?: string): number {
    const isTaken = (candidate: number) =>
      this.#db.get('SELECT 1 FROM units WHERE property_id = ? AND room_code = ?', propertyId, String(candidate)) !==
      undefined
    const id = nextFreeId(this.#db, 'units', isTaken)
    this.#db.run(
      'INSERT INTO units (id, property_id, room_code, record) VALUES (?, ?, ?, ?)',
      id,
      propertyId,
      roomCode ?? String(id),
      JSON.stringify({ ...record, supplierUnitId: id }),
    )
    this.#changes.property('features', propertyId)
    return id
  }

  replaceRecord(id: number, record: UnitRecord): void {
    this.#db.run('UPDATE units SET record = ? WHERE id = ?', JSON.stringify(record), id)
    this.#changes.unit('features', id)
  }

  addPlan(propertyId: number, record: Record<string, unknown>, unitIds: readonly number[], planCode?: string): number {
    const isTaken = (candidate: number) =>
      this.#db.get(
        'SELECT 1 FROM rate_plans WHERE property_id = ? AND plan_code = ?',
        propertyId,
        String(candidate),
      ) !== undefined
    const id = nextFreeId(this.#db, 'rate_plans', isTaken)
    this.#db.run(
      'INSERT INTO rate_plans (id, property_id, plan_code, record) VALUES (?, ?, ?, ?)',
      id,
      propertyId,
      planCode ?? String(id),
      JSON.stringify(record),
    )
    this.#db.run(
      'INSERT INTO rate_plan_units (plan_id, unit_id) SELECT ?, value FROM json_each(?)',
      id,
      JSON.stringify(unitIds),
    )
    this.#changes.property('stays', propertyId)
    return id
  }

  /** Sells a unit under a plan that exists. */
  linkPlan(planId: number, unitId: number, quantity = 1): void {
    this.#db.run(
      'INSERT OR IGNORE INTO rate_plan_units (plan_id, unit_id, quantity) VALUES (?, ?, ?)',
      planId,
      unitId,
      quantity,
    )
    this.#changes.plan('stays', planId)
  }

  plans(propertyId: number): RatePlan[] {
    const rows = this.#db.all<{ id: number; plan_code: string; record: string; units: string }>(
      `SELECT id, plan_code, record, (SELECT json_group_array(unit_id) FROM rate_plan_units WHERE plan_id = rate_plans.id) AS units
       FROM rate_plans WHERE property_id = ? AND deleted = 0 ORDER BY id`,
      propertyId,
    )
    return rows.map(({ id, plan_code: planCode, record, units }) => ({
      id,
      planCode,
      record: JSON.parse(record) as RatePlanRecord,
      unitIds: new Set(JSON.parse(units) as number[]),
    }))
  }
}
