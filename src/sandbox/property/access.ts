import { Refusal } from '../ground/index.js'
import type { Context } from '../http/index.js'
import type { StoredProperty, StoredUnit } from '../store/index.js'

/** The access rule (interface: "Property reads"): with permission to read all, any property; else only one's own. */
export function mayRead({ account }: Context, property: StoredProperty): boolean {
  return account.mayReadAll || property.supplierId === account.id
}

function mayWrite({ account }: Context, property: StoredProperty): boolean {
  return property.supplierId === account.id
}

function findProperty(context: Context, id: number): StoredProperty {
  const property = context.store.properties.byId(id)
  if (property === undefined) throw new Refusal(404, `There is no property ${id}.`)
  return property
}

/** The property, where this account may read it; else 404 or 403. */
export function readableProperty(context: Context, id: number): StoredProperty {
  const property = findProperty(context, id)
  if (!mayRead(context, property)) throw new Refusal(403, `Property ${id} belongs to another supplier.`)
  return property
}

/** The property, where it is this account's own; else 404 or 403. Permission to read all does not extend to writing. */
export function ownProperty(context: Context, id: number): StoredProperty {
  const property = findProperty(context, id)
  if (!mayWrite(context, property))
    throw new Refusal(403, `Property ${id} belongs to another supplier; only its owner may change it.`)
  return property
}

/** The unit, where this account may read its property. */
export function readableUnit(context: Context, id: number): StoredUnit {
  const unit = context.store.units.byId(id)
  if (unit === undefined) throw new Refusal(404, `There is no sellable unit ${id}.`)
  readableProperty(context, unit.propertyId)
  return unit
}

/** The hotel of a `/v1` request, by its code; refusals carry that family's codes. */
export function hotelOf(context: Context, hotelCode: number | bigint, use: 'read' | 'write'): StoredProperty {
  const property = context.store.properties.byHotelCode(String(hotelCode))
  if (property === undefined) {
    const message = `There is no hotel ${hotelCode}.`
    throw new Refusal(404, message, { code: 'INVALID_HOTEL', details: [{ field: 'hotel_code', message }] })
  }
  if (use === 'read' ? mayRead(context, property) : mayWrite(context, property)) return property
  const message = `Hotel ${hotelCode} belongs to another supplier.`
  throw new Refusal(403, message, { code: 'HOTEL_NOT_ALLOWED', details: [{ field: 'hotel_code', message }] })
}
