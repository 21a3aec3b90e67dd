import { readXml } from '../../xml/index.js'
import { lineEnd } from '../bytes/index.js'
import { closedAt, endOfEmpty, isTornAt } from './closing.js'
import { envelopeBefore, isBeside, tagAt } from './envelope.js'
import { endOfText } from './json.js'
import { beginsWithTime, isAside, isMention, LinePrefix, LT_ENTITY, LT_ESCAPED, MARKER } from '../words/index.js'

/** How a start tag is written where it was found. */
export type Spelling = 'plain' | 'entities' | 'backslashes' | 'percent' | 'doubled quotes'

/** How a tag begins in the value of a form, also one that was escaped before: `%26lt%3B`, `%5Cu003c`. */
export const OPENS_IN_FORM = String.raw`(?:%(?:25){0,3}3[cC]|(?:%(?:25){0,3}5[cC]){1,4}(?:u003[cC]|u0026lt(?:;|%(?:25){0,3}3[bB]))|%(?:25){0,3}26(?:amp(?:;|%(?:25){0,3}3[bB])){0,3}(?:lt|(?:#|%(?:25){0,3}23)(?:0{0,4}60|[xX]0{0,4}3[cC]))(?:;|%(?:25){0,3}3[bB]))`
const BEFORE = new RegExp(
  `(?:(<)|(${LT_ENTITY})|(${LT_ESCAPED})|(${OPENS_IN_FORM}))(?:[\\w.-]{1,40}(?::|%(?:25){0,3}3[aA]))?$`,
)
const BEHIND = /^(?:[\s>/\\%+]|\[\\[rn]\]|&(?:(?:amp|#38|#x26);){0,3}(?:gt|#))/
const WINDOW = 4_000
/** Characters of a start tag as far as the name, in any spelling. */
const TAG_MAX = 150

/** Whether the name at `at` is that of a start tag, in any spelling. */
export const opensAt = (view: string, at: number): boolean => BEFORE.test(view.slice(Math.max(0, at - TAG_MAX), at))

/** Whether the tag at `at` begins with an entity, whatever the text is that it stands in. */
export const isEntityAt = (view: string, at: number): boolean =>
  BEFORE.exec(view.slice(Math.max(0, at - TAG_MAX), at))?.[2] !== undefined

/** The spelling of the start tag whose name begins at `at`; undefined where it is the name of something else, or an end tag. */
export function spellingAt(view: string, at: number): Spelling | undefined {
  if (!BEHIND.test(view.slice(at + MARKER.length, at + MARKER.length + 24))) return undefined
  const [, plain, entity, backslash, percent] = BEFORE.exec(view.slice(Math.max(0, at - TAG_MAX), at)) ?? []
  if (percent !== undefined) return 'percent'
  const behind = view.slice(at, at + WINDOW)
  // What was done last is undone first: JSON may stand in a text of XML, and XML escaped in a text of JSON.
  if (backslash !== undefined) return QUOTE_IN_ENTITIES.test(behind) ? 'entities' : 'backslashes'
  if (entity !== undefined) return isInBackslashes(view, at, behind) ? 'backslashes' : 'entities'
  if (plain === undefined) return undefined
  // Inside a text of JSON quotes and line ends are written with a backslash.
  const tag = behind.slice(0, behind.indexOf('>') + 1 || undefined)
  if (
    (!tag.includes("='\\''") && QUOTE_ESCAPED.test(tag)) ||
    BREAK_ESCAPED.test(behind.slice(tag.length, tag.length + 12)) ||
    (isInSection(lineBefore(view, at)) && bytesAround(view, at) !== undefined)
  )
    return 'backslashes'
  return /=\s{0,9}("{1,2}|'{1,2})[^"'\s>]/.exec(tag)?.[1]?.length === 2 ? 'doubled quotes' : 'plain'
}

const QUOTE_ESCAPED = /\\{1,8}(?:["']|u0022|x22|042|[nrt](?=\s{0,200}[\w:.-]{1,60}=))/
const BREAK_ESCAPED = /^\\{1,8}(?:[nrt]|x0[9aAdD]|01[125]|u000[9aAdD])/

/** Quotes that were escaped by JSON and then by XML, and the first of a tag. */
const ESCAPED_IN_ENTITIES = /\\{1,8}&(?:amp;){0,3}(?:quot|#0{0,4}34|#[xX]0{0,4}22);/
const QUOTE_IN_ENTITIES =
  /^[^"'<>]{0,300}?(?:=|\\{1,8}u003[dD])\s{0,9}\\{1,8}&(?:amp;){0,3}(?:quot|apos|#0{0,4}3[49]|#[xX]0{0,4}2[27]);/
/** An end tag that was escaped by XML and then by a writer of JSON that puts a backslash before a slash, and the first of either kind. */
const END_ESCAPED = new RegExp(`${LT_ENTITY}(\\\\{0,8})/`)
/** A tag whose quotes have a backslash. */
const TAG_ESCAPED = /<[\w.-]{1,60}(?::[\w.-]{1,60})?\s[^<>]{0,1000}?=\s{0,9}\\{1,8}(?:["']|u0022|x22|x5[cC])/

/** Whether the entities at a place stand in a text whose quotes, line ends or slashes have backslashes: its own, those of the tags before it in the line, or its end tags. */
function isInBackslashes(view: string, at: number, behind: string): boolean {
  const tag = behind.slice(0, behind.search(/>|gt;/) + 1 || undefined)
  // Where entities stand for the quotes that have a backslash, they are what was written last.
  if (ESCAPED_IN_ENTITIES.test(tag) || ESCAPED_IN_ENTITIES.test(lineBefore(view, at))) return false
  if (QUOTE_ESCAPED.test(tag) || (END_ESCAPED.exec(behind)?.[1] ?? '') !== '') return true
  return TAG_ESCAPED.test(lineBefore(view, at)) || bytesAround(view, at) !== undefined
}

/** Bytes as Python shows them. */
const BYTES = /(?:^|[^\w$])b(["'])(?:\\[nrt]|\s){0,9}(?=<)/g

/** Those that a place stands in, without their quotes. */
export function bytesAround(view: string, at: number): { start: number; end: number } | undefined {
  const line = lineBefore(view, at)
  const begun = [...line.matchAll(BYTES)].at(-1)
  if (begun === undefined) return undefined
  const start = at - line.length + begun.index + begun[0].indexOf(begun[1] as string) + 1
  const end = endOfText(view, start, begun[1])
  return end === undefined || end < at ? undefined : { start, end }
}

const isInSection = (line: string): boolean => line.lastIndexOf('<![CDATA[') > line.lastIndexOf(']]>')

/** What stands before a place in its line, as far as it is looked at. */
function lineBefore(view: string, at: number): string {
  const before = view.slice(Math.max(0, at - WINDOW), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}

/** A message that stands plainly in a text. */
export interface PlainMessage {
  start: number
  end: number
  /** Nothing closes it. */
  isCut: boolean
}

const PROLOG_MAX = 64_000

/** The whole of the message whose element begins at `at`, envelope and declaration included. */
export function messageAround(view: string, floor: number, at: number): PlainMessage {
  const envelope = envelopeBefore(view, floor, at)
  const own = view.lastIndexOf('<', at)
  const whole = messageIn(view, { floor, at, start: envelope ?? own, isEnveloped: envelope !== undefined })
  return envelope !== undefined && whole.isCut && (whole.end <= at || isBeside(view, envelope, own))
    ? messageIn(view, { floor, at, start: own, isEnveloped: false })
    : whole
}

function messageIn(view: string, of: { floor: number; at: number; start: number; isEnveloped: boolean }): PlainMessage {
  const { at } = of
  const start = prologBefore(view, of.floor, of.start)
  const found = closedMessage(view, { ...of, start })
  const next = nextDocument(view, { at, start }, found.end) ?? otherRecord(view, start, found)
  if (next === undefined) return found
  const isWhole = !found.isCut && readXml(unprefixed(view, start, view.slice(start, found.end))).broken === undefined
  return isWhole ? found : { start, end: next, isCut: true }
}

/** Where a line inside of a message begins as the one does that the message begins in, and the line behind that one does not: it is of another record. */
function otherRecord(view: string, start: number, { end, isCut }: PlainMessage): number | undefined {
  const prefix = prefixOf(view, start)
  if (isCut || prefix.length < 2 || firstTag(view, start) !== start) return undefined
  const within = view.slice(0, end)
  const isOther = (at: number): boolean => isRecordOf(prefix, view.slice(at, Math.min(end, at + LINE_MAX)))
  let at = lineEnd(within, start) + 1
  if (at >= end || isOther(at)) return undefined
  while (at < end && !isOther(at)) at = lineEnd(within, at) + 1
  return at < end && !beginsWithTime(view.slice(at, at + LINE_MAX)) ? at : undefined
}

function closedMessage(view: string, of: { at: number; start: number; isEnveloped: boolean }): PlainMessage {
  const { at, start, isEnveloped } = of
  const from = at + MARKER.length
  const next = nextStart(view, from, isEnveloped)
  const within = { from, limit: next ?? view.length, start }
  const closed = isEnveloped
    ? closedAt(view, 'Envelope', within)
    : (endOfEmpty(view, at) ?? closedAt(view, MARKER, within))
  if (typeof closed === 'number') return { start, end: closed, isCut: false }
  if (closed === undefined) return { start, end: endOfRecord(view, start, next ?? view.length), isCut: true }
  const isTorn = isTornAt(unprefixed(view, start, view.slice(start, closed.at)))
  return { start, end: closed.end, isCut: isTorn }
}

/** The line behind the element at `at` that begins with another message, or with what that stands in: an envelope, or an element with a text. */
export function nextDocument(view: string, of: { at: number; start: number }, end: number): number | undefined {
  const prefixes = prefixesOf(view, of.start)
  let floor = of.at + MARKER.length
  let at = view.indexOf(MARKER, floor)
  for (; at >= 0; at = view.indexOf(MARKER, at + MARKER.length)) {
    if (tagAt(view, floor, at) !== 'start' && !isEntityAt(view, at)) continue
    for (const start of documentsAt(view, floor, at)) {
      const line = lineOf(view, floor, start)
      const isNext = line !== undefined && prefixes.some((prefix) => isHead(prefix, view.slice(line, start)))
      if (isNext && start < end && !isAside(view, of.at, start) && !isMention(view, at)) return line
    }
    // The head of the next one may stand before the end, and its element behind it.
    if (at >= end) return undefined
    floor = at
  }
  return undefined
}

/** Whether nothing closes the envelope that carries the text of a message, as far as its record goes. */
export function isEnvelopeCut(view: string, of: { floor: number; at: number; start: number; end: number }): boolean {
  const envelope = envelopeBefore(view, of.floor, of.at)
  if (envelope === undefined || isBeside(view, envelope, of.start)) return false
  const { end } = of
  const start = prologBefore(view, of.floor, envelope)
  const next = nextTag(view, end, 'Envelope')
  const closed = closedAt(view, 'Envelope', { from: end, limit: next ?? view.length, start: envelope })
  if (closed === undefined) return true
  const shut = typeof closed === 'number' ? closed : closed.at
  const behind = view.slice(end, shut)
  const prefix = prefixOf(view, start)
  if (OTHER_END.test(behind) || prefix.length === 0) return OTHER_END.test(behind)
  const other = nextDocument(view, { at: end - MARKER.length, start }, shut)
  return other !== undefined || (behind.length < BEHIND_MAX && hasOtherLines(behind, prefix))
}

/** The end of another message. */
const OTHER_END = new RegExp(`</(?:[\\w.-]{1,40}:)?${MARKER}\\s{0,20}>`)
/** What stands between a text and the end of its envelope is hardly longer. */
const BEHIND_MAX = 64_000

/** Whether lines of the log that are no markup stand in a text. */
const hasOtherLines = (text: string, prefix: LinePrefix): boolean =>
  text
    .split('\n')
    .slice(1)
    .some((line) => isRecord(prefix, line) && !isXmlIn(prefix, line))

/** Whether a line begins as one of the log does. */
const isRecord = (prefix: LinePrefix, line: string): boolean => isRecordOf(prefix, line) || beginsWithTime(line)
const isRecordOf = (prefix: LinePrefix, line: string): boolean =>
  prefix.length > 1 && prefix.sharedWith(line) === prefix.length
const isXmlIn = (prefix: LinePrefix, line: string): boolean =>
  /^\s*</.test(line.slice(prefix.widthIn(line, prefix.length)))

/** Whether nothing but what a log writes before a message stands before one in its line. */
const isHead = (prefix: LinePrefix, head: string): boolean =>
  (prefix.sharedWith(head) === prefix.length && head.slice(prefix.widthIn(head, prefix.length)).trim() === '') ||
  ((beginsWithTime(head) || SYSLOG.test(head)) && !TAG_STARTS.test(head))

const SYSLOG = /^<\d{1,3}>/

/** What a log may write before a message that another one begins the line of: all that stands there, or what stands before the first tag. */
function prefixesOf(view: string, start: number): LinePrefix[] {
  const first = firstTag(view, start)
  const outer = prefixOf(view, first)
  return view.slice(first, start).includes('</') ? [outer] : [prefixOf(view, start), outer]
}

/** Where the line of a place begins; undefined where it began before the floor. */
function lineOf(view: string, floor: number, at: number): number | undefined {
  const from = Math.max(floor, at - PREFIX_MAX)
  const line = view.slice(from, at).lastIndexOf('\n')
  return line >= 0 ? from + line + 1 : from === 0 ? 0 : undefined
}

/** Where the first tag stands in the line of another one. */
function firstTag(view: string, at: number): number {
  const line = lineOf(view, 0, at)
  const tag = line === undefined ? -1 : view.slice(line, at).search(TAG_STARTS)
  return line === undefined || tag < 0 ? at : line + tag
}

/** Where the document may begin that the element at `at` stands in. */
function documentsAt(view: string, floor: number, at: number): number[] {
  const isPlain = tagAt(view, floor, at) === 'start'
  const own = view.lastIndexOf(isPlain ? '<' : '&', at)
  const from = Math.max(floor, own - PREFIX_MAX)
  const cdata = view.slice(from, own).lastIndexOf('<![CDATA[')
  const line = isPlain && cdata < 0 ? undefined : lineOf(view, floor, cdata < 0 ? own : from + cdata)
  const tag = line === undefined ? -1 : view.slice(line, own).search(TAG_STARTS)
  // An end tag begins nothing: what it ends began before.
  const first = line === undefined || tag < 0 || view[line + tag + 1] === '/' ? undefined : line + tag
  const starts = [envelopeBefore(view, floor, at), own, first]
  return starts.filter((start) => start !== undefined).map((start) => prologBefore(view, floor, start))
}

const TAG_STARTS = /<[A-Za-z_?!/]/

/** What stands before the element that belongs to its document: the declaration, comments, instructions, and a document type, which is a fault to be told. */
function prologBefore(view: string, floor: number, at: number): number {
  const head = Math.max(floor, at - PROLOG_MAX)
  const before = view.slice(head, at)
  const declared = lastDeclaration(before)
  if (declared !== undefined) {
    const from = head + declared
    const end = view.indexOf('?>', from)
    const behind = end < 0 || end > at ? undefined : view.slice(end + 2, at)
    if (behind !== undefined && isProlog(view, from, behind)) return from
  }
  const type = before.lastIndexOf('<!DOCTYPE')
  return type >= 0 && isProlog(view, head + type, before.slice(type)) ? head + type : at
}

/** @param from where the document begins whose lines may all begin with a prefix of the log */
const isProlog = (view: string, from: number, text: string): boolean =>
  withoutProlog(text).trim() === '' || withoutProlog(unprefixed(view, from, text)).trim() === ''

function lastDeclaration(text: string): number | undefined {
  for (let at = text.lastIndexOf('<?xml'); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('<?xml', at - 1))
    if (/^[ \t\r\n]/.test(text.slice(at + 5, at + 6))) return at
  return undefined
}

/** Without what begins every line of the log, where the lines behind a declaration begin so too. */
function unprefixed(view: string, from: number, behind: string): string {
  const prefix = prefixOf(view, from)
  return behind
    .split('\n')
    .map((line, at) => (at === 0 ? line : line.slice(prefix.widthIn(line, prefix.sharedWith(line)))))
    .join('\n')
}

/** A text without comments, instructions and document types. */
export function withoutProlog(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = endOfMarkup(text, at)
    if (end !== undefined) {
      parts.push(text.slice(from, at))
      from = end
    }
    at = end ?? at + 1
  }
  return parts.join('') + text.slice(from)
}

function endOfMarkup(text: string, at: number): number | undefined {
  const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : undefined
  if (close !== undefined) {
    const end = text.indexOf(close, at + close.length)
    return end < 0 ? undefined : end + close.length
  }
  if (!text.startsWith('<!DOCTYPE', at)) return undefined
  let depth = 0
  const marks = /<!--|["'[\]>]/g
  marks.lastIndex = at + 9
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [sign] = mark
    if (sign === '>' && depth <= 0) return marks.lastIndex
    if (sign === '[') depth++
    else if (sign === ']') depth--
    else if (sign !== '>') {
      const end = text.indexOf(sign === '<!--' ? '-->' : sign, marks.lastIndex)
      if (end < 0) return undefined
      marks.lastIndex = end + 1
    }
  }
  return undefined
}

export function withoutComments(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4)
    if (end < 0) break
    parts.push(text.slice(from, at))
    from = end + 3
  }
  return parts.join('') + text.slice(from)
}

/** Where the next message begins, its envelope included. In an envelope there may be several of the element. */
function nextStart(view: string, from: number, isEnveloped: boolean): number | undefined {
  const at = nextTag(view, from, isEnveloped ? 'Envelope' : MARKER)
  const next =
    at === undefined
      ? undefined
      : ((isEnveloped ? undefined : envelopeBefore(view, from, at)) ?? view.lastIndexOf('<', at))
  const declared = view.slice(from, next).search(/<\?xml[ \t\r\n]/)
  return declared < 0 ? next : from + declared
}

/** Where the name stands of the next start tag of an element. */
function nextTag(view: string, from: number, name: string): number | undefined {
  let at = view.indexOf(name, from)
  while (at >= 0 && (tagAt(view, 0, at) !== 'start' || isAside(view, from, at) || isMention(view, at, name)))
    at = view.indexOf(name, at + name.length)
  return at < 0 ? undefined : at
}

/** A message that was cut off ends where the log goes on. */
function endOfRecord(whole: string, start: number, limit: number): number {
  const prefix = prefixOf(whole, start)
  const view = whole.slice(start, limit)
  const headOf = (at: number): string => view.slice(at, Math.min(lineEnd(view, at), at + LINE_MAX))
  const first = lineEnd(view, 0) + 1
  const isPrefixed = isRecordOf(prefix, headOf(first)) && isXmlIn(prefix, headOf(first))
  for (let at = first; at < view.length; at = lineEnd(view, at) + 1) {
    const line = headOf(at)
    const isOwn = isPrefixed ? isRecordOf(prefix, line) && isXmlIn(prefix, line) : !isRecord(prefix, line)
    if (!isOwn) return start + Math.max(0, at - 1)
  }
  return limit
}

/** Characters of a line that are looked at to tell how it begins. */
export const LINE_MAX = 600

/** Nothing that a log writes before a message is longer. */
const PREFIX_MAX = 2_000

/** What stands before a message in its line. */
export function prefixOf(view: string, start: number): LinePrefix {
  const before = view.slice(Math.max(0, start - PREFIX_MAX), start)
  const line = before.lastIndexOf('\n')
  const isTooLong = line < 0 && start > PREFIX_MAX
  const text = before.slice(line + 1)
  return new LinePrefix(isTooLong || text.trim() === '' ? '' : text)
}
