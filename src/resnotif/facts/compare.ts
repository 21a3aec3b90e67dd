import { parseDecimal, sumDecimals, timesDecimal, writeDecimal } from '../build/index.js'
import type { GuestFacts, MessageFacts, Money, PriceFacts, ReservationFacts, StayFacts } from './facts.js'

/** One thing that a message says differently from another one. */
export interface FactChange {
  /** What it is about: `status`, `hotel`, `dates`, `rooms`, `guests`, `nights`, `total`, `comments`, `ids`. */
  about: string
  before?: string
  after?: string
  /** The same as a sentence. */
  text: string
}

/** What a message changes of a booking, in a hotel's words. Order, indentation and prefixes of the XML say nothing. */
export function compareFacts(before: MessageFacts, after: MessageFacts): FactChange[] {
  const changes = [...changed('status', 'Status', before.status, after.status)]
  const most = Math.max(before.reservations.length, after.reservations.length)
  for (let at = 0; at < most; at++) {
    const [one, other] = [before.reservations[at], after.reservations[at]]
    if (one === undefined || other === undefined)
      changes.push({
        about: 'reservation',
        text: `Reservation ${idOf(one ?? other)} stands in one of the messages only.`,
      })
    else changes.push(...compareReservations(one, other))
  }
  return changes
}

const idOf = (reservation: ReservationFacts | undefined): string => reservation?.ids[0]?.id ?? 'without an id'

function changed(about: string, name: string, before: string | undefined, after: string | undefined): FactChange[] {
  if (before === after) return []
  return [
    {
      about,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      text:
        before === undefined
          ? `${name} is new: ${after ?? ''}.`
          : after === undefined
            ? `${name} is gone: ${before}.`
            : `${name}: ${before} → ${after}.`,
    },
  ]
}

function compareReservations(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const ids = ({ ids: all }: ReservationFacts): string => all.map(({ id }) => id).join(', ')
  const total = changed('total', 'Total of the reservation', moneyText(before.total), moneyText(after.total))
  return [
    ...changed('ids', 'Ids', ids(before), ids(after)),
    ...changed('status', 'Status of the reservation', before.status, after.status),
    ...changed('booker', 'Booker', bookerText(before), bookerText(after)),
    ...compareStays(before, after),
    ...compareGuests(before.guests, after.guests),
    ...compareNights(before, after),
    ...total.map((one) => withDifference(one, before.total, after.total)),
    ...changed('guarantee', 'Guarantee', before.guarantee, after.guarantee),
    ...changed('comments', 'Comments', commentText(before), commentText(after)),
  ]
}

const bookerText = ({ booker }: ReservationFacts): string | undefined =>
  booker === undefined
    ? undefined
    : [booker.name, booker.email, booker.phone].filter((part) => part !== undefined).join(', ')

const commentText = ({ comments, stays }: ReservationFacts): string | undefined =>
  [...comments, ...stays.flatMap((stay) => stay.comments)].join(' / ') || undefined

export const moneyText = (money: Money | undefined): string | undefined =>
  money === undefined
    ? undefined
    : `${money.amount}${money.currency === undefined ? '' : ` ${money.currency}`}${money.isBeforeTax === true ? ' before tax' : ''}`

/** What it costs more or less, where both amounts are of one kind. */
function withDifference(change: FactChange, before: Money | undefined, after: Money | undefined): FactChange {
  const [from, to] = [parseDecimal(before?.amount), parseDecimal(after?.amount)]
  if (from === undefined || to === undefined) return change
  if (before?.currency !== after?.currency || before?.isBeforeTax !== after?.isBeforeTax) return change
  const more = writeDecimal(sumDecimals([to, timesDecimal(from, -1)]))
  const signed = more.startsWith('-') ? more : `+${more}`
  return {
    ...change,
    text: `${change.text.slice(0, -1)} (${signed}${after?.currency === undefined ? '' : ` ${after.currency}`}).`,
  }
}

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
    ...changed('hotel', 'Hotel', hotels(before), hotels(after)),
    ...changed('dates', 'Stay', spans(before), spans(after)),
    ...[...new Set([...rooms.keys(), ...others.keys()])].flatMap((name) => {
      const [was, is] = [rooms.get(name), others.get(name)]
      return was === is ? [] : changed('rooms', name, was, is)
    }),
    ...changed('guests', 'Guests counted', counts(before), counts(after)),
  ]
}

const countsText = (stays: readonly StayFacts[]): string | undefined => {
  const sums = new Map<string, number>()
  for (const { count, kind, age } of stays.flatMap((stay) => stay.counts)) {
    const name = `${kind}${age === undefined ? '' : ` aged ${age}`}`
    sums.set(name, (sums.get(name) ?? 0) + count)
  }
  return sums.size === 0
    ? undefined
    : [...sums]
        .toSorted()
        .map(([name, count]) => `${count} × ${name}`)
        .join(', ')
}

const productName = ({ room, plan }: { room?: string; plan?: string }): string =>
  `${room === undefined ? 'Room not told' : `Room ${room}`}${plan === undefined ? '' : ` with plan ${plan}`}`

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

/** Guests by name; who has a name that another one has too is told by the order among them. */
function byName(guests: readonly GuestFacts[]): Map<string, GuestFacts> {
  const found = new Map<string, GuestFacts>()
  for (const guest of guests) {
    const name = guest.name || 'a guest without a name'
    let key = name
    for (let more = 2; found.has(key); more++) key = `${name} (${more})`
    found.set(key, guest)
  }
  return found
}

function compareGuests(before: readonly GuestFacts[], after: readonly GuestFacts[]): FactChange[] {
  const [old, now] = [byName(before), byName(after)]
  const place = (guest: GuestFacts): string =>
    guest.room === undefined
      ? guest.stays.length === 0
        ? 'no room told'
        : `stay ${guest.stays.join(', ')}`
      : `${productName(guest).toLowerCase().startsWith('room') ? `room ${guest.room}${guest.plan === undefined ? '' : ` with plan ${guest.plan}`}` : ''}${guest.unit === undefined || guest.isUnitOpen === true ? '' : `, unit ${guest.unit}`}`
  const age = ({ age: years, kind }: GuestFacts): string | undefined =>
    years === undefined ? kind : `${kind ?? 'guest'}, ${years}`
  return [
    ...[...old].flatMap(([name, guest]): FactChange[] => {
      const other = now.get(name)
      if (other === undefined) return [{ about: 'guests', before: name, text: `${name} leaves (${place(guest)}).` }]
      const moved =
        place(guest) === place(other)
          ? []
          : [
              {
                about: 'guests',
                before: place(guest),
                after: place(other),
                text: `${name} moves: ${place(guest)} → ${place(other)}.`,
              },
            ]
      const code =
        moved.length > 0 || guest.code === other.code
          ? []
          : changed('guests', `GroupEventCode of ${name}`, guest.code, other.code)
      return [...moved, ...code, ...changed('guests', `Age of ${name}`, age(guest), age(other))]
    }),
    ...[...now].flatMap(([name, guest]) =>
      old.has(name) ? [] : [{ about: 'guests', after: name, text: `${name} joins (${place(guest)}).` }],
    ),
  ]
}

const DAY_MS = 86_400_000
const NIGHTS_MAX = 400

/** Prices night by night, where the message tells the nights. */
export function nightsOf(price: PriceFacts): string[] {
  const [from, to] = [Date.parse(price.from ?? ''), Date.parse(price.to ?? '')]
  if (price.per !== 'night' || Number.isNaN(from) || Number.isNaN(to)) return []
  const count = Math.min(NIGHTS_MAX, Math.round((to - from) / DAY_MS))
  return Array.from({ length: Math.max(0, count) }, (_, at) => new Date(from + at * DAY_MS).toISOString().slice(0, 10))
}

function compareNights(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const prices = ({ stays }: ReservationFacts): Map<string, string> => {
    const found = new Map<string, string[]>()
    for (const price of stays.flatMap((stay) => stay.prices)) {
      const nights = nightsOf(price)
      const keys =
        nights.length > 0
          ? nights.map((night) => `Night ${night}, ${productName(price)}`)
          : [`${price.from ?? '?'} to ${price.to ?? '?'}, ${productName(price)}`]
      for (const key of keys)
        found.set(key, [
          ...(found.get(key) ?? []),
          `${price.units === undefined || price.units === 1 ? '' : `${price.units} × `}${moneyText(price) ?? ''}`,
        ])
    }
    return new Map([...found].map(([key, all]) => [key, all.toSorted().join(' + ')]))
  }
  const [old, now] = [prices(before), prices(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .flatMap((night) => changed('nights', night, old.get(night), now.get(night)))
}
