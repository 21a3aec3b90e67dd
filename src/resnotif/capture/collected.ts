import { readXml } from '../xml/index.js'
import { type Traced, widened, wholeOf, hasDots, hasDotsInNames } from './bytes/index.js'
import {
  decodeFile,
  DEFINES,
  nameOf,
  standsBehind,
  tellBytes,
  tellMarkup,
  otherDocumentIn,
  WORDS_BEHIND,
} from './kinds.js'
import type { CaptureLimits } from './limits.js'
import type { Capture, CapturedPart, Context, OtherPart } from './parts.js'
import { fragmentsIn, isLeftOff, MIXED_LINES, mixedIn, type Piece, type Told } from './logs/index.js'
import { packedIn } from './packs/index.js'
import { dumpedIn, tornNames, WRAPPED_NAME, wrappedTextIn } from './words/index.js'
import { FileLines, isBefore, MessageBytes } from './places.js'
import { exampleAt, inWindows, namesInOthers, plainBytes, unsentIn } from './outer/index.js'
import {
  doubtOf,
  decodePart,
  DUMPED,
  endsForeign,
  FOREIGN_LETTERS,
  hasJunk,
  isBlankBefore,
  isInterrupted,
  isMeantFor,
  isNoUtf8,
  isProlog,
  isTextOf,
  PACKED,
  PLAIN,
  SAYS_UTF8,
  toldByHead,
  WITH_BYTES,
} from './whole.js'

/** How a document begins that was meant to be a message. */
const MEANT_WHOLE = /^\s*<(?:\?xml\s|(?:[\w.-]{1,40}:)?(?:OTA_|Envelope))/

/** What is found in a file, as it is found. */
export class Collected {
  private readonly messages: CapturedPart[] = []
  private readonly spans: { start: number; end: number }[] = []
  private readonly told: Told[] = []
  private readonly records = new Set<Told>()
  /** Some lines show what went over a line: then the file is no document. */
  private isTraced = false
  /** Colours of a terminal stand in it: then the file is a capture of what is in it, even where that is one message. */
  private isColoured = false
  private readonly unread: OtherPart[] = []
  private readonly others: OtherPart[] = []
  private moreOthers = 0
  private isRepeated = false
  /** Messages that were found again, or are yet to be sent. */
  private again = 0
  /** Files of other programs in which nothing shows a message. */
  private readonly passed: { part: Traced; what: string }[] = []
  private readonly idle: { start: number; end: number }[] = []
  private moreUnread = 0
  private readonly piecesAt = new Set<number>()
  /** Behind this place something else than a message was seen to begin the file. */
  private otherFrom = Number.POSITIVE_INFINITY
  private readonly lines: FileLines
  private view: string | undefined
  /** The file, in UTF-8 and without its mark. */
  readonly file: Traced

  constructor(
    private readonly given: Buffer,
    private readonly limits: CaptureLimits,
  ) {
    this.file = wholeOf(plainBytes(given))
    this.lines = new FileLines(this.file.bytes)
  }

  /** Messages and what should be some. */
  get count(): number {
    return this.messages.length + this.unread.length + this.again
  }

  /** What is found then was perhaps found before, in another form: the same message is one. */
  repeated(open: () => void): void {
    this.isRepeated = true
    open()
    this.isRepeated = false
  }

  coloured(open: () => void): void {
    this.isColoured = true
    open()
  }

  /** What should be a message, and cannot be read. */
  get unreadCount(): number {
    return this.unread.length + this.moreUnread
  }

  add(part: Traced, context: Context): void {
    const { isLogged = false } = context
    const plain =
      isLogged && context.guessed === undefined && isNoUtf8(decodePart(part, context)) ? inWindows(part) : undefined
    if (plain !== undefined) return this.add(plain, { ...context, isText: true, guessed: 'Windows-1252' })
    const { wrapping, isDotted = false, guessed } = context
    if (this.messages.length >= this.limits.messages)
      return this.fail(part, 0, `more than ${this.limits.messages} messages in one file`)
    if (part.bytes.length > this.limits.messageBytes)
      return this.fail(part, 0, `a message of more than ${this.limits.messageBytes / 1024 / 1024} MB`)
    const decoded = decodePart(part, context)
    const place = part.origin(0)
    this.view ??= this.file.bytes.toString('latin1')
    const unsent = unsentIn(this.view, place, decoded.text, wrapping)
    if (unsent !== undefined) return this.passUnsent(part, unsent)
    const isAsSent = context.isComplete === true && context.framed === part
    const doubt = isAsSent ? undefined : doubtOf(decoded.text, context)
    if (doubt !== undefined && (doubt.isOfOwnFile || !this.isOwnFile(part, context)))
      return this.fail(part, 0, doubt.what)
    if (this.isRepeated && this.messages.some((one) => one.bytes.equals(part.bytes))) {
      this.again++
      return this.cover(part, 0, part.bytes.length, false)
    }
    if (isInterrupted(this.file.bytes, part, decoded.text, context)) return this.fail(part, 0, WITH_BYTES)
    const bytes = new MessageBytes(part.bytes, part.wide === undefined ? decoded : { ...decoded, ...PLAIN })
    if (isLogged && isNoUtf8(decoded)) {
      this.cover(part, 0, part.bytes.length, true)
      return this.tell(part, bytes.byteAt(decoded.fault), FOREIGN_LETTERS)
    }
    const wrappedAt = context.isComplete === true ? undefined : wrappedTextIn(decoded.text)
    this.spans.push({ start: place, end: part.origin(part.bytes.length) })
    this.messages.push({
      bytes: part.wide === undefined ? part.bytes : widened(part.bytes, part.wide),
      decoded,
      wrapping,
      place: this.lines.placeOf(place),
      placeOf: (inside) => this.lines.placeOf(part.origin(bytes.byteAt(inside))),
      isExact: part.isExact,
      isWhole: false,
      ...toldByHead(part, decoded.text, context, (at) => this.lines.placeOf(at)),
      ...((isDotted && hasDots(decoded.text, wrapping)) || hasDotsInNames(decoded.text) ? { isDotted: true } : {}),
      ...(wrappedAt === undefined ? {} : { wrappedAt }),
      ...(context.escapes === undefined ? {} : { escapes: context.escapes }),
      ...(wrapping.length === 0 && isBlankBefore(this.file.bytes, place) ? { isBehindBlanks: true } : {}),
      ...(guessed === undefined ? {} : { guessed, ...(SAYS_UTF8.test(decoded.text) ? { saysOther: true } : {}) }),
    })
  }

  /** What was never sent is no message, and none that is broken. */
  private passUnsent(part: Traced, what: string): void {
    const start = part.origin(0)
    const end = Math.max(part.origin(part.bytes.length), exampleAt(this.view ?? '', start) ?? 0)
    this.told.push({ start, end })
    this.again++
    this.other(part, 0, what)
  }

  /** What shows that there was a message, and is not one. */
  piece(part: Traced, at: number, { what, more }: Piece): void {
    const offset = part.origin(at)
    this.told.push({ start: offset, end: offset, more })
    // What stands in a text of JSON is seen twice: as it stands there, and with its lines put together.
    if (this.piecesAt.has(offset)) return
    this.piecesAt.add(offset)
    this.tell(part, at, what)
  }

  /** A stretch whose tags belong to what was found in it. @param isUnread what was found there was not read, and may go on behind it */
  cover(part: Traced, start: number, end: number, isUnread: boolean): void {
    const stretch = { start: part.origin(start), end: part.origin(end) }
    this.told.push(isUnread ? { ...stretch, more: 'behind' } : stretch)
  }

  /** The same of a record of a log, which takes in all lines up to the next one: digits behind what was found are not part of it. */
  coverRecord(part: Traced, start: number, end: number, isUnread: boolean): void {
    this.cover(part, start, end, isUnread)
    const record = this.told.at(-1)
    if (record !== undefined && !isUnread) this.records.add(record)
  }

  /** A record as far as messages were found in it. */
  private asFound(stretch: Told): Told {
    if (!this.records.has(stretch)) return stretch
    const inside = this.spans.filter(({ end }) => end > stretch.start && end <= stretch.end)
    return inside.length === 0 ? stretch : { ...stretch, end: Math.max(...inside.map(({ end }) => end)) }
  }

  /** Lines of a text that show what went over a line, and are no text themselves. */
  isTrace(of: Traced, spans: readonly { start: number; end: number }[]): void {
    this.isTraced = true
    for (const { start, end } of spans) this.cover(of, start, end, false)
  }

  /** Digits that made no sense as they were read: another form may be theirs. */
  isIdle({ bytes, origin }: Traced): void {
    if (bytes.length > 0) this.idle.push({ start: origin(0), end: origin(bytes.length - 1) + 1 })
  }

  /** Whether any of a stretch of the file belongs to what was found. */
  has({ start, end }: { start: number; end: number }): boolean {
    return [...this.told, ...this.spans].some((one) => one.start < end && one.end > start)
  }

  /** Takes back what was read as text in a stretch that is an archive: its files are opened by themselves. */
  withdraw(part: Traced, start: number, end: number): void {
    const [from, to] = [part.origin(start), part.origin(end)]
    for (let at = this.spans.length - 1; at >= 0; at--) {
      const span = this.spans[at] as { start: number; end: number }
      if (span.start < from || span.end > to) continue
      this.spans.splice(at, 1)
      this.messages.splice(at, 1)
    }
    const [first, last] = [this.lines.placeOf(from), this.lines.placeOf(to)]
    for (const told of [this.unread, this.others]) {
      const left = told.filter((one) => isBefore(one, first) || !isBefore(one, last))
      told.splice(0, told.length, ...left)
    }
  }

  /** What should be a message from a place on to the end of its part, and cannot be read. */
  fail(part: Traced, at: number, what: string): void {
    this.cover(part, at, part.bytes.length, true)
    this.tell(part, at, what)
  }

  private tell(part: Traced, at: number, what: string): void {
    if (this.unread.length < this.limits.told) this.unread.push({ ...this.lines.placeOf(part.origin(at)), what })
    else this.moreUnread++
  }

  /** A file of another program that is not looked into, in which nothing shows a message: told as unread where the capture holds nothing else. */
  passOver(part: Traced, what: string): void {
    this.passed.push({ part, what })
  }

  other(part: Traced, at: number, what: string): void {
    const place = this.lines.placeOf(part.origin(at))
    // What is opened in two ways is one.
    const isTold = this.others.some((one) => one.what === what && !isBefore(one, place) && !isBefore(place, one))
    if (this.isRepeated || isTold) return
    if (this.others.length < this.limits.told) this.others.push({ ...place, what })
    else this.moreOthers++
  }

  /** Everything that was found, in the order of the file. */
  end(): Capture {
    const { messages, unread, others } = this
    this.tellTornNames()
    const [passed] = this.passed
    if (passed !== undefined && this.count === 0) {
      for (const { part, what } of this.passed) this.fail(part, 0, what)
      return { messages, unread, others, moreOthers: this.moreOthers, passedOver: passed.what }
    }
    for (const { part, what } of this.passed) this.other(part, 0, what)
    if (this.isMeantWhole()) return this.nothing()
    this.distrustMixed()
    if (this.isAlone()) return { messages: [this.wholeFile()], unread, others, moreOthers: this.moreOthers }
    if (this.isTraced || !this.isDocument()) this.tellFragments()
    if (messages.length + unread.length + others.length === 0) return this.nothing()
    unread.sort((a, b) => a.line - b.line || a.column - b.column)
    const last = unread.at(-1)
    const { moreUnread } = this
    if (moreUnread > 0 && last !== undefined)
      unread.push({ ...last, what: `${moreUnread} more ${moreUnread === 1 ? 'part' : 'parts'} behind this place` })
    return {
      messages: messages.toSorted(({ place: a }, { place: b }) => a.line - b.line || a.column - b.column),
      unread,
      others,
      moreOthers: this.moreOthers,
    }
  }

  /** Messages whose lines are mixed are none that was sent. */
  private distrustMixed(): void {
    for (const index of mixedIn(this.file.bytes, this.spans, this.told)) {
      this.told.push(...this.spans.splice(index, 1))
      for (const { place } of this.messages.splice(index, 1)) this.unread.push({ ...place, what: MIXED_LINES })
    }
  }

  /** Where lines were wrapped, a message may have no name that any search finds. */
  private tellTornNames(): void {
    for (const at of tornNames(this.file.bytes.toString('latin1')))
      if (![...this.told, ...this.spans].some(({ start, end }) => start <= at && end > at))
        this.fail(this.file, at, WRAPPED_NAME)
  }

  /** Whatever shows a piece of a message outside of all that was found. */
  private tellFragments(): void {
    const { file } = this
    const view = file.bytes.toString('latin1')
    const dumps = dumpedIn(view, [...this.told.map((one) => this.asFound(one)), ...this.spans], this.idle)
    for (const { start } of dumps) this.tell(file, start, DUMPED)
    const told = [...this.told, ...dumps]
    for (const { at, what } of fragmentsIn(view, told)) this.tell(file, at, what)
    const found = [...told, ...this.spans]
    for (const at of packedIn(view, found)) this.tell(file, at, PACKED)
    for (const { at, what } of namesInOthers(view, found)) this.tell(file, at, what)
  }

  /** A document of XML from the first character on, whole or meant to be. */
  private isDocument(): boolean {
    if (this.count > 0 || this.others.length > 0) return false
    const view = this.file.bytes.toString('latin1', 0, 1_000)
    if (!/^\s*</.test(view)) return false
    if (otherDocumentIn(this.file.bytes.toString()) !== undefined) return false
    return MEANT_WHOLE.test(view) || readXml(this.file.bytes.toString()).broken === undefined
  }

  /** A document of XML was meant to be a message; anything else is no message that is broken. */
  private nothing(): Capture {
    const { bytes } = this.file
    const view = bytes.toString('latin1', 0, 20_000)
    const none = { unread: [], others: [], moreOthers: 0 }
    if (this.isTraced || !/^\s*<[?!A-Za-z_]/.test(view)) {
      const what = tellBytes(this.given, bytes)
      return { ...none, messages: [], others: [{ line: 1, column: 1, what }], holdsNone: what }
    }
    const other = otherDocumentIn(this.file.bytes.toString())
    // What defines entities is harmful to whoever reads it, whatever it is.
    if (other !== undefined && !DEFINES.test(view))
      return { ...none, messages: [], others: [{ line: 1, column: 1, what: other }], holdsNone: other }
    const whole = this.wholeFile()
    if (other !== undefined) return { ...none, messages: [whole], holdsNone: other }
    const isBroken = whole.decoded.fault !== undefined || readXml(whole.decoded.text).broken !== undefined
    if (isBroken && isMeantFor(whole.decoded.text)) return { ...none, messages: [whole] }
    return { ...none, messages: [whole], holdsNone: isBroken ? tellMarkup(view) : nameOf(view, 'a document of XML') }
  }

  /** An end tag that nothing opens, in a document that begins with the file: a fault of the one who wrote it. */
  private isMeantWhole(): boolean {
    const { size } = this.piecesAt
    const isPieces = !this.isTraced && size > 0 && size === this.unread.length && this.messages.length === 0
    return isPieces && MEANT_WHOLE.test(this.file.bytes.toString('latin1', 0, 1_000))
  }

  /** A message that the file is, and not a capture of it: then it is judged as it stands. */
  private isOwnFile(part: Traced, { wrapping, isCut = false }: Context): boolean {
    if (wrapping.length > 0 || !this.beginsAsFile(part.origin(0))) return false
    if (!isCut) return true
    if (endsForeign(part.bytes.toString('latin1'))) return false
    const { bytes } = this.file
    return (
      bytes.toString('latin1', part.origin(part.bytes.length)).trim() === '' &&
      !isLeftOff(bytes.toString('utf8', bytes.length - 1_000))
    )
  }

  /** One message is the file, unless something else follows it that is whole by itself: then the file is a capture of both. */
  private isAlone(): boolean {
    const [message, second] = this.messages
    if (message === undefined || second !== undefined || this.isTraced || this.isColoured) return false
    if (this.piecesAt.size > 0) return false
    const { bytes } = this.file
    if (message.wrapping.length > 0)
      return this.unreadCount === 0 && isTextOf(message.wrapping) && hasJunk(bytes.toString('latin1'))
    const [{ start, end }] = this.spans as [{ start: number; end: number }]
    if (!this.beginsAsFile(start) || message.isBehindBlanks === true) return false
    const rest = bytes.toString('latin1', end, end + 100_000)
    const next = end + rest.length - rest.trimStart().length
    // A pack stands right behind it.
    if (this.has({ start: next, end: next + 1 })) return false
    const behind = standsBehind(rest)
    const isBroken = behind === WORDS_BEHIND && readXml(message.decoded.text).broken !== undefined
    // What shows a piece of another message is no part of the one that the file begins with.
    if (behind === undefined || isBroken)
      return this.unreadCount === 0 && fragmentsIn(bytes.toString('latin1'), this.told).length === 0
    const isTold = behind === WORDS_BEHIND && this.unread.some((one) => !isBefore(one, this.lines.placeOf(end)))
    if (behind !== '' && !isTold) this.other(this.file, end + 1, behind)
    return false
  }

  /** Nothing but what belongs to its document stands before a place of the file. */
  private beginsAsFile(offset: number): boolean {
    if (offset > Math.min(256_000, this.otherFrom)) return false
    const isOwn = isProlog(this.file.bytes.toString('latin1', 0, offset))
    if (!isOwn) this.otherFrom = Math.min(this.otherFrom, offset - 1)
    return isOwn
  }

  private wholeFile(): CapturedPart {
    const { decoded, isWidened } = decodeFile(this.given)
    const place = { line: 1, column: 1 }
    const wrappedAt = wrappedTextIn(decoded.text)
    return {
      bytes: this.given,
      decoded,
      wrapping: [],
      place,
      placeOf: (one) => one,
      isExact: true,
      isWhole: true,
      ...(isWidened ? { isWidened } : {}),
      ...(hasDotsInNames(decoded.text) ? { isDotted: true } : {}),
      ...(wrappedAt === undefined ? {} : { wrappedAt }),
    }
  }
}
