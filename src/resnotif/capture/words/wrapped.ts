import { readXml } from '../../xml/index.js'
import { MARKER } from './tags.js'

/** Where a line ends that a sender would not have ended there. */
type Torn = 'name of a person' | 'tag' | 'text' | 'value'

interface Break {
  /** Of its line feed. */
  at: number
  /** The line that ends, counted from 0. */
  line: number
  torn: Torn
}

/** Programs cut lines at these lengths, a mail at 998 by the book. */
const LIMITS: ReadonlySet<number> = new Set([
  990, 997, 998, 999, 1000, 1022, 1023, 1024, 2000, 2047, 2048, 4000, 4095, 4096, 8191, 8192,
])
/** No program wraps lines at less. */
const WIDTH_MIN = 20
/** Lines of one text that a person wrote may be of one length by chance. */
const EQUAL_TEXTS = 3

/**
 * Why a message is not as it was sent: a terminal, a mail or an editor wrapped its lines.
 * @returns undefined where nothing shows that
 */
export function wrappedIn(text: string): { what: string; by: 'width' | 'value' | 'name' } | undefined {
  if (!text.includes('\n')) return undefined
  const breaks = breaksOf(text)
  if (breaks.length === 0) return undefined
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  for (const measure of ASCII.test(text) ? MEASURES.slice(0, 1) : MEASURES) {
    const width = widthOf(lines.slice(0, -1).map(measure), breaks)
    if (width !== undefined)
      return { what: `a message whose lines were wrapped at ${width} characters: ${REMEDY}`, by: 'width' }
  }
  if (breaks.some(({ torn }) => torn === 'value') || isWholeWithout(text, breaks))
    return {
      what: `a message with a line break inside of a tag, as where lines are wrapped: ${REMEDY}`,
      by: 'value',
    }
  return breaks.some(({ torn }) => torn === 'name of a person')
    ? { what: `a message with a line break inside of a name, as where lines are wrapped: ${REMEDY}`, by: 'name' }
    : undefined
}

/** Shorter lines are no lines of a terminal. */
const SCREEN_MIN = 60

/**
 * How long the line is that ends in the middle of a text, where no other is as long and lines begin with blanks elsewhere: a terminal may have wrapped it, or the
 * person who wrote the text ended a line there.
 */
export function wrappedTextIn(text: string): number | undefined {
  if (!text.includes('\n')) return undefined
  const breaks = breaksOf(text)
  if (breaks.length === 0 || breaks.some(({ torn }) => torn !== 'text')) return undefined
  const lines = text.split('\n').map((line) => [...line.replace(/\r$/, '')].length)
  const width = lines.slice(0, -1).reduce((most, one) => Math.max(most, one), 0)
  const isIndented = text.split('\n').filter((line) => /^[ \t]/.test(line)).length > lines.length / 2
  return isIndented && width >= SCREEN_MIN && breaks.some(({ line }) => lines[line] === width) ? width : undefined
}

const ASCII = /^[\0-\x7f]*$/
export const REMEDY = 'take it from a file, not from a screen or a mail'

/** Whether a text that is not well formed is so without the line ends in its tags. */
function isWholeWithout(text: string, breaks: readonly Break[]): boolean {
  const torn = breaks.filter((one) => one.torn === 'tag')
  if (torn.length === 0 || readXml(text).broken === undefined) return false
  let [joined, from] = ['', 0]
  for (const { at } of torn) {
    joined += text.slice(from, text[at - 1] === '\r' ? at - 1 : at)
    from = at + 1
  }
  return readXml(joined + text.slice(from)).broken === undefined
}

/** Characters, columns of a terminal, and bytes: programs count each of them. */
const MEASURES: readonly ((line: string) => number)[] = [
  (line) => (ASCII.test(line) ? line.length : [...line].length),
  (line) => [...line].reduce((sum, one) => sum + (WIDE.test(one) ? 2 : /\p{Mn}/u.test(one) ? 0 : 1), 0),
  (line) => Buffer.byteLength(line),
]
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]/u

/** The one length at which lines end in the middle of something. */
function widthOf(lengths: readonly number[], breaks: readonly Break[]): number | undefined {
  const width = lengths.reduce((most, one) => Math.max(most, one), 0)
  if (width < WIDTH_MIN) return undefined
  const full = lengths.filter((length) => length === width).length
  const torn = breaks.filter(({ line }) => lengths[line] === width)
  if (torn.length === 0 || (full < 2 && !LIMITS.has(width))) return undefined
  const isOfTexts = torn.every(({ torn }) => torn === 'text')
  return isOfTexts && full < EQUAL_TEXTS && !LIMITS.has(width) ? undefined : width
}

const PERSON = /^(?:[\w.-]{1,40}:)?(?:GivenName|MiddleName|Surname|NamePrefix)[\s>]/
/** An address of a schema may have a line of its own. */
const SCHEMA = /schemaLocation\s{0,9}=\s{0,9}$/
const LETTERS = /^[\p{L}\u0080-\uffff]{2,4}$/u
const BLANK = /[ \t\r\n]/

/** Every line end with something other than a blank on both sides that stands inside of a tag, a value or a text. */
function breaksOf(text: string): Break[] {
  const breaks: Break[] = []
  let line = 0
  let tag = ''
  let feed = text.indexOf('\n')
  const walk: Walk = (to, torn) => {
    for (; feed >= 0 && feed < to; feed = text.indexOf('\n', feed + 1)) {
      const before = text[text[feed - 1] === '\r' ? feed - 2 : feed - 1] ?? ' '
      const behind = text[feed + 1] ?? ' '
      const found = BLANK.test(before) || BLANK.test(behind) ? undefined : torn(before, behind)
      if (found !== undefined) breaks.push({ at: feed, line, torn: found })
      line++
    }
  }
  for (let at = 0; at < text.length;) {
    if (text[at] !== '<') {
      const end = indexOr(text, '<', at)
      walk(end, (before, behind) =>
        before === '>' || behind === '<'
          ? undefined
          : PERSON.test(tag) && LETTERS.test(before + behind)
            ? 'name of a person'
            : 'text',
      )
      at = end
      continue
    }
    const closes = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : undefined
    if (closes !== undefined) {
      const end = indexOr(text, closes, at)
      walk(end, () => undefined)
      at = Math.min(text.length, end + closes.length)
      continue
    }
    tag = text.slice(at + 1, at + 60)
    at = tagEnd(text, at, walk)
  }
  return breaks
}

/** Looks at the line ends as far as a place. */
type Walk = (to: number, torn: (before: string, behind: string) => Torn | undefined) => void

/** Walks through a tag, value by value. @returns where what follows begins */
function tagEnd(text: string, start: number, walk: Walk): number {
  let at = start
  for (let from = start; ; from = at) {
    const mark = /["'>]|<(?!$)/g
    mark.lastIndex = from === start ? start + 1 : from
    const found = mark.exec(text)
    const end = found?.index ?? text.length
    walk(end, (before) => (before === '"' || before === "'" ? undefined : 'tag'))
    if (found === null || found[0] === '<') return end
    if (found[0] === '>') return end + 1
    const close = indexOr(text, found[0], end + 1)
    const isSchema = SCHEMA.test(text.slice(Math.max(0, end - 60), end))
    walk(close, () => (isSchema ? undefined : 'value'))
    at = Math.min(text.length, close + 1)
  }
}

function indexOr(text: string, of: string, from: number): number {
  const at = text.indexOf(of, from)
  return at < 0 ? text.length : at
}

/** The root's name with line ends in it, behind the sign of a tag. */
const TORN_NAME = new RegExp(
  `(?:<|&(?:amp;)?lt;|\\\\u003[cC])(?:\\r?\\n)?\\\\?/?(?:\\r?\\n)?(?:[\\w.-]{1,40}:)?(?:\\r?\\n)?${[...MARKER].join('(?:\\r?\\n)?')}`,
  'g',
)

export const WRAPPED_NAME = `a message whose lines were wrapped, in the middle of its name: ${REMEDY}`

/** Where the name of a notification's root stands with a line end in it or before it. */
export function tornNames(view: string): number[] {
  return [...view.matchAll(TORN_NAME)].filter(([name]) => name.includes('\n')).map(({ index }) => index)
}
