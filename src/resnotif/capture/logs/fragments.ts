import { lineEnd } from '../bytes/index.js'
import { type Chain, Chains } from './quoted.js'
import { hasCaret, isAboveCaret, isMention, LinePrefix, MARKER, OPENS, PREFIX, SHUTS, SLASH } from '../words/index.js'

/** Elements that hardly anything but a notification or its like has. */
const OWN: ReadonlySet<string> = new Set(
  (
    'HotelReservations HotelReservation RoomStays RoomStay RoomTypes RoomType RatePlans RatePlan RoomRates RoomRate GuestCounts ' +
    'GuestCount ResGuests ResGuest ResGuestRPHs ResGuestRPH ResGlobalInfo ProfileInfo PersonName HotelReservationIDs ' +
    'HotelReservationID BasicPropertyInfo TimeSpan GuaranteesAccepted GuaranteeAccepted BookingChannel RequestorID'
  ).split(' '),
)
/** Elements of a notification whose names others use as well. */
const SHARED: ReadonlySet<string> = new Set(
  (
    'POS Source CompanyName UniqueID Rates Rate Base Total Taxes Tax Fees Fee Discount Guarantee PaymentCard CardHolderName CardNumber ' +
    'Comments Comment Text ListItem Memberships Membership SpecialRequests SpecialRequest Services Service ServiceRPHs Price ' +
    'Profiles Profile Customer NamePrefix GivenName MiddleName SurnamePrefix Surname NameSuffix NameTitle Telephone Email Address ' +
    'AddressLine StreetNmbr CityName PostalCode StateProv CountryName DepositPayments CancelPenalties CancelPenalty ' +
    'PenaltyDescription RatePlanInclusions MealsIncluded TPA_Extensions'
  ).split(' '),
)
const isKnown = (name: string): boolean => OWN.has(name) || SHARED.has(name)

const TAG = new RegExp(`(${OPENS})(${SLASH}?)${PREFIX}([A-Za-z_][\\w.-]{0,60})`, 'g')
const REST_MAX = 2_000
const REST = new RegExp(`^([^<]*?)${SHUTS}`)
const ATTRIBUTE = /[\w:-]\s{0,3}=(?:3D)?\s{0,3}(?:\\{0,8}["']|&(?:amp;){0,3}(?:quot|apos|#34|#39);|\\{1,8}u0022|%22)/
const OTHER_MESSAGE = /^(?:OTA|HTNG)_/

/** Lines between two tags of one piece: a comment has lines of its own. */
const BETWEEN = 4
/** Signs that a piece of a message stands somewhere; names alone are spoken of. */
const SIGNS = 2
const SIGNS_OF_SHARED = 4
const STACK_MAX = 500

interface Tag {
  at: number
  line: number
  name: string
  spelling: string
  /** How much it shows that it is no word of a sentence. */
  signs: number
  /** Of a document that is none of ours. */
  isForeign: boolean
  /** The tags that it belongs with. */
  chain: Chain
}

/** A stretch that is told already. */
export interface Told {
  start: number
  end: number
  /** Where more of the same message stands: before an end whose beginning is lost, behind one that is cut. */
  more?: 'before' | 'behind'
}

export const MIXED_LINES =
  'a message whose lines are mixed with those of another one, written at the same time: behind it stands an end tag that nothing opens'

/**
 * Which of the messages that were found are none, since two wrote their lines in turns: one that is cut begins before it, and behind it lines go on, as those of the
 * message do, to an end tag that nothing opens. @param spans of the messages @returns their indexes, the last first
 */
export function mixedIn(
  file: Buffer,
  spans: readonly { start: number; end: number }[],
  told: readonly Told[],
): number[] {
  const cuts = told.filter(({ more }) => more === 'behind').map(({ start }) => start)
  const ends = told.filter(({ more }) => more === 'before').map(({ start }) => start)
  if (cuts.length === 0 || ends.length === 0) return []
  const found: number[] = []
  const inOrder = spans.map((span, index) => ({ ...span, index })).toSorted((a, b) => a.start - b.start)
  for (const [at, { start, end, index }] of inOrder.entries()) {
    const floor = inOrder[at - 1]?.end ?? 0
    const limit = inOrder[at + 1]?.start ?? file.length
    const orphan = ends.find((one) => one >= end && one < limit)
    const isBehindCut = cuts.some((one) => one >= floor && one < start)
    if (isBehindCut && orphan !== undefined && goesOnIn(file, { start, end }, orphan)) found.push(index)
  }
  return found.toSorted((a, b) => b - a)
}

/** Whether the line behind a message begins as the last one of it does, and goes on with a tag. */
function goesOnIn(file: Buffer, { start, end }: { start: number; end: number }, orphan: number): boolean {
  const last = headOfLine(file.toString('latin1', Math.max(start, end - LINE_MAX), end))
  const behind = file
    .toString('latin1', end, Math.min(orphan, end + LINE_MAX))
    .split('\n')
    .slice(1)
  const line = behind.find((one) => one.trim() !== '') ?? ''
  const head = HEAD.exec(line)?.[0] ?? ''
  if (last === undefined || head.length === line.length) return false
  const prefix = new LinePrefix(last.trimEnd())
  const own = prefix.sharedWith(head)
  return own === prefix.length && head.slice(prefix.widthIn(head, own)).trim() === ''
}

/** What stands before the first tag of the last line of a text; undefined where it has one line. */
function headOfLine(text: string): string | undefined {
  const line = text.lastIndexOf('\n')
  return line < 0 ? undefined : HEAD.exec(text.slice(line + 1))?.[0]
}

const HEAD = /^[^<&\\]*/

const LINE_MAX = 4_000

/** Lines with elements of a notification that belong to no message which the capture holds. */
export interface Fragment {
  at: number
  what: string
}

/** Pieces of messages of which neither the beginning nor the end is in a text. A document of another kind, whole or begun, may have elements of the same names. */
export function fragmentsIn(view: string, told: readonly Told[]): Fragment[] {
  if (![...OWN].some((name) => view.includes(name))) return []
  const found: Fragment[] = []
  let from = 0
  let before: Told | undefined
  for (const next of [...told, { start: view.length, end: view.length }].toSorted((a, b) => a.start - b.start)) {
    if (next.start > from) {
      const { tags, lines } = tagsIn(view, from, next.start)
      const groups = groupsOf(tags)
      if (before?.more === 'behind' && (groups[0]?.[0]?.line ?? BETWEEN) < BETWEEN) groups.shift()
      if (next.more === 'before' && lines - (groups.at(-1)?.at(-1)?.line ?? -BETWEEN) < BETWEEN) groups.pop()
      found.push(...groups.flatMap((group) => fragmentOf(group) ?? []))
    }
    if (next.end >= from) [from, before] = [next.end, next]
  }
  return found
}

/** Tags of a notification, and how many lines there are. */
function tagsIn(view: string, from: number, end: number): { tags: Tag[]; lines: number } {
  const tags: Tag[] = []
  const open: { tag: Tag; index: number; broken: number }[] = []
  const gap = view.slice(from, end)
  const lines = new LineCount(gap)
  const chains = new Chains(view, from)
  const isQuotedIn = hasCaret(gap)
  let [broken, cleared] = [0, 0]
  for (const match of gap.matchAll(TAG)) {
    const [whole, spelling = '', slash, name = ''] = match
    const at = from + match.index
    const nameAt = at + whole.length - name.length
    if (name === MARKER || (isQuotedIn && isAboveCaret(view, at))) continue
    const [rest, inside] = REST.exec(view.slice(at + whole.length, Math.min(end, at + whole.length + REST_MAX))) ?? []
    const isEmpty = inside?.endsWith('/') === true
    const hasAttributes = slash === '' && inside !== undefined && ATTRIBUTE.test(inside)
    const kind = slash === '' ? (isEmpty ? 'empty' : 'start') : 'end'
    const chain = chains.add({
      at,
      end: at + whole.length + (rest?.length ?? 0),
      name,
      spelling: spelling[0] ?? '',
      kind,
      hasAttributes,
    })
    const tag: Tag = {
      at,
      line: lines.upTo(match.index),
      name,
      spelling: spelling[0] ?? '',
      signs: hasAttributes ? 1 : 0,
      isForeign: false,
      chain,
    }
    const index = tags.length
    if (isKnown(name) || OTHER_MESSAGE.test(name)) tags.push(tag)
    if (slash === '') {
      if (isEmpty && OTHER_MESSAGE.test(name)) tag.isForeign = true
      if (inside !== undefined && !isEmpty && open.push({ tag, index, broken }) > STACK_MAX) open.shift()
      continue
    }
    const opened = open.findLastIndex((one) => one.tag.name === name && one.tag.spelling === tag.spelling)
    const start = open[opened]
    if (start === undefined) {
      broken++
      if (isMention(view, nameAt, name)) continue
      if (OTHER_MESSAGE.test(name)) for (; cleared < tags.length; cleared++) (tags[cleared] as Tag).isForeign = true
      else tag.signs = 1
      continue
    }
    tag.signs = 1
    const isBalanced = broken === start.broken && open.slice(opened + 1).every((one) => !isKnown(one.tag.name))
    if (OTHER_MESSAGE.test(name) || (isBalanced && !isKnown(name)))
      for (const one of tags.slice(start.index)) if (one.spelling === tag.spelling) one.isForeign = true
    open.length = opened
  }
  chains.end()
  return { tags: tags.filter((tag) => !tag.chain.isQuoted), lines: lines.upTo(gap.length) }
}

/** Counts the lines of a text; asked in order. */
class LineCount {
  private count = 0
  private feed: number

  constructor(private readonly text: string) {
    this.feed = lineEnd(text, 0)
  }

  upTo(place: number): number {
    while (this.feed < place) {
      this.count++
      this.feed = lineEnd(this.text, this.feed + 1)
    }
    return this.count
  }
}

/** Tags that stand in lines next to each other. */
function groupsOf(tags: readonly Tag[]): Tag[][] {
  const groups: Tag[][] = []
  let last: Tag | undefined
  for (const tag of tags) {
    const group = groups.at(-1)
    if (group === undefined || last === undefined || tag.line - last.line >= BETWEEN) groups.push([tag])
    else group.push(tag)
    last = tag
  }
  return groups
}

function fragmentOf(group: readonly Tag[]): Fragment | undefined {
  // What follows the beginning of another message belongs to it, though its end is not there. One that is only spoken of has no attributes.
  const begun = group.findIndex(({ name, isForeign, signs: its }) => !isForeign && its > 0 && OTHER_MESSAGE.test(name))
  const known = (begun < 0 ? group : group.slice(0, begun)).filter(({ name, isForeign }) => !isForeign && isKnown(name))
  const [first] = known
  const signs = known.reduce((sum, one) => sum + one.signs, 0)
  if (first === undefined || signs < (known.some(({ name }) => OWN.has(name)) ? SIGNS : SIGNS_OF_SHARED))
    return undefined
  const lines = (known.at(-1) ?? first).line - first.line + 1
  const names = [...new Set(known.map(({ name }) => name))].slice(0, 3).join(', ')
  return {
    at: first.at,
    what: `a piece of a message: ${lines === 1 ? 'a line' : `${lines} lines`} with ${names}, whose ${MARKER} is not in the capture`,
  }
}
