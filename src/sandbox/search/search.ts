import type { Database } from '../../sql/index.js'
import { type Box, boxAround, distanceKm, type Place } from './geo.js'
import { type Features, FILTER_BITS, type PropertyIndex } from './property-index.js'

/** The filters that searches and counts share (interface: "Property search request"). */
export interface SearchFilter {
  centre?: Place | undefined
  /** km; absent = every property, whatever its distance. */
  radius?: number | undefined
  distributorType?: readonly string[] | undefined
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
  /** Lowest base price of its rooms, or of the stay that was asked for; null where there is none, or where nothing is sorted by it. */
  price: number | null
}

export const SORT_FIELDS = ['distance', 'name', 'rating', 'price', 'id'] as const
export type SortField = (typeof SORT_FIELDS)[number]

export interface SortOrder {
  field: SortField
  descending: boolean
}

/** The bits of the facility filters that a property must meet. */
export const bitsOf = (filterIds: readonly number[] = []): number =>
  FILTER_BITS.reduce((bits, [id, bit]) => (filterIds.includes(id) ? bits | bit : bits), 0)

/** Whether a list of the filter filters at all: an empty one does not, as an absent one. */
export const isGiven = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0

/** Whether a place is in a box; a place that is not known is in none. */
function isInBox({ south, north, west, east }: Box, { latitude, longitude }: Features): boolean {
  if (latitude === null || longitude === null || latitude < south || latitude > north) return false
  return west === undefined || east === undefined || (longitude >= west && longitude <= east)
}

const distanceTo = (centre: Place | undefined, { latitude, longitude }: Features): number | null =>
  centre === undefined || latitude === null || longitude === null ? null : distanceKm(centre, { latitude, longitude })

/**
 * The properties that are looked at, before any of their features is asked for, in the order of ids: near the filter's centre, of its list, of its
 * supplier. With a radius: only those whose distance is not above it.
 */
export function inScope(
  index: PropertyIndex,
  { supplierId, listId, centre, radius }: SearchFilter,
): readonly Features[] {
  const members = listId === undefined ? undefined : index.membersOf(listId)
  const box = centre === undefined || radius === undefined ? undefined : boxAround(centre, radius)
  const all = index.all()
  if (supplierId === undefined && members === undefined && box === undefined) return all
  return all.filter(
    (features) =>
      (supplierId === undefined || features.supplierId === supplierId) &&
      (members === undefined || members.has(features.id)) &&
      (box === undefined ||
        (isInBox(box, features) && (distanceTo(centre, features) ?? Infinity) <= (radius as number))),
  )
}

/** Judges properties by the features that a filter asks for. */
function featureTest({
  distributorType,
  propertyTypeIds,
  ratings,
  hotelFacilitiesFiltered,
}: SearchFilter): (features: Features) => boolean {
  const bits = bitsOf(hotelFacilitiesFiltered)
  const types = isGiven(distributorType) ? new Set<string | null>(distributorType) : undefined
  const kinds = isGiven(propertyTypeIds) ? new Set<number | null>(propertyTypeIds) : undefined
  const stars = isGiven(ratings)
    ? new Set<number | null>(ratings.map((rating) => (rating === 'noRating' ? null : Number(rating))))
    : undefined
  return (features) =>
    (features.facilities & bits) === bits &&
    (types === undefined || (features.distributorType !== null && types.has(features.distributorType))) &&
    (kinds === undefined || (features.propertyTypeId !== null && kinds.has(features.propertyTypeId))) &&
    (stars === undefined || stars.has(features.rating))
}

/** Every property that passes the filter, in the order of ids. @param options.hasPrices whether their lowest prices are wanted */
export function findMatches(
  index: PropertyIndex,
  filter: SearchFilter,
  { hasPrices }: { hasPrices: boolean },
): Match[] {
  const passes = featureTest(filter)
  const scope = inScope(index, filter)
  const prices = hasPrices ? index.prices() : undefined
  const matches: Match[] = []
  for (const features of scope) {
    if (!passes(features)) continue
    const { id, name, rating } = features
    matches.push({ id, name, rating, distance: distanceTo(filter.centre, features), price: prices?.get(id) ?? null })
  }
  return matches
}

/** Which properties a count takes. */
export interface CountScope {
  /** Only properties with some distributor type. */
  hasDistributorType?: boolean
  /** Only this supplier's properties; undefined = all suppliers'. */
  supplierId: number | undefined
  /** Only the members of this list. */
  listId?: number
}

/** How many properties there are. An index of the store has what it asks for, so that a count alone reads nothing else in. */
export function countProperties(db: Database, { hasDistributorType = false, supplierId, listId }: CountScope): number {
  const member = 'id IN (SELECT property_id FROM property_list_members WHERE list_id = ?3)'
  const everything = 'EXISTS (SELECT 1 FROM property_lists WHERE id = ?3 AND is_everything = 1)'
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM properties WHERE deleted = 0 AND (?1 IS NULL OR supplier_id = ?1)
     AND (?2 = 0 OR distributor_type IS NOT NULL) ${listId === undefined ? '' : `AND (${everything} OR ${member})`}`,
    supplierId ?? null,
    hasDistributorType ? 1 : 0,
    ...(listId === undefined ? [] : [listId]),
  )
  return row?.count ?? 0
}
