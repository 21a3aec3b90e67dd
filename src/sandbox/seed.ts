import { checkValue } from '../contract/issues.js'
import { PropertyCreate } from '../contract/property-fields.js'
import { UnitAdd } from '../contract/unit-fields.js'
import { Fault } from '../errors.js'
import type { Account } from './accounts.js'
import { DEMO_ESTATE } from './estate.js'
import { ROOM_TYPE_ID, lookupByCode } from './lookups.js'
import type { InfoRecord } from './property-store.js'
import { checkSeed, refuseFindings } from './seed-check.js'
import type { Store } from './store.js'
import type { UnitRecord } from './unit-store.js'

/** An integer of at most 19 digits; as text where a double cannot hold it. */
type Code = string | number | bigint

export interface SeedUnit {
  /** Integer by which `/v1` requests name the room; the unit's id unless given. */
  roomCode?: Code
  name: string
  /** Names in other languages, by language code. */
  names?: Record<string, string>
  type?: 'room' | 'meal' | 'extra'
  /** Units of this kind in the house. */
  count: number
  basePrice: number
  /** Guests. */
  occupancy?: { standard: number; min?: number; max?: number }
  /** Rate plans that sell the unit, by name; plans of one property with one name are one plan. */
  ratePlans?: readonly (string | { name: string; planCode?: Code })[]
  /** Further fields of the unit's record, as the interface spells them. */
  fields?: Record<string, unknown>
}

export interface SeedProperty {
  /** Integer by which `/v1` requests name the property; its id unless given. */
  hotelCode?: Code
  name: string
  code: string
  hubSwitchId: string
  status?: string
  latitude?: number
  longitude?: number
  address?: { addressLine?: string; cityName?: string; postalCode?: string; country?: string }
  /** Home currency code. */
  currency?: string
  timezone?: string
  /** Account that owns it; demo-supplier unless given. */
  partnerId?: string
  distributorType?: string
  /** 1 to 5; absent = unrated. */
  rating?: number
  /** Code of the property type, such as hotel. */
  propertyType?: string
  facilityIds?: readonly number[]
  /** Further fields of the property's record, as the interface spells them. */
  fields?: Record<string, unknown>
  units?: readonly SeedUnit[]
}

export interface SeedData {
  properties: readonly SeedProperty[]
}

export interface SeedReport {
  properties: number
  units: number
  ratePlans: number
  /** Properties that were there already and were left as they are. */
  skipped: number
}

const DEFAULT_OWNER = 'demo-supplier'

/**
 * Puts properties with their units and rate plans into a store, in one transaction. A property whose hubSwitchId is there
 * already is left as it is, so seeding twice is seeding once.
 * @throws Fault INVALID_INPUT for data that cannot stand, naming the field: of a wrong kind, an unknown account, a code that is taken
 */
export function seedStore(store: Store, data: SeedData = DEMO_ESTATE): SeedReport {
  const report: SeedReport = { properties: 0, units: 0, ratePlans: 0, skipped: 0 }
  const { properties } = checkSeed(data)
  store.transaction(() => {
    properties.forEach((property, at) => {
      if (store.properties.byHubSwitchId(property.hubSwitchId) === undefined) seedProperty(store, property, `properties[${at}]`, report)
      else report.skipped += 1
    })
  })
  return report
}

function seedProperty(store: Store, property: SeedProperty, place: string, report: SeedReport): void {
  const { hubSwitchId, code, name, status = 'ACTIVE', distributorType, rating, currency, units = [] } = property
  const hotelCode = property.hotelCode === undefined ? undefined : String(property.hotelCode)
  if (hotelCode !== undefined && store.properties.byHotelCode(hotelCode) !== undefined) refuse(`${place}.hotelCode`, `is taken (${hotelCode})`)
  const home = currency === undefined ? undefined : lookupByCode('currency', currency)
  const record = { hubSwitchId, status, code, name, ...(home === undefined ? {} : { homeCurrencyId: home.id, homeCurrencyCode: home.code }), ...property.fields }
  requireRecord(PropertyCreate, record, place)
  const id = store.properties.add({ supplierId: ownerOf(store, property, place).id, record, hotelCode, distributorType, rating })
  const info = infoOf(property)
  if (Object.keys(info).length > 0) store.properties.putInfo(id, info)
  if (property.facilityIds !== undefined) store.properties.putFacilities(id, property.facilityIds)
  report.properties += 1
  seedUnits(store, id, units, `${place}.units`, report)
}

function seedUnits(store: Store, propertyId: number, units: readonly SeedUnit[], place: string, report: SeedReport): void {
  const plans = new Map<string, number>()
  const taken = new Set<string>()
  units.forEach((unit, at) => {
    const roomCode = unit.roomCode === undefined ? undefined : String(unit.roomCode)
    if (roomCode !== undefined && taken.has(roomCode)) refuse(`${place}[${at}].roomCode`, `stands twice in one property (${roomCode})`)
    const record = unitRecordOf(unit)
    requireRecord(UnitAdd, { propertyId, ...record }, `${place}[${at}]`)
    const unitId = store.units.add(propertyId, record, roomCode)
    taken.add(roomCode ?? String(unitId))
    report.units += 1
    for (const plan of unit.ratePlans ?? []) {
      const { name, planCode } = typeof plan === 'string' ? { name: plan, planCode: undefined } : plan
      const known = plans.get(name)
      if (known !== undefined) store.units.linkPlan(known, unitId)
      else {
        plans.set(name, store.units.addPlan(propertyId, { propertyId, names: namesOf(name) }, [unitId], planCode === undefined ? undefined : String(planCode)))
        report.ratePlans += 1
      }
    }
  })
}

/** A record must be one that the interface could have taken, so that every reply about it can be sent. */
function requireRecord(schema: typeof PropertyCreate | typeof UnitAdd, record: object, place: string): void {
  const checked = checkValue(schema, record)
  if (!checked.ok) refuseFindings(checked.findings.map((finding) => ({ ...finding, field: `${place}.fields.${finding.field ?? ''}` })))
}

function ownerOf(store: Store, { partnerId = DEFAULT_OWNER }: SeedProperty, place: string): Account {
  return store.accounts.byPartnerId(partnerId) ?? refuse(`${place}.partnerId`, `names no account (${partnerId})`)
}

function infoOf({ latitude, longitude, address, timezone, propertyType }: SeedProperty): InfoRecord {
  const typeId = propertyType === undefined ? undefined : lookupByCode('propertyType', propertyType)?.id
  const { country, ...lines } = address ?? {}
  const countryId = country === undefined ? undefined : lookupByCode('country', country)?.id
  return {
    ...(latitude === undefined || longitude === undefined ? {} : { geoCode: { latitude, longitude } }),
    ...(address === undefined ? {} : { addresses: [{ addressType: 'GEOCODE', ...lines, ...(countryId === undefined ? {} : { countryId }) }] }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(typeId === undefined ? {} : { propertyTypeId: typeId }),
  }
}

function namesOf(name: string, others: Record<string, string> = {}): { text: string; languageId: number }[] {
  return Object.entries({ en: name, ...others }).flatMap(([language, text]) => {
    const found = lookupByCode('language', language)
    return found === undefined ? [] : [{ text, languageId: found.id }]
  })
}

function unitRecordOf({ name, names, type = 'room', count, basePrice, occupancy, fields }: SeedUnit): UnitRecord {
  const { standard, min, max } = occupancy ?? {}
  const capacity = standard === undefined ? [] : [{ capacity: standard, ...(min === undefined ? {} : { minOccupancy: min }), ...(max === undefined ? {} : { maxOccupancy: max }) }]
  return {
    sellableUnitTypeId: lookupByCode('unitType', type)?.id ?? ROOM_TYPE_ID,
    names: namesOf(name, names),
    noOfSellableUnits: count,
    basePrice,
    ...(capacity.length === 0 ? {} : { capacities: capacity }),
    ...(type === 'room' ? {} : { isExtra: true }),
    ...fields,
  }
}

function refuse(field: string, reason: string): never {
  throw new Fault('INVALID_INPUT', `The seed data is not valid: ${field} ${reason}.`, { findings: [{ field, reason }] })
}
