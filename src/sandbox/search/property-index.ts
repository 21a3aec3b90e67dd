import type { Database } from '../../sql/index.js'
import { type ChangeLog, lookupList, metadataIdsOf, ROOM_TYPE_ID } from '../ground/index.js'

/** What searches ask of a property. */
export interface Features {
  id: number
  supplierId: number
  name: string
  rating: number | null
  distributorType: string | null
  propertyTypeId: number | null
  latitude: number | null
  longitude: number | null
  /** The facility filters that it meets, a bit each: `FILTER_BITS`. */
  facilities: number
}

/** Facility filters with their bits. An integer of the language has 32. */
export const FILTER_BITS: readonly (readonly [filterId: number, bit: number])[] = lookupList('facility').map(
  ({ id }, at) => [id, 1 << at],
)

/** The bits of the filters that a facility stands for, by the facility's id. */
const BITS_OF_FACILITY: ReadonlyMap<number, number> = new Map(
  FILTER_BITS.flatMap(([filterId, bit]) => metadataIdsOf(filterId).map((facilityId) => [facilityId, bit] as const)),
)

type Tuple = [
  id: number,
  supplierId: number,
  name: string,
  rating: number | null,
  distributorType: string | null,
  propertyTypeId: number | null,
  latitude: number | null,
  longitude: number | null,
]

/** Properties at once by which a change is read anew; one more, and all are. */
const REREAD_MAX = 5000

/**
 * What searches filter and sort by, of every property that its supplier has not deleted, in memory: read once, then kept up by what the store
 * says has changed, by whichever process.
 */
export class PropertyIndex {
  readonly #db: Database
  readonly #changes: ChangeLog
  #seq: number | undefined
  /** In the order of ids. */
  #properties: Features[] = []
  #places = new Map<number, number>()
  /** Lowest base prices, read when something is sorted by them. */
  #prices: Map<number, number> | undefined

  constructor(db: Database, changes: ChangeLog) {
    this.#db = db
    this.#changes = changes
  }

  /** Every property as the store has it now, in the order of ids. */
  all(): readonly Features[] {
    this.#refresh()
    return this.#properties
  }

  /** Lowest base price of a property's rooms by its id; none where no room has a price. */
  prices(): ReadonlyMap<number, number> {
    this.#refresh()
    return (this.#prices ??= this.#readPrices(undefined))
  }

  /** Members of a list; undefined where it holds every property. */
  membersOf(listId: number): ReadonlySet<number> | undefined {
    const isEverything = this.#db.get('SELECT 1 FROM property_lists WHERE id = ? AND is_everything = 1', listId)
    if (isEverything !== undefined) return undefined
    const row = this.#db.get<{ ids: string }>(
      'SELECT json_group_array(property_id) AS ids FROM property_list_members WHERE list_id = ?',
      listId,
    )
    return new Set(JSON.parse(row?.ids ?? '[]') as number[])
  }

  #refresh(): void {
    if (this.#seq === undefined) return this.#readAll(this.#changes.now())
    const { seq, isAll, propertyIds } = this.#changes.since(this.#seq, ['features'])
    if (isAll || propertyIds.length > REREAD_MAX) this.#readAll(seq)
    else if (propertyIds.length > 0) this.#reread(propertyIds, seq)
    else this.#seq = seq
  }

  #readAll(seq: number): void {
    this.#properties = this.#read(undefined)
    this.#places = new Map(this.#properties.map(({ id }, at) => [id, at]))
    this.#prices = undefined
    this.#seq = seq
  }

  /** New ids are higher than all before, so that what is new stands at the end; where it does not, or one is gone, everything is read. */
  #reread(ids: readonly number[], seq: number): void {
    const fresh = this.#read(ids)
    const known = new Set(fresh.map(({ id }) => id))
    const last = this.#properties.at(-1)?.id ?? 0
    const isInPlace = fresh.every(({ id }) => this.#places.has(id) || id > last)
    if (!isInPlace || ids.some((id) => this.#places.has(id) && !known.has(id))) return this.#readAll(seq)
    for (const features of fresh) {
      const place = this.#places.get(features.id) ?? this.#properties.length
      this.#places.set(features.id, place)
      this.#properties[place] = features
    }
    if (this.#prices !== undefined) {
      for (const id of ids) this.#prices.delete(id)
      for (const [id, price] of this.#readPrices(ids)) this.#prices.set(id, price)
    }
    this.#seq = seq
  }

  /** As one JSON text each: row by row the library takes ten times as long. @param ids all unless given */
  #read(ids: readonly number[] | undefined): Features[] {
    const facilities = this.#readFacilities(ids)
    const row = this.#db.get<{ list: string }>(
      `SELECT json_group_array(json_array(id, supplier_id, name, rating, distributor_type, property_type_id, latitude, longitude)) AS list FROM (
         SELECT p.id, p.supplier_id, p.name, p.rating, p.distributor_type, i.property_type_id, i.latitude, i.longitude
         FROM properties p LEFT JOIN property_info i ON i.property_id = p.id WHERE p.deleted = 0 ${within('p.id', ids)} ORDER BY p.id
       )`,
      ...given(ids),
    )
    return (JSON.parse(row?.list ?? '[]') as Tuple[]).map(
      ([id, supplierId, name, rating, distributorType, propertyTypeId, latitude, longitude]) => ({
        id,
        supplierId,
        name,
        rating,
        distributorType,
        propertyTypeId,
        latitude,
        longitude,
        facilities: facilities.get(id) ?? 0,
      }),
    )
  }

  #readFacilities(ids: readonly number[] | undefined): Map<number, number> {
    const row = this.#db.get<{ list: string }>(
      `SELECT json_group_array(property_id || '.' || facility_id) AS list FROM property_facilities WHERE true ${within('property_id', ids)}`,
      ...given(ids),
    )
    const bits = new Map<number, number>()
    for (const pair of JSON.parse(row?.list ?? '[]') as string[]) {
      const dot = pair.indexOf('.')
      const id = Number(pair.slice(0, dot))
      bits.set(id, (bits.get(id) ?? 0) | (BITS_OF_FACILITY.get(Number(pair.slice(dot + 1))) ?? 0))
    }
    return bits
  }

  #readPrices(ids: readonly number[] | undefined): Map<number, number> {
    const row = this.#db.get<{ list: string }>(
      `SELECT json_group_array(json_array(property_id, price)) AS list FROM (
         SELECT property_id, min(base_price) AS price FROM units WHERE type_id = ${ROOM_TYPE_ID} AND deleted = 0 ${within('property_id', ids)} GROUP BY property_id
       ) WHERE price IS NOT NULL`,
      ...given(ids),
    )
    return new Map(JSON.parse(row?.list ?? '[]') as [number, number][])
  }
}

const within = (column: string, ids: readonly number[] | undefined): string =>
  ids === undefined ? '' : `AND ${column} IN (SELECT value FROM json_each(?))`

const given = (ids: readonly number[] | undefined): string[] => (ids === undefined ? [] : [JSON.stringify(ids)])
