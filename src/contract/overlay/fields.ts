import * as z from '../../zod/index.js'
import {
  RatePlan,
  RatePlanCreate,
  Reservation,
  ReservationCreate,
  Unit,
  UnitAdd,
  UnitUpdate,
} from '../endpoints/index.js'
import { Property, PropertyCreate, PropertyInfo, PropertyInfoBody, PropertyUpdate } from '../property/index.js'
import { ChannelCredentials, coreSchema, type EndpointSpec, fieldsOfAnswer, namesOfField } from '../schema/index.js'

/** The fields of an endpoint by their dotted paths, lists elided: what a wire overlay may name. */

export interface Field {
  /** Such as `room_settings.min_stay`. */
  path: string
  /** The list that it stands in, such as `room_settings`; empty = none. Names may be moved within one entry of a list. */
  scope: string
  schema: z.ZodType
  isObject: boolean
  isList: boolean
  /** Whose inner fields are not shown, so that any name may stand inside. */
  isOpen: boolean
}

export type Side = 'request' | 'answer'

/**
 * Records whose answers hold what their requests take (wire defaults 9, 11, 22, 23), though only what is used is declared: by a field that no other record
 * has.
 */
const records = (): readonly (readonly [field: string, schema: z.ZodType, requests: readonly z.ZodObject[]])[] => [
  ['hubSwitchId', Property.shape.hubSwitchId, [PropertyUpdate, PropertyCreate]],
  ['website', PropertyInfo.shape.website, [PropertyInfoBody]],
  ['sellableUnitType', Unit.shape.sellableUnitType, [UnitUpdate, UnitAdd]],
  ['sellableUnits', RatePlan.shape.sellableUnits, [RatePlanCreate]],
  ['channelBookingId', Reservation.shape.channelBookingId, [ReservationCreate]],
]

function walk(schema: z.ZodType, path: string, scope: string, into: Map<string, Field>): void {
  const core = coreSchema(schema)
  if (core instanceof z.ZodArray) return walk(core.element as z.ZodType, path, path, into)
  if (core instanceof z.ZodUnion && fieldsOfAnswer(core) === undefined) return
  const own = fieldsOfAnswer(core) ?? {}
  for (const [field, known, requests] of records())
    if (own[field] === known) for (const request of requests) walk(request, path, scope, into)
  for (const [name, inner] of Object.entries(own)) {
    const at = path === '' ? name : `${path}.${name}`
    const innerCore = coreSchema(inner)
    const element = innerCore instanceof z.ZodArray ? coreSchema(innerCore.element as z.ZodType) : innerCore
    into.set(at, {
      path: at,
      scope,
      schema: inner,
      isList: innerCore instanceof z.ZodArray,
      isObject: element instanceof z.ZodObject,
      isOpen: innerCore === ChannelCredentials,
    })
    walk(inner, at, scope, into)
  }
}

const walked = {
  request: new WeakMap<EndpointSpec, ReadonlyMap<string, Field>>(),
  answer: new WeakMap<EndpointSpec, ReadonlyMap<string, Field>>(),
}

/** All fields of one side of an endpoint. */
export function fieldsOf(endpoint: EndpointSpec, side: Side): ReadonlyMap<string, Field> {
  const found = walked[side].get(endpoint)
  if (found !== undefined) return found
  const into = new Map<string, Field>()
  for (const schema of side === 'request' ? [endpoint.query, endpoint.body] : [endpoint.result])
    if (schema !== undefined) walk(schema, '', '', into)
  walked[side].set(endpoint, into)
  return into
}

/** Every name that the top of an answer may have, its aliases too; undefined where the answer has no fixed fields. */
export function topNamesOf({
  result,
}: EndpointSpec): readonly (readonly [name: string, all: readonly string[]])[] | undefined {
  const core = coreSchema(result)
  const shape = core instanceof z.ZodArray ? {} : fieldsOfAnswer(core)
  const isOpen = shape === undefined || (core instanceof z.ZodObject && Object.keys(shape).length === 0)
  return isOpen ? undefined : Object.entries(shape).map(([name, schema]) => [name, namesOfField(name, schema)] as const)
}
