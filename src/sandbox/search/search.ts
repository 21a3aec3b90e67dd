import type { Database, SqlValue } from '../../sql/index.js'
import { metadataIdsOf, ROOM_TYPE_ID } from '../ground/index.js'
import { boxAround, distanceKm, type Place } from './geo.js'

/** The filters that searches and counts share (interface: "Property search request"). */
export interface SearchFilter {
  centre?: Place | undefined
  /** km; absent = every property, whatever its distance. */
  radius?: number | undefined
  distributorType?: readonly string[] | undefined
  /** Only properties with some distributor type. */
  hasDistributorType?: boolean | undefined
  propertyTypeIds?: readonly number[] | undefined
  /** Facility filter ids; a property must meet all of them, each by any facility that it stands for. */
  hotelFacilitiesFiltered?: readonly number[] | undefined
  ratings?: readonly string[] | undefined
  /** Only this supplier's properties; absent = all suppliers'. */
  supplierId?: number | undefined
  /** Only the members of this list. */
  listId?: number | undefined
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

/** What the filters ask of a property. */
export interface Features {
  rating: number | null
  distributorType: string | null
  propertyTypeId: number | null
  /** Facility metadata ids as a JSON list. */
  facilities: string
}

interface Spot {
  latitude: number | null
  longitude: number | null
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

const facilityClause = (filterId: number): Clause => ({
  sql: `EXISTS (SELECT 1 FROM property_facilities f WHERE f.property_id = p.id AND f.facility_id IN (${metadataIdsOf(filterId).join(', ')}))`,
  params: [],
})

const listClause = (listId: number): Clause => ({
  sql: `(EXISTS (SELECT 1 FROM property_lists WHERE id = ? AND is_everything = 1) OR p.id IN (SELECT property_id FROM property_list_members WHERE list_id = ?))`,
  params: [listId, listId],
})

function boxClause(centre: Place, radius: number): Clause {
  const { south, north, west, east } = boxAround(centre, radius)
  if (west === undefined || east === undefined) return { sql: 'i.latitude BETWEEN ? AND ?', params: [south, north] }
  return { sql: 'i.latitude BETWEEN ? AND ? AND i.longitude BETWEEN ? AND ?', params: [south, north, west, east] }
}

/** Whether a list of the filter filters at all: an empty one does not, as an absent one. */
export const isGiven = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0

/** Which properties are looked at, before any of their features is asked for. */
function scopeClauses({ supplierId, listId, centre, radius }: SearchFilter): Clause[] {
  const clauses: Clause[] = [{ sql: 'p.deleted = 0', params: [] }]
  if (supplierId !== undefined) clauses.push({ sql: 'p.supplier_id = ?', params: [supplierId] })
  if (listId !== undefined) clauses.push(listClause(listId))
  if (centre !== undefined && radius !== undefined) clauses.push(boxClause(centre, radius))
  return clauses
}

function featureClauses({
  distributorType,
  hasDistributorType,
  propertyTypeIds,
  ratings,
  hotelFacilitiesFiltered = [],
}: SearchFilter): Clause[] {
  const clauses = hotelFacilitiesFiltered.map(facilityClause)
  if (hasDistributorType === true) clauses.push({ sql: 'p.distributor_type IS NOT NULL', params: [] })
  if (isGiven(distributorType)) clauses.push(inList('p.distributor_type', distributorType))
  if (isGiven(propertyTypeIds)) clauses.push(inList('i.property_type_id', propertyTypeIds))
  if (isGiven(ratings)) clauses.push(ratingClause(ratings))
  return clauses
}

const FROM = 'FROM properties p LEFT JOIN property_info i ON i.property_id = p.id'

function rowsOf<T extends Spot>(
  db: Database,
  columns: string,
  filter: SearchFilter,
  clauses: readonly Clause[],
): (T & { distance: number | null })[] {
  const rows = db.all<T>(
    `SELECT ${columns}, i.latitude, i.longitude ${FROM} WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}`,
    ...clauses.flatMap(({ params }) => params),
  )
  const { centre, radius } = filter
  const placed = rows.map((row) => ({ ...row, distance: distanceTo(centre, row) }))
  return centre === undefined || radius === undefined
    ? placed
    : placed.filter(({ distance }) => distance !== null && distance <= radius)
}

function distanceTo(centre: Place | undefined, { latitude, longitude }: Spot): number | null {
  return centre === undefined || latitude === null || longitude === null
    ? null
    : distanceKm(centre, { latitude, longitude })
}

/** Every property that passes the filter, unsorted. With a radius: only those whose distance is not above it. */
export function findMatches(db: Database, filter: SearchFilter): Match[] {
  const price = `(SELECT min(u.base_price) FROM units u WHERE u.property_id = p.id AND u.deleted = 0 AND u.type_id = ${ROOM_TYPE_ID}) AS price`
  return rowsOf<Omit<Match, 'distance'> & Spot>(db, `p.id, p.name, p.rating, ${price}`, filter, [
    ...scopeClauses(filter),
    ...featureClauses(filter),
  ])
}

/** How many properties pass the filter. */
export function countMatches(db: Database, filter: SearchFilter): number {
  return rowsOf(db, 'p.id', filter, [...scopeClauses(filter), ...featureClauses(filter)]).length
}

/** The features of every property in the filter's scope: near its centre, of its list, of its supplier. */
export function findFeatures(db: Database, filter: SearchFilter): Features[] {
  const facilities =
    '(SELECT json_group_array(f.facility_id) FROM property_facilities f WHERE f.property_id = p.id) AS facilities'
  return rowsOf<Features & Spot>(
    db,
    `p.rating, p.distributor_type AS distributorType, i.property_type_id AS propertyTypeId, ${facilities}`,
    filter,
    scopeClauses(filter),
  )
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
