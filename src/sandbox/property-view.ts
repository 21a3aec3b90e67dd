import { lookupByCode, lookupById } from './lookups.js'
import type { AddressRecord, StoredProperty } from './property-store.js'
import type { Store } from './store.js'

type Item = Record<string, unknown>

const list = (value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : [])

function withType(items: unknown, kind: 'phoneType' | 'emailType'): Item[] {
  return list(items).map((item) => {
    const id = item[`${kind}Id`]
    return typeof id === 'number' ? { ...item, [kind]: lookupById(kind, id) } : item
  })
}

/** A property as the service answers it (wire default 9): what was stored, with its lookups, address and coordinates. */
export function viewProperty(store: Store, { id, supplierId, distributorType, record, info }: StoredProperty) {
  const supplier = store.accounts.byId(supplierId)
  const currency = record.homeCurrencyCode
  return {
    id,
    ...record,
    ...(currency === undefined ? {} : { homeCurrency: lookupByCode('currency', currency) ?? null }),
    names: list(record['names']),
    phones: withType(record['phones'], 'phoneType'),
    emails: withType(record['emails'], 'emailType'),
    addresses: viewAddresses(info?.addresses),
    geoCode: info?.geoCode ?? null,
    supplier: supplier === undefined ? null : { id: supplier.id, name: supplier.name },
    distributorType,
  }
}

/** A row of a search page (wire default 10). */
export function viewPropertyRow({ id, supplierId, distributorType, rating, record, info }: StoredProperty, distance: number | null) {
  return {
    id,
    name: record.name,
    supplierId,
    distributorType,
    geoCode: info?.geoCode ?? null,
    propertyType: info?.propertyTypeId === undefined ? null : (lookupById('propertyType', info.propertyTypeId) ?? null),
    addresses: viewAddresses(info?.addresses),
    rating,
    distance: distance === null ? null : Math.round(distance * 1000) / 1000,
  }
}

/** Addresses with their country in words. */
function viewAddresses(addresses: AddressRecord[] = []): AddressRecord[] {
  return addresses.map((address) => (address.countryId === undefined ? address : { ...address, country: lookupById('country', address.countryId) }))
}
