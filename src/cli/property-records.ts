import type { Client } from '../client/index.js'
import { Fault } from '../errors.js'
import type { PropertyRecords } from '../property-file/document.js'
import { readPages } from './pages.js'

export type Call = Client['call']

/** The answer, or undefined where the service itself says that there is no such thing. A page that is missing at a wrong address proves nothing. */
export async function unlessMissing<R>(work: Promise<R>): Promise<R | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'NOT_FOUND' && error.facts['isOwnWord'] === true) return undefined
    throw error
  })
}

/** The fault of a look-up that failed; anything else is an error of ours. */
export function faultOrThrow(error: unknown): Fault {
  if (error instanceof Fault) return error
  throw error
}

/** Everything a document holds of a property: the record, its information, all its units. */
export async function readProperty(call: Call, id: number | string): Promise<PropertyRecords> {
  const property = await call('property.get', { params: { id } })
  return { property, ...(await readRest(call, property.id)) }
}

/** The same by the id in the external integration system; undefined where there is none. */
export async function readByHubId(call: Call, hubSwitchId: string): Promise<(PropertyRecords & { id: number }) | undefined> {
  const property = await unlessMissing(call('property.getByHubId', { params: { id: hubSwitchId } }))
  return property === undefined ? undefined : { id: property.id, property, ...(await readRest(call, property.id)) }
}

async function readRest(call: Call, propertyId: number): Promise<Omit<PropertyRecords, 'property'>> {
  const info = await unlessMissing(call('propertyInfo.get', { params: { id: propertyId } }))
  const units = await readPages({ all: true, limit: undefined }, (page, size) => call('unit.list', { query: { propertyId, page, ...(size === undefined ? {} : { size }) } }))
  return { ...(info === undefined ? {} : { info }), units: await withNames(call, units.content) }
}

/** A list may show less of a unit than the unit itself does: where its names are not there, the unit is read. */
async function withNames<U extends { id: number; names?: unknown }>(call: Call, units: readonly U[]): Promise<Record<string, unknown>[]> {
  const whole: Record<string, unknown>[] = []
  for (const unit of units) whole.push(Array.isArray(unit.names) ? unit : { ...unit, ...(await unlessMissing(call('unit.get', { params: { id: unit.id } }))) })
  return whole
}
