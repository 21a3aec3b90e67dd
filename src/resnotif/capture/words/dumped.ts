import { ownTable } from '../../../foreign-text.js'
import { MARKER } from './tags.js'

/** Tags that hardly anything but a notification has. */
const TAGS = new RegExp(
  `</?(?:[\\w.-]{1,40}:)?(?:${MARKER}|HotelReservations?|RoomStays?|RoomTypes?|RatePlans?|RoomRates?|GuestCounts?|ResGuests?|ResGuestRPHs?|PersonName|ProfileInfo|GivenName|Surname)[\\s>/]`,
  'g',
)
/** One may be spoken of. */
const TAGS_MIN = 2
const LINE_MAX = 400_000
/** How a line of digits begins. */
const BEGINS =
  /^[ \t]{0,40}(?:0x|\\x)?[\da-f]{2,16}(?:[ \t:,]|\r?$)|^[ \t]{0,40}[\da-f]{40}|^[ \t]{0,40}[\da-f](?: [\da-f]{2}){8}/i
/** The rest of a byte, where a line was cut in front. */
const HALF = /^[\da-f] (?=[\da-f]{2} )/i
const OFFSET = /^[ \t]{0,40}(?:0x)?[\da-f]{4,16}(?::|[ \t])/i
const WORD = /[\da-f]{60,}/gi

interface Stretch {
  start: number
  end: number
}

type Decode = (line: string) => string

const bytesOf = (numbers: readonly number[]): string => Buffer.from(numbers).toString('latin1')

/** The words of a line, as far as each is one of digits: what stands behind them shows the same as text. */
const ofWords =
  (pattern: RegExp, decode: (digits: string) => string): Decode =>
  (line) => {
    const shown: string[] = []
    for (const word of line
      .trim()
      .replace(HALF, '')
      .split(/[ \t,]{1,40}/)) {
      const digits = pattern.exec(word)?.[1]
      if (digits === undefined) break
      shown.push(decode(digits))
    }
    return shown.join('')
  }

const fromHex = (digits: string): string => Buffer.from(digits, 'hex').toString('latin1')
const turned = (digits: string): string => Buffer.from(digits, 'hex').reverse().toString('latin1')
const behindOffset =
  (decode: Decode): Decode =>
  (line) =>
    decode(line.replace(OFFSET, ''))

const HEX = ofWords(/^(?:0x|\\x)?((?:[\da-f]{2}){1,200000})$/i, fromHex)
/** As xxd, od and hexdump write bytes, alone and in words of which the last byte comes first. */
const DECODERS: readonly Decode[] = [
  HEX,
  behindOffset(HEX),
  behindOffset(ofWords(/^([\da-f]{4}|[\da-f]{8})$/i, turned)),
  ofWords(/^([\da-f]{4}|[\da-f]{8})$/i, turned),
  behindOffset(ofWords(/^([01][0-7]{5})$/, (digits) => bytesOf([parseInt(digits, 8) & 255, parseInt(digits, 8) >> 8]))),
  behindOffset(ofWords(/^([0-3][0-7]{2})$/, (digits) => bytesOf([parseInt(digits, 8)]))),
  behindOffset(ofWords(/^([01]{8})$/, (digits) => bytesOf([parseInt(digits, 2)]))),
  letters,
  // As `curl --trace-ascii` writes them.
  (line) => /^[\da-f]{4,8}: (.{1,80})$/i.exec(line.trimEnd())?.[1] ?? '',
]

/** As `od -c` writes them: four columns for each. */
function letters(line: string): string {
  const start = /^[\da-f]{4,8}(?= )/i.exec(line)?.[0].length
  if (start === undefined) return ''
  const shown = line.slice(start).match(/.{1,4}/g) ?? []
  return shown.map((one) => LETTERS[one.trim()] ?? (one.trim().length < 2 ? one.trim() : '.')).join('')
}

const LETTERS = ownTable<string>({ '': ' ', '\\n': '\n', '\\r': '\r', '\\t': '\t' })

/** A document of another kind, such as the answer of a PMS, has elements of the same names. */
const OTHER = /<(?:[\w.-]{1,40}:)?(?:OTA|HTNG)_\w{1,60}[\s>]/

/** Whether bytes, decoded in any of these ways, show a notification or a piece of one. In the wrong way short tags may come out and the long name of the root not. */
export const isPieces = (texts: readonly string[]): boolean =>
  texts.some((text) => (text.match(TAGS)?.length ?? 0) >= TAGS_MIN) &&
  (texts.some((text) => text.includes(MARKER)) || !texts.some((text) => OTHER.test(text)))

/** Tells of places in their order whether a stretch covers them. */
export function coverOf(stretches: readonly Stretch[]): (start: number, end: number) => boolean {
  const sorted = stretches.toSorted((a, b) => a.start - b.start)
  let [at, covered] = [0, -1]
  return (start, end) => {
    for (; at < sorted.length && (sorted[at] as Stretch).start < end; at++)
      covered = Math.max(covered, (sorted[at] as Stretch).end)
    return covered > start
  }
}

/**
 * Where messages stand in digits, in whatever form that is not read here, outside of all that was found.
 * @param idle what was read as digits and made no sense
 */
export function dumpedIn(view: string, found: readonly Stretch[], idle: readonly Stretch[]): Stretch[] {
  const places = new Map<number, Stretch>()
  const isFound = coverOf(found)
  const isIdle = coverOf(idle)
  const runs = DECODERS.map((): string[] => [])
  let runStart = -1
  const close = (end: number): void => {
    if (runStart >= 0 && isPieces(runs.map((parts) => parts.join('')))) places.set(runStart, { start: runStart, end })
    runStart = -1
    for (const parts of runs) parts.length = 0
  }
  for (let at = 0; at < view.length;) {
    const feed = view.indexOf('\n', at)
    const end = feed < 0 ? view.length : feed
    const start = at
    at = end + 1
    const [hasFound, wasIdle] = [isFound(start, end), isIdle(start, end)]
    if ((hasFound && !wasIdle) || !BEGINS.test(view.slice(start, Math.min(end, start + 100)))) close(start)
    else {
      const line = view.slice(start, Math.min(end, start + LINE_MAX))
      for (const [i, decode] of DECODERS.entries()) runs[i]?.push(decode(line))
      if (runStart < 0) runStart = start
    }
  }
  close(view.length)
  const isWordFound = coverOf(found)
  for (const { index, 0: word } of view.matchAll(WORD)) {
    if (isWordFound(index, index + word.length)) continue
    const line = view.lastIndexOf('\n', index) + 1
    // A line of digits alone was looked at already.
    if (BEGINS.test(view.slice(line, line + 100))) continue
    if (isPieces([0, 1].map((shift) => fromHex(word.slice(shift)))))
      places.set(index, { start: index, end: index + word.length })
  }
  return [...places.values()].toSorted((a, b) => a.start - b.start)
}
