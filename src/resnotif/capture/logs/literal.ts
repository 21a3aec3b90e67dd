import {
  concat,
  cutOut,
  decodeBackslashes,
  decodeBars,
  decodeBreaks,
  decodeDoubled,
  decodeQuoted,
  decodeQuotes,
  decodeSigils,
  decodeShell,
  type Traced,
} from '../bytes/index.js'
import { beginsWithTime, hasBreaksAlone, isMention, MARKER } from '../words/index.js'
import { endOfText } from './json.js'
import { messageAround, type PlainMessage, spellingAt } from './find.js'

/** How a message was written down that stands in the quotes of a program or a shell. */
type Literal =
  | 'backslashes'
  | 'backslashes and doubled quotes'
  | 'quoted backslashes'
  | 'doubled quotes'
  | 'quotes doubled twice'
  | 'shell quotes'
  | 'escaped bars'

/** Why a message is not judged that stands in quotes of an unknown writer. */
export const AMBIGUOUS =
  'a message in quotes, with backslashes that may be of its own or escapes: nothing tells which of them was sent'

const ESCAPED = /\\(?:["'\\nrt]|x[\da-fA-F]{2}|u[\da-fA-F]{4})/
/** Escapes where a text has none by itself: line ends between tags, quotes, bytes of a letter. */
const SURELY_ESCAPED =
  /(?:>|gt;)[ \t]{0,200}\\[nrt]|\\[nrt][ \t]{0,200}(?:<|&(?:amp;){0,3}lt;)|\\["']|\\x[c-fC-F][\da-fA-F]\\x[89abAB]/
/** A backslash that no program writes for an escape. */
const OWN = /\\(?!["'\\nrtbf/]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-3][0-7]{2})/
/** What stands before the quotes of a text that has escapes: `b'`, `u'`, `$'`. */
const LITERAL_BEFORE = /(?:^|[^\w$])(?:[bu]|\$)$/

/** `E'` of PostgreSQL. */
const ESCAPE_STRING = /(?:^|[^\w$'"])[eE]$/

/**
 * How a message that stands plainly was written down in a program's own quotes, though its tags do not show it: with backslashes in its texts, or with each quote of
 * its texts twice. Undefined where it stands in no quotes, or as it was.
 */
export function literalAround(
  view: string,
  { start, end }: Pick<PlainMessage, 'start' | 'end'>,
): Literal | typeof AMBIGUOUS | undefined {
  const quote = view[start - 1]
  const own = view.slice(start, end)
  if (quote === '|' && own.includes('\\|') && isAsciidoc(view, start)) return 'escaped bars'
  if (isTraced(view, start, own)) return 'shell quotes'
  if (quote !== '"' && quote !== "'")
    return own.includes('\\') && isCopied(view, start) ? 'backslashes' : literalOfRequest(view, start, end)
  if (quote === "'" && SHELL.test(own) && !own.replaceAll(SHELLS, '').includes("'")) return 'shell quotes'
  if (quote === "'" && SHELL_TAKES.test(view.slice(Math.max(0, start - 40), start - 1))) return undefined
  const behind = /^(?:\\[nrt]|[ \t\r\n]){0,20}(["'])/.exec(view.slice(end, end + 42))?.[1]
  if (behind !== quote) return undefined
  if (quote === "'" && ESCAPE_STRING.test(view.slice(Math.max(0, start - 4), start - 1)))
    return 'backslashes and doubled quotes'
  const bare = own.replaceAll(/\\[^]/g, '')
  if (!bare.includes(quote)) {
    if (/=>\s{0,20}$/.test(view.slice(Math.max(0, start - 22), start - 1))) return 'quoted backslashes'
    if (LITERAL_BEFORE.test(view.slice(Math.max(0, start - 4), start - 1)))
      return ESCAPED.test(own) ? 'backslashes' : undefined
    // A program that writes line ends as they are has no escapes but those of its quote: every other backslash is of the message.
    if (!own.trim().includes('\n')) return literalOfLine(view, { start, end })
    return own.includes(`\\${quote}`) ? 'quoted backslashes' : undefined
  }
  return doubledIn(own, quote, view[start - 2] === quote)
}

/** @param isNested the quotes that it stands in are doubled as well: a text of SQL in another */
function doubledIn(
  own: string,
  quote: string,
  isNested: boolean,
): 'doubled quotes' | 'quotes doubled twice' | undefined {
  const isOf = (count: number): boolean =>
    own.includes(quote.repeat(count)) && !own.replaceAll(quote.repeat(count), '').includes(quote)
  if (isNested && isOf(4)) return 'quotes doubled twice'
  return isOf(2) ? 'doubled quotes' : undefined
}

/** Of a message in one line, which a program or a shell wrote. A shell takes single quotes as they are; a program writes every backslash twice. */
function literalOfLine(
  view: string,
  { start, end }: Pick<PlainMessage, 'start' | 'end'>,
): ReturnType<typeof literalAround> {
  const own = view.slice(start, end)
  if (!ESCAPED.test(own)) return undefined
  const isSure = SURELY_ESCAPED.test(own) || /^[ \t]{0,9}\\[nrt]/.test(view.slice(end, end + 12))
  const isOwn = OWN.test(own.replaceAll('\\\\', ''))
  if (isSure === isOwn) return AMBIGUOUS
  return isSure ? 'backslashes' : undefined
}

/** An apostrophe in the single quotes of a shell. */
const SHELL = /'(?:\\'|"'")'/
const TRACED_MAX = 64_000
/** Whether a message stands in the middle of a text that a shell shows in quotes, as `bash -x` shows a command: an apostrophe is four signs there. */
function isTraced(view: string, start: number, own: string): boolean {
  if (!own.includes("'\\''") || own.replaceAll(SHELLS, '').includes("'")) return false
  const before = view.slice(Math.max(0, start - TRACED_MAX), start).replaceAll(SHELLS, '')
  const quote = before.lastIndexOf("'")
  return quote >= 0 && /^\++ /.test(before.slice(before.lastIndexOf('\n', quote) + 1, quote))
}

/** Whether a cell of a table begins at a place that psql wrote as AsciiDoc: bars of its text have a backslash. */
const isAsciidoc = (view: string, start: number): boolean =>
  view.slice(Math.max(0, start - COPIED_MAX), start).includes('\n|====\n')

/** Options of curl and wget whose text a shell takes as it stands. */
const SHELL_TAKES = /(?:^|\s)(?:-d|--(?:data|post)[\w-]{0,12}|--body-data|--json)[ =]$/
const SHELLS = /'(?:\\'|"'")'/g

const COPIED_MAX = 256_000
const COPY = ' FROM stdin;\n'

/** Whether a column of a row of `pg_dump` begins at a place: it has neither quotes nor a backslash that is no escape. */
function isCopied(view: string, start: number): boolean {
  if (view[start - 1] !== '\t' && view[start - 1] !== '\n') return false
  const before = view.slice(Math.max(0, start - COPIED_MAX), start)
  const rows = before.lastIndexOf(COPY)
  return rows >= 0 && /(?:^|\n)COPY [^\n]*$/.test(before.slice(0, rows)) && !before.includes('\n\\.', rows)
}

const HEAD_MAX = 16_000

/** A request with its head in one text, whose line ends are written with backslashes: then so is the rest of it. */
function literalOfRequest(view: string, start: number, end: number): 'backslashes' | undefined {
  if (!/\\n[ \t]{0,200}$/.test(view.slice(Math.max(0, start - 210), start))) return undefined
  const before = view.slice(Math.max(0, start - HEAD_MAX), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  for (const { index } of line.matchAll(/["']/g)) {
    const close = endOfText(view, start - line.length + index + 1, line[index])
    if (close !== undefined && close >= end) return 'backslashes'
  }
  return undefined
}

/** A message as it was before it was written down. @param quote what it stands in */
export function plainOf(raw: Traced, literal: Literal, quote: string): Traced {
  if (literal === 'backslashes') return decodeBackslashes(raw)
  if (literal === 'backslashes and doubled quotes') return decodeDoubled(decodeBackslashes(raw), quote)
  if (literal === 'quoted backslashes') return decodeQuoted(raw, quote)
  if (literal === 'quotes doubled twice') return decodeDoubled(decodeDoubled(raw, quote), quote)
  if (literal === 'escaped bars') return decodeBars(raw)
  return literal === 'shell quotes' ? decodeShell(raw) : decodeDoubled(raw, quote)
}

/** Quotes of SQL in a text of another program, which writes a quote of its own with a backslash. */
const DOUBLED = /(?:^|[^\\'])''(?!')/

/** A record with each quote written twice, as it was before. @param at the name of an element that shows which quote that is */
export function decodeDoubledRecord(raw: Traced, view: string, at: number): Traced {
  const quote = /=\s{0,9}(["'])/.exec(view.slice(at, at + 4_000))?.[1] ?? '"'
  const plain = decodeDoubled(raw, quote)
  return quote === "'" ? plain : withStrings(raw, plain)
}

/** A record with backslashes, as it was before. @param of the name of its message's element, and where it ends in the view */
export function decodeRecord(raw: Traced, view: string, { at, end }: { at: number; end: number }): Traced {
  return withStrings(raw, hasBreaksAlone(view, at, end) ? decodeBreaks(raw) : decodeEscaped(raw))
}

/** A statement of SQL in a record has strings of its own, whose apostrophes stand twice still. @param plain the record as it was before */
function withStrings(raw: Traced, plain: Traced): Traced {
  if (!DOUBLED.test(raw.bytes.toString('latin1'))) return plain
  const view = plain.bytes.toString('latin1')
  const parts: Traced[] = []
  let from = 0
  for (let at = view.indexOf(MARKER); at >= 0; at = view.indexOf(MARKER, Math.max(from, at + MARKER.length))) {
    if (spellingAt(view, at) !== 'plain') continue
    const { start, end } = messageAround(view, from, at)
    const own = cutOut(plain, start, end)
    const isString = view[start - 1] === "'" && /^\s{0,20}'/.test(view.slice(end, end + 24))
    const isDoubled = isString && doubledIn(view.slice(start, end), "'", false) !== undefined
    parts.push(cutOut(plain, from, start), isDoubled ? decodeDoubled(own, "'") : own)
    from = end
  }
  return from === 0 ? plain : concat([...parts, cutOut(plain, from, view.length)])
}

/** Double quotes of Perl, PHP or a shell, in which a sign that begins a name has a backslash. */
const SIGILS = /(?:=>|\$\w{1,40} =|\s-d|\s--data[\w-]{0,12})\s{0,20}"</
/** What no text has by itself: line ends between tags, letters by their numbers. */
const NUMBERED = />[ \t]{0,200}\\[nrt]|\\[nrt][ \t]{0,200}<|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[0-3][0-7]{2}/
const LONE = /\\(?!["\\])/

/** A record with backslashes before its quotes. Where its line ends stand as they are, a backslash before a letter is one of the message. */
function decodeEscaped(raw: Traced): Traced {
  const view = raw.bytes.toString('latin1')
  const own = view.slice(view.indexOf(MARKER), view.lastIndexOf(MARKER))
  if (own.includes('\n') && own.includes('\\"') && !NUMBERED.test(own))
    return LONE.test(own.replaceAll('\\\\', '')) ? decodeQuotes(raw) : decodeQuoted(raw, '"')
  return decodeBackslashes(SIGILS.test(view) ? decodeSigils(raw) : raw)
}

const XML = /^\s{0,9}(?:text|application)\/(?:(?!xhtml\+)[\w.-]{1,60}\+)?xml(?![\w.+-])/i
const ANY = /^\s{0,9}(?:$|;|text\/plain(?![\w.+-])|(?:application|binary)\/octet-stream(?![\w.+-]))/i
/** How a text begins that packs a message: a string; JSON and the field of a form, where no type says that it is none. */
const STRING = /^\s{0,200}["']/
const PACKING = /^\s{0,200}(?:[{["']|[\w.-]{1,60}=)/
/** A mark of the byte order that a tool shows as dots, or as letters of another encoding. */
const DOTS = /^\.{2,4}\s{0,9}</

/** Whether a body of this Content-Type is a document of XML. */
export const isXmlType = (type: string | undefined): boolean => XML.test(type ?? '')

/** Whether it may be one: the type says nothing of what it is. */
const isOpenType = (type: string | undefined): boolean => ANY.test(type ?? '')

/**
 * Where a message stands in a body, in plain elements and with something else before or behind it in the same body; undefined for a body that is the message alone, and for one
 * that packs it, as JSON and forms do. @param view all of a body, as it was sent
 */
export function messageBeside(view: string, type: string | undefined): { at: number; isCut: boolean } | undefined {
  const isXml = isXmlType(type)
  if (!isXml && (!isOpenType(type) || beginsWithTime(view.trimStart()))) return undefined
  if (DOTS.test(view) || (isXml ? STRING : PACKING).test(view)) return undefined
  const at = firstPlain(view)
  if (at === undefined) {
    const envelope = envelopeIn(view)
    const isAlone = envelope === undefined || (BEFORE.test(envelope.before) && view.slice(envelope.end).trim() === '')
    return isAlone ? undefined : { at: envelope.before.length, isCut: false }
  }
  const message = messageAround(view, 0, at)
  const isAlone = BEFORE.test(view.slice(0, message.start)) && view.slice(message.end).trim() === ''
  return isAlone || literalAround(view, message) !== undefined ? undefined : { at, isCut: message.isCut }
}

/** Nothing, or the bytes of one mark. */
const BEFORE = /^(?:\u00ef\u00bb\u00bf)?$/

/** The envelope of a message that is escaped in it or in CDATA: what stands before it in the text, and where it ends. */
export function envelopeIn(view: string): { before: string; end: number } | undefined {
  const [tag, before = '', name = ''] = ENVELOPE.exec(view.slice(0, HEAD_MAX)) ?? []
  const close = tag === undefined ? -1 : view.lastIndexOf(`</${name}`)
  const end = close < 0 ? -1 : view.indexOf('>', close)
  return end < 0 || !view.includes(MARKER) ? undefined : { before, end: end + 1 }
}

const ENVELOPE = /^([^]{0,16000}?)(?:<\?xml\s[^>]{0,200}>\s{0,99})?<((?:[\w.-]{1,40}:)?Envelope)[\s>]/

/** The first notification of a body, if that stands in elements; not what a text, a section or a comment holds. */
function firstPlain(view: string): number | undefined {
  for (let at = view.indexOf(MARKER); at >= 0; at = view.indexOf(MARKER, at + MARKER.length)) {
    if (isMention(view, at)) continue
    const spelling = spellingAt(view, at)
    if (spelling === undefined) continue
    const before = view.slice(0, at)
    if (before.lastIndexOf('<!--') > before.lastIndexOf('-->')) continue
    const isSection = before.lastIndexOf('<![CDATA[') > before.lastIndexOf(']]>')
    return spelling === 'plain' && !isSection ? at : undefined
  }
  return undefined
}
