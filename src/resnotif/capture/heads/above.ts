import type { Traced } from '../bytes/index.js'
import type { HttpMessage } from './http.js'
import { type ShortLength, shortLength } from './length.js'
import { headerAt, isChunked, lengthIn, packingsOf, wrongLengthIn } from './told.js'

/** Content-Length, and where it stands. */
export interface ToldLength {
  /** NaN where it is no number, or several. */
  told: number
  /** What it says, where that is right of no body. */
  wrong: string | undefined
  at: number
  /** Bytes that stand below the head. */
  shown: number
  /** All lines of the head end as they were sent: no carriage return was lost. */
  hasReturns: boolean
  /** Blanks that the body begins with. */
  lead: number
  /** Where what follows them stands in the file. */
  from: number
}

/** What stands above a body, with its places in the file. */
export interface ToldAbove {
  length: ToldLength | undefined
  /** Where SOAPAction of a request stands. */
  soapActionAt: number | undefined
  /** What it is packed in. */
  saysPacked: { packing: string; at: number } | undefined
}

/** What a head says of its body, and where in the file. */
export function toldAbove(
  part: Traced,
  view: string,
  body: Traced,
  { headers, isRequest, start, headEnd }: HttpMessage & { start: number },
): ToldAbove {
  const head = view.slice(start, headEnd)
  const placeOf = (at: number): number | undefined => (at < 0 ? undefined : part.origin(start + at))
  const packing = packingsOf(headers).filter((one) => PACKINGS.test(one))
  const packedAt = packing.length === 0 ? undefined : placeOf(headerAt(head, 'content-encoding'))
  return {
    length: lengthOf(head, body, headers, placeOf(headerAt(head, 'content-length'))),
    soapActionAt: isRequest ? placeOf(soapActionIn(head)) : undefined,
    saysPacked: packedAt === undefined ? undefined : { packing: packing.join(', '), at: packedAt },
  }
}

/** What a body may be packed in; programs name encodings of letters there by mistake. */
const PACKINGS = /^(?:x-)?(?:gzip|compress|deflate|br|zstd)$/

/** What a head says of the length of a body, where that stands as it was sent. */
function lengthOf(
  head: string,
  body: Traced,
  headers: HttpMessage['headers'],
  at: number | undefined,
): ToldLength | undefined {
  const [told, wrong] = [lengthIn(headers), wrongLengthIn(headers)]
  const isUntold = Number.isNaN(told) && wrong === undefined
  if (isUntold || at === undefined || isChunked(headers) || packingsOf(headers).length > 0) return undefined
  const lead = /^\s{0,200}/.exec(body.bytes.toString('latin1', 0, 200))?.[0].length ?? 0
  return { told, wrong, hasReturns: !/[^\r]\n/.test(head), at, shown: body.bytes.length, lead, from: body.origin(lead) }
}

/** Where the parameter begins, which may stand in a line of its own. */
export const PARAMETER = /(?<=;\s{0,200})action=/i

/** Where the header or the parameter begins that names it, in a head as it stands; -1 where none does. */
function soapActionIn(head: string): number {
  const own = headerAt(head, 'soapaction')
  const type = headerAt(head, 'content-type')
  if (own >= 0 || type < 0) return own
  const inType = head.slice(type, type + 2_000).search(PARAMETER)
  return inType < 0 ? -1 : type + inType
}

/** Whether more was promised than all that stands below a head, which is hardly more than the message. */
const isOfWhole = (told: number, shown: number, bytes: number): boolean => told > shown && shown - bytes < 10

/** What is wrong with the number that stands above a message; undefined where nothing is, and where what wrote it down explains the difference. */
export function misfitOfLength(
  length: ToldLength,
  { text, bytes, charset }: { text: string; bytes: number; charset: string | undefined },
): ShortLength | undefined {
  const { told, wrong, lead, shown, hasReturns } = length
  if (wrong !== undefined || (told > bytes + lead && !isOfWhole(told, shown, bytes))) return undefined
  const short = shortLength(text, told - lead, { charset, hasReturns })
  return short === undefined ? undefined : { ...short, told, bytes: short.bytes + lead }
}
