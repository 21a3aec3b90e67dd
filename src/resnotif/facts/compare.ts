import { changed, type FactChange, productName } from './change.js'
import { compareGuests, pairStays, stayText } from './compare-guests.js'
import { compareAllTotals, compareNights } from './compare-prices.js'
import type { MessageFacts, ReservationFacts, StayFacts } from './facts.js'

/** What a message changes of a booking, in a hotel's words. Order, indentation and prefixes of the XML say nothing. */
export function compareFacts(before: MessageFacts, after: MessageFacts): FactChange[] {
  const changes = [...changed('status', 'Status', before.status, after.status)]
  for (const [one, other] of pairsOf(before.reservations, after.reservations)) {
    if (one === undefined || other === undefined)
      changes.push({
        about: 'reservation',
        text: `Reservation ${idOf(one ?? other)} stands in one of the messages only.`,
      })
    else {
      const known = new Set(changes.map(({ about, before: was, after: is }) => JSON.stringify([about, was, is])))
      changes.push(
        ...compareReservations(one, other).filter(
          ({ about, before: was, after: is }) => about !== 'status' || !known.has(JSON.stringify([about, was, is])),
        ),
      )
    }
  }
  return changes
}

/** Reservations by their id; those without an equal one as they stand. */
function pairsOf(
  before: readonly ReservationFacts[],
  after: readonly ReservationFacts[],
): [ReservationFacts | undefined, ReservationFacts | undefined][] {
  const now = [...after]
  const paired = before.map((one): [ReservationFacts, ReservationFacts | undefined] => {
    const at = now.findIndex((other) => idOf(one) === idOf(other))
    return [one, at < 0 ? undefined : now.splice(at, 1)[0]]
  })
  return [
    ...paired.map(([one, other]): [ReservationFacts, ReservationFacts | undefined] => [one, other ?? now.shift()]),
    ...now.map((other): [undefined, ReservationFacts] => [undefined, other]),
  ]
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

/** A comment that stands in several RoomStays is one comment. */
const commentText = ({ comments, stays }: ReservationFacts): string | undefined =>
  [...new Set([...comments, ...stays.flatMap((stay) => stay.comments)])].toSorted().join(' / ') || undefined

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
    ...changed('guests', 'Guests counted', counts(before), counts(after)),
    ...changed('guests', 'Guests of the reservation', wholeCounts(before), wholeCounts(after)),
  ]
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
