import { type Client, readPages } from '../client/index.js'
import { LIMITS, PropertyId, type ResultOf, UnitId } from '../contract/index.js'
import { Fault } from '../errors.js'
import { provesAbsence } from '../outcome/index.js'
import type { PropertyRecords } from './document.js'

export type Call = Client['call']

/** The answer, or undefined where the service itself says that there is no such thing. A page that is missing, or an address that it does not have, proves nothing. */
export async function unlessMissing<R>(work: Promise<R>): Promise<R | undefined> {
  return work.catch((error: unknown) => {
    if (!(error instanceof Fault) || error.code !== 'NOT_FOUND') throw error
    if (provesAbsence(error)) return undefined
    throw new Fault(
      'ANSWER_UNKNOWN',
      `${error.message} That answer does not say of what was asked that it is not there, and proves nothing.`,
      {
        next: 'Check the base address, and run it with --debug to see the answer.',
        facts: { ...error.facts, isMute: true },
        findings: error.findings,
      },
    )
  })
}

/** Whether a look-up was answered with a 404 that says nothing of what was asked, as a service may answer that has no such look-up. */
export const isMute = (error: unknown): boolean => error instanceof Fault && error.facts['isMute'] === true

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

/**
 * The property that has an id in the external integration system; undefined where there is none.
 * @throws Fault ANSWER_UNKNOWN where the answer does not prove that it is this one: what is sent next goes to it
 */
export async function findByHubId(
  call: Call,
  hubSwitchId: string,
): Promise<ResultOf<'property.getByHubId'> | undefined> {
  const found = await unlessMissing(call('property.getByHubId', { params: { id: hubSwitchId } }))
  if (found === undefined) return undefined
  const { id, hubSwitchId: shown } = found
  if (shown === undefined || shown === null || shown === '') {
    throw new Fault(
      'ANSWER_UNKNOWN',
      `The service answered property ${id} for the hubSwitchId ${hubSwitchId} and does not show its hubSwitchId, so nothing proves that it is this one.`,
      {
        next: 'Run it with --debug to see the answer. A wire overlay can name the field, where the service spells it differently.',
        facts: { propertyId: id, hubSwitchId },
      },
    )
  }
  return { ...found, id: provenId(id, `property ${hubSwitchId}`) }
}

/** @throws Fault NOT_FOUND where there is none */
export async function idByHubId(call: Call, hubSwitchId: string): Promise<number> {
  const found = await findByHubId(call, hubSwitchId)
  if (found === undefined)
    throw new Fault('NOT_FOUND', `The service knows no property with the hubSwitchId ${hubSwitchId}.`, {
      next: 'Check the hubSwitchId.',
    })
  return found.id
}

/**
 * An id of a property, as the service answered it.
 * @throws Fault ANSWER_UNKNOWN where no request can name it: that is no fault of the input
 */
export function provenId(id: number, what: string): number {
  if (PropertyId.safeParse(id).success) return id
  throw new Fault(
    'ANSWER_UNKNOWN',
    `The service answered id ${id} for ${what}; the id of a property is an integer of at least ${LIMITS.propertyIdMin}.`,
    { facts: { propertyId: id } },
  )
}

/** The same by the id in the external integration system; undefined where there is none. */
export async function readByHubId(
  call: Call,
  hubSwitchId: string,
): Promise<(PropertyRecords & { id: number }) | undefined> {
  const property = await findByHubId(call, hubSwitchId)
  return property === undefined ? undefined : { id: property.id, property, ...(await readRest(call, property.id)) }
}

async function readRest(call: Call, propertyId: number): Promise<Omit<PropertyRecords, 'property'>> {
  const info = await unlessMissing(call('propertyInfo.get', { params: { id: propertyId } }))
  const units = await readPages({ all: true, limit: undefined }, (page, size) =>
    call('unit.list', { query: { propertyId, page, ...(size === undefined ? {} : { size }) } }),
  )
  const odd = units.content.find(({ id }) => !UnitId.safeParse(id).success)
  if (odd !== undefined)
    throw new Fault(
      'ANSWER_UNKNOWN',
      `The service answered a unit with the id ${odd.id}; the id of a unit is an integer of at least 1.`,
      { facts: { propertyId, unitId: odd.id } },
    )
  return { ...(info === undefined ? {} : { info }), units: await withNames(call, units.content) }
}

/** A list may show less of a unit than the unit itself does: where its names are not there, the unit is read. */
async function withNames<U extends { id: number; names?: unknown }>(
  call: Call,
  units: readonly U[],
): Promise<Record<string, unknown>[]> {
  const whole: Record<string, unknown>[] = []
  for (const unit of units)
    whole.push(
      Array.isArray(unit.names)
        ? unit
        : { ...unit, ...(await unlessMissing(call('unit.get', { params: { id: unit.id } }))) },
    )
  return whole
}
