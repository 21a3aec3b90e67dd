import { type LookupName, LookupReader } from '../ground/index.js'
import type { AddressRecord, InfoRecord, Store, StoredProperty } from '../store/index.js'

type Item = Record<string, unknown>

const list = (value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : [])

/** The lookup records beside the ids of an item: `languageId: 1` brings `language`. An id that was never given brings none. */
function withLookups<T extends Item>(item: T, lookups: LookupReader, ...names: LookupName[]): T {
  const found = names.flatMap((name) => {
    const record = lookups.byId(name, item[`${name}Id`])
    return record === undefined ? [] : [[name, record] as const]
  })
  return found.length === 0 ? item : { ...item, ...Object.fromEntries(found) }
}

const withEach = (items: unknown, lookups: LookupReader, ...names: LookupName[]): Item[] =>
  list(items).map((item) => withLookups(item, lookups, ...names))

/** States have no list of their own, so nothing but their id is known. */
const withState = <T extends Item>(item: T): T =>
  item['stateId'] === undefined ? item : { ...item, state: { id: item['stateId'] } }

/** A property as the service answers it (wire default 9): what was stored, with its lookups, address and coordinates. */
export function viewProperty(
  store: Store,
  { id, supplierId, distributorType, record, info }: StoredProperty,
  lookups: LookupReader = new LookupReader(),
) {
  const supplier = store.accounts.byId(supplierId)
  const currency = record.homeCurrencyCode
  return {
    id,
    ...withState(withLookups(record, lookups, 'language', 'country')),
    ...(currency === undefined ? {} : { homeCurrency: lookups.byCode('currency', currency) ?? null }),
    names: withEach(record['names'], lookups, 'language'),
    phones: withEach(record['phones'], lookups, 'phoneType'),
    emails: withEach(record['emails'], lookups, 'emailType'),
    addresses: viewAddresses(info?.addresses, lookups),
    geoCode: info?.geoCode ?? null,
    supplier: supplier === undefined ? null : { id: supplier.id, name: supplier.name },
    distributorType,
  }
}

/** A row of a search page (wire default 10). */
export function viewPropertyRow(
  { id, supplierId, distributorType, rating, record, info }: StoredProperty,
  distance: number | null,
  lookups: LookupReader = new LookupReader(),
) {
  return {
    id,
    name: record.name,
    supplierId,
    distributorType,
    geoCode: info?.geoCode ?? null,
    propertyType: lookups.byId('propertyType', info?.propertyTypeId) ?? null,
    addresses: viewAddresses(info?.addresses, lookups),
    rating,
    distance: distance === null ? null : Math.round(distance * 1000) / 1000,
  }
}

/** Property information as the service answers it (wire default 11): what was stored, with its lookups. */
export function viewInfo(propertyId: number, info: InfoRecord, lookups: LookupReader = new LookupReader()) {
  return {
    propertyId,
    ...withLookups(info, lookups, 'brand', 'propertyType'),
    ...(info['languages'] === undefined ? {} : { languages: withEach(info['languages'], lookups, 'language') }),
    ...(info.addresses === undefined ? {} : { addresses: viewAddresses(info.addresses, lookups) }),
  }
}

/** Addresses with their country in words. */
export function viewAddresses(
  addresses: AddressRecord[] = [],
  lookups: LookupReader = new LookupReader(),
): AddressRecord[] {
  return addresses.map((address) => withState(withLookups(address, lookups, 'country')))
}
