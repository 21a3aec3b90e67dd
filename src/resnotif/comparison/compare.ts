import { groupBy } from '../read/index.js'
import { changed, type FactChange, productName } from './change.js'
import { compareGuests } from './guests.js'
import { countsByRoom, countsText, groupStays, isLaidOut, unitsByProduct } from './layout.js'
import { ownStayText, pairStays, staysText, stayText } from './stays.js'
import { compareAllTotals, compareNights, moneyText } from './prices.js'
import type { MessageFacts, ReservationFacts, StayFacts } from '../facts/index.js'

/**
 * What a message changes of a booking, in a hotel's words. Order, indentation and prefixes of the XML say nothing. Where a message has several reservations, each change
 * of one has its name.
 */
export function compareFacts(before: MessageFacts, after: MessageFacts): FactChange[] {
  const changes: FactChange[] = [...changed('status', 'Status', before.status, after.status)]
  for (const { was, is, name } of pairReservations(before, after)) {
    const of = name === undefined ? {} : { reservation: name }
    if (was !== undefined && is !== undefined) {
      const [head] = changes
      const found = compareReservations(was, is).filter(
        // Of the only reservation, the status of the message says it.
        (one) =>
          name !== undefined ||
          one.about !== 'status' ||
          head?.about !== 'status' ||
          one.before !== head.before ||
          one.after !== head.after,
      )
      changes.push(...found.map((one) => ({ ...one, ...of })))
    } else {
      const [one, which] = was === undefined ? [is, 'later'] : [was, 'earlier']
      const words = one === undefined ? '' : reservationText(one)
      changes.push({
        about: 'reservation',
        [which === 'later' ? 'after' : 'before']: words,
        text: `Reservation ${name ?? idOf(one)} stands in the ${which} message only${words === '' ? '' : `: ${words}`}.`,
      })
    }
  }
  return changes
}

const GUESTS_SHOWN = 5

/** `Ada Lovelace; 2027-07-01 to 2027-07-03; 2 × room 101 with plan 501; total 200.00 EUR`. */
function reservationText(reservation: ReservationFacts): string {
  const { status, guests, booker, stays, total } = reservation
  const names = [...new Set(guests.map(({ name }) => name).filter((name) => name !== ''))]
  const more = names.length - GUESTS_SHOWN
  const several = (texts: readonly string[]): string => [...new Set(texts)].join(' and ')
  const totals = stays.length === 1 ? [moneyText(total ?? stays[0]?.total)] : [moneyText(total)]
  const parts = [
    status === undefined ? '' : `status ${status}`,
    names.length === 0
      ? (booker?.name ?? '')
      : `${names.slice(0, GUESTS_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    several(holdersOf(reservation).map(spanText)),
    several(
      stays
        .flatMap(({ rooms }) => rooms)
        .map((room) => `${room.units === undefined ? '' : `${room.units} × `}${lowerFirst(productName(room))}`),
    ),
    ...totals.map((text) => (text === undefined ? '' : `total ${text}`)),
  ]
  return parts.filter((part) => part !== '').join('; ')
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** What tells days and hotel: the stays, or the reservation where it has none. */
function holdersOf(
  reservation: ReservationFacts,
): Pick<StayFacts, 'arrival' | 'departure' | 'hotelCode' | 'hotelName'>[] {
  const { stays, arrival, departure, hotelCode, hotelName } = reservation
  const isTold = [arrival, departure, hotelCode, hotelName].some((part) => part !== undefined)
  return stays.length > 0 || !isTold ? stays : [reservation]
}

const spanText = ({ arrival, departure }: Pick<StayFacts, 'arrival' | 'departure'>): string =>
  `${arrival ?? '?'} to ${departure ?? '?'}`

/** A reservation of both messages, or of one alone. */
export interface ReservationPair {
  was?: ReservationFacts
  is?: ReservationFacts
  /** How it is called where a message has several. */
  name?: string
}

/**
 * Reservations by their first id, or by another one that no other reservation of its message has; one that has no id is the next one that is left. The only ones of both
 * messages are compared whatever their ids. Of two with ids of their own, one is gone and the other is new.
 */
export function pairReservations(
  { reservations: before }: Pick<MessageFacts, 'reservations'>,
  { reservations: after }: Pick<MessageFacts, 'reservations'>,
): ReservationPair[] {
  const left = new Set(after)
  const found = new Map<ReservationFacts, ReservationFacts>()
  const pair = (isSame: (was: ReservationFacts, is: ReservationFacts) => boolean): void => {
    for (const was of before) {
      const is = found.has(was) ? undefined : [...left].find((other) => isSame(was, other))
      if (is === undefined) continue
      found.set(was, is)
      left.delete(is)
    }
  }
  const [own, others] = [ownIds(before), ownIds(after)]
  pair((was, is) => idOf(was) === idOf(is))
  pair((was, is) => [...(own.get(was) ?? [])].some((id) => others.get(is)?.has(id)))
  pair((was, is) => was.ids.length === 0 || is.ids.length === 0 || (before.length === 1 && after.length === 1))
  const pairs = [
    ...before.map((was): ReservationPair => {
      const is = found.get(was)
      return { was, ...(is === undefined ? {} : { is }) }
    }),
    ...[...left].map((is): ReservationPair => ({ is })),
  ]
  if (before.length < 2 && after.length < 2) return pairs
  const ids = pairs.map(({ was, is }) => idOf(is ?? was))
  return pairs.map((pair, at): ReservationPair => ({
    ...pair,
    name:
      ids.indexOf(ids[at] ?? '') === ids.lastIndexOf(ids[at] ?? '') ? (ids[at] ?? '') : `${at + 1} (${ids[at] ?? ''})`,
  }))
}

/** Ids of each reservation that no other one of the message has: that of a group links nothing. */
function ownIds(all: readonly ReservationFacts[]): Map<ReservationFacts, Set<string>> {
  const counts = new Map<string, number>()
  const sets = new Map(all.map((one) => [one, new Set(one.ids.map(({ id }) => id))]))
  for (const id of [...sets.values()].flatMap((ids) => [...ids])) counts.set(id, (counts.get(id) ?? 0) + 1)
  return new Map([...sets].map(([one, ids]) => [one, new Set([...ids].filter((id) => counts.get(id) === 1))]))
}

const idOf = (reservation: ReservationFacts | undefined): string => reservation?.ids[0]?.id ?? 'without an id'

function compareReservations(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const ids = ({ ids: all }: ReservationFacts): string[] => all.map(({ id }) => id)
  const isSameIds = ids(before).toSorted().join() === ids(after).toSorted().join()
  return [
    ...(isSameIds ? [] : changed('ids', 'Ids', ids(before).join(', '), ids(after).join(', '))),
    ...changed('status', 'Status of the reservation', before.status, after.status),
    ...changed('booker', 'Booker', bookerText(before), bookerText(after)),
    ...compareStays(before, after),
    ...compareGuests(before, after),
    ...compareNights(before, after),
    ...compareAllTotals(before, after, isLaidOut(before, after)),
    ...changed('guarantee', 'Guarantee', before.guarantee, after.guarantee),
    ...changed('comments', 'Comments', commentText(before), commentText(after)),
  ]
}

const bookerText = ({ booker }: ReservationFacts): string | undefined =>
  booker === undefined
    ? undefined
    : [booker.name, booker.email, booker.phone].filter((part) => part !== undefined).join(', ')

/** Where longer comments differ is told by their texts. */
const TEXT_COMPARED = 500

/** A comment that stands in several RoomStays is one comment. */
const commentText = ({ comments, stays }: ReservationFacts): string | undefined =>
  [...new Set([...comments, ...stays.flatMap((stay) => stay.comments)].map((text) => text.slice(0, TEXT_COMPARED)))]
    .toSorted()
    .join(' / ') || undefined

function compareStays(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const spans = (one: ReservationFacts): string | undefined =>
    [...new Set(holdersOf(one).map(spanText))].toSorted().join(' and ') || undefined
  const hotels = (one: ReservationFacts): string | undefined =>
    [...new Set(holdersOf(one).flatMap(({ hotelCode, hotelName }) => hotelCode ?? hotelName ?? []))]
      .toSorted()
      .join(' and ') || undefined
  const counts = ({ stays }: ReservationFacts): string | undefined => countsText(stays)
  const [rooms, others] = [unitsByProduct(before), unitsByProduct(after)]
  const stays = pairStays(before, after)
  return [
    ...changed('layout', 'RoomStays', String(before.stays.length), String(after.stays.length)),
    ...changed('hotel', 'Hotel', hotels(before), hotels(after)),
    ...changed('dates', 'Stay', spans(before), spans(after)),
    ...[...new Set([...rooms.keys(), ...others.keys()])].flatMap((name) => {
      const [was, is] = [rooms.get(name), others.get(name)]
      return was === is ? [] : changed('rooms', name, was, is)
    }),
    ...[...stays].flatMap(([was, is]) =>
      changed(
        'rooms',
        `RoomStayStatus of ${stayText(after.stays[is - 1])}`,
        before.stays[was - 1]?.status,
        after.stays[is - 1]?.status,
      ),
    ),
    ...compareNumbers(before, after),
    ...changed('guests', countedName(before, after), counts(before), counts(after)),
    ...compareCounts(before, after, stays),
    ...changed('guests', 'Guests of the reservation', wholeCounts(before), wholeCounts(after)),
  ]
}

/** Who is counted in RoomStays that follow each other may be the same people, counted in each. */
const countedName = (...all: ReservationFacts[]): string =>
  all.some(followEachOther) ? 'Guests counted over RoomStays that follow each other, in each anew' : 'Guests counted'

function followEachOther({ stays }: ReservationFacts): boolean {
  const [firstOut] = stays.flatMap(({ departure }) => departure ?? []).toSorted()
  const lastIn = stays
    .flatMap(({ arrival }) => arrival ?? [])
    .toSorted()
    .at(-1)
  return stays.length > 1 && firstOut !== undefined && lastIn !== undefined && firstOut <= lastIn
}

/** Another number of a room is a move. */
function compareNumbers(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const numbers = ({ roomNumbers }: ReservationFacts): Map<string, { number: string }[]> =>
    groupBy(roomNumbers, ({ room }) => room ?? '?')
  const [old, now] = [numbers(before), numbers(after)]
  const text = (all: { number: string }[] | undefined): string | undefined =>
    all
      ?.map(({ number }) => number)
      .toSorted()
      .join(', ')
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((room) =>
    changed('rooms', `Number of room ${room}`, text(old.get(room)), text(now.get(room))).map((one) =>
      one.before === undefined || one.after === undefined
        ? one
        : { ...one, text: `${one.text.slice(0, -1)}: who sleeps there moves.` },
    ),
  )
}

/** Who is counted in another stay than before, where there are several; where the same rooms stand in RoomStays otherwise, in all of them together. */
function compareCounts(
  before: ReservationFacts,
  after: ReservationFacts,
  pairs: ReadonlyMap<number, number>,
): FactChange[] {
  if (before.stays.length < 2 && after.stays.length < 2) return []
  const groups = groupStays(before, after)
  const divided = groups.filter(({ isDivided }) => isDivided)
  const within = new Set(divided.flatMap((group) => [...group.before, ...group.after]))
  const isAll = groups.length === 1
  return [
    ...divided.flatMap((group) => {
      const [was, is] = [group.before, group.after].map(countsText)
      if (was === is) {
        const [old, now] = [group.before, group.after].map(countsByRoom)
        if (old === undefined || now === undefined) return []
        return changed('guests', `Guests counted room by room in ${staysText(group.after)}`, old, now)
      }
      // Rooms that came from other days, or went to them, brought or took the guests who are counted in them.
      const isOther =
        unitsIn(group.before) !== unitsIn(group.after) && countsText(before.stays) === countsText(after.stays)
      return isAll || isOther ? [] : changed('guests', `Guests counted in ${staysText(group.after)}`, was, is)
    }),
    ...[...pairs].flatMap(([old, now]) => {
      const [was, is] = [before.stays[old - 1], after.stays[now - 1]]
      if (was === undefined || is === undefined || within.has(was) || within.has(is)) return []
      return changed('guests', `Guests counted in ${ownStayText(is, after)}`, countsText([was]), countsText([is]))
    }),
  ]
}

/** Units of RoomStays, of which each has one at least. */
const unitsIn = (stays: readonly StayFacts[]): number =>
  stays.reduce((sum, { rooms }) => sum + Math.max(1, unitsOf(rooms)), 0)

const unitsOf = (rooms: StayFacts['rooms']): number =>
  rooms.reduce((sum, { units = 1, from }) => sum + (from === undefined ? units : 0), 0)

const wholeCounts = ({ counts }: ReservationFacts): string | undefined =>
  countsText([{ counts, countsPerRoom: false, rooms: [] }])
