import { checkValue, type EndpointKey, endpointOf, type EndpointSpec, fillPath } from '../../contract/index.js'
import { Fault, type Finding } from '../../errors.js'

/** Parts of a call after the check against the contract. */
export interface Parts {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/**
 * Checks what a caller hands in, before anything is sent.
 * @throws Fault INVALID_INPUT with a finding for each fault
 */
export function checkParts(key: EndpointKey, endpoint: EndpointSpec, input: unknown): Parts {
  const given = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  const findings: Finding[] = []
  const check = (part: 'params' | 'query' | 'body'): unknown => {
    const schema = endpoint[part]
    if (schema === undefined) return undefined
    const checked = checkValue(schema, given[part] ?? (part === 'body' ? undefined : {}))
    if (checked.ok) return checked.value
    findings.push(...checked.findings)
    return undefined
  }
  const [params, query, body] = [check('params'), check('query'), check('body')]
  if (findings.length > 0) throw invalidInput(key, findings)
  return { params: params as Record<string, unknown>, query: query as Record<string, unknown>, body }
}

function invalidInput(key: EndpointKey, findings: Finding[]): Fault {
  const [first] = findings
  const sentence = first === undefined ? '' : `: ${first.field ?? 'the input'} ${first.reason}`
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return new Fault('INVALID_INPUT', `The input does not fit ${key}${sentence}${more}.`, {
    findings,
    facts: { endpoint: key },
  })
}

/**
 * Checks the input of a call without sending it.
 * @throws Fault INVALID_INPUT with a finding for each fault
 */
export function checkInput(key: EndpointKey, input: object): void {
  checkParts(key, endpointOf(key), input)
}

/** The path of an endpoint with its parameters filled in. */
export function pathOf(endpoint: EndpointSpec, parts: Parts): string {
  return fillPath(endpoint.path, parts.params)
}

const SPACE = [...' \t\r\n'].map((character) => character.charCodeAt(0))
const [OPENING = 0, CLOSING = 0] = [...'{}'].map((character) => character.charCodeAt(0))

/**
 * JSON object text in UTF-8, copied with the credentials as its first member. The text itself is not parsed: it may be large.
 * @param credentials JSON object text that holds the credentials alone
 * @param room gives memory of a size in bytes
 * @throws Fault INVALID_INPUT when it is not the text of an object
 */
export function injectCredentials(body: Uint8Array, credentials: string, room: (size: number) => Buffer): Buffer {
  const start = afterSpace(body, 0)
  if (body[start] !== OPENING) throw new Fault('INVALID_INPUT', 'The body must be a JSON object.')
  const isEmpty = body[afterSpace(body, start + 1)] === CLOSING
  const opening = `${credentials.slice(0, -1)}${isEmpty ? '' : ','}`
  const openingBytes = Buffer.byteLength(opening)
  const whole = room(openingBytes + body.length - start - 1)
  whole.write(opening)
  whole.set(body.subarray(start + 1), openingBytes)
  return whole
}

function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (SPACE.includes(bytes[at] as number)) at += 1
  return at
}
