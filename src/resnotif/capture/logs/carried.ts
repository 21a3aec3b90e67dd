import { concat, cutOut, decodeEntities, lineEnd, type Traced } from '../bytes/index.js'
import { tellCut } from './cut.js'
import { envelopeBefore } from './envelope.js'
import { isEntityAt, isEnvelopeCut, messageAround, prefixOf } from './find.js'
import { hasEnd, hasStart } from './record.js'
import { withoutPrefixes } from './unprefixed.js'
import { isMention, MARKER } from '../words/index.js'

/** The text between two tags around a place, or the value of the attribute that it stands in. A `>` may stand in either as it is. */
export function textAround(view: string, floor: number, at: number): { start: number; end: number } {
  const opened = lastTag(view.slice(floor, at))
  const tag = floor + Math.max(0, opened)
  const end = endOfEscaped(view, at, nextTag(view, at))
  // Lines before the first escape are of others: a tag in them was closed, or cut.
  const line = behindLines(view, tag, at)
  if (opened < 0 || line > tag) return { start: line, end }
  const behind = view.slice(tag, at).indexOf('>')
  if (behind >= 0) return { start: tag + behind + 1, end }
  const value = view.slice(tag, at)
  const quote = Math.max(value.lastIndexOf('"'), value.lastIndexOf("'"))
  const close = quote < 0 ? -1 : view.indexOf(value[quote] as string, at)
  return { start: quote < 0 ? at : tag + quote + 1, end: close < 0 ? lineEnd(view, at) : close }
}

/** Where the escaped text of another message begins behind one that is cut, in a line of its own; the end otherwise. */
export function escapedBehind(view: string, at: number, end: number): number {
  const floor = lineEnd(view, at) + 1
  for (let next = view.indexOf(MARKER, floor); next >= 0 && next < end; next = view.indexOf(MARKER, next + 1))
    if (isEntityAt(view, next) && !isMention(view, next)) return textAround(view, floor, next).start
  return end
}

/** The line of the first escape behind a place: what stands in lines before it is of others. */
function behindLines(view: string, from: number, at: number): number {
  const first = view.slice(from, at).search(/&(?:amp;|lt;|#)/)
  return first < 0 ? from : from + view.slice(from, from + first).lastIndexOf('\n') + 1
}

/** A text in a line of a log ends with the line of its last tag, and not with the next tag of whatever follows. */
function endOfEscaped(view: string, at: number, end: number): number {
  const text = view.slice(at, end)
  // A writer may leave the signs that end its tags as they are.
  const last = Math.max(...TAG_MARKS.map((mark) => text.lastIndexOf(mark)))
  if (last < 0) return end
  const line = lineEnd(view, at + last)
  // The quote of a statement that it stands in may have a line of its own.
  const quote = QUOTE_BEHIND.exec(view.slice(line, Math.min(end, line + 100)))?.[0].length ?? 0
  return Math.min(end, line + quote)
}

const TAG_MARKS = ['lt;', '#60;', '3c;', '3C;', 'gt;', '#62;', '3e;', '3E;']
const QUOTE_BEHIND = /^(?:\r?\n[ \t]{0,20}){1,3}(?:["']|&(?:apos|quot|#39|#34|#x2[27]);)/

/** Where the last tag of a text begins: a sign of less than is none, nor is the end of a line of HTML. */
function lastTag(text: string): number {
  let at = text.lastIndexOf('<')
  while (at > 0 && (!/[\w/!?]/.test(text[at + 1] ?? '') || isBreak(text, at))) at = text.lastIndexOf('<', at - 1)
  return at
}

function nextTag(view: string, from: number): number {
  let at = view.indexOf('<', from)
  while (at >= 0 && isBreak(view, at)) at = view.indexOf('<', at + 1)
  return at < 0 ? view.length : at
}

/** Whether a tag is one that loggers put for the line ends of a message in HTML. */
const isBreak = (text: string, at: number): boolean => /^<br[ \t]{0,3}\/?>/i.test(text.slice(at, at + 8))

/** Sections of CDATA, and what stands between them, of one element. */
interface Sections {
  /** Each from behind its beginning to its end. */
  spans: { start: number; end: number }[]
  end: number
  /** Where the end of the first section stands. */
  first: number
  isShut: boolean
}

/** The sections of the element that one of CDATA stands in, with those that follow it. */
function sectionsOf(of: Traced, view: string, { cdata, at }: { cdata: number; at: number }): Sections {
  const spans: Sections['spans'] = []
  for (let start = cdata + CDATA.length, from = at; ;) {
    const close = shutBehind(of, view, from)
    const end = close ?? view.length
    spans.push({ start, end })
    const next = close === undefined ? -1 : view.indexOf('<', close + 3)
    if (next < 0 || !view.startsWith(CDATA, next))
      return { spans, end, first: spans[0]?.end ?? end, isShut: close !== undefined }
    start = next + CDATA.length
    from = start
  }
}

/** The text of an element that sections of CDATA are. @param plain a stretch of it in UTF-8 */
function textOfSections(of: Traced, { spans }: Sections, plain: (section: Traced) => Traced): Traced {
  return concat(
    spans.flatMap(({ start, end }, at) => {
      const before = spans[at - 1]
      const between = before === undefined ? start : before.end + 3
      const beside =
        start - CDATA.length > between ? [decodeEntities(plain(cutOut(of, between, start - CDATA.length)))] : []
      return [...beside, plain(cutOut(of, start, end))]
    }),
  )
}

/** The next end of a section behind a place of each part: looked for once, however many sections are cut before it. */
const shuts = new WeakMap<Traced, { from: number; end: number; length: number }>()

/** @param view the part, or its beginning */
function shutBehind(of: Traced, view: string, from: number): number | undefined {
  const known = shuts.get(of)
  const isKnown = known !== undefined && from >= known.from && from <= known.end && view.length <= known.length
  const end = isKnown ? known.end : view.indexOf(']]>', from)
  if (!isKnown) shuts.set(of, { from, end: end < 0 ? Infinity : end, length: view.length })
  return end < 0 || end + 3 > view.length ? undefined : end
}

const CDATA = '<![CDATA['

/** The section around another one, which is text of it: its end is written in two parts, as it must be there. Undefined where there is none. */
function outerSection(
  of: Traced,
  view: string,
  { before, opened, at }: { before: string; opened: number; at: number },
): number | undefined {
  const close = shutBehind(of, view, at)
  if (close === undefined || !PARTED.test(view.slice(close - 2, close + 24))) return undefined
  const outer = before.indexOf(CDATA, before.lastIndexOf(']]>', opened) + 1)
  return outer < opened && outer >= 0 ? outer : undefined
}

/** The end of a section in the text of another: `]]]]><![CDATA[>`, `]]]]>><![CDATA[` or `]]>]]&gt;<![CDATA[`. */
const PARTED = /^(?:\]\]\]\]>(?:<!\[CDATA\[>|(?:>|&gt;)<!\[CDATA\[)|[^]{2}\]\]>\]\]&gt;<!\[CDATA\[)/

/** The section whose text a message is escaped in. */
function escapedSection(
  of: Traced,
  view: string,
  cdata: number,
  at: number,
): { cdata: number; whole: Sections } | undefined {
  if (!view.startsWith(CDATA, cdata) || view.slice(cdata + CDATA.length, at).includes('<')) return undefined
  const whole = sectionsOf(of, view, { cdata, at })
  return whole.isShut && !view.slice(at, whole.first).includes(CDATA) ? { cdata, whole } : undefined
}

/** A text of an element that holds a message. */
interface Carried {
  name: 'escaped text' | 'CDATA'
  text: Traced
  /** Where the text begins, or the section that it stands in. */
  start: number
  end: number
  /** Why the message is not judged that is whole in it. */
  cut?: string
}

/** The text of an element that a message at a place stands in; undefined where it is none. @param plain a stretch of it in UTF-8 */
export function carriedAt(
  of: Traced,
  view: string,
  { floor, at, spelling }: { floor: number; at: number; spelling: string },
  plain: (stretch: Traced, start: number) => Traced,
): Carried | undefined {
  const before = view.slice(floor, at)
  if (spelling === 'entities') {
    const section = escapedSection(of, view, floor + before.lastIndexOf(CDATA), at)
    if (section !== undefined) {
      const { cdata: start, whole } = section
      return { name: 'CDATA', start, end: whole.end, text: textOfSections(of, whole, (one) => plain(one, start)) }
    }
    const { start, end } = textAround(view, floor, at)
    const text = decodeEntities(plain(cutOut(of, start, end), start))
    return { name: 'escaped text', text, start, end, ...cutOf(view, { floor, at, start, end, isShut: true }) }
  }
  const opened = before.lastIndexOf(CDATA)
  if (opened < 0 || before.includes(']]>', opened)) return undefined
  const start = floor + (outerSection(of, view, { before, opened, at }) ?? opened)
  const whole = sectionsOf(of, view, { cdata: start, at })
  const { first } = whole
  const message = messageAround(view.slice(0, whole.end), start + CDATA.length, at)
  // The end of a section that is cut is not that of a later one.
  const isShut = whole.isShut && !view.slice(message.end, first).includes(CDATA)
  if (isShut && !(message.isCut && message.end < first)) {
    const text = textOfSections(of, whole, (section) => plain(section, start))
    return { name: 'CDATA', start, text, end: whole.end, ...cutOf(view, { floor, at, start, ...whole }) }
  }
  // A section of something else that is cut, or that a sentence speaks of, ends before the line of the message.
  if (
    view
      .slice(start + CDATA.length, message.start)
      .trimStart()
      .includes('\n')
  )
    return undefined
  const { end } = message
  const text = plain(cutOut(of, start + CDATA.length, end), start)
  return { name: 'CDATA', text, start, end, ...cutOf(view, { floor, at, start, end, isShut: message.isCut }) }
}

/** The envelope that a message is a text of, without what a log puts before each of its lines, and where it ends; undefined where its lines stand as they are. */
export function carrierInLines(
  of: Traced,
  view: string,
  floor: number,
  at: number,
): { text: Traced; end: number } | undefined {
  const envelope = envelopeBefore(view, floor, at)
  if (envelope === undefined || prefixOf(view, envelope).length === 0) return undefined
  const around = messageAround(view, floor, at)
  if (around.isCut || around.end <= at || !view.slice(around.start, around.end).includes('\n')) return undefined
  const text = withoutPrefixes(of, view, around)
  const isLess = typeof text !== 'string' && text.bytes.length < around.end - around.start
  return isLess && text.bytes.includes(MARKER) ? { text, end: around.end } : undefined
}

/**
 * The text in single quotes, or the column of a dump of a database, that a message stands in which is a text of it: escaped, in CDATA or in JSON.
 * Undefined where it stands in neither, or ends behind them.
 */
export function stringAround(view: string, floor: number, at: number): { start: number; end: number } | undefined {
  // What is cut before it may reach as far as the tag behind the quote.
  const from = Math.max(0, Math.min(floor, at) - QUOTES_BEFORE, at - STRING_MAX)
  const before = view.slice(from, at)
  const opened = [...before.matchAll(QUOTE)].findLast(({ index }) => isOpening(before.slice(0, index)))
  const start = opened === undefined ? undefined : from + opened.index + 1
  const end = start === undefined ? undefined : endOfString(view, start)
  const found = start === undefined || end === undefined || end < at ? columnAround(view, floor, at) : { start, end }
  return found !== undefined && hasEnd(view.slice(at, found.end)) ? found : undefined
}

/** A message is a text of an envelope with little before it. */
const STRING_MAX = 4_000
const QUOTES_BEFORE = 4
/** A quote before markup or JSON. */
const QUOTE = /'(?=(?:\s|\\[nrt]){0,9}[<{&[])/g
const OPENS_STRING = /(?:^|[\s(,=:[{>+])[bBuUEeNn$]?$/

/** Whether a quote may open a string, and not the value of an attribute. @param before what stands before it */
const isOpening = (before: string): boolean =>
  OPENS_STRING.test(before.slice(-3)) && !(before.endsWith('=') && before.lastIndexOf('<') > before.lastIndexOf('>'))

/** Where a string ends whose quotes stand in it twice, with a backslash, or as a shell writes them. */
function endOfString(view: string, start: number): number | undefined {
  for (let at = view.indexOf("'", start); at >= 0; at = view.indexOf("'", at + 1)) {
    let slashes = 0
    while (view[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 !== 0) continue
    const more = ["'\\''", `'"'"'`, "''"].find((quotes) => view.startsWith(quotes, at))
    if (more === undefined) return at
    at += more.length - 1
  }
  return undefined
}

function columnAround(view: string, floor: number, at: number): { start: number; end: number } | undefined {
  const before = view.slice(floor, at)
  const divider = Math.max(before.lastIndexOf('\t'), before.lastIndexOf('\n'))
  if (divider < 0) return undefined
  const start = floor + divider + 1
  const behind = /[\t\n]/g
  behind.lastIndex = at
  const end = behind.exec(view)?.index ?? view.length
  return view.slice(start, end).includes('\\') ? { start, end } : undefined
}

/** Why a message is not judged that a text holds whole: what carries the text is cut. */
function cutOf(
  view: string,
  of: { floor: number; at: number; start: number; end: number; isShut: boolean },
): { cut?: string } {
  const { at, end } = of
  const line = lineEnd(view, end)
  const own = view.slice(at + MARKER.length, end)
  // Text of several messages is looked into, whatever carries it.
  if (!hasEnd(own) || hasStart(own) || (of.isShut && !isEnvelopeCut(view, of))) return {}
  return { cut: tellCut(view.slice(Math.max(at, line - TAIL_MAX), line)) }
}

/** What a program says that left the rest of a line out is no longer. */
const TAIL_MAX = 400
