import { isPlain, isSameAs, type Mismatch, wordsOf } from '../echo/index.js'
import type { Coverage } from './coverage.js'
import { KINDS, type ValueName, VALUE_NAMES } from './fields.js'
import { common, type Nights } from './nights.js'
import type { Named, Row } from './rows.js'
import type { SentEntries, SentEntry } from './sent-entries.js'

/** Compares the rows of an answer with the entries that were sent. */

/** How a row goes with what was sent. */
interface Weighed {
  /** It names what was sent, with another value. */
  against?: Mismatch
  /** It names something else: another hotel, room, plan or night, or one more closely than was sent. */
  stranger?: Mismatch
}

/**
 * What of an answer is about something else than was sent: a row of what was sent with another value; or rows of something else, unless all that was sent stands
 * there as well. A service may show the hotel's whole calendar, and then what was sent is in it.
 * @param coverage is told which entries the rows name
 */
export function otherOf(rows: readonly Row[], sent: SentEntries, coverage: Coverage): Mismatch | undefined {
  let stranger: Mismatch | undefined
  for (const row of rows) {
    const weighed = weigh(row, sent, coverage)
    if (sent.isSpent) return TOO_MANY
    if (weighed.against !== undefined) return weighed.against
    stranger ??= weighed.stranger
  }
  return stranger === undefined || sent.all.every(({ isShown }) => isShown) ? undefined : stranger
}

const TOO_MANY: Mismatch = {
  field: 'its entries',
  asked: 'what was sent',
  answered: 'more than can be compared',
}

function weigh(row: Row, sent: SentEntries, coverage: Coverage): Weighed {
  const hotel = row.hotel === undefined || sent.hotel === undefined ? undefined : new Set([sent.hotel])
  if (row.hotel !== undefined && hotel !== undefined && isOther(row.hotel, hotel))
    return { [row.place === '' ? 'against' : 'stranger']: mismatch(row.hotel, [...hotel]) }
  const [room, plan] = [idIn(row.room, sent.rooms), idIn(row.plan, sent.plans)]
  for (const [told, ids, id, entries] of [
    [row.room, sent.rooms, room, sent.isForAll.rooms],
    [row.plan, sent.plans, plan, sent.isForAll.plans],
  ] as const)
    if (told !== undefined && id === undefined && !entries && isOther(told, ids))
      return { stranger: mismatch(told, [...ids]) }
  const at = { room: room ?? idOf(row.room), plan: plan ?? idOf(row.plan), nights: row.nights }
  const isKnownRoom = row.room === undefined || room !== undefined || isOther(row.room, sent.rooms)
  const isKnownPlan = row.plan === undefined || plan !== undefined || isOther(row.plan, sent.plans)
  const found = sent.at({
    ...at,
    room: isKnownRoom ? at.room : undefined,
    plan: isKnownPlan ? at.plan : undefined,
  })
  if (found.length === 0)
    return row.nights === undefined && row.room === undefined ? {} : { stranger: strange(row, sent, at) }
  // What stands at the top names an entry only with its nights.
  if (row.nights !== undefined || (row.room !== undefined && row.place !== ''))
    for (const one of found) coverage.add(one, row.hasOddNights === true ? undefined : row.nights, row.place)
  return compare(row, found, {
    isLoose:
      row.room === undefined || row.plan === undefined || row.nights === undefined || !isKnownRoom || !isKnownPlan,
    isPlaced: row.room !== undefined || row.nights !== undefined,
    at,
    spend: (comparisons) => sent.spend(comparisons),
    isSpent: () => sent.isSpent,
  })
}

/** Which of the values that were sent a row shows otherwise. */
function compare(
  row: Row,
  found: readonly SentEntry[],
  how: {
    isLoose: boolean
    isPlaced: boolean
    spend(comparisons: number): void
    isSpent(): boolean
    at: { room: string | undefined; plan: string | undefined }
  },
): Weighed {
  const isFiner = (one: SentEntry): boolean =>
    (how.at.room !== undefined && one.room === undefined) || (how.at.plan !== undefined && one.plan === undefined)
  const told = row.bare === undefined ? [...row.told] : bareOf(row, found)
  let stranger: Mismatch | undefined
  const others = new Set<SentEntry>()
  for (const [name, { field, value }] of told) {
    const asked = found.filter(({ entry }) => isPlain(entry[name]))
    const [same, rest]: [SentEntry[], SentEntry[]] = [[], []]
    for (const one of asked) (isSameAs(KINDS[name], one.entry[name], value) ? same : rest).push(one)
    how.spend(asked.length + same.length * rest.length)
    if (how.isSpent()) return {}
    const odd = rest.filter((one) => !same.some((other) => standsFor(other, one, row, how.isLoose)))
    const [first] = odd
    if (first === undefined || isLastNightOnly(odd, same, row)) continue
    const other: Mismatch = {
      field,
      asked: wordsOf(first.entry[name]),
      answered: value === null ? 'null' : wordsOf(value),
    }
    if (!isFiner(first)) return { against: other }
    stranger ??= other
    for (const one of odd) others.add(one)
  }
  if (how.isPlaced) for (const one of found) if (!others.has(one) && !isFiner(one)) one.isShown = true
  // What is named more closely than it was sent may follow from what was sent.
  if (stranger === undefined && how.isPlaced) for (const one of found) if (isFiner(one)) one.isShown = true
  return stranger === undefined ? {} : { stranger }
}

/** Whether an entry with the value of the row explains why another one has none: it is of the same nights, or the row does not say which it is about. */
function standsFor(same: SentEntry, other: SentEntry, { nights }: Row, isLoose: boolean): boolean {
  if (nights === undefined) return true
  if (isLoose && (same.room !== other.room || same.plan !== other.plan)) return true
  if (same.nights === undefined || other.nights === undefined) return true
  const both = common(same.nights, other.nights)
  return both !== undefined && common(both, nights) !== undefined
}

/** A range may be written with the day after its last night: what comes that night is not meant. */
function isLastNightOnly(odd: readonly SentEntry[], same: readonly SentEntry[], { nights }: Row): boolean {
  if (nights === undefined || nights.from === nights.to || same.length === 0) return false
  const shorter: Nights = { ...nights, to: nights.to - 1 }
  return odd.every((one) => one.nights !== undefined && common(one.nights, shorter) === undefined)
}

/** A number of a map by room and night, of which nothing says what it is: one of the values that were sent for that night. */
function bareOf(row: Row, found: readonly SentEntry[]): [ValueName, { field: string; value: unknown }][] {
  const names = VALUE_NAMES.filter(
    (name) => KINDS[name] === 'number' && found.some(({ entry }) => isPlain(entry[name])),
  )
  const name =
    names.find((one) => found.some(({ entry }) => isPlain(entry[one]) && isSameAs('number', entry[one], row.bare))) ??
    names[0]
  return name === undefined ? [] : [[name, { field: row.place, value: row.bare }]]
}

const idIn = (told: Named | undefined, sent: ReadonlySet<string>): string | undefined =>
  told?.ids.find((id) => sent.has(id))
const idOf = (told: Named | undefined): string | undefined => told?.ids[0]

/** Ids of one kind: numbers are other ones than names are, which may be those of the same thing. */
const kindOf = (id: string): string => (/^\d+$/.test(id) ? 'number' : /\s/.test(id) ? 'name' : 'code')

/** Whether an id is another one than those that were sent; a code beside numbers, or a name, says nothing. */
function isOther(told: Named, sent: ReadonlySet<string>): boolean {
  if (sent.size === 0 || told.ids.some((id) => sent.has(id))) return false
  if (told.isId) return true
  const kinds = new Set([...sent].slice(0, MOST_KINDS).map(kindOf))
  return told.ids.some((id) => kinds.has(kindOf(id)) && kindOf(id) !== 'name')
}

const MOST_KINDS = 100

const listed = (ids: readonly string[]): string =>
  ids.slice(0, 3).join(', ') + (ids.length > 3 ? ` or ${ids.length - 3} more` : '')

const mismatch = ({ field, ids }: Named, sent: readonly string[]): Mismatch => ({
  field,
  asked: listed(sent),
  answered: wordsOf(ids[0]),
})

const dayWords = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** A row of nights, or of a room and plan together, that were not sent. */
function strange(
  row: Row,
  sent: SentEntries,
  { room, plan }: { room: string | undefined; plan: string | undefined },
): Mismatch {
  const { nights } = row
  const same = sent.at({ room, plan })
  if (nights !== undefined && same.length > 0) {
    const spans = same.flatMap((one) => one.nights ?? [])
    const [first, last] = [
      Math.min(...spans.slice(0, 1_000).map(({ from }) => from)),
      Math.max(...spans.slice(0, 1_000).map(({ to }) => to)),
    ]
    return {
      field: `${row.place} nights`,
      asked: spans.length === 0 ? 'those sent' : `${dayWords(first)} to ${dayWords(last)}`,
      answered:
        nights.from === nights.to ? dayWords(nights.from) : `${dayWords(nights.from)} to ${dayWords(nights.to)}`,
    }
  }
  const told = row.plan ?? row.room
  return told === undefined
    ? { field: row.place, asked: 'what was sent', answered: 'other entries' }
    : mismatch(told, [...(row.plan === undefined ? sent.rooms : sent.plans)])
}
