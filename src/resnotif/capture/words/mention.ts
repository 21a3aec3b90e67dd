import { readXml } from '../../xml/index.js'
import { isAboveCaret } from './caret.js'
import { goesOn } from './heads.js'
import { isLeftOut } from './left-out.js'
import { LinePrefix } from './prefix.js'
import { FIRST_ELEMENTS, MARKER, OPENS, PREFIX, SHUTS, SLASH } from './tags.js'

const TAG_BEFORE = new RegExp(`${OPENS}(${SLASH}?)${PREFIX}$`)
/** The rest of a start tag that has no attributes, or none that is one: `>`, `/>`, ` ...>`, ` xmlns="...">`. */
const BARE = new RegExp(
  `^(?:(?!${SHUTS})(?:[^<>="'\\n\\[]|=\\s?\\\\{0,8}["'](?:\\.{3}|\\u2026|\\u00e2\\u0080\\u00a6)\\\\{0,8}["'])){0,80}(?:${SHUTS})`,
)
const EMPTY = new RegExp(`${SLASH}\\s*${SHUTS}$`)
/** What stands right before the root of a document, if nothing but blanks and prefixes of a log's lines stands between: its declaration, or the body of its envelope. */
const DECLARED = new RegExp(`(?:\\?|${OPENS}${PREFIX}Body(?![\\w.-])[^<>&]{0,300})$`)
const SHUT_ANYWHERE = new RegExp(`(?:${SHUTS})`, 'g')
/** Where a line ends behind a tag, in whatever spelling. */
const LINE_ENDS = /^(?:[ \t\r]|\\{1,8}[nrt]|\[\\[rn]\])*"?$/
const PREFIXED_LINES = 9
const NEXT = new RegExp(`${OPENS}(${SLASH}?)(!--|\\?|${PREFIX}([\\w.-]{1,60}))`)
const AT_ONCE = new RegExp(`^\\s*${OPENS}[\\w!]`)
/** Elements that hold elements and no text. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(
  'Body Header POS HotelReservations HotelReservation RoomStays RoomStay ResGuests'.split(' '),
)
/** What stands right inside of an envelope. */
const IN_ENVELOPE: ReadonlySet<string> = new Set(['Header', 'Body'])
/** Tags behind a root that may all be words of one sentence. */
const SPOKEN_MAX = 8
/** A start tag with attributes, and words of a sentence right behind it. */
const ATTRIBUTED = new RegExp(`^[^<]{0,1000}?${SHUTS}`)
/** No tag ends there: a mail quotes its next line. */
const MARK_OF_QUOTATION = /\n>$/
const WORDS_BEHIND = /^(?:[,;:.)\]"'`]{1,3}[ \t]{0,9}|[ \t]{1,9})[A-Za-z]/
/** What a program says that left the rest out. */
const TRUNCATED = /^[^<>\n]{0,40}\btruncated\b/i
const SHUT = new RegExp(`^\\s{0,20}${SHUTS}`)
const QUOTED = /[A-Za-z] (\\{0,8}["'`])$/
/** A word of a sentence, and what may open behind it. */
const WORD = /[A-Za-z\u0080-\u00ff)][ \t]{1,3}(?:\\{0,8}["'`([])?$/
/** What stands before the next part of a sentence. */
const COMMA = /[\w\u0080-\u00ff)"'`>\]][,;][ \t]{1,3}$/
/** The same, or what a log writes before each of its lines, if those begin so. */
const MARK = /[\w\u0080-\u00ff)"'`>\]][,;:][ \t]{1,3}$|[ \t][-|][ \t]{1,3}$/
const TAG_RIGHT_BEFORE = new RegExp(`${SHUTS}\\s*$`)
const ESCAPED_BREAK = /\\{1,8}[nrt][ \t]*$/
const TAG_ENDS = new RegExp(`${SHUTS}(?:\\[\\\\n\\]"?|"|\\\\{1,8}n"?)?\\s*$`)

const WINDOW = 4_000
const DOCUMENT_MAX = 64_000

/**
 * Whether a tag of an element is only spoken of: `received <OTA_HotelResNotifRQ> from hub`, or the end tag that a parser misses. The root of a message has attributes, or
 * elements of a notification right inside of it; its end stands behind another tag, and not behind a word.
 */
export function isMention(view: string, at: number, name = MARKER): boolean {
  const tag = TAG_BEFORE.exec(view.slice(Math.max(0, at - 90), at))
  if (tag === null) return false
  const start = at - tag[0].length
  if (isAboveCaret(view, start)) return true
  const rest = view.slice(at + name.length, at + name.length + WINDOW)
  if (isOfSource(view, start, rest) || isElided(view, start, rest, name)) return true
  return tag[1] === '' ? isStartSpoken(view, start, rest, name) : isEndSpoken(view, start, rest, name)
}

function isStartSpoken(view: string, start: number, rest: string, name: string): boolean {
  const bare = BARE.exec(rest)?.[0]
  if (bare === undefined) return isLedOn(rest) && !isWholeWithin(view, start, name)
  if (isDocument(view, start)) return false
  if (EMPTY.test(bare)) return true
  const behind = rest.slice(bare.length)
  if (TRUNCATED.test(behind)) return false
  const child = nextName(behind)
  if (child !== undefined && (name === 'Envelope' ? IN_ENVELOPE : FIRST_ELEMENTS).has(child))
    return isSentence(headBefore(view, start), behind) && !isWholeWithin(view, start, name)
  if (isDeclared(view.slice(Math.max(0, start - 600), start))) return false
  return !(AT_ONCE.test(behind) && isWholeWithin(view, start, name))
}

/** Whether a start tag with attributes, which declare no namespace, is followed by words: the root of a message holds elements alone. */
function isLedOn(rest: string): boolean {
  const tag = ATTRIBUTED.exec(rest)?.[0]
  if (tag === undefined || tag.includes('xmlns') || MARK_OF_QUOTATION.test(tag)) return false
  const behind = rest.slice(tag.length, tag.length + 200)
  return WORDS_BEHIND.test(behind) && !TRUNCATED.test(behind) && !isLeftOut(behind)
}

/** A text of a program that ends right behind the name. */
const ENDS_STRING = /^[ \t]?>?(["'`])/
/** What follows a text in the source of a program, and in no record of a log. */
const CODE_BEHIND = /^[ \t]{0,4}(?:[);]|\+|&&|\|\||\?|[!=]=|in\b)/
/** What stands before a text in a line that it ends, or as a word that is looked for. */
const CODE_BEFORE =
  /(?:\b(?:const|let|var|val|final|static|String|def)\b[^"'`\n]{0,120}=[ \t]{0,4}|^[ \t]{0,20}\w[\w.]{0,60} :?= |\b(?:grep|egrep|rg|findstr)\b[^"'`\n|]{0,80} )$/

/** Whether a tag is a text in the source of a program, such as `body.contains("<OTA_HotelResNotifRQ ")`, which looks for it. */
function isOfSource(view: string, start: number, rest: string): boolean {
  const [ends, quote] = ENDS_STRING.exec(rest) ?? []
  if (ends === undefined || view[start - 1] !== quote) return false
  if (CODE_BEHIND.test(rest.slice(ends.length, ends.length + 20))) return true
  return (
    CODE_BEFORE.test(headBefore(view, start - 1)) &&
    /^[ \t\r]{0,9}(?:$|[\n$#/|]|\w[\w./*-]{0,80})/.test(rest.slice(ends.length))
  )
}

const FENCED = /(?:^|\n)[ \t]{0,6}(?:```|~~~)[\w -]{0,30}\r?\n\s{0,40}(?:<\?xml[^<>]{0,200}\?>\s{0,40})?$/
const FENCE_BEHIND = /^\s{0,40}(?:```|~~~)/
const DOTS_BETWEEN = /(?:^|[>\s])(?:\.{3}|\u2026|\u00e2\u0080\u00a6)(?:[<\s]|$)/
const ELIDED_MAX = 300

/** Whether a tag is of an example in the fence of a document, whose elements are dots. */
function isElided(view: string, at: number, behind: string, name: string): boolean {
  const before = view.slice(Math.max(0, at - 1_600), at)
  const isEnd = view[at + 1] === '/'
  const from = isEnd ? before.lastIndexOf(name) : -1
  if (isEnd && from < 0) return false
  const start = isEnd ? before.lastIndexOf('<', from) : before.length
  if (start < 0 || !FENCED.test(before.slice(0, start))) return false
  const text = isEnd ? `${before.slice(from + name.length)}</${name}${behind}` : behind
  const shut = text.indexOf('>')
  const end = text.indexOf(name)
  if (shut < 0 || end < shut || end - shut > ELIDED_MAX) return false
  const inside = text.slice(shut + 1, text.lastIndexOf('<', end))
  return DOTS_BETWEEN.test(inside) && !inside.includes('<') && FENCE_BEHIND.test(text.slice(text.indexOf('>', end) + 1))
}

const LINE_MAX = 2_000

function headBefore(view: string, start: number): string {
  const before = view.slice(Math.max(0, start - LINE_MAX), start)
  return before.slice(before.lastIndexOf('\n') + 1)
}

/** Whether words stand between tags of elements that hold none: `root <OTA_HotelResNotifRQ>, children <POS>`. @param head what stands before the first of them in its line */
function isSentence(head: string, behind: string): boolean {
  let rest = behind
  let isSpaced = WORD.test(head)
  for (let tags = 0; tags < SPOKEN_MAX; tags++) {
    const next = NEXT.exec(rest)
    const gap = rest.slice(0, next?.index)
    // Nobody writes blanks between the tags of a line, and a line end behind them.
    if (isSpaced && tags > 0 && (next === null || gap.includes('\n'))) return !isLeftOut(gap)
    isSpaced &&= /^[ \t]+$/.test(gap)
    if (isWords(gap, next === null ? undefined : head)) return !TRUNCATED.test(gap) && !isLeftOut(gap)
    const [tag, slash, , name] = next ?? []
    if (next === null || tag === undefined || slash !== '' || name === undefined || !WITHOUT_TEXT.has(name))
      return false
    const after = rest.slice(next.index + tag.length)
    const bare = BARE.exec(after)?.[0]
    if (bare === undefined) return false
    rest = after.slice(bare.length)
  }
  return false
}

/** Whether what stands between two tags is of a sentence, and neither blank nor what begins a line of the log. @param head what began the line of the first one; undefined where no tag follows */
function isWords(gap: string, head: string | undefined): boolean {
  const [tail = '', ...lines] = gap.split('\n')
  if (WORDS_BEHIND.test(tail)) return true
  const last = lines.at(-1)
  return last !== undefined && head !== undefined && !goesOn(head, last)
}

/** Whether a text ends with what stands before the root of a document. */
function isDeclared(before: string): boolean {
  const shut = [...before.matchAll(SHUT_ANYWHERE)].at(-1)
  if (shut === undefined || !DECLARED.test(before.slice(0, shut.index))) return false
  const [head = '', ...lines] = before.slice(shut.index + shut[0].length).split('\n')
  return LINE_ENDS.test(head) && lines.length <= PREFIXED_LINES && !lines.some((line) => /[<&]/.test(line))
}

/** The name of the next start tag; undefined where another kind of tag comes first. */
function nextName(text: string): string | undefined {
  for (let rest = text; ;) {
    const [tag, slash, what, name] = NEXT.exec(rest) ?? []
    if (what === undefined || tag === undefined) return undefined
    if (what !== '!--') return slash === '' ? name : undefined
    const end = rest.search(/--(?:>|&gt;|\\u003[eE])/)
    if (end < 0) return undefined
    rest = rest.slice(end + 3)
  }
}

/** Whether a tag begins what is a document from the first character to the last, whatever is in it. */
function isDocument(view: string, start: number): boolean {
  if (view.length > DOCUMENT_MAX || view.slice(0, start).trim() !== '') return false
  return readXml(view.trim()).broken === undefined
}

/** Whether what a tag opens is a document with elements in it, as far as the next end tag of its name. */
function isWholeWithin(view: string, start: number, name: string): boolean {
  const from = view.indexOf(name, start) + name.length
  const at = view.slice(from, from + DOCUMENT_MAX).indexOf(name)
  if (at < 0) return false
  const text = view.slice(start, from + at)
  if (!END_BEFORE.test(text.slice(-60))) return false
  const { root, broken } = readXml(`${text}${name}>`)
  return broken === undefined && root !== undefined && root.children.length > 0
}

const END_BEFORE = new RegExp(`</${PREFIX}$`)

/** Whether a line speaks of the start tag before it comes to the end tag, and has no tag right before that one. */
function isLedFrom(line: string, name: string): boolean {
  const opened = new RegExp(`${OPENS}${PREFIX}${name}\\s{0,9}${SHUTS}`).exec(line)
  if (opened === null || TAG_RIGHT_BEFORE.test(line)) return false
  return isStartSpoken(line, opened.index, line.slice(line.indexOf(name, opened.index) + name.length), name)
}

function isEndSpoken(view: string, start: number, rest: string, name: string): boolean {
  const shut = SHUT.exec(rest)?.[0]
  if (shut === undefined) return false
  const before = view.slice(Math.max(0, start - 1_200), start)
  const quote = QUOTED.exec(before.slice(-20))?.[1]
  if (quote !== undefined && rest.startsWith(quote, shut.length)) return true
  if (new RegExp(`${OPENS}${PREFIX}${name}[^<>="'\n]{0,60}${SHUTS}[^<>\n&]{0,60}$`).test(before.slice(-200)))
    return true
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (ESCAPED_BREAK.test(line)) return false
  if (isLedFrom(line, name)) return true
  const isFirst = start === line.length
  const isInSentence = (isFirst ? COMMA : MARK).test(line) && WORDS_BEHIND.test(rest.slice(shut.length))
  if (!isInSentence && !WORD.test(line)) return false
  // A log may begin its lines with a word: then so does the line before, and that ends with a tag.
  const above = before.slice(0, Math.max(0, before.length - line.length - 1))
  const prefix = new LinePrefix(line)
  const lineAbove = above.slice(above.lastIndexOf('\n') + 1)
  return !(TAG_ENDS.test(lineAbove) && prefix.sharedWith(lineAbove, true) === prefix.length)
}
