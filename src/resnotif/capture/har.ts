import { cutOut, decodeBackslashes, decodeBase64, type Traced } from './bytes/index.js'
import type { Context } from './parts.js'
import type { PartOpener } from './exchange.js'
import { shownPath } from './heads/index.js'
import { isXmlType, type JsonNode, memberOf } from './logs/index.js'
import { harHeaders, harSoapActionAt, soapActionOf } from './soap-action.js'

interface Stretch {
  start: number
  end: number
}

/** A body of a HAR file, or that one was not recorded. */
interface HarBody {
  /** `HAR entry 1 request POST /pms`. */
  name: string
  type: string
  texts: readonly Stretch[]
  /** The same once more, taken apart into the fields of a form. */
  again: readonly Stretch[]
  isBase64: boolean
  /** Bytes that it had and the file has not. */
  missing: number
  place: number
  soapAction: string | null | undefined
  /** Where that stands. */
  soapActionAt: number | undefined
  /** Its text is all that was sent. */
  isFramed: boolean
}

/** Opens the bodies of a HAR file. */
export function openHar(
  opener: PartOpener,
  part: Traced,
  { entries, view }: { entries: readonly JsonNode[]; view: string },
  context: Context,
): void {
  for (const body of harBodies(entries, view)) {
    const { name, type, texts, again, isBase64, missing, place, soapAction, isFramed } = body
    const soapActionAt = body.soapActionAt === undefined ? undefined : part.origin(body.soapActionAt)
    for (const { start, end } of again) opener.found.cover(part, start, end, false)
    if (missing > 0) opener.found.other(part, place, `${name}, whose body of ${missing} bytes the file does not hold,`)
    for (const { start, end } of texts) {
      const text = decodeBackslashes(cutOut(part, start, end))
      const plain = isBase64 ? decodeBase64(text) : text
      const told = { type, charset: undefined, soapAction, soapActionAt }
      const inner = { ...context, ...told, wrapping: [...context.wrapping, name] }
      if (plain === undefined) opener.found.fail(text, 0, 'a body that says base64 and is not')
      else opener.open(plain, { ...inner, isText: !isBase64, framed: isFramed ? plain : undefined })
    }
  }
}

/** Bodies of requests and answers, in their order. */
function* harBodies(entries: readonly JsonNode[], view: string): Generator<HarBody> {
  for (const [at, entry] of entries.entries()) {
    const textOf = (found: JsonNode | undefined): string =>
      found?.kind === 'text' || found?.kind === 'number'
        ? view.slice(found.start, Math.min(found.end, found.start + 2_000)).replaceAll(/\\([/"])/g, '$1')
        : ''
    const plainOf = (...names: string[]): string => textOf(memberOf(entry, ...names))
    const soapAction = soapActionOf(harHeaders(entry, textOf))
    const soapActionAt = harSoapActionAt(entry, view)
    const path = shownPath(plainOf('request', 'url').replace(/^[a-z]{1,10}:\/\/[^/?#]*/i, ''))
    for (const [side, body, label] of [
      ['request', 'postData', `request ${plainOf('request', 'method').slice(0, 10)} ${path}`],
      ['response', 'content', 'response'],
    ] as const) {
      const texts = textsOf(memberOf(entry, side, body))
      const fields = fieldsOf(memberOf(entry, side, body))
      const type = plainOf(side, body, 'mimeType')
      const isWholeText = memberOf(entry, side, body, 'text') === texts[0]
      const size = Number(plainOf(side, 'bodySize') || '0')
      yield {
        name: `HAR entry ${at + 1} ${label.trim()}`,
        type,
        texts,
        again: isWholeText ? fields : [],
        isBase64: plainOf(side, body, 'encoding') === 'base64',
        missing: side === 'request' && texts.length === 0 && size > 0 ? size : 0,
        place: firstText(entry) ?? 0,
        soapAction: side === 'request' ? soapAction : undefined,
        soapActionAt: side === 'request' ? soapActionAt : undefined,
        isFramed: isWholeText && (side === 'request' || isXmlType(type)),
      }
    }
  }
}

/** The text of a body; of a form that was taken apart, its values. */
function textsOf(body: JsonNode | undefined): Stretch[] {
  const text = memberOf(body, 'text')
  if (text?.kind === 'text' && text.end > text.start) return [text]
  return fieldsOf(body)
}

function fieldsOf(body: JsonNode | undefined): Stretch[] {
  const params = memberOf(body, 'params')
  return params?.kind !== 'list'
    ? []
    : params.items.flatMap((item) => {
        const value = memberOf(item, 'value')
        return value?.kind === 'text' && value.end > value.start ? [value] : []
      })
}

/** Where the first text of an entry stands. */
function firstText(node: JsonNode): number | undefined {
  if (node.kind === 'text') return node.start
  const inside =
    node.kind === 'object' ? node.entries.map(([, value]) => value) : node.kind === 'list' ? node.items : []
  for (const one of inside) {
    const found = firstText(one)
    if (found !== undefined) return found
  }
  return undefined
}
