import { hasCheckDigit } from '../../contract/index.js'
import { digitOf } from './digits.js'
import { isIssued } from './issuers.js'
import { markOf } from './marks.js'
import { spelledAt } from './spelling.js'
import { type Group, phonesOf } from './phones.js'
import { findTrackNumbers } from './tracks.js'

/** A card number in a text. */
interface FoundCard {
  start: number
  end: number
  digits: string
}

const [SHORTEST, LONGEST] = [13, 19]
const SEPARATORS_MAX = 3
const INVISIBLE_MAX = 40
/** So many digits of a group are kept: zeros may stand before a number. */
const KEPT_MAX = 40
/** How cards are printed: lengths of their groups. */
const SHAPES: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4, 2],
  [4, 4, 4, 4, 1],
  [4, 4, 4, 1],
  [4, 4, 4, 2],
  [4, 4, 4, 3],
  [4, 4, 5],
  [6, 7],
  [6, 10],
  [6, 13],
  [8, 8],
]
const USUAL_BEGINNINGS = '23456'
/** First unit of the digits of mathematics. */
const HIGH = 0xd835
/** And of tags, which nobody sees. */
const HIGH_TAGS = 0xdb40

/** What is taken for the spelling of a character: all that may be one; what spells digits and signs between them; nothing. */
type Reading = 'all' | 'digits' | 'none'

/**
 * Card numbers of a text: 13 to 19 digits with a right check digit, alone, in groups, or beside other numbers, in any script, plain or spelled as entities, percent codes or escapes.
 * A longer row of digits is no card. Takes time in proportion to the text.
 */
export function findCards(text: string): FoundCard[] {
  // No spelling of a digit is shorter than the digit.
  if (text.length < SHORTEST) return []
  const found = [...scan(text, 'all'), ...findTrackNumbers(text)]
  // The percent sign of a magnetic stripe, `%B4111…`, is no code, though it reads as one.
  if (MAY_MISREAD.test(text)) found.push(...scan(text, 'digits'), ...scan(text, 'none'))
  return united(found.length === 0 ? found : withoutUuids(text, found))
}

/** The id of a message or a request, by its groups and a letter. */
const UUID =
  /(?<![\da-z-])(?=[\d-]*[a-f])[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\da-z-])/gi

/** One in some hundred ids has digits in a row that would make a card number. */
function withoutUuids(text: string, cards: readonly FoundCard[]): FoundCard[] {
  const ids = [...text.matchAll(UUID)].map(({ index, 0: id }) => ({ start: index, end: index + id.length }))
  return cards.filter((card) => !ids.some(({ start, end }) => card.start >= start && card.end <= end))
}

/** A spelling that may hold digits of a number. */
const MAY_MISREAD = /%[\da-f]?\d|\\u[\da-f]{0,3}\d/i

/** Those that overlap as one. */
function united(cards: FoundCard[]): FoundCard[] {
  const result: FoundCard[] = []
  for (const card of cards.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last === undefined || card.start >= last.end) result.push({ ...card })
    else last.end = Math.max(last.end, card.end)
  }
  return result
}

function scan(text: string, reading: Reading): FoundCard[] {
  const found: FoundCard[] = []
  const run: Group[] = []
  let last: Group | undefined
  let separator = ''
  let marks = 0
  let invisible = 0
  for (let at = 0; at < text.length;) {
    let code = text.charCodeAt(at)
    let length = 1
    if (code === HIGH || code === HIGH_TAGS || (reading !== 'none' && (code === 38 || code === 37 || code === 92))) {
      const spelled = spelledAt(text, at)
      if (
        code === HIGH ||
        code === HIGH_TAGS ||
        reading === 'all' ||
        digitOf(spelled.code) >= 0 ||
        markOf(spelled.code) !== undefined
      )
        ({ code, length } = spelled)
    }
    const digit = digitOf(code)
    if (digit >= 0) {
      if (last === undefined || separator !== '') {
        last = { digits: '', start: at, end: at, separator }
        run.push(last)
        separator = ''
      }
      // Plain digits are taken at one go.
      const isPlain = isDigit(text.charCodeAt(at))
      if (isPlain) while (isDigit(text.charCodeAt(at + length))) length++
      if (last.digits.length <= KEPT_MAX)
        last.digits += isPlain ? text.slice(at, at + Math.min(length, KEPT_MAX + 1)) : String(digit)
      last.end = at + length
      marks = invisible = 0
    } else if (last !== undefined) {
      const mark = markOf(code)
      if (mark === '' ? ++invisible <= INVISIBLE_MAX : mark !== undefined && ++marks <= SEPARATORS_MAX)
        separator += mark
      else {
        endRun(text, run, found)
        last = undefined
        separator = ''
        marks = invisible = 0
      }
    }
    at += length
  }
  if (last !== undefined) endRun(text, run, found)
  return found
}

/** Whether a text holds a card number. */
export const holdsCard = (text: string): boolean => findCards(text).length > 0

/** The text with each card number replaced. */
export function replaceCards(text: string, hide: (card: string, digits: string) => string): string {
  const cards = findCards(text)
  if (cards.length === 0) return text
  const parts: string[] = []
  let from = 0
  for (const { start, end, digits } of cards) {
    parts.push(text.slice(from, start), hide(text.slice(start, end), digits))
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** Whether most of a number is hidden already. */
export const isMasked = (value: string): boolean =>
  /[*xX•]{3}/.test(value) && (value.match(/\p{Nd}/gu)?.length ?? 0) <= 10

/** The same length: stars for every digit but the last four; what separates them stays. */
export function starDigits(card: string): string {
  let shown = ''
  let left = 0
  for (let at = 0; at < card.length; at += spelledAt(card, at).length)
    if (digitOf(spelledAt(card, at).code) >= 0) left++
  for (let at = 0; at < card.length;) {
    const { code, length } = spelledAt(card, at)
    shown += digitOf(code) >= 0 && left-- > 4 ? (STARS[length] ?? '*'.repeat(length)) : card.slice(at, at + length)
    at += length
  }
  return shown
}

const STARS: readonly string[] = Array.from({ length: 8 }, (_, length) => '*'.repeat(length))
const isDigit = (code: number): boolean => code >= 48 && code <= 57

function endRun(text: string, run: Group[], found: FoundCard[]): void {
  let isFresh = true
  const phones = phonesOf(text, run)
  for (let at = 0; at < run.length;) {
    const count = cardAt(text, run, at, isFresh, phones)
    if (count > 0)
      found.push({
        start: (run[at] as Group).start,
        end: (run[at + count - 1] as Group).end,
        digits: joined(run, at, count),
      })
    isFresh = count > 0
    at += Math.max(count, 1)
  }
  run.length = 0
}

/** How many groups from this one on are a card's; 0 for none. Looks at no more groups than a card has digits. @param phones where the telephone numbers end in which groups stand */
function cardAt(text: string, run: readonly Group[], at: number, isFresh: boolean, phones: readonly number[]): number {
  const group = run[at] as Group
  const dialled = phones[at] ?? 0
  if (isCard(group.digits) || isPadded(group.digits)) return at < dialled ? 0 : 1
  const next = run[at + 1]
  if (next === undefined) return 0
  const shaped = shapeAt(run, at)
  if (shaped > 0 && at + shaped > dialled) return shaped
  // Other groups count only where they are a row of their own: all with one separator, or all of one length.
  const isAmid = !isFresh && group.separator === next.separator
  if (
    !USUAL_BEGINNINGS.includes(group.digits[0] as string) ||
    (isAmid && group.digits.length === run[at - 1]?.digits.length)
  )
    return 0
  const even = rowFrom(run, at, true)
  // Behind a plus a row has to be an issuer's: what follows a telephone number is parted from it as its own groups are.
  const isRow = (count: number): boolean =>
    count > 1 &&
    at + count > dialled &&
    isCard(joined(run, at, count)) &&
    (dialled > 0 ? isIssued(joined(run, at, count)) : phones.slice(at, at + count).every((end) => end === 0)) &&
    !isAscending(run, at, count)
  if (isRow(even)) return even
  const row = isAmid ? 0 : rowFrom(run, at, false)
  if (isRow(row)) return row
  return at < dialled ? 0 : mixedAt(text, run, at, phones)
}

/** Of groups of any length, with any signs between them: a row of its own. */
function mixedAt(text: string, run: readonly Group[], at: number, phones: readonly number[]): number {
  if (at > 0 && !isWide((run[at] as Group).separator)) return 0
  let digits = 0
  for (let to = at; to < run.length; to++) {
    digits += (run[to] as Group).digits.length
    if (digits > LONGEST || (phones[to] ?? 0) > 0) return 0
    if (digits < SHORTEST || (to + 1 < run.length && !isWide((run[to + 1] as Group).separator))) continue
    const number = joined(run, at, to - at + 1)
    if (
      isIssued(number) &&
      hasCheckDigit(number) &&
      !isAscending(run, at, to - at + 1) &&
      !isListing(text.slice((run[at] as Group).start, (run[to] as Group).end))
    )
      return to - at + 1
  }
  return 0
}

/** A separator that parts numbers rather than the digits of one. */
const isWide = (separator: string): boolean => /[\s,;|/]/.test(separator)

/** Days, amounts and times look like what they are. */
const LISTING =
  /(?<!\d)\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d(?!\d)|(?<!\d)(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}(?!\d)|(?<![\d.,])\d{1,6}[.,]\d\d[^\d.,]{1,3}\d{1,6}[.,]\d\d(?![\d])|(?<!\d)\d{1,2}:\d\d(?![\d:])/
const isListing = (text: string): boolean => LISTING.test(text)

function shapeAt(run: readonly Group[], at: number): number {
  const separator = run[at + 1]?.separator
  for (const shape of SHAPES) {
    let i = 0
    let isEven = true
    for (; i < shape.length && run[at + i]?.digits.length === shape[i]; i++)
      isEven &&= i < 2 || run[at + i]?.separator === separator
    const number = i === shape.length ? joined(run, at, i) : ''
    if (isCard(number) && (isEven || isIssued(number)) && !isAscending(run, at, i)) return i
  }
  return 0
}

/** Groups from here on with one separator between them, and of one length where that is asked; 0 where they have more digits than a card. */
function rowFrom(run: readonly Group[], at: number, isEven: boolean): number {
  let digits = 0
  for (let to = at; ; to++) {
    const group = run[to]
    const isPart =
      group !== undefined &&
      (to < at + 2 || group.separator === run[at + 1]?.separator) &&
      (!isEven || group.digits.length === run[at]?.digits.length)
    if (!isPart) return to - at
    digits += group.digits.length
    if (digits > LONGEST) return 0
  }
}

/** Rooms in a row, such as 4101, 4102, 4103, 4104. */
function isAscending(run: readonly Group[], at: number, count: number): boolean {
  return (
    count > 2 &&
    run.slice(at + 1, at + count).every(({ digits }, i) => Number(digits) - Number((run[at + i] as Group).digits) === 1)
  )
}

function joined(run: readonly Group[], at: number, count: number): string {
  let digits = ''
  for (let i = at; i < at + count; i++) digits += (run[i] as Group).digits
  return digits
}

function isCard(digits: string): boolean {
  return digits.length >= SHORTEST && digits.length <= LONGEST && beginsLikeCard(digits) && hasCheckDigit(digits)
}

/** With zeros before it, as a field of a fixed length has it. */
const isPadded = (digits: string): boolean =>
  digits.startsWith('0') && digits.length <= KEPT_MAX && isIssued(digits.replace(/^0+/, '')) && hasCheckDigit(digits)

/** Times and dates (1…, 19…, 20…) do not. */
function beginsLikeCard(digits: string): boolean {
  const first = digits.charCodeAt(0) - 48
  if (first === 1) return digits.length === 15
  return first === 2 ? digits.length >= 16 && digits.charAt(1) >= '2' && digits.charAt(1) <= '7' : first > 2
}
