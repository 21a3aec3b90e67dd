import type { EnvelopeNames } from '../../contract/index.js'
import { placedWarnings, plainKey, type Warning, withMarks } from '../doubts/index.js'
import { isObject } from '../echo/index.js'
import { tellsAgainstSuccess } from './against-success.js'
import type { Said } from './said.js'

/** Warnings beside the success of a batch that say of entries of it that they were left out: then its success is not that of all it held. */

const MOST = 500
/** Different warnings that are looked at. */
const MOST_WARNINGS = 1_000
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g
/** How many of them: `2 rows`, `1 of 3 settings`, `some nights`, `all rates`. */
const COUNTED =
  /\b(?:\d{1,9}|one|two|three|some|several|few|all|many|most|every|each) (?:(?:of|out of) )?(?:the |your )?(?:\d{1,9} )?(?:\w{1,20} ){0,2}(?:rows?|entry|entries|rooms?|units?|nights?|dates?|days?|settings?|rates?|prices?|values?|records?|items?|availabilit(?:y|ies)|updates?|changes?|restrictions?|plans?|products?|ranges?|lines?)\b/i
/** One of them by its place: `room_settings[3]`, `entry 4`, `line #7`. */
const PLACED = /\[\d{1,9}\]|\b(?:entry|row|line|item|setting|record|index|position) ?[#:]? ?\d{1,9}\b/i
/** One of them by a code, which the service may have instead of our id: `room DBL`, `rate plan "BAR"`. */
const CODED =
  /\b(?:[Rr]oom|[Uu]nit|[Rr]ate ?[Pp]lan|[Pp]lan|[Pp]roduct)(?:s|[ _-]?(?:id|ID|code|type))?[ #:="'(]{1,3}(?=[\w-]{0,39}[A-Z0-9])[\w-]{1,40}/
const PLACES: ReadonlySet<string> = new Set(
  'index row line entry position path pointer field room roomid roomcode unitid unit rateplan rateplanid rateplancode plan planid date night from to start end startdate enddate'.split(
    ' ',
  ),
)

interface Span {
  from: string
  to: string
}

/** The codes and days of the entries that were sent. */
function namesOf(entries: readonly unknown[]): { codes: string[]; spans: Span[] } {
  const codes = new Set<string>()
  const spans: Span[] = []
  for (const entry of entries.filter(isObject)) {
    for (const name of ['room_id', 'rate_plan_id'])
      if (['string', 'number', 'bigint'].includes(typeof entry[name])) codes.add(String(entry[name]))
    const { from, to } = entry
    if (typeof from === 'string' && typeof to === 'string') spans.push({ from, to })
  }
  return { codes: [...codes].slice(0, 1_000).sort((a, b) => b.length - a.length), spans }
}

/**
 * Which warnings tell against entries of a batch: in words that speak against a success, and with a code, a day or a count of what was sent.
 * @param entries what the batch held; undefined where that is not known, and any day counts
 */
export function droppedEntries(
  body: unknown,
  names: EnvelopeNames,
  fields: ReadonlySet<string> | undefined,
  entries: () => readonly unknown[] | undefined,
): Said[] {
  // The same words of many entries are judged once.
  const words = new Map<string, boolean>()
  const against = placedWarnings(body, names, fields).filter(({ text }) => {
    if (!words.has(text))
      words.set(text, words.size < MOST_WARNINGS && tellsAgainstSuccess(text.slice(0, MOST), { mayHold: false }))
    return words.get(text)
  })
  if (against.length === 0) return []
  const sent = entries()
  const { codes, spans } = namesOf(sent ?? [])
  const isSentDay = (day: string): boolean =>
    sent === undefined || spans.some(({ from, to }) => from <= day && day <= to)
  return against
    .slice(0, MOST_WARNINGS)
    .filter((warning) => isNamedIn(warning))
    .slice(0, 5)
    .map(({ text }) => ({ field: 'warnings', value: text }))

  function isNamedIn({ text, beside }: Warning): boolean {
    const said = text.slice(0, MOST)
    return (
      COUNTED.test(said.replace(/[_\s]{1,20}/g, ' ')) ||
      PLACED.test(said) ||
      CODED.test(said) ||
      withMarks(said, codes) !== said ||
      [...said.matchAll(DATE)].some(([day]) => isSentDay(day)) ||
      beside.some((level) =>
        Object.entries(level).some(
          ([key, value]) =>
            PLACES.has(plainKey(key)) &&
            ['string', 'number', 'bigint'].includes(typeof value) &&
            isEntry(plainKey(key), String(value).slice(0, 200)),
        ),
      )
    )
  }

  function isEntry(key: string, value: string): boolean {
    if (value.trim() === '') return false
    // A field by itself is that of any entry, or of none.
    return key === 'field' || key === 'path' || key === 'pointer'
      ? PLACED.test(value) || codes.includes(value) || /\d/.test(value)
      : true
  }
}
