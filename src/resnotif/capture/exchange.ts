import { cutOut, type Traced } from './bytes/index.js'
import { beginsWithChunk, joinChunks } from './chunks.js'
import type { Collected, Context } from './collected.js'
import { bodyOf, type EndOfBody, type HttpMessage, httpMessages } from './http.js'
import { MARKER } from './logs/index.js'
import { boundaryOf, charsetOf } from './mime.js'
import { soapActionOf } from './soap-action.js'
import { isNamed, misfitOf } from './whole.js'
import { isEnd } from './wire/index.js'

/** What opens the parts of an exchange. */
export interface PartOpener {
  found: Collected
  /** What was unpacked, or may be anything. */
  open(part: Traced, context: Context): void
  /** Lines that belong to no message of HTTP. */
  between(part: Traced, context: Context): void
  inflate(part: Traced, packing: string, context: Context): void
}

/** Opens the bodies of requests and answers, and whatever stands around them. */
export function openHttp(opener: PartOpener, part: Traced, view: string, context: Context): void {
  const around = (start: number, end: number): void => {
    if (view.slice(start, end).includes(MARKER)) opener.between(cutOut(part, start, end), context)
  }
  let from = 0
  for (const message of httpMessages(view, endOfBody(part, view))) {
    around(from, message.start)
    from = message.bodyEnd
    const body = bodyOf(part, message)
    const wrapping = [...context.wrapping, `HTTP ${message.name}`]
    if (body.bytes.toString('latin1').trim() === '') tellNoBody(opener.found, part, message, context)
    else openBody(opener, body, message, { ...context, wrapping })
  }
  around(from, view.length)
}

const isChunked = (headers: ReadonlyMap<string, string>): boolean =>
  /chunked/i.test(headers.get('transfer-encoding') ?? '')

const packingsOf = (headers: ReadonlyMap<string, string>): string[] =>
  (headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity')

/** Its chunks, its length and its boundary say where a body ends, if that is a place where others may go on. */
function endOfBody(part: Traced, view: string): EndOfBody {
  return (headers, start, limit) => {
    const body = view.slice(start, limit)
    if (isChunked(headers) && beginsWithChunk(body)) {
      const { end } = joinChunks(cutOut(part, start, limit), body)
      return end === undefined ? undefined : start + end
    }
    const length = Number(headers.get('content-length') ?? Number.NaN)
    const told = start + length
    // Many tools show a packed body unpacked, with the length of the pack.
    const isPacked = packingsOf(headers).length > 0 && !/^\s*</.test(body.slice(0, 100))
    if (Number.isSafeInteger(length) && told <= limit && (isPacked || isEnd(view, told))) return told
    const boundary = boundaryOf(headers.get('content-type') ?? '')
    const close = boundary === undefined ? -1 : body.indexOf(`\n--${boundary}--`)
    return boundary === undefined || close < 0 ? undefined : start + close + boundary.length + 5
  }
}

function tellNoBody(
  found: Collected,
  part: Traced,
  { name, headers, isRequest, start }: HttpMessage & { start: number },
  { wrapping }: Context,
): void {
  const told = headers.get('content-length') ?? '0'
  const isPromised = Number(told) > 0 || headers.has('transfer-encoding')
  // Of a line that was recorded, the body belongs to what should be here.
  if (isPromised && isRequest && wrapping.length > 0)
    return found.fail(cutOut(part, start, start), 0, `HTTP ${name}, whose body was not captured`)
  const without = isPromised && isRequest ? ', whose body the file does not hold,' : ' without a body'
  found.other(part, start, `HTTP ${name}${without}`)
}

function openBody(opener: PartOpener, given: Traced, message: HttpMessage, context: Context): void {
  const { headers, isRequest } = message
  let body = given
  let { wrapping, cut } = context
  let isComplete = message.isWhole
  const view = given.bytes.toString('latin1')
  if (isChunked(headers) && beginsWithChunk(view)) {
    const joined = joinChunks(given, view)
    wrapping = [...wrapping, 'chunks']
    // Sizes may stand in the middle of its texts.
    isComplete = joined.cutAt === undefined
    if (joined.brokenAt !== undefined)
      return opener.found.fail(
        given,
        joined.brokenAt,
        'the size of a chunk does not fit what follows: the body is cut, or its line ends were changed',
      )
    cut = joined.cutAt === undefined ? undefined : 'a message that the capture cut: its chunks end before the last one'
    body = joined.body
  } else if (headers.has('content-length')) cut = misfitOf(message, view)
  const type = headers.get('content-type')
  const soapAction = soapActionOf(headers, isRequest)
  const next = { ...context, wrapping, cut, type, charset: charsetOf(type), isText: false, soapAction, isComplete }
  const packing = packingsOf(headers).at(-1)
  if (packing === undefined || /^\s*</.test(body.bytes.toString('latin1', 0, 100))) openPlain(opener, body, next)
  else if (cut !== undefined) opener.found.fail(body, 0, cut)
  else opener.inflate(body, packing, next)
}

/** A body that was cut before its name stood there may have been anything. */
function openPlain(opener: PartOpener, body: Traced, context: Context): void {
  const { cut } = context
  const view = body.bytes.toString('latin1')
  if (cut !== undefined && /^\s*</.test(view) && !isNamed(view)) return opener.found.fail(body, 0, cut)
  opener.open(body, context)
}
