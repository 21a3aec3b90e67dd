import { type DecodedXml, decodeXml } from '../xml/index.js'
import { decodeBackslashes, decodeBase64, decodeEntities, decodePercent, decodeQuotedPrintable } from './escapes.js'
import { MARKER, messageAround, spellingAt, withoutComments, withoutPrefixes } from './find.js'
import { beginsWithChunk, beginsWithHttp, bodyOf, type HttpMessage, httpMessages, joinChunks } from './http.js'
import { type JsonNode, memberOf, readJson, textsOf } from './json.js'
import {
  decodeText,
  beforeInLine,
  formValueAround,
  isPacketCapture,
  nameOf,
  plainBytes,
  quotedAround,
  textAround,
  unpack,
} from './kinds.js'
import { CAPTURE_LIMITS, type CaptureLimits } from './limits.js'
import { boundaryOf, charsetOf, openingBoundary, partsOf } from './mime.js'
import { FileLines, type LineColumn, MessageBytes } from './places.js'
import { harHeaders, soapActionOf } from './soap-action.js'
import { curlFlows, isCurlTrace, isSocatTrace, socatFlows } from './traces.js'
import { cutOut, type Traced, unpacked, wholeOf } from './traced.js'

/** A message that a capture holds. */
export interface CapturedPart {
  bytes: Buffer
  decoded: DecodedXml
  /** What it was taken out of, from the outside: `HTTP request POST /pms`, `chunks`, `gzip`. Empty for one that is a file of its own. */
  wrapping: readonly string[]
  /** Where it begins in the file. */
  place: LineColumn
  /** Where a place of the message stands in the file. Of what is packed there, where the pack begins. */
  placeOf(place: LineColumn): LineColumn
  /** False where places lead to the beginning of a pack only. */
  isExact: boolean
  /** The message is the whole file, and may be written back. */
  isWhole: boolean
  /** SOAPAction of the request that it was the body of; null where that has headers and none is one. */
  soapAction?: string | null
}

/** A part of a capture that is no message. */
export interface OtherPart extends LineColumn {
  what: string
}

/** What was found in one file. */
export interface Capture {
  messages: CapturedPart[]
  /** What should be a message, and cannot be read. */
  unread: OtherPart[]
  /** Parts that are something else, such as answers. */
  others: OtherPart[]
  /** How many others there are beyond those that are listed. */
  moreOthers: number
}

interface Context {
  wrapping: readonly string[]
  depth: number
  /** The text was characters before: an encoding that it names says nothing. */
  isText: boolean
  type?: string | undefined
  charset?: string | undefined
  soapAction?: string | null | undefined
}

/**
 * Takes the notifications out of whatever a person has: messages as they are, dumps of HTTP, logs, HAR files, texts inside of texts. Never throws.
 * @param bytes a file as it lies there; archives and folders are opened before
 */
export function readCapture(bytes: Buffer, limits: CaptureLimits = CAPTURE_LIMITS): Capture {
  return new Capturing(bytes, limits).read()
}

class Capturing {
  private readonly messages: CapturedPart[] = []
  private readonly unread: OtherPart[] = []
  private readonly others: OtherPart[] = []
  private moreOthers = 0
  private moreUnread = 0
  private readonly lines: FileLines
  private readonly file: Traced
  private left: number

  constructor(
    private readonly given: Buffer,
    private readonly limits: CaptureLimits,
  ) {
    this.left = limits.unpackedBytes
    this.file = wholeOf(plainBytes(given))
    this.lines = new FileLines(this.file.bytes)
  }

  read(): Capture {
    this.open(this.file, { wrapping: [], depth: 0, isText: false })
    const { messages, unread, others, moreOthers, moreUnread } = this
    const last = unread.at(-1)
    if (moreUnread > 0 && last !== undefined)
      unread.push({ ...last, what: `${moreUnread} more ${moreUnread === 1 ? 'part' : 'parts'} behind this place` })
    const isAlone = messages.length === 1 && messages[0]?.wrapping.length === 0 && this.beginsAsFile(messages[0].place)
    const isNothing = messages.length + unread.length + others.length === 0
    return { messages: isAlone || isNothing ? [this.wholeFile()] : messages, unread, others, moreOthers }
  }

  /** Nothing but a declaration and comments stands before it. */
  private beginsAsFile(place: LineColumn): boolean {
    const view = this.file.bytes.subarray(0, 256_000).toString('latin1')
    const at = view.split('\n', place.line).slice(0, -1).join('\n').length
    return (
      withoutComments(view.slice(0, Math.max(0, at + place.column - 1)))
        .replace(/^\s*<\?xml[^>]{0,300}>/, '')
        .trim() === ''
    )
  }

  private wholeFile(): CapturedPart {
    const decoded = decodeXml(this.given)
    const place = { line: 1, column: 1 }
    return { bytes: this.given, decoded, wrapping: [], place, placeOf: (one) => one, isExact: true, isWhole: true }
  }

  private open(part: Traced, context: Context): void {
    const { depth, wrapping, type } = context
    if (depth > this.limits.depth)
      return this.fail(part, 0, `more than ${this.limits.depth} wrappings inside each other`)
    this.left -= part.bytes.length
    if (this.left < 0)
      return this.fail(part, 0, `more than ${this.limits.unpackedBytes / 1024 / 1024} MB when everything is unpacked`)
    const { bytes } = part
    const inner = { ...context, depth: depth + 1 }
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return this.inflate(part, 'gzip', inner)
    if (isPacketCapture(bytes))
      return this.fail(
        part,
        0,
        'a capture of packets: save the connection as text first ("Follow TCP stream", or tcpflow)',
      )
    const view = bytes.toString('latin1')
    if (isCurlTrace(view)) return this.flows(curlFlows(part, view), 'curl trace', inner)
    if (isSocatTrace(view)) return this.flows(socatFlows(part, view), 'socat trace', inner)
    const boundary = boundaryOf(type ?? '') ?? openingBoundary(view)
    if (boundary !== undefined) return this.multipart(part, view, boundary, inner)
    if (beginsWithHttp(view)) return this.http(part, view, inner)
    if (/^\s{0,200}[[{]/.test(view.slice(0, 210))) {
      const json = readJson(view)
      if (json !== undefined && view.slice(json.end).trim() === '') return this.json(part, json.node, view, inner)
    }
    if (!view.includes(MARKER)) {
      const plain = bytes.length > 200 && wrapping.length > 0 ? decodeBase64(part) : undefined
      if (plain !== undefined) return this.open(plain, { ...inner, wrapping: [...wrapping, 'base64'], isText: false })
      if (wrapping.length > 0) this.other(part, 0, nameOf(view, wrapping.at(-1)))
      return
    }
    if (
      /^(?:POST|PUT|HTTP)|\n(?:[A-Z]{3,10} \S{1,2000} HTTP\/1|HTTP\/\d)/.test(view) &&
      [...httpMessages(view)].length > 0
    )
      return this.http(part, view, inner)
    this.text(part, view, inner)
  }

  private http(part: Traced, view: string, context: Context): void {
    let from = 0
    for (const message of httpMessages(view)) {
      this.between(part, view, from, message.start, context)
      from = message.bodyEnd
      const body = bodyOf(part, message)
      const wrapping = [...context.wrapping, `HTTP ${message.name}`]
      if (body.bytes.toString('latin1').trim() === '')
        this.other(part, message.start, `HTTP ${message.name} without a body`)
      else this.httpBody(body, message, { ...context, wrapping })
    }
    this.between(part, view, from, view.length, context)
  }

  /** What stands around messages of HTTP may be a message as well. */
  private between(part: Traced, view: string, start: number, end: number, context: Context): void {
    if (view.slice(start, end).includes(MARKER)) {
      const piece = cutOut(part, start, end)
      this.text(piece, piece.bytes.toString('latin1'), context)
    }
  }

  private httpBody(given: Traced, { headers, isRequest }: HttpMessage, context: Context): void {
    let body = given
    let wrapping = context.wrapping
    const view = given.bytes.toString('latin1')
    if (/chunked/i.test(headers.get('transfer-encoding') ?? '') && beginsWithChunk(view)) {
      const joined = joinChunks(given, view)
      wrapping = [...wrapping, 'chunks']
      if (joined.brokenAt !== undefined)
        this.fail(
          given,
          joined.brokenAt,
          'the size of a chunk does not fit what follows: the body is cut, or its line ends were changed',
        )
      body = joined.body
    }
    const type = headers.get('content-type')
    const soapAction = soapActionOf(headers, isRequest)
    const next = { ...context, wrapping, type, charset: charsetOf(type), isText: false, soapAction }
    const encodings = (headers.get('content-encoding') ?? '')
      .toLowerCase()
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && one !== 'identity')
    const packing = encodings.at(-1)
    if (packing === undefined || /^\s*</.test(body.bytes.toString('latin1', 0, 100))) return this.open(body, next)
    this.inflate(body, packing, next)
  }

  private inflate(part: Traced, packing: string, context: Context): void {
    const plain = unpack(part.bytes, packing, Math.min(this.left, this.limits.unpackedBytes))
    if (typeof plain === 'string') return this.fail(part, 0, plain)
    this.open(unpacked(plain, part), { ...context, wrapping: [...context.wrapping, packing] })
  }

  private flows(flows: readonly { stream: Traced; isLossy: boolean }[], name: string, context: Context): void {
    for (const { stream } of flows) this.open(stream, { ...context, wrapping: [...context.wrapping, name] })
  }

  private multipart(part: Traced, view: string, boundary: string, context: Context): void {
    const parts = partsOf(view, boundary)
    if (parts.length === 0) return this.fail(part, 0, 'multipart without its boundary')
    for (const [at, { headers, start, end }] of parts.entries()) {
      const raw = cutOut(part, start, end)
      const coding = headers.get('content-transfer-encoding')?.trim().toLowerCase()
      const body =
        coding === 'base64' ? decodeBase64(raw) : coding === 'quoted-printable' ? decodeQuotedPrintable(raw) : raw
      const type = headers.get('content-type')
      const wrapping = [...context.wrapping, `part ${at + 1}`]
      if (body === undefined) this.fail(raw, 0, 'a part that says base64 and is not')
      else this.open(body, { ...context, wrapping, type, charset: charsetOf(type), isText: false })
    }
  }

  private json(part: Traced, node: JsonNode, view: string, context: Context): void {
    const entries = memberOf(node, 'log', 'entries')
    if (entries?.kind === 'list') return this.har(part, entries.items, view, context)
    const before = this.count()
    for (const text of textsOf(node))
      this.jsonText(part, text, view, { ...context, wrapping: [...context.wrapping, 'JSON'] }, true)
    if (this.count() === before && context.wrapping.length > 0) this.other(part, 0, context.wrapping.at(-1) ?? 'JSON')
  }

  private jsonText(
    part: Traced,
    { start, end }: { start: number; end: number },
    view: string,
    context: Context,
    isQuiet: boolean,
  ): void {
    const raw = view.slice(start, end)
    if (raw.includes(MARKER)) return this.inside(decodeBackslashes(cutOut(part, start, end)), context, isQuiet)
    if (raw.length < 400) return
    const plain = decodeBase64(cutOut(part, start, end))
    if (plain?.bytes.includes(MARKER) === true || (plain?.bytes[0] === 0x1f && plain.bytes[1] === 0x8b))
      this.open(plain, { ...context, wrapping: [...context.wrapping, 'base64'], isText: false })
  }

  private har(part: Traced, entries: readonly JsonNode[], view: string, context: Context): void {
    for (const [at, entry] of entries.entries()) {
      const textOf = (found: JsonNode | undefined): string =>
        found?.kind === 'text'
          ? view.slice(found.start, Math.min(found.end, found.start + 2_000)).replaceAll(/\\([/"])/g, '$1')
          : ''
      const plainOf = (...names: string[]): string => textOf(memberOf(entry, ...names))
      const soapAction = soapActionOf(harHeaders(entry, textOf))
      const name = `entry ${at + 1}`
      const path = plainOf('request', 'url')
        .replace(/^[a-z]{1,10}:\/\/[^/?#]*/i, '')
        .split(/[?#]/, 1)[0]
        ?.slice(0, 80)
      for (const [body, type, label] of [
        [
          memberOf(entry, 'request', 'postData', 'text'),
          plainOf('request', 'postData', 'mimeType'),
          `request ${plainOf('request', 'method').slice(0, 10)} ${path ?? ''}`,
        ],
        [memberOf(entry, 'response', 'content', 'text'), plainOf('response', 'content', 'mimeType'), 'response'],
      ] as const) {
        if (body?.kind !== 'text' || body.start === body.end) continue
        const isBase64 =
          label === 'response'
            ? plainOf('response', 'content', 'encoding') === 'base64'
            : plainOf('request', 'postData', 'encoding') === 'base64'
        const text = decodeBackslashes(cutOut(part, body.start, body.end))
        const plain = isBase64 ? decodeBase64(text) : text
        const wrapping = [...context.wrapping, `HAR ${name} ${label.trim()}`]
        if (plain === undefined) this.fail(text, 0, 'a body that says base64 and is not')
        else {
          const own = label === 'response' ? undefined : soapAction
          this.open(plain, { ...context, wrapping, type, charset: undefined, isText: !isBase64, soapAction: own })
        }
      }
    }
  }

  /** Messages that stand in a text, plainly or written in other characters. */
  private text(part: Traced, view: string, context: Context): void {
    let floor = 0
    for (let at = view.indexOf(MARKER); at >= 0; at = view.indexOf(MARKER, Math.max(floor, at + MARKER.length))) {
      const spelling = spellingAt(view, at)
      if (spelling === undefined) continue
      floor = this.found(part, view, { at, floor, spelling }, context)
    }
  }

  /** @returns where what follows begins */
  private found(
    part: Traced,
    view: string,
    { at, floor, spelling }: { at: number; floor: number; spelling: string },
    context: Context,
  ): number {
    const inner = (name: string): Context => ({
      ...context,
      wrapping: [...context.wrapping, name],
      isText: true,
      type: undefined,
    })
    if (spelling === 'entities') {
      const { start, end } = textAround(view, floor, at)
      this.inside(decodeEntities(cutOut(part, start, end)), inner('escaped text'))
      return end
    }
    if (spelling === 'backslashes') {
      const { start, end } = quotedAround(view, floor, at)
      this.inside(decodeBackslashes(cutOut(part, start, end)), inner('JSON text'))
      return end
    }
    if (spelling === 'percent') {
      const { start, end } = formValueAround(view, floor, at)
      this.inside(decodePercent(cutOut(part, start, end)), inner('form'))
      return end
    }
    const before = view.slice(floor, at)
    const opened = before.lastIndexOf('<![CDATA[')
    const cdata = floor + opened
    if (opened >= 0 && before.lastIndexOf(']]>') < opened) {
      const close = view.indexOf(']]>', at)
      const end = close < 0 ? view.length : close
      this.inside(cutOut(part, cdata + 9, end), inner('CDATA'))
      return end
    }
    const comment = before.lastIndexOf('<!--')
    if (comment >= 0 && before.lastIndexOf('-->') < comment) return at + MARKER.length
    const message = messageAround(view, floor, at)
    const isAlone = context.wrapping.length > 0 && withoutComments(view.slice(floor, message.start)).trim() === ''
    this.add(withoutPrefixes(part, view, message), {
      ...context,
      // What stands in a log was characters for the program that wrote it.
      isText: context.isText || (!isAlone && beforeInLine(view, floor, message.start) !== ''),
    })
    return message.end
  }

  /** What was unwrapped is looked into; where it holds nothing after all, that is told. */
  private inside(part: Traced, context: Context, isQuiet = false): void {
    const before = this.count()
    this.open(part, { ...context, depth: context.depth + 1 })
    if (this.count() === before && !isQuiet)
      this.fail(part, 0, `${context.wrapping.at(-1) ?? 'text'} that names ${MARKER} and holds none`)
  }

  private count(): number {
    return this.messages.length + this.unread.length
  }

  private add(part: Traced, { wrapping, isText, charset, soapAction }: Context): void {
    if (this.messages.length >= this.limits.messages)
      return this.fail(part, 0, `more than ${this.limits.messages} messages in one file`)
    if (part.bytes.length > this.limits.messageBytes)
      return this.fail(part, 0, `a message of more than ${this.limits.messageBytes / 1024 / 1024} MB`)
    const decoded = isText ? decodeText(part.bytes) : decodeXml(part.bytes, charset)
    const bytes = new MessageBytes(part.bytes, decoded)
    this.messages.push({
      bytes: part.bytes,
      decoded,
      wrapping,
      place: this.lines.placeOf(part.origin(0)),
      placeOf: (place) => this.lines.placeOf(part.origin(bytes.byteAt(place))),
      isExact: part.isExact,
      isWhole: false,
      ...(soapAction === undefined ? {} : { soapAction }),
    })
  }

  private fail(part: Traced, at: number, what: string): void {
    if (this.unread.length < this.limits.told) this.unread.push({ ...this.lines.placeOf(part.origin(at)), what })
    else this.moreUnread++
  }

  private other(part: Traced, at: number, what: string): void {
    if (this.others.length < this.limits.told) this.others.push({ ...this.lines.placeOf(part.origin(at)), what })
    else this.moreOthers++
  }
}
