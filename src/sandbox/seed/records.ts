import { lookupIdOf, ROOM_TYPE_ID, sourceByAbbreviation } from '../ground/index.js'
import type {
  InfoRecord,
  PropertyRecord,
  StoredFacility,
  StoredIdentifier,
  StoredMedia,
  StoredReview,
  UnitRecord,
} from '../store/index.js'
import type { SeedProperty, SeedUnit } from './data.js'

/** A seed's property as `POST /api/v1/properties` stores it. */
export function propertyRecordOf({
  hubSwitchId,
  code,
  name,
  status = 'ACTIVE',
  currency,
  fields,
}: SeedProperty): PropertyRecord {
  const home =
    currency === undefined ? {} : { homeCurrencyId: lookupIdOf('currency', currency), homeCurrencyCode: currency }
  return { hubSwitchId, status, code, name, ...home, ...fields }
}

/** A seed's property information; absent where the seed has none. */
export function infoRecordOf({
  latitude,
  longitude,
  address,
  timezone,
  propertyType,
  info,
}: SeedProperty): InfoRecord | undefined {
  const typeId = propertyType === undefined ? undefined : lookupIdOf('propertyType', propertyType)
  const { country, ...lines } = address ?? {}
  const countryId = country === undefined ? undefined : lookupIdOf('country', country)
  const record: InfoRecord = {
    ...(latitude === undefined || longitude === undefined ? {} : { geoCode: { latitude, longitude } }),
    ...(address === undefined
      ? {}
      : { addresses: [{ addressType: 'GEOCODE', ...lines, ...(countryId === undefined ? {} : { countryId }) }] }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(typeId === undefined ? {} : { propertyTypeId: typeId }),
    ...info,
  }
  return Object.keys(record).length === 0 ? undefined : record
}

export function namesOf(name: string, others: Record<string, string> = {}): { text: string; languageId: number }[] {
  return Object.entries({ en: name, ...others }).flatMap(([language, text]) => {
    const languageId = lookupIdOf('language', language)
    return languageId === undefined ? [] : [{ text, languageId }]
  })
}

/** A seed's unit as `POST /api/v1/sellable-unit` stores it. */
export function unitRecordOf({
  name,
  names,
  type = 'room',
  count,
  basePrice,
  occupancy,
  fields,
}: SeedUnit): UnitRecord {
  const { standard, min, max } = occupancy ?? {}
  const capacity =
    standard === undefined
      ? []
      : [
          {
            capacity: standard,
            ...(min === undefined ? {} : { minOccupancy: min }),
            ...(max === undefined ? {} : { maxOccupancy: max }),
          },
        ]
  return {
    sellableUnitTypeId: lookupIdOf('unitType', type) ?? ROOM_TYPE_ID,
    names: namesOf(name, names),
    noOfSellableUnits: count,
    basePrice,
    ...(capacity.length === 0 ? {} : { capacities: capacity }),
    ...(type === 'room' ? {} : { isExtra: true }),
    ...fields,
  }
}

const sourceIdOf = (abbreviation: string): number => sourceByAbbreviation(abbreviation)?.id ?? 0

/** Facilities of both fields that name them. */
export function facilitiesOf({ facilityIds = [], facilities = [] }: SeedProperty): StoredFacility[] {
  return [...facilityIds.map((id) => ({ id })), ...facilities].map(
    ({ id: facilityId, ...told }: { id: number; sourceId?: number; value?: string | number | boolean }) => ({
      facilityId,
      sourceId: told.sourceId ?? sourceIdOf('HUB'),
      value: told.value,
    }),
  )
}

export function mediaOf({ images = [] }: SeedProperty): Omit<StoredMedia, 'id'>[] {
  return images.map(({ url, isMain = false, isLogo = false, type = isLogo ? 'logo' : 'image' }, at) => ({
    url,
    isMain,
    isLogo,
    typeId: lookupIdOf('mediaType', type) ?? 1,
    sortOrder: at + 1,
  }))
}

export function identifiersOf({ identifiers = [] }: SeedProperty): StoredIdentifier[] {
  return identifiers.map(({ source, identifier, url }) => ({ sourceId: sourceIdOf(source), identifier, url }))
}

export function reviewsOf({ reviews = [] }: SeedProperty): StoredReview[] {
  return reviews.map(({ source = 'REV', ...review }) => ({ sourceId: sourceIdOf(source), ...review }))
}
