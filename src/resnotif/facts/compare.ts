import { parseDecimal, sumDecimals, timesDecimal, writeDecimal } from '../build/index.js'
import { groupBy } from '../read/index.js'
import type { GuestFacts, MessageFacts, Money, PriceFacts, ReservationFacts, StayFacts } from './facts.js'

/** One thing that a message says differently from another one. */
export interface FactChange {
  /** What it is about, such as `status`, `hotel`, `dates`, `rooms`, `guests`, `nights`, `total`, `comments`, `ids`, `contact`, `services`, `meals`. */
  about: string
  before?: string
  after?: string
  /** The same as a sentence. */
  text: string
  /** Of a single value: where it stands in the message, and its lines in this message and in the earlier one. */
  path?: string
  line?: number
  lineBefore?: number
}

/** What a message changes of a booking, in a hotel's words. Order, indentation and prefixes of the XML say nothing. */
export function compareFacts(before: MessageFacts, after: MessageFacts): FactChange[] {
  const changes = [...changed('status', 'Status', before.status, after.status)]
  for (const [one, other] of pairsOf(before.reservations, after.reservations)) {
    if (one === undefined || other === undefined)
      changes.push({
        about: 'reservation',
        text: `Reservation ${idOf(one ?? other)} stands in one of the messages only.`,
      })
    else changes.push(...compareReservations(one, other))
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

const PLURALS = new Set(['Comments', 'Ids', 'Guests counted', 'RoomStays'])

function changed(about: string, name: string, before: string | undefined, after: string | undefined): FactChange[] {
  if (before === after) return []
  return [
    {
      about,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      text:
        before === undefined
          ? `${name} ${PLURALS.has(name) ? 'are' : 'is'} new: ${after ?? ''}.`
          : after === undefined
            ? `${name} ${PLURALS.has(name) ? 'are' : 'is'} gone: ${before}.`
            : `${name}: ${before} → ${after}.`,
    },
  ]
}

function compareReservations(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const ids = ({ ids: all }: ReservationFacts): string => all.map(({ id }) => id).join(', ')
  return [
    ...changed('ids', 'Ids', ids(before), ids(after)),
    ...changed('status', 'Status of the reservation', before.status, after.status),
    ...changed('booker', 'Booker', bookerText(before), bookerText(after)),
    ...compareStays(before, after),
    ...compareGuests(before, after),
    ...compareNights(before, after),
    ...compareTotals('Total of the stay', stayTotals(before), stayTotals(after)),
    ...compareTotals('Total of the reservation', before.total && [before.total], after.total && [after.total]),
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

export const moneyText = (money: Money | undefined): string | undefined =>
  money === undefined
    ? undefined
    : `${money.amount}${money.currency === undefined ? '' : ` ${money.currency}`}${money.isBeforeTax === true ? ' before tax' : ''}${money.written === undefined ? '' : ` (written ${money.written})`}`

/** `200.660` and `200.66` are one amount. */
function moneyKey({ amount, currency, isBeforeTax }: Money): string {
  const plain = parseDecimal(amount)
  const value = plain === undefined ? amount : writeDecimal(sumDecimals([plain, { units: 0n, scale: 9 }]))
  return JSON.stringify([value, currency, isBeforeTax === true])
}

const stayTotals = ({ stays }: ReservationFacts): Money[] | undefined => {
  const totals = stays.flatMap(({ total }) => total ?? [])
  return totals.length === 0 ? undefined : totals
}

function compareTotals(name: string, before: Money[] | undefined, after: Money[] | undefined): FactChange[] {
  // Of rooms that are told in more RoomStays, the totals are smaller and their sum is the same.
  const isOneLayout = before?.length === after?.length
  const keys = (totals: Money[] | undefined): string | undefined =>
    (isOneLayout ? totals : totals && summed(totals))?.map(moneyKey).toSorted().join()
  if (keys(before) === keys(after)) return []
  const text = (totals: Money[] | undefined): string | undefined =>
    totals?.map((total) => moneyText(total) ?? '').join(' + ')
  return changed('total', name, text(before), text(after)).map((one) => withDifference(one, before ?? [], after ?? []))
}

/** One amount of each kind; as they stand where one is no number. */
function summed(totals: Money[]): Money[] {
  if (totals.some(({ amount }) => parseDecimal(amount) === undefined)) return totals
  const kinds = groupBy(totals, ({ currency, isBeforeTax }) => JSON.stringify([currency, isBeforeTax === true]))
  return [...kinds.values()].map((alike) => ({
    ...(alike[0] as Money),
    amount: writeDecimal(sumDecimals(alike.flatMap(({ amount }) => parseDecimal(amount) ?? []))),
  }))
}

/** What it costs more or less, where all amounts are of one kind. */
function withDifference(change: FactChange, before: readonly Money[], after: readonly Money[]): FactChange {
  const all = [...before, ...after]
  const [first] = all
  const [from, to] = [before, after].map((totals) => totals.flatMap(({ amount }) => parseDecimal(amount) ?? []))
  const isOneKind = all.every(
    ({ currency, isBeforeTax }) => currency === first?.currency && isBeforeTax === first?.isBeforeTax,
  )
  if (before.length === 0 || after.length === 0 || from?.length !== before.length || to?.length !== after.length)
    return change
  if (!isOneKind) return change
  const more = writeDecimal(sumDecimals([...to, ...from.map((amount) => timesDecimal(amount, -1))]))
  const signed = more.startsWith('-') ? more : `+${more}`
  return {
    ...change,
    text: `${change.text.slice(0, -1)} (${signed}${first?.currency === undefined ? '' : ` ${first.currency}`}).`,
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
    ...changed('layout', 'RoomStays', String(before.stays.length), String(after.stays.length)),
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
  for (const { counts, countsPerRoom, rooms } of stays) {
    const times = countsPerRoom && rooms.length > 0 ? rooms.reduce((sum, { units = 1 }) => sum + units, 0) : 1
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

/** Guests of both messages by name. Of those who have one name, who has the same place, code and age is the same one, then as they stand. */
function pairsOfGuests(
  before: ReservationFacts,
  after: ReservationFacts,
): { name: string; was?: GuestFacts; is?: GuestFacts }[] {
  const named = ({ guests }: ReservationFacts): Map<string, GuestFacts[]> =>
    groupBy(guests, ({ name }) => name || 'A guest without a name')
  const [old, now] = [named(before), named(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [left, right] = [[...(old.get(name) ?? [])], [...(now.get(name) ?? [])]]
    const same = left.flatMap((was): { name: string; was: GuestFacts; is: GuestFacts }[] => {
      const at = right.findIndex(
        (is) => placeOf(was, before) === placeOf(is, after) && was.code === is.code && ageText(was) === ageText(is),
      )
      return at < 0 ? [] : [{ name, was, is: right.splice(at, 1)[0] as GuestFacts }]
    })
    const taken = new Set(same.map(({ was }) => was))
    const others = left.filter((was) => !taken.has(was)).map((was) => ({ name, was, is: right.shift() }))
    return [...same, ...others, ...right.map((is) => ({ name, is }))]
  })
}

function placeOf({ room, plan, unit, isUnitOpen, stays }: GuestFacts, reservation: ReservationFacts): string {
  if (room === undefined)
    return stays.length === 0
      ? 'no room told'
      : stays
          .map((at) => stayText(reservation.stays[at - 1]))
          .toSorted()
          .join(' and ')
  return `room ${room}${plan === undefined ? '' : ` with plan ${plan}`}${unit === undefined || isUnitOpen === true ? '' : `, unit ${unit}`}`
}

/** A RoomStay by what it books, as its number says only where it stands. */
const stayText = (stay: StayFacts | undefined): string =>
  stay === undefined
    ? 'a stay'
    : `stay ${stay.arrival ?? '?'} to ${stay.departure ?? '?'}${stay.rooms.map(({ room }) => (room === undefined ? '' : `, room ${room}`)).join('')}`

const ageText = ({ age, kind }: GuestFacts): string | undefined =>
  age === undefined ? kind : `${kind ?? 'guest'}, ${age}`

function compareGuests(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const pairs = pairsOfGuests(before, after)
  const detail = (guest: GuestFacts, reservation: ReservationFacts): string =>
    `${guest.kind === undefined || guest.kind === 'adult' ? '' : `${ageText(guest) ?? ''}; `}${placeOf(guest, reservation)}`
  const about = 'guests'
  const primary = ({ guests }: ReservationFacts): string | undefined =>
    guests
      .filter(({ isPrimary }) => isPrimary)
      .map(({ name }) => name || 'a guest without a name')
      .toSorted()
      .join(' and ') || undefined
  return [
    ...pairs.flatMap(({ name, was, is }): FactChange[] => {
      if (was === undefined) return []
      if (is === undefined) return [{ about, before: name, text: `${name} leaves (${detail(was, before)}).` }]
      const [from, to] = [placeOf(was, before), placeOf(is, after)]
      const moved = from === to ? [] : [{ about, before: from, after: to, text: `${name} moves: ${from} → ${to}.` }]
      const code =
        moved.length > 0 || was.code === is.code ? [] : changed(about, `GroupEventCode of ${name}`, was.code, is.code)
      return [...moved, ...code, ...changed(about, `Age of ${name}`, ageText(was), ageText(is))]
    }),
    ...pairs.flatMap(({ name, was, is }) =>
      was !== undefined || is === undefined
        ? []
        : [{ about, after: name, text: `${name} joins (${detail(is, after)}).` }],
    ),
    ...changed(about, 'Primary guest', primary(before), primary(after)),
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

/** Prices of one night and product: how many units at which amount. */
type Priced = Map<string, { units: number; text: string }>

function compareNights(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const [old, now] = [pricesOf(before), pricesOf(after)]
  const key = (priced: Priced | undefined): string | undefined =>
    priced &&
    JSON.stringify(
      [...priced].map(([amount, { units }]) => [amount, units]).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .flatMap((night) =>
      key(old.get(night)) === key(now.get(night))
        ? []
        : changed('nights', night, priceText(old.get(night)), priceText(now.get(night))),
    )
}

/** Rooms that are told in one RoomRate or in several cost the same. */
function pricesOf({ stays }: ReservationFacts): Map<string, Priced> {
  const found = new Map<string, Priced>()
  for (const price of stays.flatMap((stay) => stay.prices)) {
    const nights = nightsOf(price)
    const span = `${price.from ?? '?'} to ${price.to ?? '?'}${price.per === 'other' ? `, ${price.perText ?? ''}` : ''}`
    const keys = nights.length > 0 ? nights.map((night) => `Night ${night}`) : [span]
    for (const key of keys.map((when) => `${when}, ${productName(price)}`)) {
      const priced: Priced = found.get(key) ?? new Map()
      found.set(key, priced)
      const amount = moneyKey(price)
      const known = priced.get(amount)
      priced.set(amount, {
        units: (known?.units ?? 0) + (price.units ?? 1),
        text: known?.text ?? moneyText(price) ?? '',
      })
    }
  }
  return found
}

const priceText = (priced: Priced | undefined): string | undefined =>
  priced &&
  [...priced.values()]
    .map(({ units, text }) => `${units === 1 ? '' : `${units} × `}${text}`)
    .toSorted()
    .join(' + ')
