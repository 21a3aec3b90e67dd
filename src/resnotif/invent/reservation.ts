import { decimalsOf } from '../../decimal.js'
import type { SeededRandom } from '../../random/index.js'
import type { ReservationSource } from '../build/index.js'
import { LANGUAGES, LATIN, type NameList, NAMES } from './names.js'

/** What can be booked: a room under a rate plan. */
export interface InventedProduct {
  roomId: number
  ratePlanId: number
}

export interface House {
  propertyId: number
  currencyCode: string
  products: readonly InventedProduct[]
  /** First night that may be booked, YYYY-MM-DD. */
  from: string
}

interface Guest {
  firstName: string
  lastName: string
  unit: number
  age?: number
}

interface Line extends InventedProduct {
  units: number
  guests: Guest[]
  guestCounts: Counts
  dailyPrices: { date: string; price: string }[]
  totalPrice: string
}

interface Counts {
  adults: number
  children?: { age: number; count: number }[]
}

/** A reservation as a look-up answers it; the interface knows no taxes of one, so its prices are what the guest pays. */
export interface InventedReservation {
  bookingId: string
  channelBookingId: string
  status: 'confirmed' | 'modified' | 'cancelled'
  propertyId: number
  checkInDate: string
  checkOutDate: string
  currencyCode: string
  totalPrice: string
  totalGuestCounts: Counts
  booker: { firstName: string; lastName: string; email?: string; phone?: string }
  rooms: Line[]
  payment: { method: string }
  comment?: string
}

const DAY_MS = 86_400_000
/** Arrivals are spread over so many days. */
const SEASON_DAYS = 540

/** The day so many days on. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Hundredths, or whole ones of a currency that has no parts, as it is written. */
function money(cents: number, currency: string): string {
  const decimals = decimalsOf(currency.toUpperCase())
  if (decimals === 0) return String(cents)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}${'0'.repeat(decimals - 2)}`
}

/** Who travels together: adults, and ages of children. */
const PARTIES: readonly (readonly [value: readonly [adults: number, ages: number], weight: number])[] = [
  [[1, 0], 25],
  [[2, 0], 40],
  [[2, 1], 10],
  [[2, 2], 12],
  [[1, 1], 4],
  [[1, 2], 3],
  [[3, 0], 4],
  [[2, 3], 2],
]
const COMMENTS = [
  'Late arrival, after 22:00',
  'Zwei Zimmer nebeneinander, bitte',
  'Allergie: noix & arachides',
  'Baby cot <60 × 120 cm> needed',
  '高い階の部屋を希望します',
  'Anniversary 🎉 — a quiet room, please',
]

/** A reservation that nobody made: a family or two, one to four units of one to three products, a price for each night. */
export function inventReservation(
  random: SeededRandom,
  id: { bookingId: string; channelBookingId: string },
  house: House,
): InventedReservation {
  const people = NAMES[
    random.chance(0.6) ? random.pick(LANGUAGES.slice(0, LATIN)) : random.pick(LANGUAGES.slice(LATIN))
  ] as NameList
  const checkInDate = dayAfter(house.from, random.whole(0, SEASON_DAYS))
  const nights = random.weighted([
    [1, 30],
    [2, 25],
    [3, 15],
    [random.whole(4, 7), 20],
    [random.whole(8, 21), 10],
  ] as const)
  const rooms = linesOf(random, { house, people, checkInDate, nights })
  const first = rooms[0]?.guests[0] as Guest
  const comment = random.chance(0.2) ? random.pick(COMMENTS) : undefined
  return {
    ...id,
    status: 'confirmed',
    propertyId: house.propertyId,
    checkInDate,
    checkOutDate: dayAfter(checkInDate, nights),
    currencyCode: house.currencyCode,
    ...totalsOf(rooms, house),
    booker: {
      firstName: first.firstName,
      lastName: first.lastName,
      ...(random.chance(0.85) ? { email: `guest-${id.bookingId.toLowerCase()}@guests.example` } : {}),
      ...(random.chance(0.6) ? { phone: `+44 20 7946 0${random.whole(100, 999)}` } : {}),
    },
    rooms,
    payment: { method: random.pick(['hotel collect', 'bank transfer', 'invoice']) },
    ...(comment === undefined ? {} : { comment }),
  }
}

/** The same booking later: other dates, other prices, a guest more or less, a unit more, or a word of the guest's. */
export function changeReservation(
  random: SeededRandom,
  before: InventedReservation,
  house: House,
): InventedReservation {
  const after: InventedReservation = { ...structuredClone(before), status: 'modified' }
  const nights = before.rooms[0]?.dailyPrices.length ?? 1
  const kind = random.pick(['dates', 'guest', 'comment', 'room'] as const)
  const line = random.pick(after.rooms)
  if (kind === 'dates') {
    const move = random.whole(1, 14)
    after.checkInDate = dayAfter(before.checkInDate, move)
    after.checkOutDate = dayAfter(after.checkInDate, nights + 1)
    for (const one of after.rooms) priceNights(random, one, house, after.checkInDate, nights + 1)
  } else if (kind === 'guest') {
    const [one] = line.guests.filter(({ unit }) => unit === 1)
    // A child joins, so that no unit is ever left without anybody.
    line.guests.push({ firstName: 'Noa', lastName: one?.lastName ?? 'Guest', unit: 1, age: random.whole(0, 15) })
    line.guestCounts = countsOf(line.guests)
  } else if (kind === 'room') {
    const taken = new Set(after.rooms.map(({ roomId, ratePlanId }) => `${roomId}-${ratePlanId}`))
    const other = house.products.find(({ roomId, ratePlanId }) => !taken.has(`${roomId}-${ratePlanId}`))
    if (other !== undefined) Object.assign(line, other)
    priceNights(random, line, house, after.checkInDate, nights)
  }
  after.comment = `Changed: ${kind}${before.comment === undefined ? '' : `. ${before.comment}`}`.slice(0, 400)
  return { ...after, ...totalsOf(after.rooms, house) }
}

export const cancelReservation = (before: InventedReservation): InventedReservation => ({
  ...structuredClone(before),
  status: 'cancelled',
})

/** As the builder takes it. */
export const asSource = (reservation: InventedReservation): ReservationSource => reservation as ReservationSource

interface Stay {
  house: House
  people: NameList
  checkInDate: string
  nights: number
}

function linesOf(random: SeededRandom, { house, people, checkInDate, nights }: Stay): Line[] {
  const units = random.weighted([
    [1, 55],
    [2, 25],
    [3, 12],
    [4, 8],
  ] as const)
  const different = Math.min(
    units,
    house.products.length,
    random.weighted([
      [1, 60],
      [2, 30],
      [3, 10],
    ] as const),
  )
  const products = random.some(house.products, different)
  const lines = products.map((product, at): Line => {
    const share = Math.floor(units / different) + (at < units % different ? 1 : 0)
    const guests = Array.from({ length: share }, (_, unit) => partyOf(random, people, unit + 1)).flat()
    return { ...product, units: share, guests, guestCounts: countsOf(guests), dailyPrices: [], totalPrice: '0.00' }
  })
  for (const line of lines) priceNights(random, line, house, checkInDate, nights)
  return lines
}

function partyOf(random: SeededRandom, people: NameList, unit: number): Guest[] {
  const [adults, children] = random.weighted(PARTIES)
  const lastName = random.pick(people.last)
  const firstNames = random.some(people.first, adults + children)
  return firstNames.map((firstName, at): Guest => ({
    firstName,
    // Not every couple has one name.
    lastName: at > 0 && at < adults && random.chance(0.3) ? random.pick(people.last) : lastName,
    unit,
    ...(at < adults ? {} : { age: random.whole(0, 17) }),
  }))
}

/** A price for each night, of one unit; weekends cost more. */
function priceNights(random: SeededRandom, line: Line, { currencyCode }: House, from: string, nights: number): void {
  const base = random.whole(55, 320) * 100
  let sum = 0
  line.dailyPrices = Array.from({ length: nights }, (_, at) => {
    const date = dayAfter(from, at)
    const isWeekend = [5, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
    const cents = base + (isWeekend ? random.whole(5, 40) * 100 : 0) + (random.chance(0.3) ? random.whole(0, 99) : 0)
    sum += cents
    return { date, price: money(cents, currencyCode) }
  })
  line.totalPrice = money(sum * line.units, currencyCode)
}

const centsOf = (text: string): number => {
  const [whole = '', part = ''] = text.split('.')
  return Number(`${whole}${part.slice(0, 2)}`)
}

function totalsOf(
  rooms: readonly Line[],
  { currencyCode }: House,
): Pick<InventedReservation, 'totalPrice' | 'totalGuestCounts'> {
  return {
    totalPrice: money(
      rooms.reduce((sum, { totalPrice }) => sum + centsOf(totalPrice), 0),
      currencyCode,
    ),
    totalGuestCounts: countsOf(rooms.flatMap(({ guests }) => guests)),
  }
}

function countsOf(guests: readonly Guest[]): Counts {
  const ages = guests.flatMap(({ age }) => age ?? []).toSorted((a, b) => a - b)
  const children = [...new Set(ages)].map((age) => ({ age, count: ages.filter((one) => one === age).length }))
  return { adults: guests.length - ages.length, ...(children.length === 0 ? {} : { children }) }
}
