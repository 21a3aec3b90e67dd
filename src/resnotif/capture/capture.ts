import { isMeant } from './base64.js'
import {
  cutOut,
  decodeBackslashes,
  decodeBase64,
  decodePercent,
  lineEnd,
  Rewriting,
  type Traced,
  unpacked,
  withoutColours,
} from './bytes/index.js'
import { Collected } from './collected.js'
import { type Capture, type Context, rewritten } from './parts.js'
import { openHar } from './har.js'
import { openCurlVerbose, openHttp, openMail, openMultipart, openPage, packsIn, type PartOpener } from './exchange.js'
import {
  beforeInLine,
  COMMENTED,
  commentIn,
  DOTTED,
  formValueAround,
  isLoggedIn,
  isOfUse,
  nameOf,
  quotedAround,
  tellForeignPack,
  WITH_NOTES,
  FOLLOWED,
} from './kinds.js'
import { type LaidOut, Layouts } from './layout/index.js'
import { isOfProgram, openBlocks, openDocument, openLeft, openSqlite } from './left.js'
import { CAPTURE_LIMITS, type CaptureLimits } from './limits.js'
import {
  AMBIGUOUS,
  byteLists,
  bytesAround,
  carriedAt,
  carrierInLines,
  containerOutputs,
  copiesIn,
  decodeDoubledRecord,
  decodeRecord,
  escapedBehind,
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
  stringAround,
  isMention,
  tellPiece,
  wholeTexts,
  withoutPrefixes,
  withoutProlog,
} from './logs/index.js'
import { openFlows } from './flows.js'
import {
  type AttachedPack,
  beginsWithHttp,
  boundaryOf,
  hasHttp,
  headOfMail,
  isAttachedPack,
  mailsOfMailbox,
  openingBoundary,
} from './heads/index.js'
import { hasCurlNotes, isMetered, recordingsIn } from './wire/index.js'
import { envelopeAbove, MIXED, Surroundings, wideTextOf } from './outer/index.js'
import { isSqlite, unpack } from './packs/index.js'
import { areEscapesUnsure, hasLoggedEscapes } from './words/index.js'
import { HOLED, TORN } from './whole.js'
import { openWide, openWithin } from './within.js'

/**
 * Takes the notifications out of whatever a person has: messages as they are, dumps of HTTP, logs, HAR files, texts inside of texts. Never throws.
 * @param bytes a file as it lies there; archives and folders are opened before
 * @param type Content-Type, of a body that came with one
 * @param attached takes the archives that it holds, for a caller who opens them; without it they are told as unread
 */
export function readCapture(
  bytes: Buffer,
  limits: CaptureLimits = CAPTURE_LIMITS,
  type?: string,
  attached?: AttachedPack[],
): Capture {
  const collected = new Collected(bytes, limits)
  const isText = collected.file.bytes !== bytes && wideTextOf(bytes) !== undefined
  const context = { wrapping: [], depth: 0, isText, type }
  const opening = new Opening(collected, limits, attached)
  opening.open(collected.file, context)
  openLeft(opening, context)
  if (isText && bytes.includes(MARKER)) collected.fail(cutOut(collected.file, 0, 1), 0, MIXED)
  return collected.end()
}

/** Names of the element behind that of a start tag: those of its end tag, of comments and of the next message. */
const LOOKS_AHEAD = 4

/** Opens what it is given, and everything in it. */
class Opening implements PartOpener {
  private left: number
  /** Where a line begins that was found to be no document. */
  private noDocument = -1

  constructor(
    readonly found: Collected,
    private readonly limits: CaptureLimits,
    readonly attached?: AttachedPack[],
  ) {
    this.left = limits.unpackedBytes
  }

  open(part: Traced, context: Context): void {
    const { depth, type } = context
    const { found, limits } = this
    if (depth > limits.depth) return found.fail(part, 0, `more than ${limits.depth} wrappings inside each other`)
    this.left -= part.bytes.length
    if (this.left < 0)
      return found.fail(part, 0, `more than ${limits.unpackedBytes / 1024 / 1024} MB when everything is unpacked`)
    const { bytes } = part
    const { file, ...inner } = { ...context, depth: depth + 1 }
    if (this.attached !== undefined && depth > 0 && isAttachedPack(part, file)) {
      this.attached.push({ name: file ?? context.wrapping.at(-1) ?? 'attachment', bytes })
      return found.cover(part, 0, bytes.length, false)
    }
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return this.inflate(part, 'gzip', inner)
    const foreign = tellForeignPack(bytes)
    if (foreign !== undefined) return found.fail(part, 0, foreign)
    if (isOfProgram(part, found)) return
    if (isSqlite(bytes)) return openSqlite(this, part, inner)
    const wide = wideTextOf(bytes)
    if (wide !== undefined) return openWide(this, part, wide, context)
    const view = bytes.toString('latin1')
    if (boundaryOf(type ?? '') !== undefined) return this.plain(part, view, inner)
    const { recordings, rest } = recordingsIn(part, view)
    if (recordings.length === 0) return this.plain(part, view, inner)
    for (const recording of recordings)
      openFlows(recording, inner, found, (stream, context) => this.open(stream, context))
    for (const text of rest) this.between(text, inner)
  }

  /** What stands between recordings of other forms: nothing is said of it that holds no message. */
  between(part: Traced, context: Context): void {
    const view = part.bytes.toString('latin1')
    if (isOfUse(view)) this.plain(part, view, { ...context, type: undefined })
  }

  /** What no tool recorded from a line. */
  private plain(part: Traced, view: string, inner: Context): void {
    const { wrapping, type } = inner
    if (inner.isDotted !== true && FOLLOWED.test(view)) return this.plain(part, view, { ...inner, isDotted: true })
    const { found } = this
    const { bytes } = part
    const outputs = containerOutputs(part, view)
    if (outputs !== undefined) return outputs.forEach((output) => this.open(output, { ...inner, isText: true }))
    const mails = mailsOfMailbox(view)
    if (mails.length > 0) return mails.forEach(({ start, end }) => this.open(cutOut(part, start, end), inner))
    const boundary = boundaryOf(type ?? '') ?? openingBoundary(view)
    if (boundary !== undefined) return openMultipart(this, part, view, boundary, inner)
    const mail = headOfMail(view)
    if (mail !== undefined) return openMail(this, part, mail, inner)
    if (openPage(this, part, view, inner)) return
    const plain = withoutColours(part, packsIn(part, view))
    if (plain !== part) return found.coloured(() => this.open(plain, inner))
    if (hasCurlNotes(view)) return openCurlVerbose(this, part, view, inner)
    if (isMetered(view) && view.includes(MARKER)) return found.fail(part, 0, WITH_NOTES)
    if (beginsWithHttp(view) || (isOfUse(view) && hasHttp(view))) return openHttp(this, part, view, inner)
    if (openWithin(this, part, view, inner)) return
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
      openBlocks(this, part, view, inner)
      if (found.count === before && wrapping.length > 0) found.other(part, 0, nameOf(view, wrapping.at(-1)))
      return
    }
    if (!openDocument(this, part, view, inner)) this.text(part, view, inner)
  }

  inflate(part: Traced, packing: string, context: Context): void {
    const plain = unpack(part.bytes, packing, Math.min(this.left, this.limits.unpackedBytes))
    if (typeof plain === 'string') return this.found.fail(part, 0, context.isDotted === true ? DOTTED : plain)
    const before = this.found.unreadCount
    const inner = { ...context, wrapping: [...context.wrapping, packing], isText: false }
    const opened = unpacked(plain, part)
    this.open(opened, rewritten(inner, part, opened))
    this.found.cover(part, 0, part.bytes.length, this.found.unreadCount > before)
  }

  private documents(part: Traced, nodes: readonly JsonNode[], view: string, context: Context): void {
    const before = this.found.count
    const inner = { ...context, wrapping: [...context.wrapping, 'JSON'], isText: true }
    const others: JsonNode[] = []
    for (const node of nodes) {
      const entries = memberOf(node, 'log', 'entries')
      if (entries?.kind === 'list') openHar(this, part, { entries: entries.items, view }, context)
      else others.push(node)
    }
    const copies = others.flatMap((node) => [...copiesIn(view, node)])
    for (const { start, end } of copies) this.found.cover(part, start, end, false)
    for (const text of wholeTexts(part, view, others, new Set(copies.map(({ start }) => start))))
      this.jsonText(text, inner)
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
    if (isMeant(part)) this.open(part, { ...context, isText: false })
  }

  /** Messages that stand in a text, plainly or written in other characters. */
  text(part: Traced, view: string, context: Context): void {
    const layouts = new Layouts(part, view)
    const around = new Surroundings(view, context)
    let floor = 0
    for (let at = view.indexOf(MARKER); at >= 0; at = view.indexOf(MARKER, Math.max(floor, at + MARKER.length))) {
      if (isMention(view, at)) continue
      const laidOut = layouts.around(floor, at)
      if (laidOut !== undefined) {
        this.laidOut(part, laidOut, context)
        floor = laidOut.end
        continue
      }
      const spelling = spellingAt(view, at)
      if (spelling === undefined) {
        const piece = tellPiece(view, at)
        if (piece !== undefined) this.found.piece(part, at, piece)
        continue
      }
      const lines = spelling === 'percent' ? undefined : this.linesAround(view, floor, at)
      if (lines === undefined) {
        const before = this.found.unreadCount
        floor = this.stretch(part, view.slice(0, this.nextLines(view, at)), { at, floor, spelling, around }, context)
        this.found.coverRecord(part, at, floor, this.found.unreadCount > before)
      } else {
        this.documents(part, lines.nodes, view, { ...context, depth: context.depth + 1 })
        floor = lines.end
      }
    }
  }

  private laidOut(part: Traced, { name, text, start, end }: LaidOut, context: Context): void {
    if (typeof text === 'string') return this.found.fail(cutOut(part, start, end), 0, text)
    const before = this.found.unreadCount
    const inner = { ...context, wrapping: [...context.wrapping, name], isLogged: context.isLogged ?? true }
    this.inside(text, { ...inner, isText: true, type: undefined }, true)
    this.found.cover(part, start, end, this.found.unreadCount > before)
  }

  /** @returns where what follows begins */
  private stretch(
    part: Traced,
    view: string,
    of: { at: number; floor: number; spelling: string; around: Surroundings },
    context: Context,
  ): number {
    const { at, floor, spelling, around } = of
    const isLogged = isLoggedIn(view, { floor, at }, context)
    const inner = (name: string): Context => ({
      ...context,
      isLogged,
      wrapping: [...context.wrapping, name],
      isText: true,
      type: undefined,
    })
    const carried = (name: string, start: number): Context => {
      const carrier = envelopeAbove(view, start)
      return carrier === undefined ? inner(name) : { ...inner(name), carrier }
    }
    const before = view.slice(floor, at)
    const isCarried = spelling === 'entities' || before.lastIndexOf('<![CDATA[') > before.lastIndexOf(']]>')
    const string = isCarried || spelling === 'backslashes' ? stringAround(view, floor, at) : undefined
    if (string !== undefined && this.literal(part, view, string, inner('quoted text'))) return string.end
    if (spelling === 'backslashes' || spelling === 'doubled quotes') {
      const record = bytesAround(view, at) ?? recordAround(view, floor, at) ?? quotedAround(view, floor, at)
      const raw = cutOut(part, record.start, record.end)
      const isDoubled = spelling === 'doubled quotes'
      const text = isDoubled ? decodeDoubledRecord(raw, view, at) : decodeRecord(raw, view, { at, end: record.end })
      const isUnsure = !isDoubled && areEscapesUnsure(view, at, record.end)
      this.inside(text, { ...inner('quoted text'), ...(isUnsure && { escapes: 'breaks' }) })
      return record.end
    }
    if (spelling === 'percent') {
      const { start, end } = formValueAround(view, floor, at)
      const torn = TORN.test(view.slice(start, end)) && { cut: HOLED, isCut: true }
      this.inside(decodePercent(cutOut(part, start, end)), { ...inner('form'), ...torn })
      return end
    }
    const lines = isCarried ? carrierInLines(part, view, floor, at) : undefined
    if (lines !== undefined) {
      this.inside(lines.text, { ...context, isLogged, isText: true, type: undefined })
      return lines.end
    }
    const own = carriedAt(part, view, of, (stretch, start) => around.textIn(stretch, view.slice(floor, start)))
    if (own !== undefined) {
      if (own.cut === undefined || context.isComplete === true) this.inside(own.text, carried(own.name, own.start))
      else this.found.fail(own.text, 0, own.cut)
      return own.end
    }
    const comment = commentIn(part, view, floor, at)
    if (comment !== undefined) {
      if (comment.isMessage) this.found.cover(part, comment.start, comment.end, false)
      if (comment.isMessage) this.found.other(part, at, COMMENTED)
      return comment.end
    }
    const found = messageAround(view, floor, at)
    const message = found.isCut ? { ...found, end: escapedBehind(view, at, found.end) } : found
    if (this.literal(part, view, message, inner('quoted text'))) return message.end
    const isAlone = context.wrapping.length > 0 && withoutProlog(view.slice(floor, message.start)).trim() === ''
    const text = withoutPrefixes(part, view, message)
    // What stands in a log was characters for the program that wrote it.
    const isBehindWords = !isAlone && beforeInLine(view, floor, message.start) !== ''
    const isUnsure = isLogged && isBehindWords && hasLoggedEscapes(view.slice(at, message.end))
    if (typeof text === 'string') this.found.fail(cutOut(part, message.start, message.end), 0, text)
    else {
      const own = around.elementIn(text, { ...message, before: view.slice(floor, message.start) })
      this.found.add(own.text, {
        ...context,
        isCut: message.isCut,
        isText: context.isText || isBehindWords || own.isText,
        isLogged,
        ...(isUnsure && { escapes: context.escapes ?? 'letters' }),
      })
    }
    return message.end
  }

  /** Opens what stands in the quotes of a program. @returns false for what is not written down in any way of theirs */
  private literal(part: Traced, view: string, of: { start: number; end: number }, inner: Context): boolean {
    // Escapes that were taken off with the line are not there twice; what stood before its quotes still is.
    if (inner.wrapping.at(-2) === 'quoted text') return false
    const literal = literalAround(view, of)
    if (literal === undefined) return false
    const raw = cutOut(part, of.start, of.end)
    if (literal === AMBIGUOUS) this.found.fail(raw, 0, literal)
    else this.inside(plainOf(raw, literal, view[of.start - 1] ?? '"'), inner)
    return true
  }

  private linesAround(view: string, floor: number, at: number): ReturnType<typeof jsonLines> {
    // Looked for no further than the last message, since a log may stand in one line.
    const line = floor + view.slice(floor, at).lastIndexOf('\n') + 1
    if (line === this.noDocument || (view[line] !== '{' && view[line] !== '[')) return undefined
    const lines = jsonLines(view, floor, at)
    if (lines === undefined) this.noDocument = line
    return lines
  }

  /** Where documents of JSON begin that stand behind a message: they are no part of one that is cut. */
  private nextLines(view: string, at: number): number {
    const floor = lineEnd(view, at) + 1
    let next = at
    for (let looks = 0; looks < LOOKS_AHEAD; looks++) {
      next = view.indexOf(MARKER, next + MARKER.length)
      if (next < 0) break
      if (next < floor) continue
      const lines = this.linesAround(view, floor, next)
      if (lines !== undefined) return lines.start
    }
    return view.length
  }

  /** What was unwrapped is looked into; where it holds nothing after all, that is told. */
  private inside(part: Traced, context: Context, isQuiet = false): void {
    const before = this.found.count
    this.open(part, { ...context, depth: context.depth + 1 })
    if (this.found.count === before && !isQuiet)
      this.found.fail(part, 0, `${context.wrapping.at(-1) ?? 'text'} that names ${MARKER} and holds none`)
  }
}
