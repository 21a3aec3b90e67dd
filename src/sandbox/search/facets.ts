import type { Database } from '../../sql/index.js'
import { lookupList } from '../ground/index.js'
import { FILTER_BITS, type PropertyIndex } from './property-index.js'
import { bitsOf, inScope, isGiven, type SearchFilter } from './search.js'

const RATINGS = ['noRating', '1', '2', '3', '4', '5'] as const

const FACILITIES = 'hotelFacilitiesFiltered'

/** Filters of which a property has one value, with their bits: which of them refuse a property. */
const [RATING, DISTRIBUTOR, TYPE] = [1, 2, 4] as const

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
  index: PropertyIndex,
  filter: SearchFilter,
  distributorTypes: readonly string[],
): Record<string, number> {
  const wanted = bitsOf(filter.hotelFacilitiesFiltered)
  const ratings = wantedValues(filter.ratings)
  const types = wantedValues(filter.distributorType)
  const kinds = wantedValues(filter.propertyTypeIds)
  const byRating = new Tally()
  const byType = new Tally()
  const byKind = new Tally()
  const byFacility = FILTER_BITS.map(() => 0)
  for (const { rating, distributorType, propertyTypeId, facilities } of inScope(index, filter)) {
    if ((facilities & wanted) !== wanted) continue
    const refusing =
      (isWanted(ratings, rating ?? 'noRating') ? 0 : RATING) |
      (isWanted(types, distributorType) ? 0 : DISTRIBUTOR) |
      (isWanted(kinds, propertyTypeId) ? 0 : TYPE)
    if (refusing === 0)
      FILTER_BITS.forEach(([, bit], at) => (byFacility[at] = (byFacility[at] ?? 0) + (facilities & bit ? 1 : 0)))
    if ((refusing & ~RATING) === 0) byRating.add(rating ?? 'noRating')
    if ((refusing & ~DISTRIBUTOR) === 0) byType.add(distributorType)
    if ((refusing & ~TYPE) === 0) byKind.add(propertyTypeId)
  }
  const counts = emptyCounts(distributorTypes)
  for (const [value, count] of byRating.counts) counts.set(`ratings.${value}`, count)
  for (const [value, count] of byType.counts) counts.set(`distributorType.${value}`, count)
  for (const [value, count] of byKind.counts) counts.set(`propertyTypeIds.${value}`, count)
  FILTER_BITS.forEach(([id], at) => counts.set(`${FACILITIES}.${id}`, byFacility[at] ?? 0))
  return Object.fromEntries(counts)
}

type Value = string | number | null

/** How often each value occurs; that there is none is no value. */
class Tally {
  readonly counts = new Map<Value, number>()

  add(value: Value): void {
    if (value !== null) this.counts.set(value, (this.counts.get(value) ?? 0) + 1)
  }
}

/** The values that a filter lets through, as text; undefined where it lets all through. */
const wantedValues = (list: readonly (string | number)[] | undefined): ReadonlySet<string> | undefined =>
  isGiven(list) ? new Set(list.map(String)) : undefined

const isWanted = (wanted: ReadonlySet<string> | undefined, value: Value): boolean =>
  wanted === undefined || (value !== null && wanted.has(String(value)))

/** The distributor types that occur, in the order of their names. @param supplierId only this supplier's properties */
export function distributorTypesOf(db: Database, supplierId: number | undefined): string[] {
  const rows = db.all<{ type: string }>(
    'SELECT DISTINCT distributor_type AS type FROM properties WHERE deleted = 0 AND distributor_type IS NOT NULL AND (?1 IS NULL OR supplier_id = ?1) ORDER BY type',
    supplierId ?? null,
  )
  return rows.map(({ type }) => type)
}
