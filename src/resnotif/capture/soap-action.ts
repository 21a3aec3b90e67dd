import { PARAMETER } from './heads/index.js'
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

/** The headers of a request of a HAR file. */
function headersIn(entry: JsonNode): JsonNode[] {
  const list = memberOf(entry, 'request', 'headers')
  return list?.kind === 'list' ? list.items.slice(0, HEADERS_MAX) : []
}

/** The same by their names in small letters. */
export const harHeaders = (entry: JsonNode, textOf: (node: JsonNode | undefined) => string): Map<string, string> =>
  new Map(headersIn(entry).map((one) => [textOf(memberOf(one, 'name')).toLowerCase(), textOf(memberOf(one, 'value'))]))

/** Where the header or the parameter stands that names it in a HAR file. */
export function harSoapActionAt(entry: JsonNode, view: string): number | undefined {
  const valueOf = (wanted: string): Extract<JsonNode, { kind: 'text' }> | undefined => {
    const header = headersIn(entry).findLast((one) => {
      const name = memberOf(one, 'name')
      return name?.kind === 'text' && view.slice(name.start, name.end).toLowerCase() === wanted
    })
    const value = memberOf(header, 'value')
    return value?.kind === 'text' ? value : undefined
  }
  const own = valueOf('soapaction')
  const type = own === undefined ? valueOf('content-type') : undefined
  if (type === undefined) return own?.start
  const inType = view.slice(type.start, Math.min(type.end, type.start + 2_000)).search(PARAMETER)
  return inType < 0 ? undefined : type.start + inType
}
