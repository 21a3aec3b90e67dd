import {
  compareFacts,
  type FactChange,
  isLaidOut,
  pairReservations,
  renamedGuests,
  type ReservationPair,
} from '../comparison/index.js'
import type { MessageFacts, ReservationFacts } from '../facts/index.js'
import { type CapturedMessage, captureMessage, dayText, type Message, pathOf, spanOf } from '../read/index.js'
import { childrenOf, namespaceOf, type Place, walkNodes, type XmlNode } from '../xml/index.js'
import { differencesOf } from './align.js'
import { type Difference, type Leaf, leavesOf } from './leaves.js'
import { type Branch, type Grown, growBranches } from './branch.js'
import { type References, renumbered } from './references.js'
import { unitsOfStays } from './counted.js'
import type { Regrouped } from './regrouped.js'
import { changedWords, gathered, isInWords, isPlainOfService, pathBelow, serviceWords } from './services.js'
import { Sentences, untold, type WhoseValue } from './told.js'
import { nearest } from './above.js'
import { excerpts, isNamed, nameValue, quoted } from './words.js'

/** A message to be compared. */
export interface ComparedMessage {
  text: string
  /** What it says of the booking, without secrets. */
  facts: MessageFacts
  /** The text as it was read for these facts, where that is at hand. */
  captured?: CapturedMessage | undefined
  /** Where a place of the message stands in the file that it was captured in. */
  placeOf?: ((place: Pick<Place, 'line' | 'column'>) => Pick<Place, 'line' | 'column'>) | undefined
}

export interface Comparison {
  changes: FactChange[]
  /** What differs as it does between any two messages: EchoToken, TimeStamp and their like. */
  own: string[]
  /** References whose numbers were given anew, to the same guests or services: `ResGuestRPH`, `ServiceRPH`. */
  renumbered?: string[]
  /** Elements that say the same in fewer or in more of their kind: `RoomRate` and `Rate` for the same nights, `GuestCount` for the same guests, `IsPerRoom=true` for as many guests that are counted for each room now. */
  regrouped?: string[]
}

/**
 * All that a message says otherwise than another one: what it means for the hotel first, then every other value that differs, with its path and both lines. Blind to
 * order, indentation and prefixes, to the spelling of an amount, and to what each message has of its own. Nothing that differs is left out. Never throws; without card
 * numbers and passwords.
 */
export function compareMessages(before: ComparedMessage, after: ComparedMessage): Comparison {
  const [one, other] = [before, after].map(({ text, captured }) => captured ?? captureMessage(text)) as [
    CapturedMessage,
    CapturedMessage,
  ]
  const isSameRoot = one.message.root?.name === other.message.root?.name
  const pairs = pairReservations(before.facts, after.facts)
  const numbers = renumbered(
    pairs.flatMap(({ was, is }) => {
      const [old, now] = [was && nodeIn(one.message, before.facts, was), is && nodeIn(other.message, after.facts, is)]
      return was === undefined || is === undefined || old === undefined || now === undefined
        ? []
        : [{ was: { node: old, facts: was }, is: { node: now, facts: is } }]
    }),
  )
  const grow = ({ message, concealed }: typeof one, references: References): Grown =>
    growBranches(
      message.text,
      concealed.text,
      spaceOf(message),
      (root) => (isSameRoot ? root : sameAs(root, message.notification)),
      references,
    )
  const [old, now] = [grow(one, numbers.before), grow(other, numbers.after)]
  const unread = [...unreadOf(before, one.message, 'earlier'), ...unreadOf(after, other.message, 'later')]
  // What a part leaves out would be told as gone or new.
  if (unread.length > 0) return { changes: unread, own: [] }
  const envelope = [
    ...envelopeChange(before.facts, after.facts),
    ...namespaceChange(spaceOf(one.message), spaceOf(other.message)),
  ]
  const own = ownOf(old, now)
  const isSame = old.root !== undefined && old.root.mark === now.root?.mark
  const kinds = [...new Set([...numbers.before.reservations.values()].flatMap((one) => [...one.keys()]))]
  const anew = kinds.length === 0 ? {} : { renumbered: kinds }
  if (isSame) return { changes: envelope, own, ...anew }
  const facts = compareFacts(before.facts, after.facts)
  const renamed = new Map([
    ...numbers.services,
    ...pairs.flatMap(({ was, is }) =>
      was === undefined || is === undefined
        ? []
        : [
            [pathIn(one.message, before.facts, was), pathIn(other.message, after.facts, is)] as const,
            ...renamedGuests(was, is),
          ],
    ),
  ])
  // A reservation of one message alone is told in one sentence.
  const offsets = ({ message: { reservations } }: typeof one): Set<number> =>
    new Set(reservations.map(({ node }) => node.place.offset))
  const known = { before: offsets(one), after: offsets(other) }
  const isReservation = ({ whole }: Difference): boolean =>
    whole?.branch.node.name === 'HotelReservation' && known[whole.side].has(whole.branch.node.place.offset)
  const whose = reservationsOf(before.facts, after.facts, pairs)
  const sentences = new Sentences(facts, whose)
  const regrouped = new Set<Regrouped>()
  const divided = new Set(
    pairs.flatMap(({ was, is }) =>
      was && is && isLaidOut(was, is) ? (nodeIn(one.message, before.facts, was)?.place.offset ?? []) : [],
    ),
  )
  const units = { before: unitsOfStays(one.message, before.facts), after: unitsOfStays(other.message, after.facts) }
  const differences =
    old.root === undefined || now.root === undefined
      ? []
      : differencesOf(old.root, now.root, { renamed, regrouped, units, divided })
  const others = gathered(differences)
    .flatMap((one) => unpacked(one, isReservation))
    .flatMap((difference) =>
      changesOf(difference, untold(difference, sentences), [before.placeOf, after.placeOf]).map((change) => ({
        ...change,
        ...ofReservation(whose(difference.leaves[0])),
      })),
    )
  const conceal = <T>(value: T): T => other.concealed.conceal(one.concealed.conceal(value))
  const told = [...facts, ...inOrder(conceal(others))].map(withReservation)
  return {
    changes: [...envelope, ...told],
    own,
    ...anew,
    ...(regrouped.size === 0 ? {} : { regrouped: [...regrouped] }),
  }
}

/** They stand in the facts in the order of their elements. */
const nodeIn = ({ reservations }: Message, facts: MessageFacts, one: ReservationFacts): XmlNode | undefined =>
  reservations[facts.reservations.indexOf(one)]?.node

const pathIn = (message: Message, facts: MessageFacts, one: ReservationFacts): string => {
  const node = nodeIn(message, facts, one)
  return node === undefined ? '' : pathOf(node)
}

const ofReservation = (name: string | undefined): { reservation?: string } =>
  name === undefined ? {} : { reservation: name }

const withReservation = (change: FactChange): FactChange =>
  change.reservation === undefined ? change : { ...change, text: `Reservation ${change.reservation}: ${change.text}` }

/** Whose a value is, where a message has several reservations. They stand in the facts in the order of their elements. */
function reservationsOf(before: MessageFacts, after: MessageFacts, pairs: readonly ReservationPair[]): WhoseValue {
  const names = (side: 'was' | 'is', { reservations }: MessageFacts): (string | undefined)[] =>
    reservations.map((one) => pairs.find((pair) => pair[side] === one)?.name)
  const [old, now] = [names('was', before), names('is', after)]
  return (leaf) => {
    if (leaf === undefined || pairs.every(({ name }) => name === undefined)) return undefined
    const node = (leaf.after ?? leaf.before)?.node
    const reservation = node && nearest(node, 'HotelReservation')
    const at = childrenOf(reservation?.parent, 'HotelReservation').indexOf(reservation as XmlNode)
    return (leaf.after === undefined ? old : now)[at]
  }
}

function sameAs(root: XmlNode | undefined, wanted: XmlNode | undefined): XmlNode | undefined {
  if (root === undefined || wanted === undefined) return root
  for (const node of walkNodes(root)) if (node.place.offset === wanted.place.offset) return node
  return root
}

function unreadOf({ placeOf }: ComparedMessage, { broken }: Message, which: string): FactChange[] {
  if (broken === undefined) return []
  const { line, column } = placeOf?.(broken) ?? broken
  return [
    {
      about: 'unread',
      text: `The XML of the ${which} message is broken at line ${line}, column ${column}: a part of a message is not compared.`,
    },
  ]
}

function envelopeChange(before: MessageFacts, after: MessageFacts): FactChange[] {
  const [was, is] = [before, after].map(
    ({ envelope, security }) =>
      `${{ none: 'none', soap11: 'SOAP 1.1', soap12: 'SOAP 1.2', other: 'unknown' }[envelope]}${security === 'none' ? '' : ' with WS-Security'}`,
  ) as [string, string]
  return was === is ? [] : [{ about: 'envelope', before: was, after: is, text: `Envelope: ${was} → ${is}.` }]
}

const spaceOf = ({ notification }: Message): string | undefined =>
  notification === undefined ? undefined : namespaceOf(notification)

function namespaceChange(before: string | undefined, after: string | undefined): FactChange[] {
  if (before === after) return []
  return [
    {
      about: 'message',
      before: before ?? 'none',
      after: after ?? 'none',
      text: `Namespace of the message: ${before ?? 'none'} → ${after ?? 'none'}.`,
    },
  ]
}

function ownOf(old: Grown, now: Grown): string[] {
  const text = ({ own }: Grown, name: string): string =>
    JSON.stringify(own.filter((one) => one.name === name).map(({ same }) => same))
  return [...new Set([...old.own, ...now.own].map(({ name }) => name))].filter(
    (name) => text(old, name) !== text(now, name),
  )
}

/** Instead of a list that stands in one message only, what is on it. */
function unpacked(difference: Difference, isTold: (one: Difference) => boolean): Difference[] {
  const { whole } = difference
  if (whole === undefined) return [difference]
  const { branch, side } = whole
  if (isTold(difference)) return []
  const isList = branch.attributes.size === 0 && branch.text === undefined && branch.children.length > 0
  if (!isList || isNamed(branch.node)) return [difference]
  return branch.children.flatMap((child) =>
    unpacked({ whole: { branch: child, side }, leaves: leavesOf(child, side) }, isTold),
  )
}

/** What has a name comes before what has only a path. */
const inOrder = (changes: readonly NamedChange[]): FactChange[] =>
  [...changes.filter(({ hasName }) => hasName), ...changes.filter(({ hasName }) => !hasName)].map(
    ({ hasName: _, ...change }) => change,
  )

type NamedChange = FactChange & { hasName: boolean }
type PlaceOf = ComparedMessage['placeOf']

/** Values of a new element that are listed in its line. */
const LISTED = 12

function changesOf({ whole, pair, leaves }: Difference, left: Leaf[], placesOf: [PlaceOf, PlaceOf]): NamedChange[] {
  if (whole?.branch.plain?.name === 'Service') return [serviceOfOne(whole, whole.branch.plain, leaves, placesOf)]
  if (whole === undefined && pair !== undefined) return serviceOfBoth(pair, left, placesOf)
  if (whole === undefined || left.length < leaves.length || leaves.length === 1)
    return left.map((leaf) => changeOf(leaf, placesOf))
  const { branch, side } = whole
  const { about, name } = nameOf(branch, undefined)
  const listed = listOf(branch, leaves)
  return [
    placed({ about, [side]: listed, hasName: name !== undefined }, branch, undefined, name, placesOf, {
      [side === 'before' ? 'was' : 'is']: { shown: listed, line: branch.node.place.line },
    }),
  ]
}

/** Values of an element with their names, the first of many. */
function listOf(top: Branch, leaves: readonly Leaf[]): string {
  const values = leaves.map((leaf) =>
    `${pathBelow(top.node, leaf)} ${quoted((leaf.was ?? leaf.is)?.shown ?? '')}`.trim(),
  )
  const more = values.length - LISTED
  return `${values.slice(0, LISTED).join(', ')}${more > 0 ? ` and ${more} more values` : ''}`
}

/** A service of one message: what it costs and when it is given, then what else is told of it. */
function serviceOfOne(
  { branch, side }: NonNullable<Difference['whole']>,
  service: XmlNode,
  leaves: readonly Leaf[],
  placesOf: [PlaceOf, PlaceOf],
): NamedChange {
  const words = serviceWords(service)
  const others = leaves.filter(
    (leaf) => !isPlainOfService(leaf) && !isInWords(leaf, leaf.was ?? leaf.is ?? { shown: '' }, words),
  )
  const shown = [words, listOf(branch, others)].filter((part) => part !== '').join('; ')
  const told = { shown, line: branch.node.place.line }
  const { about, name } = nameOf(branch, undefined)
  return placed(
    { about, [side]: shown, hasName: true, verb: side === 'before' ? 'removed' : 'added' },
    branch,
    undefined,
    name,
    placesOf,
    side === 'before' ? { was: told } : { is: told },
  )
}

/** A service of both messages: what it cost and when it was given, and what it is now. */
function serviceOfBoth(
  { before, after }: NonNullable<Difference['pair']>,
  left: readonly Leaf[],
  placesOf: [PlaceOf, PlaceOf],
): NamedChange[] {
  const [was, is] =
    before.plain === undefined || after.plain === undefined ? ['', ''] : changedWords(before.plain, after.plain)
  const isSaid = (leaf: Leaf): boolean =>
    was !== is &&
    (leaf.was === undefined || isInWords(leaf, leaf.was, was)) &&
    (leaf.is === undefined || isInWords(leaf, leaf.is, is))
  const said = left.filter(isSaid)
  const others = left.filter((leaf) => !said.includes(leaf)).map((leaf) => changeOf(leaf, placesOf))
  if (said.length === 0) return others
  const lineOf = (side: 'was' | 'is', branch: Branch): number =>
    said.flatMap((leaf) => leaf[side]?.line ?? []).at(0) ?? branch.node.place.line
  const { about, name } = nameOf(after, undefined)
  const [old, now] = [was, is].map((words) => words || 'nothing told')
  const told = placed({ about, before: old, after: now, hasName: true }, after, undefined, name, placesOf, {
    was: { shown: was, line: lineOf('was', before) },
    is: { shown: is, line: lineOf('is', after) },
  })
  return [told, ...others]
}

function changeOf(leaf: Leaf, placesOf: [PlaceOf, PlaceOf]): NamedChange {
  const branch = (leaf.after ?? leaf.before) as Branch
  const { about, name } = nameOf(branch, leaf.attribute)
  const [was, is] = excerpts(leaf.was?.shown, leaf.is?.shown)
  const alone = { line: branch.node.place.line, shown: '' }
  const isElement = leaf.was === undefined && leaf.is === undefined
  return placed(
    {
      about,
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
      hasName: name !== undefined,
    },
    branch,
    leaf.attribute,
    name,
    placesOf,
    isElement ? (leaf.after === undefined ? { was: alone } : { is: alone }) : leaf,
  )
}

const nameOf = (branch: Branch, attribute: string | undefined): { about: string; name?: string } =>
  branch.plain === undefined ? { about: 'message' } : nameValue(branch.plain, attribute)

/** The sentence with the path and the lines of both sides. */
function placed(
  { about, before, after, hasName, verb }: Omit<NamedChange, 'text'> & { verb?: string },
  branch: Branch,
  attribute: string | undefined,
  name: string | undefined,
  [placeOfBefore, placeOfAfter]: [PlaceOf, PlaceOf],
  { was, is }: Pick<Leaf, 'was' | 'is'>,
): NamedChange {
  const path = pathOf(branch.node, attribute)
  const lineOf = (value: Leaf['was'], placeOf: PlaceOf): number | undefined =>
    value === undefined ? undefined : (placeOf?.({ line: value.line, column: 1 }) ?? value).line
  const [lineBefore, line] = [lineOf(was, placeOfBefore), lineOf(is, placeOfAfter)]
  const shownBefore = before === undefined || before === '' ? undefined : before
  const shownAfter = after === undefined || after === '' ? undefined : after
  const said =
    was === undefined
      ? ` ${verb ?? 'is new'}${shownAfter === undefined ? '' : `: ${shownAfter}`}`
      : is === undefined
        ? ` ${verb ?? 'is gone'}${shownBefore === undefined ? '' : `: ${shownBefore}`}`
        : before === after
          ? ' differs in what is not shown'
          : `: ${before ?? ''} → ${after ?? ''}`
  const lines =
    line === undefined
      ? `line ${lineBefore ?? '?'} of the earlier message`
      : lineBefore === undefined
        ? `line ${line}`
        : `line ${line}, before line ${lineBefore}`
  return {
    about,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    text: `${name ?? path}${said} (${name === undefined ? '' : `${path}, `}${lines}).`,
    path,
    ...nightsOfPrice(branch.node),
    ...(line === undefined ? {} : { line }),
    ...(lineBefore === undefined ? {} : { lineBefore }),
    hasName,
  }
}

/** The nights of the Rate that a value belongs to, as it tells them. */
function nightsOfPrice(node: XmlNode): Pick<FactChange, 'nights'> {
  const span = spanOf(nearest(node, 'Rate'))
  if (span === undefined || span.to < span.from) return {}
  return { nights: { from: dayText(span.from), to: dayText(Math.max(span.to, span.from + 1)) } }
}
