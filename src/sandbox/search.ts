import type { Database, SqlValue } from '../sql/index.js'
import { boxAround, distanceKm, type Place } from './geo.js'
import { ROOM_TYPE_ID } from './lookups.js'

/** The filters that searches and counts share (interface: "Property search request"). */
export interface SearchFilter {
  centre?: Place | undefined
  /** km; absent = every property, whatever its distance. */
  radius?: number | undefined
  distributorType?: readonly string[] | undefined
  propertyTypeIds?: readonly number[] | undefined
  /** All of them must be there. */
  hotelFacilitiesFiltered?: readonly number[] | undefined
  ratings?: readonly string[] | undefined
  /** Only this supplier's properties; absent = all suppliers'. */
  supplierId?: number | undefined
}

/** A property that passed the filter, with what results are sorted by. */
export interface Match {
  id: number
  name: string
  rating: number | null
  /** km from the centre; null where the property or the search has no place. */
  distance: number | null
  /** Lowest base price of its rooms. */
  price: number | null
}

export const SORT_FIELDS = ['distance', 'name', 'rating', 'price', 'id'] as const
export type SortField = (typeof SORT_FIELDS)[number]

export interface SortOrder {
  field: SortField
  descending: boolean
}

interface Row {
  id: number
  name: string
  rating: number | null
  latitude: number | null
  longitude: number | null
  price: number | null
}

interface Clause {
  sql: string
  params: SqlValue[]
}

const inList = (expression: string, values: readonly (string | number)[]): Clause => ({
  sql: `${expression} IN (SELECT value FROM json_each(?))`,
  params: [JSON.stringify(values)],
})

function ratingClause(ratings: readonly string[]): Clause {
  const stars = inList('p.rating', ratings.filter((rating) => rating !== 'noRating').map(Number))
  return ratings.includes('noRating') ? { sql: `(p.rating IS NULL OR ${stars.sql})`, params: stars.params } : stars
}

function facilityClause(facilityIds: readonly number[]): Clause {
  return {
    sql: `(SELECT count(*) FROM property_facilities f WHERE f.property_id = p.id AND f.facility_id IN (SELECT value FROM json_each(?))) = ?`,
    params: [JSON.stringify(facilityIds), new Set(facilityIds).size],
  }
}

function boxClause(centre: Place, radius: number): Clause {
  const { south, north, west, east } = boxAround(centre, radius)
  if (west === undefined || east === undefined) return { sql: 'i.latitude BETWEEN ? AND ?', params: [south, north] }
  return { sql: 'i.latitude BETWEEN ? AND ? AND i.longitude BETWEEN ? AND ?', params: [south, north, west, east] }
}

/** An empty list filters nothing, as an absent one does. */
const given = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0

function clausesOf(filter: SearchFilter): Clause[] {
  const clauses: Clause[] = [{ sql: 'p.deleted = 0', params: [] }]
  if (filter.supplierId !== undefined) clauses.push({ sql: 'p.supplier_id = ?', params: [filter.supplierId] })
  if (given(filter.distributorType)) clauses.push(inList('p.distributor_type', filter.distributorType))
  if (given(filter.propertyTypeIds)) clauses.push(inList('i.property_type_id', filter.propertyTypeIds))
  if (given(filter.ratings)) clauses.push(ratingClause(filter.ratings))
  if (given(filter.hotelFacilitiesFiltered)) clauses.push(facilityClause(filter.hotelFacilitiesFiltered))
  if (filter.centre !== undefined && filter.radius !== undefined) clauses.push(boxClause(filter.centre, filter.radius))
  return clauses
}

/** Every property that passes the filter, unsorted. With a radius: only those whose distance is not above it. */
export function findMatches(db: Database, filter: SearchFilter): Match[] {
  const clauses = clausesOf(filter)
  const rows = db.all<Row>(
    `SELECT p.id, p.name, p.rating, i.latitude, i.longitude,
       (SELECT min(u.base_price) FROM units u WHERE u.property_id = p.id AND u.deleted = 0 AND u.type_id = ${ROOM_TYPE_ID}) AS price
     FROM properties p LEFT JOIN property_info i ON i.property_id = p.id
     WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}`,
    ...clauses.flatMap(({ params }) => params),
  )
  const { centre, radius } = filter
  const matches = rows.map(({ id, name, rating, latitude, longitude, price }) => ({
    id, name, rating, price,
    distance: centre === undefined || latitude === null || longitude === null ? null : distanceKm(centre, { latitude, longitude }),
  }))
  return centre === undefined || radius === undefined ? matches : matches.filter(({ distance }) => distance !== null && distance <= radius)
}

/** Sorts by the orders given, then by distance, then by id. What lacks a value comes last, either way round. */
export function sortMatches(matches: Match[], orders: readonly SortOrder[]): Match[] {
  const all: SortOrder[] = [...orders, { field: 'distance', descending: false }, { field: 'id', descending: false }]
  return matches.sort((a, b) => {
    for (const { field, descending } of all) {
      const difference = compare(a[field], b[field], descending)
      if (difference !== 0) return difference
    }
    return 0
  })
}

function compare(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b === descending ? 1 : -1
}
