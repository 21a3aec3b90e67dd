import { facilityById, lookupById, sourceById } from '../ground/index.js'
import type { Store, StoredFacility, StoredMedia, StoredProperty, StoredReview } from '../store/index.js'

const sourceOf = (id: number) => sourceById(id) ?? null

/** A facility as configured for a property (wire default 14). */
export function viewFacility({ facilityId, value }: StoredFacility) {
  const { code, name, categoryName } = facilityById(facilityId) ?? {}
  return {
    id: facilityId,
    facilityMetadataId: facilityId,
    ...(code === undefined ? {} : { code }),
    ...(name === undefined ? {} : { name }),
    ...(categoryName === undefined ? {} : { categoryName }),
    ...(value === undefined ? {} : { value }),
  }
}

/** A picture or logo (wire default 13). */
export function viewMedia(propertyId: number, { id, url, typeId, isMain, isLogo, sortOrder }: StoredMedia) {
  return { id, propertyId, url, mediaType: lookupById('mediaType', typeId) ?? null, isMain, isLogo, sortOrder }
}

/** What a review platform says of a property. */
export function viewReview({ sourceId, ...review }: StoredReview) {
  const told = Object.fromEntries(Object.entries(review).filter(([, value]) => value !== undefined))
  return { source: sourceOf(sourceId), ...told }
}

/**
 * The ids of a property in source systems (wire default 12), in the order of the sources: those that follow from its own record
 * (the external system's id, the supplier's code, the number of its hotel in `/v1`), and those that were stored.
 */
export function viewIdentifiers(store: Store, { id, hotelCode, record }: StoredProperty) {
  const own = [
    { sourceId: 1, identifier: record.hubSwitchId },
    { sourceId: 2, identifier: record.code },
    { sourceId: 4, identifier: hotelCode },
  ]
  return [...own, ...store.records.identifiers(id)]
    .sort((a, b) => a.sourceId - b.sourceId)
    .map(({ sourceId, ...identifier }) => ({ propertyId: id, ...identifier, source: sourceOf(sourceId) }))
}
