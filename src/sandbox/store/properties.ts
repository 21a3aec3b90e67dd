import type { Database } from '../../sql/index.js'
import { ChangeLog, nextFreeId } from '../ground/index.js'

/** What a property's record holds, as the interface spells it; open, because create and update decide what may stand in it. */
export type PropertyRecord = Record<string, unknown> & {
  hubSwitchId: string
  status: string
  code: string
  name: string
  homeCurrencyCode?: string
}

export type AddressRecord = Record<string, unknown> & {
  addressType?: string
  addressLine?: string
  cityName?: string
  postalCode?: string
  countryId?: number
}

/** What is known of a property beside its core data (interface: "Property information"). */
export type InfoRecord = Record<string, unknown> & {
  geoCode?: { latitude: number | string; longitude: number | string }
  addresses?: AddressRecord[]
  propertyTypeId?: number
}

export interface StoredProperty {
  id: number
  supplierId: number
  hotelCode: string
  distributorType: string | null
  rating: number | null
  /** ACTIVE, not closed for good, not deleted by the supplier. */
  active: boolean
  record: PropertyRecord
  info: InfoRecord | undefined
}

export interface NewProperty {
  supplierId: number
  record: PropertyRecord
  /** The integer by which the `/v1` family knows the property; its id unless given. */
  hotelCode?: string | undefined
  distributorType?: string | undefined
  rating?: number | undefined
}

interface Row {
  id: number
  supplier_id: number
  hotel_code: string
  distributor_type: string | null
  rating: number | null
  active: number
  record: string
  info: string | null
}

const toProperty = (row: Row): StoredProperty => ({
  id: row.id,
  supplierId: row.supplier_id,
  hotelCode: row.hotel_code,
  distributorType: row.distributor_type,
  rating: row.rating,
  active: row.active === 1,
  record: JSON.parse(row.record) as PropertyRecord,
  info: row.info === null ? undefined : (JSON.parse(row.info) as InfoRecord),
})

const SELECT = `
  SELECT p.id, p.supplier_id, p.hotel_code, p.distributor_type, p.rating, p.active, p.record, i.record AS info
  FROM properties p LEFT JOIN property_info i ON i.property_id = p.id`

export class PropertyStore {
  readonly #db: Database
  readonly #changes: ChangeLog

  constructor(db: Database) {
    this.#db = db
    this.#changes = new ChangeLog(db)
  }

  /** Whether there is none at all. */
  isEmpty(): boolean {
    return this.#db.get('SELECT 1 FROM properties LIMIT 1') === undefined
  }

  byId(id: number): StoredProperty | undefined {
    return this.#one(`${SELECT} WHERE p.id = ?`, id)
  }

  byHotelCode(hotelCode: string): StoredProperty | undefined {
    return this.#one(`${SELECT} WHERE p.hotel_code = ?`, hotelCode)
  }

  byHubSwitchId(hubSwitchId: string): StoredProperty | undefined {
    return this.#one(`${SELECT} WHERE p.hub_switch_id = ?`, hubSwitchId)
  }

  /** Properties in the order of `ids`; unknown ids are left out. */
  byIds(ids: readonly number[]): StoredProperty[] {
    const rows = this.#db.all<Row>(`${SELECT} WHERE p.id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
    const known = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => known.get(id) ?? []).map(toProperty)
  }

  /** Ids of properties that their supplier has not deleted, ascending. @param supplierId only this supplier's */
  ids(supplierId: number | undefined, limit: number, offset: number): number[] {
    const rows = this.#db.all<{ id: number }>(
      'SELECT id FROM properties WHERE deleted = 0 AND (?1 IS NULL OR supplier_id = ?1) ORDER BY id LIMIT ?2 OFFSET ?3',
      supplierId ?? null,
      limit,
      offset,
    )
    return rows.map(({ id }) => id)
  }

  /** Ids of properties with a sellable unit on the channel, ascending. @param supplierId only this supplier's */
  idsByChannel(channelId: number, supplierId: number | undefined): number[] {
    const rows = this.#db.all<{ id: number }>(
      `SELECT p.id FROM properties p WHERE p.deleted = 0 AND (?1 IS NULL OR p.supplier_id = ?1) AND EXISTS (
         SELECT 1 FROM units u, json_each(u.record, '$.channelIds') channel WHERE u.property_id = p.id AND u.deleted = 0 AND channel.value = ?2
       ) ORDER BY p.id`,
      supplierId ?? null,
      channelId,
    )
    return rows.map(({ id }) => id)
  }

  add({ supplierId, record, hotelCode, distributorType, rating }: NewProperty): number {
    const id = nextFreeId(this.#db, 'properties', (candidate) => this.byHotelCode(String(candidate)) !== undefined)
    this.#db.run(
      'INSERT INTO properties (id, supplier_id, hotel_code, distributor_type, rating, record) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      supplierId,
      hotelCode ?? String(id),
      distributorType ?? null,
      rating ?? null,
      JSON.stringify(record),
    )
    this.#changes.property('features', id)
    return id
  }

  replaceRecord(id: number, record: PropertyRecord): void {
    this.#db.run('UPDATE properties SET record = ? WHERE id = ?', JSON.stringify(record), id)
    this.#changes.property('features', id)
  }

  putInfo(id: number, info: InfoRecord): void {
    this.#db.run(
      'INSERT INTO property_info (property_id, record) VALUES (?, ?) ON CONFLICT (property_id) DO UPDATE SET record = excluded.record',
      id,
      JSON.stringify(info),
    )
    this.#changes.property('features', id)
  }

  #one(sql: string, value: number | string): StoredProperty | undefined {
    const row = this.#db.get<Row>(sql, value)
    return row === undefined ? undefined : toProperty(row)
  }
}
