import type { Database } from '../../sql/index.js'
import { lookupList, metadataIdsOf } from '../ground/index.js'
import { type Features, findFeatures, isGiven, type SearchFilter } from './search.js'

const RATINGS = ['noRating', '1', '2', '3', '4', '5'] as const

/** Filters of which a property has one value. */
type SingleField = 'ratings' | 'distributorType' | 'propertyTypeIds'

const VALUE_OF: Record<SingleField, (features: Features) => string | null> = {
  ratings: ({ rating }) => (rating === null ? 'noRating' : String(rating)),
  distributorType: ({ distributorType }) => distributorType,
  propertyTypeIds: ({ propertyTypeId }) => (propertyTypeId === null ? null : String(propertyTypeId)),
}
const SINGLE_FIELDS = Object.keys(VALUE_OF) as SingleField[]

const FACILITIES = 'hotelFacilitiesFiltered'

function isRefused(field: SingleField, wanted: readonly (string | number)[] | undefined, features: Features): boolean {
  if (!isGiven(wanted)) return false
  const value = VALUE_OF[field](features)
  return value === null || !wanted.some((one) => String(one) === value)
}

/** The filter of each facility, by the facility's id. */
function filtersByFacility(): Map<number, number> {
  return new Map(
    lookupList('facility').flatMap(({ id }) => metadataIdsOf(id).map((facilityId) => [facilityId, id] as const)),
  )
}

/** Every key at nought, so that a value nobody has is told as well. */
function emptyCounts(distributorTypes: readonly string[]): Map<string, number> {
  const keys = [
    ...RATINGS.map((rating) => `ratings.${rating}`),
    ...distributorTypes.map((type) => `distributorType.${type}`),
    ...lookupList('propertyType').map(({ id }) => `propertyTypeIds.${id}`),
    ...lookupList('facility').map(({ id }) => `${FACILITIES}.${id}`),
  ]
  return new Map(keys.map((key) => [key, 0]))
}

/**
 * How many properties a search with the same request would find if one more value were chosen (interface: filter counts). A key is
 * the filter's field and the value: `ratings.4`. A rating, distributor type or property type takes the place of what the
 * request chose of that field; a facility is asked for besides those of the request.
 * @param distributorTypes the types to count
 */
export function countFacets(
  db: Database,
  filter: SearchFilter,
  distributorTypes: readonly string[],
): Record<string, number> {
  const counts = emptyCounts(distributorTypes)
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const filterOf = filtersByFacility()
  for (const features of findFeatures(db, filter)) {
    const facilities = new Set((JSON.parse(features.facilities) as number[]).flatMap((id) => filterOf.get(id) ?? []))
    if (filter.hotelFacilitiesFiltered?.some((id) => !facilities.has(id)) === true) continue
    const refusing = SINGLE_FIELDS.filter((field) => isRefused(field, filter[field], features))
    if (refusing.length === 0) for (const id of facilities) add(`${FACILITIES}.${id}`)
    for (const field of SINGLE_FIELDS) {
      const value = VALUE_OF[field](features)
      if (value !== null && refusing.every((other) => other === field)) add(`${field}.${value}`)
    }
  }
  return Object.fromEntries(counts)
}

/** The distributor types that occur, in the order of their names. @param supplierId only this supplier's properties */
export function distributorTypesOf(db: Database, supplierId: number | undefined): string[] {
  const rows = db.all<{ type: string }>(
    'SELECT DISTINCT distributor_type AS type FROM properties WHERE deleted = 0 AND distributor_type IS NOT NULL AND (?1 IS NULL OR supplier_id = ?1) ORDER BY type',
    supplierId ?? null,
  )
  return rows.map(({ type }) => type)
}
