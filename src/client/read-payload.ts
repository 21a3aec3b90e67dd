import type { EndpointSpec } from '../contract/endpoint.js'
import type { EndpointKey } from '../contract/index.js'
import { type Checked, checkValue } from '../contract/issues.js'
import type { Overlay } from '../contract/overlay.js'
import { payloadFields } from '../contract/walk.js'
import { mendScalars } from './mend-scalars.js'

/** The payload of an answer in our names, checked loosely: unknown fields are kept, numbers and texts are taken for one another. */
export function readPayload(key: EndpointKey, endpoint: EndpointSpec, overlay: Overlay, payload: unknown): Checked<EndpointSpec['result']> {
  const named = overlay.fromWire(key, payload)
  const checked = checkValue(endpoint.result, named)
  return checked.ok ? checked : checkValue(endpoint.result, mendScalars(endpoint.result, named))
}

/** The service's names of the fields of a payload; undefined where the payload is no record, or its fields are not fixed. */
export function fieldsOf(key: EndpointKey, endpoint: EndpointSpec, overlay: Overlay): ReadonlySet<string> | undefined {
  const names = payloadFields(endpoint.result)
  return names.length === 0 ? undefined : new Set(names.map((name) => overlay.fieldName(key, name)))
}
