import { cutOut, decodeWireBytes, lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { LINE_MAX, type PlainMessage, prefixOf } from './find.js'
import { OPENS, SHUTS, unquoted } from '../words/index.js'

const TOKENS_MIN = 2
/** What programs that log the bytes of a connection write for ends of lines. */
const WIRE_END = /(?:\[\\r\])?\[\\n\]"?\r?$|"\r?$/
/** How a line of theirs begins. */
const WIRE_START = /(?:>>|<<|->|<-) "$/
/** No line of XML is as long that is not all of the message. */
const LONG = 400
/** Bytes of a letter that is not torn apart: pieces of one line differ by less. */
const LETTER = 4

interface Line {
  /** Where it begins in the file, behind its prefix, and behind its line end. */
  at: number
  from: number
  end: number
}

/**
 * A message without what each of its lines begins with in a log; the same where they share nothing. Where the log cut a long line into pieces, they are one line again.
 * @returns why not, where the lines do not tell what the message was
 */
export function withoutPrefixes(of: Traced, view: string, { start, end }: PlainMessage): Traced | string {
  const isWire = WIRE_START.test(view.slice(Math.max(0, start - 4), start))
  const plain = unprefixed(of, view, { start, end, isWire })
  return isWire && typeof plain !== 'string' ? decodeWireBytes(plain) : plain
}

function unprefixed(
  of: Traced,
  view: string,
  { start, end, isWire }: { start: number; end: number; isWire: boolean },
): Traced | string {
  const whole = cutOut(of, start, end)
  const before = view.slice(Math.max(0, start - LINE_MAX), start)
  const plain = unquoted(of, view, before.slice(before.lastIndexOf('\n') + 1), { start, end })
  if (plain !== undefined) return plain
  const prefix = prefixOf(view, start)
  if (prefix.length === 0) return whole
  const found: { at: number; end: number; text: string }[] = []
  // A log may stand in one line: its end is not looked for behind the message.
  const within = view.slice(0, end)
  for (let at = lineEnd(within, start) + 1; at < end;) {
    const next = Math.min(end, lineEnd(within, at) + 1)
    found.push({ at, end: next, text: view.slice(at, Math.min(next, at + LINE_MAX)) })
    at = next
  }
  const filled = found.filter(({ text }) => text.trim() !== '')
  if (filled.length === 0) return whole
  // A piece of a long line begins with any word of the message, which is not one of the log.
  const isLong = found.some(({ at }) => at - 1 - view.lastIndexOf('\n', at - 2) >= LONG)
  const shared = filled.reduce((least, { text }) => Math.min(least, prefix.sharedWith(text, isLong)), prefix.length)
  const head = view.lastIndexOf('\n', start) + 1
  if (shared < Math.min(TOKENS_MIN, prefix.length)) return whole
  const lines = found.map(({ at, end: stop, text }): Line => {
    const width = text.trim() === '' ? 0 : prefix.widthIn(text, shared)
    return { at, from: Math.min(at + width, stop), end: stop }
  })
  const first = { at: head, from: head + prefix.widthIn(view.slice(head, start), shared), end: lines[0]?.at ?? end }
  if (isMixed(view, [{ ...first, from: start }, ...lines]))
    return 'a message with lines of another writer between its own'
  const pieces = isWire ? 'lines' : piecesIn(view, [first, ...lines])
  if (pieces === 'torn') return 'a message whose long line the log cut into pieces, in a way that is not known here'
  const rewriting = new Rewriting(of)
  const isQuoted = view[start - 1] === '"'
  const keep = (from: number, stop: number): void => {
    const mark = isQuoted
      ? WIRE_END.exec(view.slice(Math.max(from, stop - 20), stop).replace(/\n$/, ''))?.[0]
      : undefined
    const isEnded = view[stop - 1] === '\n'
    if (mark === undefined) return rewriting.keep(from, pieces === 'pieces' && isEnded ? stop - 1 : stop)
    rewriting.keep(from, stop - mark.length - (isEnded ? 1 : 0))
    if (isEnded && mark.length > 2) rewriting.keep(stop - 1, stop)
  }
  keep(start, lines[0]?.at ?? end)
  for (const line of lines) keep(line.from, line.end)
  return rewriting.end()
}

/**
 * Whether lines are pieces of one long line: a line ends inside of a word, a tag or a text, though it is longer than a line of a message that has lines. Pieces are of one
 * length; where they are not, nothing tells what stood between them.
 */
function piecesIn(view: string, all: readonly Line[]): 'lines' | 'pieces' | 'torn' {
  const torn = all.filter(({ at, end }, i) => {
    const next = all[i + 1]
    if (next === undefined || end - at < LONG) return false
    return (
      !TAG_ENDS.test(view.slice(Math.max(at, end - 50), end)) || !TAG_BEGINS.test(view.slice(next.from, next.from + 50))
    )
  })
  if (torn.length === 0) return 'lines'
  const full = all.slice(0, -1)
  const isEven = (lengths: readonly number[]): boolean => Math.max(...lengths) - Math.min(...lengths) < LETTER
  const lengths = [
    full.map(({ at, end }) => end - at),
    full.map(({ from, end }) => end - from),
    full.map(({ at, end }) => charactersIn(view, at, end)),
    full.map(({ from, end }) => charactersIn(view, from, end)),
  ]
  // One piece alone tells no length of its own.
  const isOneLength = lengths.some((own) => isEven(own) && (own.length > 1 || own.some(isRound)))
  if (isOneLength) return 'pieces'
  return torn.every(({ end }) => isInWords(view, end)) ? 'lines' : 'torn'
}

const TAG_ENDS = new RegExp(`${SHUTS}\\s*$`)
const TAG_BEGINS = new RegExp(`^\\s*${OPENS}`)

/** Whether a place stands in what a person wrote, which has lines of its own. */
const isInWords = (view: string, at: number): boolean => {
  const before = view.slice(Math.max(0, at - WORDS_MAX), at)
  return /^<(?:[\w.-]{1,40}:)?(?:Text|ListItem)(?:\s[^<>]{0,400})?>/.test(before.slice(before.lastIndexOf('<')))
}
const WORDS_MAX = 8_000

/** Characters of what is UTF-8 and is seen byte by byte. */
const charactersIn = (view: string, from: number, end: number): number =>
  view.slice(from, end).replaceAll(/[\u0080-\u00bf]/g, '').length

/** Logs cut lines at lengths such as 1024, 8000 or 16384, of the whole line or of what follows a prefix. */
const isRound = (length: number): boolean =>
  [1000, 1024].some((unit) => (length - 1) % unit < LETTER || length % unit > unit - LETTER)

/** Whether what stands beside the time at the beginning of lines turns to another writer and back. */
function isMixed(view: string, lines: readonly Line[]): boolean {
  const seen = new Set<string>()
  let last: string | undefined
  for (const { at, from } of lines) {
    const head = view.slice(at, Math.min(from, at + LINE_MAX))
    const writer = head.replace(TIME, '')
    if (head.trim() === '' || writer === last) continue
    if (seen.has(writer)) return true
    seen.add((last = writer))
  }
  return false
}

/** The time with whatever digits and marks belong to it. */
const TIME = /^\W{0,3}(?:[A-Z][a-z]{2} {1,2})?[\d\-/.:,T+ ]{5,40}Z?/
