import { checkValue } from '../contract/issues.js'
import { PropertyCreate } from '../contract/property-fields.js'
import { PropertyInfoBody } from '../contract/property-info.js'
import { UnitAdd } from '../contract/unit-fields.js'
import { sourceByAbbreviation } from './identifier-sources.js'
import { ROOM_TYPE_ID, lookupByCode } from './lookups.js'
import type { StoredFacility, StoredIdentifier, StoredMedia, StoredReview } from './property-record-store.js'
import type { InfoRecord, PropertyRecord } from './property-store.js'
import { refuseFindings } from './seed-check.js'
import type { SeedProperty, SeedUnit } from './seed-data.js'
import type { UnitRecord } from './unit-store.js'

/** A record must be one that the interface could have taken, so that every reply about it can be sent. */
function requireRecord(schema: typeof PropertyCreate | typeof PropertyInfoBody | typeof UnitAdd, record: object, place: string): void {
  const checked = checkValue(schema, record)
  if (!checked.ok) refuseFindings(checked.findings.map((finding) => ({ ...finding, field: `${place}.${finding.field ?? ''}` })))
}

/** A seed's property as `POST /api/v1/properties` stores it. @param place where it stands, for findings */
export function propertyRecordOf({ hubSwitchId, code, name, status = 'ACTIVE', currency, fields }: SeedProperty, place: string): PropertyRecord {
  const home = currency === undefined ? undefined : lookupByCode('currency', currency)
  const record = { hubSwitchId, status, code, name, ...(home === undefined ? {} : { homeCurrencyId: home.id, homeCurrencyCode: home.code }), ...fields }
  requireRecord(PropertyCreate, record, `${place}.fields`)
  return record
}

/** A seed's property information; absent where the seed has none. */
export function infoRecordOf(propertyId: number, { latitude, longitude, address, timezone, propertyType, info }: SeedProperty, place: string): InfoRecord | undefined {
  const typeId = propertyType === undefined ? undefined : lookupByCode('propertyType', propertyType)?.id
  const { country, ...lines } = address ?? {}
  const countryId = country === undefined ? undefined : lookupByCode('country', country)?.id
  const record: InfoRecord = {
    ...(latitude === undefined || longitude === undefined ? {} : { geoCode: { latitude, longitude } }),
    ...(address === undefined ? {} : { addresses: [{ addressType: 'GEOCODE', ...lines, ...(countryId === undefined ? {} : { countryId }) }] }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(typeId === undefined ? {} : { propertyTypeId: typeId }),
    ...info,
  }
  if (Object.keys(record).length === 0) return undefined
  requireRecord(PropertyInfoBody, { ...record, propertyId }, `${place}.info`)
  return record
}

export function namesOf(name: string, others: Record<string, string> = {}): { text: string; languageId: number }[] {
  return Object.entries({ en: name, ...others }).flatMap(([language, text]) => {
    const found = lookupByCode('language', language)
    return found === undefined ? [] : [{ text, languageId: found.id }]
  })
}

/** A seed's unit as `POST /api/v1/sellable-unit` stores it. */
export function unitRecordOf(propertyId: number, { name, names, type = 'room', count, basePrice, occupancy, fields }: SeedUnit, place: string): UnitRecord {
  const { standard, min, max } = occupancy ?? {}
  const capacity = standard === undefined ? [] : [{ capacity: standard, ...(min === undefined ? {} : { minOccupancy: min }), ...(max === undefined ? {} : { maxOccupancy: max }) }]
  const record = {
    sellableUnitTypeId: lookupByCode('unitType', type)?.id ?? ROOM_TYPE_ID,
    names: namesOf(name, names),
    noOfSellableUnits: count,
    basePrice,
    ...(capacity.length === 0 ? {} : { capacities: capacity }),
    ...(type === 'room' ? {} : { isExtra: true }),
    ...fields,
  }
  requireRecord(UnitAdd, { propertyId, ...record }, `${place}.fields`)
  return record
}

const sourceIdOf = (abbreviation: string): number => sourceByAbbreviation(abbreviation)?.id ?? 0

/** Facilities of both fields that name them. */
export function facilitiesOf({ facilityIds = [], facilities = [] }: SeedProperty): StoredFacility[] {
  return [...facilityIds.map((id) => ({ id })), ...facilities].map(({ id: facilityId, ...told }: { id: number; sourceId?: number; value?: string | number | boolean }) => ({
    facilityId, sourceId: told.sourceId ?? sourceIdOf('HUB'), value: told.value,
  }))
}

export function mediaOf({ images = [] }: SeedProperty): Omit<StoredMedia, 'id'>[] {
  return images.map(({ url, isMain = false, isLogo = false, type = isLogo ? 'logo' : 'image' }, at) => ({
    url, isMain, isLogo, typeId: lookupByCode('mediaType', type)?.id ?? 1, sortOrder: at + 1,
  }))
}

export function identifiersOf({ identifiers = [] }: SeedProperty): StoredIdentifier[] {
  return identifiers.map(({ source, identifier, url }) => ({ sourceId: sourceIdOf(source), identifier, url }))
}

export function reviewsOf({ reviews = [] }: SeedProperty): StoredReview[] {
  return reviews.map(({ source = 'REV', ...review }) => ({ sourceId: sourceIdOf(source), ...review }))
}
