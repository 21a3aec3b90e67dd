import {
  cutOut,
  decodeBackslashes,
  decodeBase64,
  decodeDoubled,
  decodeEntities,
  decodePercent,
  decodeQuotedPrintable,
  Rewriting,
  type Traced,
  unpacked,
  withoutColours,
} from './bytes/index.js'
import { type Capture, Collected, type Context } from './collected.js'
import { harBodies } from './har.js'
import { beginsWithChunk, joinChunks } from './chunks.js'
import { beginsWithHttp, bodyOf, type HttpMessage, httpMessages } from './http.js'
import {
  beforeInLine,
  formValueAround,
  nameOf,
  packedTexts,
  quotedAround,
  tellForeignPack,
  textAround,
  textOfElement,
  unpack,
} from './kinds.js'
import { CAPTURE_LIMITS, type CaptureLimits } from './limits.js'
import {
  AMBIGUOUS,
  byteLists,
  containerOutputs,
  isContainerLog,
  jsonLines,
  type JsonNode,
  literalAround,
  plainOf,
  MARKER,
  memberOf,
  messageAround,
  readJson,
  recordAround,
  spellingAt,
  isMention,
  tellPiece,
  wholeTexts,
  withoutPrefixes,
  withoutProlog,
} from './logs/index.js'
import { openFlows } from './flows.js'
import { soapActionOf } from './soap-action.js'
import { boundaryOf, charsetOf, headOfMail, type MimePart, openingBoundary, partsOf } from './mime.js'
import { isCurlVerbose, isMetered, traceIn, withoutCurlNotes } from './wire/index.js'
import { isNamed, misfitOf } from './whole.js'

/**
 * Takes the notifications out of whatever a person has: messages as they are, dumps of HTTP, logs, HAR files, texts inside of texts. Never throws.
 * @param bytes a file as it lies there; archives and folders are opened before
 * @param type Content-Type, of a body that came with one
 */
export function readCapture(bytes: Buffer, limits: CaptureLimits = CAPTURE_LIMITS, type?: string): Capture {
  const collected = new Collected(bytes, limits)
  new Opening(collected, limits).open(collected.file, { wrapping: [], depth: 0, isText: false, type })
  return collected.end()
}

const WITH_NOTES = 'a body with notes of curl in it: write the notes elsewhere than the body (2>FILE)'

/** What a person comments out of a message. */
const COMMENT_MAX = 8_000

/** Opens what it is given, and everything in it. */
class Opening {
  private left: number
  /** Where a line begins that was found to be no document. */
  private noDocument = -1

  constructor(
    private readonly found: Collected,
    private readonly limits: CaptureLimits,
  ) {
    this.left = limits.unpackedBytes
  }

  open(part: Traced, context: Context): void {
    const { depth, wrapping, type } = context
    const { found, limits } = this
    if (depth > limits.depth) return found.fail(part, 0, `more than ${limits.depth} wrappings inside each other`)
    this.left -= part.bytes.length
    if (this.left < 0)
      return found.fail(part, 0, `more than ${limits.unpackedBytes / 1024 / 1024} MB when everything is unpacked`)
    const { bytes } = part
    const inner = { ...context, depth: depth + 1 }
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return this.inflate(part, 'gzip', inner)
    const foreign = tellForeignPack(bytes)
    if (foreign !== undefined) return found.fail(part, 0, foreign)
    const view = bytes.toString('latin1')
    const trace = traceIn(part, view)
    if (trace !== undefined) {
      openFlows(trace, inner, found, (stream, context) => this.open(stream, context))
      // No row of digits is wide enough for the name: what has it stands beside them.
      return trace.isDigits === true && view.includes(MARKER) ? this.text(part, view, inner) : undefined
    }
    if (isCurlVerbose(view)) return this.curlVerbose(part, view, inner)
    if (isMetered(view) && view.includes(MARKER)) return found.fail(part, 0, WITH_NOTES)
    if (isContainerLog(view))
      return containerOutputs(part, view).forEach((output) => this.open(output, { ...inner, isText: true }))
    const plain = withoutColours(part)
    if (plain !== part) return this.open(plain, inner)
    const boundary = boundaryOf(type ?? '') ?? openingBoundary(view)
    if (boundary !== undefined) return this.multipart(part, view, boundary, inner)
    const mail = headOfMail(view)
    if (mail !== undefined) return this.mail(part, mail, inner)
    if (beginsWithHttp(view)) return this.http(part, view, inner)
    if (/^\s{0,200}[[{]/.test(view.slice(0, 210))) {
      const json = readJson(view)
      if (json !== undefined && view.slice(json.end).trim() === '')
        return this.documents(part, [json.node], view, inner)
      const lines = view.includes(MARKER) ? undefined : jsonLines(view, 0, 0)
      if (lines !== undefined && view.slice(lines.end).trim() === '')
        return this.documents(part, lines.nodes, view, inner)
    }
    if (!view.includes(MARKER)) {
      const packed = bytes.length > 200 && wrapping.length > 0 ? decodeBase64(part) : undefined
      if (packed !== undefined) return this.open(packed, { ...inner, wrapping: [...wrapping, 'base64'], isText: false })
      const before = found.count
      for (const text of packedTexts(part, view))
        this.openIfMeant(text, { ...inner, wrapping: [...wrapping, 'base64'] })
      if (found.count === before && wrapping.length > 0) found.other(part, 0, nameOf(view, wrapping.at(-1)))
      return
    }
    if (
      /^(?:POST|PUT|HTTP)|\n(?:[A-Z]{3,10} \S{1,2000} HTTP\/1|HTTP\/\d)/.test(view) &&
      [...httpMessages(view)].length > 0
    )
      return this.http(part, view, inner)
    this.text(part, view, inner)
  }

  private curlVerbose(part: Traced, view: string, context: Context): void {
    const { plain, tangled } = withoutCurlNotes(part, view)
    for (const { start, end } of tangled)
      if (view.slice(start, end).includes(MARKER)) this.found.fail(cutOut(part, start, end), 0, WITH_NOTES)
    this.text(plain, plain.bytes.toString('latin1'), context)
  }

  private http(part: Traced, view: string, context: Context): void {
    let from = 0
    for (const message of httpMessages(view)) {
      this.between(part, view, from, message.start, context)
      from = message.bodyEnd
      const body = bodyOf(part, message)
      const wrapping = [...context.wrapping, `HTTP ${message.name}`]
      if (body.bytes.toString('latin1').trim() === '') this.noBody(part, message, context)
      else this.httpBody(body, message, { ...context, wrapping })
    }
    this.between(part, view, from, view.length, context)
  }

  private noBody(
    part: Traced,
    { name, headers, isRequest, start }: HttpMessage & { start: number },
    { wrapping }: Context,
  ): void {
    const told = headers.get('content-length') ?? '0'
    const isPromised = Number(told) > 0 || headers.has('transfer-encoding')
    // Of a line that was recorded, the body belongs to what should be here.
    if (isPromised && isRequest && wrapping.length > 0)
      return this.found.fail(cutOut(part, start, start), 0, `HTTP ${name}, whose body was not captured`)
    const without = isPromised && isRequest ? ', whose body the file does not hold,' : ' without a body'
    this.found.other(part, start, `HTTP ${name}${without}`)
  }

  /** What stands around messages of HTTP may be a message as well, or the end of one. */
  private between(part: Traced, view: string, start: number, end: number, context: Context): void {
    if (!view.slice(start, end).includes(MARKER)) return
    const piece = cutOut(part, start, end)
    this.text(piece, piece.bytes.toString('latin1'), context)
  }

  private httpBody(given: Traced, message: HttpMessage, context: Context): void {
    const { headers, isRequest } = message
    let body = given
    let { wrapping, cut } = context
    let isComplete = message.isWhole
    const view = given.bytes.toString('latin1')
    if (/chunked/i.test(headers.get('transfer-encoding') ?? '') && beginsWithChunk(view)) {
      const joined = joinChunks(given, view)
      wrapping = [...wrapping, 'chunks']
      // Sizes may stand in the middle of its texts.
      isComplete = joined.cutAt === undefined
      if (joined.brokenAt !== undefined)
        return this.found.fail(
          given,
          joined.brokenAt,
          'the size of a chunk does not fit what follows: the body is cut, or its line ends were changed',
        )
      cut =
        joined.cutAt === undefined ? undefined : 'a message that the capture cut: its chunks end before the last one'
      body = joined.body
    } else if (headers.has('content-length')) cut = misfitOf(message, view)
    const type = headers.get('content-type')
    const soapAction = soapActionOf(headers, isRequest)
    const next = { ...context, wrapping, cut, type, charset: charsetOf(type), isText: false, soapAction, isComplete }
    const encodings = (headers.get('content-encoding') ?? '')
      .toLowerCase()
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && one !== 'identity')
    const packing = encodings.at(-1)
    if (packing === undefined || /^\s*</.test(body.bytes.toString('latin1', 0, 100))) return this.body(body, next)
    if (cut !== undefined) return this.found.fail(body, 0, cut)
    this.inflate(body, packing, next)
  }

  private inflate(part: Traced, packing: string, context: Context): void {
    const plain = unpack(part.bytes, packing, Math.min(this.left, this.limits.unpackedBytes))
    if (typeof plain === 'string') return this.found.fail(part, 0, plain)
    this.open(unpacked(plain, part), { ...context, wrapping: [...context.wrapping, packing] })
  }

  /** A body that was cut before its name stood there may have been anything. */
  private body(body: Traced, context: Context): void {
    const { cut } = context
    const view = body.bytes.toString('latin1')
    if (cut !== undefined && /^\s*</.test(view) && !isNamed(view)) return this.found.fail(body, 0, cut)
    this.open(body, context)
  }

  private multipart(part: Traced, view: string, boundary: string, context: Context): void {
    const parts = partsOf(view, boundary)
    if (parts.length === 0) return this.found.fail(part, 0, 'multipart without its boundary')
    for (const [at, one] of parts.entries())
      this.mail(part, one, { ...context, wrapping: [...context.wrapping, `part ${at + 1}`] })
  }

  /** What stands behind headers of MIME. */
  private mail(part: Traced, { headers, start, end }: MimePart, context: Context): void {
    const raw = cutOut(part, start, end)
    const coding = headers.get('content-transfer-encoding')?.trim().toLowerCase()
    const body =
      coding === 'base64' ? decodeBase64(raw) : coding === 'quoted-printable' ? decodeQuotedPrintable(raw) : raw
    const type = headers.get('content-type')
    if (body === undefined) this.found.fail(raw, 0, 'a part that says base64 and is not')
    else this.open(body, { ...context, type, charset: charsetOf(type), isText: false })
  }

  private documents(part: Traced, nodes: readonly JsonNode[], view: string, context: Context): void {
    const before = this.found.count
    const inner = { ...context, wrapping: [...context.wrapping, 'JSON'] }
    const others: JsonNode[] = []
    for (const node of nodes) {
      const entries = memberOf(node, 'log', 'entries')
      if (entries?.kind === 'list') this.har(part, entries.items, view, context)
      else others.push(node)
    }
    for (const text of wholeTexts(part, view, others)) this.jsonText(text, inner)
    for (const node of others)
      for (const numbers of byteLists(node)) {
        const rewriting = new Rewriting(part)
        for (const { start, end } of numbers) rewriting.put(Buffer.of(Number(view.slice(start, end)) & 255), start)
        this.openIfMeant(rewriting.end(), { ...inner, wrapping: [...inner.wrapping, 'bytes'] })
      }
    if (this.found.count === before && context.wrapping.length > 0 && others.length > 0)
      this.found.other(part, 0, context.wrapping.at(-1) ?? 'JSON')
  }

  private jsonText(text: Traced, context: Context): void {
    if (text.bytes.includes(MARKER)) return this.inside(decodeBackslashes(text), context, true)
    if (text.bytes.length < 400) return
    const plain = decodeBase64(text)
    if (plain !== undefined) this.openIfMeant(plain, { ...context, wrapping: [...context.wrapping, 'base64'] })
  }

  /** What may be a message, or packs one. */
  private openIfMeant(part: Traced, context: Context): void {
    const { bytes } = part
    if (bytes.includes(MARKER) || (bytes[0] === 0x1f && bytes[1] === 0x8b))
      this.open(part, { ...context, isText: false })
  }

  private har(part: Traced, entries: readonly JsonNode[], view: string, context: Context): void {
    for (const { name, type, texts, isBase64, missing, place, soapAction } of harBodies(entries, view)) {
      if (missing > 0) this.found.other(part, place, `${name}, whose body of ${missing} bytes the file does not hold,`)
      for (const { start, end } of texts) {
        const text = decodeBackslashes(cutOut(part, start, end))
        const plain = isBase64 ? decodeBase64(text) : text
        const inner = { ...context, wrapping: [...context.wrapping, name], type, charset: undefined, soapAction }
        if (plain === undefined) this.found.fail(text, 0, 'a body that says base64 and is not')
        else this.open(plain, { ...inner, isText: !isBase64 })
      }
    }
  }

  /** Messages that stand in a text, plainly or written in other characters. */
  private text(part: Traced, view: string, context: Context): void {
    let floor = 0
    for (let at = view.indexOf(MARKER); at >= 0; at = view.indexOf(MARKER, Math.max(floor, at + MARKER.length))) {
      if (isMention(view, at)) continue
      const spelling = spellingAt(view, at)
      if (spelling === undefined) {
        const piece = tellPiece(view, at)
        if (piece !== undefined) this.found.piece(part, at, piece)
        continue
      }
      const lines = spelling === 'percent' ? undefined : this.linesAround(view, floor, at)
      if (lines === undefined) {
        const before = this.found.unreadCount
        floor = this.stretch(part, view, { at, floor, spelling }, context)
        this.found.cover(part, at, floor, this.found.unreadCount > before)
      } else {
        this.documents(part, lines.nodes, view, { ...context, depth: context.depth + 1 })
        floor = lines.end
      }
    }
  }

  /** @returns where what follows begins */
  private stretch(
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
    if (spelling === 'backslashes' || spelling === 'doubled quotes') {
      const record = recordAround(view, floor, at) ?? quotedAround(view, floor, at)
      const raw = cutOut(part, record.start, record.end)
      const isDoubled = spelling === 'doubled quotes'
      const quote = isDoubled ? (/=\s{0,9}(["'])/.exec(view.slice(at, at + 4_000))?.[1] ?? '"') : ''
      this.inside(isDoubled ? decodeDoubled(raw, quote) : decodeBackslashes(raw), inner('quoted text'))
      return record.end
    }
    if (spelling === 'entities') {
      const { start, end } = textAround(view, floor, at)
      this.inside(decodeEntities(cutOut(part, start, end)), inner('escaped text'))
      return end
    }
    if (spelling === 'percent') {
      const { start, end } = formValueAround(view, floor, at)
      this.inside(decodePercent(cutOut(part, start, end)), inner('form'))
      return end
    }
    const before = view.slice(floor, at)
    const opened = before.lastIndexOf('<![CDATA[')
    if (opened >= 0 && before.lastIndexOf(']]>') < opened) {
      const { text, end } = textOfElement(part, view, floor + opened, at)
      this.inside(text, inner('CDATA'))
      return end
    }
    const comment = before.lastIndexOf('<!--')
    if (comment >= 0 && before.lastIndexOf('-->') < comment) {
      const end = view.slice(at, at + COMMENT_MAX).indexOf('-->')
      return end < 0 ? at + MARKER.length : at + end
    }
    const message = messageAround(view, floor, at)
    // Escapes that were taken off with the line are not there twice; what stood before its quotes still is.
    const literal = context.wrapping.at(-1) === 'quoted text' ? undefined : literalAround(view, message)
    if (literal !== undefined) {
      const raw = cutOut(part, message.start, message.end)
      if (literal === AMBIGUOUS) this.found.fail(raw, 0, literal)
      else this.inside(plainOf(raw, literal, view[message.start - 1] ?? '"'), inner('quoted text'))
      return message.end
    }
    const isAlone = context.wrapping.length > 0 && withoutProlog(view.slice(floor, message.start)).trim() === ''
    const text = withoutPrefixes(part, view, message)
    if (typeof text === 'string') this.found.fail(cutOut(part, message.start, message.end), 0, text)
    else
      this.found.add(text, {
        ...context,
        isCut: message.isCut,
        // What stands in a log was characters for the program that wrote it.
        isText: context.isText || (!isAlone && beforeInLine(view, floor, message.start) !== ''),
      })
    return message.end
  }

  private linesAround(view: string, floor: number, at: number): ReturnType<typeof jsonLines> {
    // Looked for no further than the last message, since a log may stand in one line.
    const line = floor + view.slice(floor, at).lastIndexOf('\n') + 1
    if (line === this.noDocument || (view[line] !== '{' && view[line] !== '[')) return undefined
    const lines = jsonLines(view, floor, at)
    if (lines === undefined) this.noDocument = line
    return lines
  }

  /** What was unwrapped is looked into; where it holds nothing after all, that is told. */
  private inside(part: Traced, context: Context, isQuiet = false): void {
    const before = this.found.count
    this.open(part, { ...context, depth: context.depth + 1 })
    if (this.found.count === before && !isQuiet)
      this.found.fail(part, 0, `${context.wrapping.at(-1) ?? 'text'} that names ${MARKER} and holds none`)
  }
}
