import { type JsonNode, memberOf } from './logs/index.js'

/**
 * SOAPAction of a request: the header of SOAP 1.1, or `action` of the content type of SOAP 1.2.
 * @returns null where the headers were captured and have none; undefined of an answer, and where no header was captured
 */
export function soapActionOf(headers: ReadonlyMap<string, string>, isRequest = true): string | null | undefined {
  if (!isRequest || headers.size === 0) return undefined
  const type = headers.get('content-type')?.slice(0, 2_000) ?? ''
  return headers.get('soapaction') ?? /;[ \t]*action="?([^";]{0,300})/i.exec(type)?.[1] ?? null
}

const HEADERS_MAX = 300

/** The headers of a request of a HAR file, by their names in small letters. */
export function harHeaders(entry: JsonNode, textOf: (node: JsonNode | undefined) => string): Map<string, string> {
  const list = memberOf(entry, 'request', 'headers')
  return new Map(
    (list?.kind === 'list' ? list.items.slice(0, HEADERS_MAX) : []).map((one) => [
      textOf(memberOf(one, 'name')).toLowerCase(),
      textOf(memberOf(one, 'value')),
    ]),
  )
}
