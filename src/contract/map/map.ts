import { auth, inventory, product, ratePlan, rates, reservation, room, unit } from '../endpoints/index.js'
import { facility, property, propertyInfo } from '../property/index.js'
import {
  type CallInput,
  type CallResult,
  type CheckedInput,
  type EndpointSpec,
  type HandlerResult,
} from '../schema/index.js'

/** Every endpoint of the interface, once. Client, sandbox, commands and documents read this. A topic is made when it is read. */
export const contract = {
  get auth() {
    return auth
  },
  get property() {
    return property
  },
  get propertyInfo() {
    return propertyInfo
  },
  get facility() {
    return facility
  },
  get unit() {
    return unit
  },
  get room() {
    return room
  },
  get rates() {
    return rates
  },
  get inventory() {
    return inventory
  },
  get product() {
    return product
  },
  get ratePlan() {
    return ratePlan
  },
  get reservation() {
    return reservation
  },
}

type Contract = typeof contract

/** `topic.verb`: contract key, handler key, operationId and command path in one. */
export type EndpointKey = { [T in keyof Contract]: `${T}.${keyof Contract[T] & string}` }[keyof Contract]

/** The entry behind a key. */
export type EndpointOf<K extends EndpointKey> = K extends `${infer T extends keyof Contract}.${infer V}`
  ? V extends keyof Contract[T]
    ? Contract[T][V] extends EndpointSpec
      ? Contract[T][V]
      : never
    : never
  : never

export type InputOf<K extends EndpointKey> = CallInput<EndpointOf<K>>
export type ResultOf<K extends EndpointKey> = CallResult<EndpointOf<K>>
export type CheckedInputOf<K extends EndpointKey> = CheckedInput<EndpointOf<K>>
export type HandlerResultOf<K extends EndpointKey> = HandlerResult<EndpointOf<K>>

/** All endpoints with their keys, in the order of the interface. */
export const endpoints: readonly { key: EndpointKey; endpoint: EndpointSpec }[] = Object.entries(contract).flatMap(
  ([topic, verbs]) =>
    Object.entries(verbs).map(([verb, endpoint]) => ({
      key: `${topic}.${verb}` as EndpointKey,
      endpoint: endpoint as EndpointSpec,
    })),
)

/** The entry of a key. */
export function endpointOf(key: EndpointKey): EndpointSpec {
  const [topic = '', verb = ''] = key.split('.')
  const verbs: object = Object.hasOwn(contract, topic) ? contract[topic as keyof Contract] : {}
  return (Object.hasOwn(verbs, verb) ? verbs[verb as keyof typeof verbs] : undefined) as unknown as EndpointSpec
}

/** The endpoint that a method and a path below the base address name, with what stands in place of its path parameters. */
export function endpointAt(
  method: string,
  path: string,
): { key: EndpointKey; params: Record<string, string> } | undefined {
  const given = (path.split('?')[0] ?? '').split('/')
  let found: { key: EndpointKey; params: Record<string, string> } | undefined
  for (const { key, endpoint } of endpoints) {
    const parts = endpoint.path.split('/')
    if (endpoint.method !== method || parts.length !== given.length) continue
    const params: Record<string, string> = {}
    const fits = parts.every((part, at) => {
      if (!part.startsWith('{')) return part === given[at]
      params[part.slice(1, -1)] = decoded(given[at] ?? '')
      return true
    })
    // A path in words comes before one with a parameter: `/properties/info` is no property.
    if (fits && (found === undefined || Object.keys(params).length < Object.keys(found.params).length))
      found = { key, params }
  }
  return found
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Names of all fields that are secret somewhere in the contract, for payloads whose endpoint is not known: written down, as a walk through the contract would make all of it at each start. */
export const secretNames: ReadonlySet<string> = new Set(['partnerSecret', 'accessToken', 'duty_code', 'number', 'cvc'])
