import { type Checked, checkValue, type EndpointSpec, memberFor, normalizeAnswer } from '../../contract/index.js'

/** A payload in our names, checked loosely: unknown fields are kept; null, numbers as text and other names are read as the contract has them. */
export function readPayload(endpoint: EndpointSpec, named: unknown): Checked<EndpointSpec['result']> {
  const read = normalizeAnswer(endpoint.result, named)
  return checkValue(memberFor(endpoint.result, read), read)
}
