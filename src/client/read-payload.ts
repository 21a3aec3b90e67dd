import type { EndpointSpec } from '../contract/endpoint.js'
import type { EndpointKey } from '../contract/index.js'
import { type Checked, checkValue } from '../contract/issues.js'
import type { Overlay } from '../contract/overlay.js'
import { mendScalars } from './mend-scalars.js'

/** The payload of an answer in our names, checked loosely: unknown fields are kept, numbers and texts are taken for one another. */
export function readPayload(key: EndpointKey, endpoint: EndpointSpec, overlay: Overlay, payload: unknown): Checked<EndpointSpec['result']> {
  const named = overlay.fromWire(key, payload)
  const checked = checkValue(endpoint.result, named)
  return checked.ok ? checked : checkValue(endpoint.result, mendScalars(endpoint.result, named))
}
