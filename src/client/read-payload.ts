import type { EndpointSpec } from '../contract/endpoint.js'
import type { EndpointKey } from '../contract/index.js'
import { type Checked, checkValue } from '../contract/issues.js'
import type { Overlay } from '../contract/overlay.js'
import { memberFor, normalizeAnswer } from '../contract/reading/normalize-answer.js'

/** The payload of an answer in our names, checked loosely: unknown fields are kept; null, numbers as text and other names are read as the contract has them. */
export function readPayload(key: EndpointKey, endpoint: EndpointSpec, overlay: Overlay, payload: unknown): Checked<EndpointSpec['result']> {
  const read = normalizeAnswer(endpoint.result, overlay.fromWire(key, payload))
  return checkValue(memberFor(endpoint.result, read), read)
}
