import { isAscii } from '../../redaction/index.js'
import { digitOf } from './digits.js'
import { isInvisible } from './marks.js'
import { spelledAt } from './spelling.js'

/** Where something stands in a text. */
interface Place {
  start: number
  end: number
}

/** Track 3 has at most 107 characters; each of them may be spelled as an entity. */
const AHEAD_MAX = 240

/** Behind the name of track 1: expiry, service code and whatever the issuer put there, to the end sentinel where there is one. */
const TRACK_1 = /^(\s{0,2}\^[^^\n\r<>"]{0,60}\^)(?:[\dA-Z ^=*.,/()-]{1,240}(?=\?)|[^\s?<>"'\\,;{}]{1,240})/u
/** Behind the number of track 2 or 3: the same in digits. The `D` is how a chip writes the sign between them. */
const TRACK_2 =
  /^(\s{0,2}(?:=|D(?=\d{4}))\s{0,2})(?=[=*X]{0,30}\d(?:[=*X ]{0,30}\d){4})(?:[\d=*XDF ]{5,240}(?=\?)|[\d=*XF]{5,240})/iu
/** What shows that a number is a track's although it has no check digit of a card: expiry and service code, or very much behind it. */
const SURE =
  /^\s{0,2}(?:=\s{0,2}(?:\d\d(?:0[1-9]|1[0-2])\d{3}|[\d=*X]{20})|D\d\d(?:0[1-9]|1[0-2])\d{3}|\^[^^\n\r<>"]{2,60}\^[\d^=]{4})/u
const SURE_BEHIND_SENTINEL = /^\s{0,2}=[=*X]{0,3}\d{5}/u
/** A number, masked or not, and a sign that may part it from the rest of a track. */
const NUMBER = /(?<![\d*X])[\d*X]{8,20}\d{4}(?=\s{0,2}(?:[=^D&%\\]|\p{Default_Ignorable_Code_Point}))/gu

/** A text as it reads from a place on, without what is invisible; `places` has one more entry, for the end. */
function readAhead(text: string, from: number, most = AHEAD_MAX): { view: string; places: number[] } {
  let view = ''
  const places: number[] = []
  let at = from
  for (; at < text.length && view.length < most;) {
    const { code, length } = spelledAt(text, at)
    if (!isInvisible(code)) {
      const digit = digitOf(code)
      view += digit >= 0 ? String(digit) : code > 0xffff ? '\ufffd' : String.fromCharCode(code)
      places.push(at)
    }
    at += length
  }
  return { view, places: [...places, at] }
}

function isSure(text: string, { start, end }: Place): boolean {
  const { view } = readAhead(text, end)
  return SURE.test(view) || (text[start - 1] === ';' && SURE_BEHIND_SENTINEL.test(view))
}

/** Numbers without the check digit of a card that stand where a magnetic stripe has its number: of a house's own cards, and with the format code of track 3 before them. */
export function findTrackNumbers(text: string): (Place & { digits: string })[] {
  return [...text.matchAll(NUMBER)].flatMap(({ 0: digits, index: start }) => {
    const place = { start, end: start + digits.length }
    return /^\d+$/.test(digits) && isSure(text, place) ? [{ ...place, digits }] : []
  })
}

const STRIPE_NAMES =
  '(?:track|trck|trk)[ _-]?(?:[123]|one|two|three|data)(?:[ _-]?(?:equivalent|discretionary))?(?:[ _-]?(?:data|info|information|value|text|string))?|(?:first|second|third|raw|card|encrypted|magnetic)[ _-]?tracks?(?:[ _-]?data)?|mag(?:net|netic)?[ _-]?(?:stripe|streifen)(?:[ _-]?(?:data|value|text|[123]))?|stripe[ _-]?data|swiped?[ _-]?(?:data|track|card)|msr[ _-]?data'
const NAMED = new RegExp(
  `(?<name>(?:${STRIPE_NAMES})(?:\\\\?["']\\s{0,9}|\\s{0,9}\\([^()]{1,30}\\))?\\s{0,9}(?::=|=>|->|[:=])\\s{0,9})(?<value>[[{]|\\\\?"[^"]{0,400}"?|'[^']{0,400}'?|[%;+]?[\\dA-Z;%=^*./ -]{0,240}\\?|[^\\s"'<>{}&,]{1,400})`,
  'giu',
)
/** One of these stands in every name of a stripe. */
const STRIPE_WORDS = /track|trck|trk|stripe|streifen|swipe|msr/i
/** Prose has tracks too: those of a station. */
const DIGITS_MIN = 7

/** Where a list or an object ends that begins here; of a longer one so much is read. */
function endOfBrackets(text: string, start: number): number {
  let open = 0
  for (let at = start; at < Math.min(text.length, start + BRACKETS_MAX); at++) {
    const code = text.charCodeAt(at)
    if (code === 91 || code === 123) open++
    else if ((code === 93 || code === 125) && --open === 0) return at + 1
  }
  return Math.min(text.length, start + BRACKETS_MAX)
}
const BRACKETS_MAX = 1_000

/** Values that are called a magnetic stripe or a track of one. */
function findNamed(text: string): Place[] {
  // The pattern takes 2 ms to begin with; beyond ASCII a letter has more spellings than two.
  if (!/[:=]|->/.test(text) || (!STRIPE_WORDS.test(text) && isAscii(text))) return []
  return [...text.matchAll(NAMED)].flatMap(({ index, groups: { name = '', value = '' } = {} }) => {
    if (/^[[{]$/.test(value)) return [{ start: index + name.length, end: endOfBrackets(text, index + name.length) }]
    const [open = ''] = /^\\?["']/.exec(value) ?? []
    const start = index + name.length + open.length
    const end =
      index +
      name.length +
      value.length -
      (open !== '' && value.length > open.length && value.endsWith(open) ? open.length : 0)
    const isData =
      (open !== '' && !/\s/.test(name.trimEnd().slice(0, -1))) || (value.match(/\p{Nd}/gu)?.length ?? 0) >= DIGITS_MIN
    return isData && end > start ? [{ start, end }] : []
  })
}

/**
 * What magnetic stripes hold besides the number: all that stands behind the number of track 2 or 3 and behind the name of track 1, and whole values that are called a
 * stripe. In rising order, none within another. Linear: of what stands behind a number a bounded stretch is read.
 */
export function findTracks(text: string, cards: readonly Place[]): Place[] {
  const masked = [...text.matchAll(NUMBER)].flatMap(({ 0: whole, index: start }) =>
    /[*X]/.test(whole) && isSure(text, { start, end: start + whole.length }) ? [start + whole.length] : [],
  )
  const tails = [...cards.map(({ end }) => end), ...masked].flatMap((end) => {
    if (!/^\s{0,2}[=^D]/i.test(readAhead(text, end, 3).view)) return []
    const { view, places } = readAhead(text, end)
    const [whole, before = ''] = TRACK_1.exec(view) ?? TRACK_2.exec(view) ?? []
    if (whole === undefined) return []
    const found = { start: places[before.length] as number, end: places[whole.length] as number }
    // However long it is.
    while (view.length === AHEAD_MAX && whole.length > AHEAD_MAX / 2 && digitOf(text.charCodeAt(found.end)) >= 0)
      found.end++
    return [found]
  })
  const result: Place[] = []
  for (const place of [...tails, ...findNamed(text)].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last !== undefined && place.start <= last.end) last.end = Math.max(last.end, place.end)
    else result.push(place)
  }
  return result
}

/** The text, as long as it was, with stars for them. */
export function starTracks(text: string, cards: readonly Place[]): string {
  let [shown, from] = ['', 0]
  for (const { start, end } of findTracks(text, cards)) {
    shown +=
      text.slice(from, start) +
      text
        .slice(start, end)
        .replaceAll(/[[{]/.test(text.charAt(start)) ? /[\p{L}\p{Nd}]/gu : /[^\s?]/g, (one) => '*'.repeat(one.length))
    from = end
  }
  return shown + text.slice(from)
}
