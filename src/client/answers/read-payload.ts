import type { EndpointSpec } from '../../contract/schema/endpoint.js'
import { type Checked, checkValue } from '../../contract/schema/issues.js'
import { memberFor, normalizeAnswer } from '../../contract/schema/normalize-answer.js'

/** A payload in our names, checked loosely: unknown fields are kept; null, numbers as text and other names are read as the contract has them. */
export function readPayload(endpoint: EndpointSpec, named: unknown): Checked<EndpointSpec['result']> {
  const read = normalizeAnswer(endpoint.result, named)
  return checkValue(memberFor(endpoint.result, read), read)
}
