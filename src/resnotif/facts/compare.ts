import { groupBy } from '../read/index.js'
import { changed, type FactChange, productName } from './change.js'
import { compareGuests, pairStays, stayText } from './compare-guests.js'
import { compareAllTotals, compareNights } from './compare-prices.js'
import type { MessageFacts, ReservationFacts, StayFacts } from './facts.js'

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
      const [id, which] = [name ?? idOf(was ?? is), was === undefined ? 'later' : 'earlier']
      changes.push({ about: 'reservation', text: `Reservation ${id} stands in the ${which} message only.` })
    }
  }
  return changes
}

/** A reservation of both messages, or of one alone. */
export interface ReservationPair {
  was?: ReservationFacts
  is?: ReservationFacts
  /** How it is called where a message has several. */
  name?: string
}

/** Reservations by their id; those without an equal one as they stand. */
export function pairReservations(
  { reservations: before }: Pick<MessageFacts, 'reservations'>,
  { reservations: after }: Pick<MessageFacts, 'reservations'>,
): ReservationPair[] {
  const now = new Set(after)
  const paired = before.map((was): ReservationPair => {
    const is = [...now].find((other) => idOf(was) === idOf(other))
    if (is !== undefined) now.delete(is)
    return { was, ...(is === undefined ? {} : { is }) }
  })
  const rest = [...now]
  const pairs = [
    ...paired.map((pair): ReservationPair => {
      const is = pair.is ?? rest.shift()
      return is === undefined ? pair : { ...pair, is }
    }),
    ...rest.splice(0).map((is): ReservationPair => ({ is })),
  ]
  if (before.length < 2 && after.length < 2) return pairs
  const ids = pairs.map(({ was, is }) => idOf(is ?? was))
  return pairs.map((pair, at): ReservationPair => ({
    ...pair,
    name:
      ids.indexOf(ids[at] ?? '') === ids.lastIndexOf(ids[at] ?? '') ? (ids[at] ?? '') : `${at + 1} (${ids[at] ?? ''})`,
  }))
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
    ...compareAllTotals(before, after),
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
  const span = ({ arrival, departure }: StayFacts): string => `${arrival ?? '?'} to ${departure ?? '?'}`
  const spans = ({ stays }: ReservationFacts): string | undefined =>
    [...new Set(stays.map(span))].toSorted().join(' and ') || undefined
  const hotels = ({ stays }: ReservationFacts): string | undefined =>
    [...new Set(stays.flatMap(({ hotelCode, hotelName }) => hotelCode ?? hotelName ?? []))].toSorted().join(' and ') ||
    undefined
  const counts = ({ stays }: ReservationFacts): string | undefined => countsText(stays)
  const [rooms, others] = [unitsOf(before), unitsOf(after)]
  return [
    ...changed('layout', 'RoomStays', String(before.stays.length), String(after.stays.length)),
    ...changed('hotel', 'Hotel', hotels(before), hotels(after)),
    ...changed('dates', 'Stay', spans(before), spans(after)),
    ...[...new Set([...rooms.keys(), ...others.keys()])].flatMap((name) => {
      const [was, is] = [rooms.get(name), others.get(name)]
      return was === is ? [] : changed('rooms', name, was, is)
    }),
    ...[...pairStays(before, after)].flatMap(([was, is]) =>
      changed(
        'rooms',
        `RoomStayStatus of ${stayText(after.stays[is - 1])}`,
        before.stays[was - 1]?.status,
        after.stays[is - 1]?.status,
      ),
    ),
    ...compareNumbers(before, after),
    ...changed('guests', 'Guests counted', counts(before), counts(after)),
    ...changed('guests', 'Guests of the reservation', wholeCounts(before), wholeCounts(after)),
  ]
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

const wholeCounts = ({ counts }: ReservationFacts): string | undefined =>
  countsText([{ counts, countsPerRoom: false, rooms: [] }])

const countsText = (stays: readonly Pick<StayFacts, 'counts' | 'countsPerRoom' | 'rooms'>[]): string | undefined => {
  const sums = new Map<string, number>()
  for (const { counts, countsPerRoom, rooms } of stays) {
    const times =
      countsPerRoom && rooms.length > 0
        ? rooms.reduce((sum, { units = 1, from }) => sum + (from === undefined ? units : 0), 0)
        : 1
    for (const { count, kind, age } of counts) {
      const name = `${kind}${age === undefined ? '' : ` aged ${age}`}`
      sums.set(name, (sums.get(name) ?? 0) + count * times)
    }
  }
  return sums.size === 0
    ? undefined
    : [...sums]
        .toSorted()
        .map(([name, count]) => `${count} × ${name}`)
        .join(', ')
}

function unitsOf({ stays }: ReservationFacts): Map<string, string> {
  const found = new Map<string, number>()
  const open = new Set<string>()
  for (const room of stays.flatMap(({ rooms }) => rooms)) {
    const name = productName(room)
    found.set(name, (found.get(name) ?? 0) + (room.units ?? 0))
    if (room.units === undefined) open.add(name)
  }
  return new Map(
    [...found].map(([name, units]) => [
      name,
      open.has(name) ? 'units not told' : units === 1 ? '1 unit' : `${units} units`,
    ]),
  )
}
