import { Fault } from '../errors.js'
import type { Account } from './accounts.js'
import { DEMO_ESTATE } from './estate.js'
import { lookupByCode } from './lookups.js'
import type { InfoRecord } from './property-store.js'
import type { Store } from './store.js'
import type { UnitRecord } from './unit-store.js'

export interface SeedUnit {
  /** Integer by which `/v1` requests name the room; the unit's id unless given. */
  roomCode?: string
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
  ratePlans?: readonly (string | { name: string; planCode?: string })[]
  /** Further fields of the unit's record, as the interface spells them. */
  fields?: Record<string, unknown>
}

export interface SeedProperty {
  /** Integer by which `/v1` requests name the property; its id unless given. */
  hotelCode?: string
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
const CODE = /^(0|[1-9]\d{0,18})$/

/**
 * Puts properties with their units and rate plans into a store, in one transaction. A property whose hubSwitchId is there
 * already is left as it is, so seeding twice is seeding once.
 * @throws Fault INVALID_INPUT for data that cannot stand: an unknown account, a code that is no integer or is taken
 */
export function seedStore(store: Store, data: SeedData = DEMO_ESTATE): SeedReport {
  const report: SeedReport = { properties: 0, units: 0, ratePlans: 0, skipped: 0 }
  store.transaction(() => {
    for (const property of data.properties) {
      if (store.properties.byHubSwitchId(property.hubSwitchId) !== undefined) report.skipped += 1
      else seedProperty(store, property, report)
    }
  })
  return report
}

function seedProperty(store: Store, property: SeedProperty, report: SeedReport): void {
  const { hubSwitchId, code, name, status = 'ACTIVE', hotelCode, distributorType, rating, currency, units = [] } = property
  requireCode(hotelCode, `hotelCode of ${hubSwitchId}`)
  if (hotelCode !== undefined && store.properties.byHotelCode(hotelCode) !== undefined) refuse(`The hotel code ${hotelCode} is taken.`)
  const home = currency === undefined ? undefined : lookupByCode('currency', currency)
  const id = store.properties.add({
    supplierId: ownerOf(store, property).id,
    record: { hubSwitchId, status, code, name, ...(home === undefined ? {} : { homeCurrencyId: home.id, homeCurrencyCode: home.code }), ...property.fields },
    hotelCode,
    distributorType,
    rating,
  })
  const info = infoOf(property)
  if (Object.keys(info).length > 0) store.properties.putInfo(id, info)
  if (property.facilityIds !== undefined) store.properties.putFacilities(id, property.facilityIds)
  report.properties += 1
  seedUnits(store, id, units, report)
}

function seedUnits(store: Store, propertyId: number, units: readonly SeedUnit[], report: SeedReport): void {
  const plans = new Map<string, number>()
  const taken = new Set<string>()
  for (const unit of units) {
    requireCode(unit.roomCode, `roomCode of ${unit.name}`)
    if (unit.roomCode !== undefined && taken.has(unit.roomCode)) refuse(`The room code ${unit.roomCode} stands twice in one property.`)
    const unitId = store.units.add(propertyId, unitRecordOf(unit), unit.roomCode)
    taken.add(unit.roomCode ?? String(unitId))
    report.units += 1
    for (const plan of unit.ratePlans ?? []) {
      const { name, planCode } = typeof plan === 'string' ? { name: plan, planCode: undefined } : plan
      requireCode(planCode, `planCode of ${name}`)
      const known = plans.get(name)
      if (known !== undefined) store.units.linkPlan(known, unitId)
      else {
        plans.set(name, store.units.addPlan(propertyId, { propertyId, names: namesOf(name) }, [unitId], planCode))
        report.ratePlans += 1
      }
    }
  }
}

function ownerOf(store: Store, { partnerId = DEFAULT_OWNER }: SeedProperty): Account {
  return store.accounts.byPartnerId(partnerId) ?? refuse(`There is no account ${partnerId}.`)
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
    sellableUnitTypeId: lookupByCode('unitType', type)?.id ?? refuse(`There is no unit type ${type}.`),
    names: namesOf(name, names),
    noOfSellableUnits: count,
    basePrice,
    ...(capacity.length === 0 ? {} : { capacities: capacity }),
    ...(type === 'room' ? {} : { isExtra: true }),
    ...fields,
  }
}

function requireCode(code: string | undefined, what: string): void {
  if (code !== undefined && !CODE.test(code)) refuse(`The ${what} must be an integer of at most 19 digits, not "${code}".`)
}

function refuse(message: string): never {
  throw new Fault('INVALID_INPUT', message)
}
