import type { SeedUnit } from '../seed/index.js'
import { calendarOf, type Year } from './calendar.js'
import { type City, PRICE_LEVELS } from './cities.js'
import type { SeededRandom } from '../../random/index.js'
import type { Words } from './words.js'

/** Kinds of houses as their rooms go. */
export type House = 'hotel' | 'apartment' | 'guest_house' | 'hostel'

interface RoomKind {
  name: string
  occupancy: { standard: number; min: number; max: number }
  /** Price beside a double room's. */
  factor: number
  houses: readonly House[]
}

/** In the order of `rooms` in the words of each language. */
const ROOMS: readonly RoomKind[] = [
  {
    name: 'Single room',
    occupancy: { standard: 1, min: 1, max: 1 },
    factor: 0.72,
    houses: ['hotel', 'guest_house', 'hostel'],
  },
  {
    name: 'Double room',
    occupancy: { standard: 2, min: 1, max: 2 },
    factor: 1,
    houses: ['hotel', 'guest_house', 'hostel'],
  },
  {
    name: 'Twin room',
    occupancy: { standard: 2, min: 1, max: 2 },
    factor: 1,
    houses: ['hotel', 'guest_house', 'hostel'],
  },
  {
    name: 'Family room',
    occupancy: { standard: 4, min: 2, max: 5 },
    factor: 1.55,
    houses: ['hotel', 'guest_house', 'apartment'],
  },
  { name: 'Suite', occupancy: { standard: 2, min: 1, max: 3 }, factor: 2.1, houses: ['hotel', 'apartment'] },
  { name: 'Bed in a dormitory', occupancy: { standard: 1, min: 1, max: 1 }, factor: 0.3, houses: ['hostel'] },
  { name: 'Studio', occupancy: { standard: 2, min: 1, max: 3 }, factor: 1.1, houses: ['apartment'] },
]
const BREAKFAST = 7
const PARKING = 8

const PLANS = ['Flexible', 'Non-refundable', 'Bed and breakfast', 'Weekly', 'Half board'] as const

export interface HouseSeed {
  city: City
  words: Words
  house: House
  rating: number | undefined
  /** Nights of the calendar. */
  year: Year
}

/** One to five units: rooms with a year of rates, sometimes breakfast, sometimes parking. */
export function unitsOf(seed: HouseSeed, random: SeededRandom): SeedUnit[] {
  const kinds = ROOMS.flatMap((kind, at) => (kind.houses.includes(seed.house) ? [{ kind, at }] : []))
  const channelIds = random.some([1, 2, 3, 4, 5, 6], random.whole(0, 4))
  const plans = ['Flexible', ...random.some(PLANS.slice(1), random.whole(0, 2))]
  const level = 62 + 24 * (seed.rating ?? 2) + random.whole(-12, 25)
  const rooms = random
    .some(kinds, random.whole(1, 3))
    .map(({ kind, at }) => roomOf(seed, kind, at, { level, plans, channelIds }, random))
  return [
    ...rooms,
    ...(random.chance(0.4)
      ? [
          extraOf(seed, 'Breakfast', BREAKFAST, {
            type: 'meal',
            amount: random.whole(8, 24),
            count: 60,
            fields: { channelIds },
          }),
        ]
      : []),
    ...(random.chance(0.25)
      ? [
          extraOf(seed, 'Parking', PARKING, {
            type: 'extra',
            amount: random.whole(6, 25),
            count: random.whole(4, 40),
            fields: { channelIds, paymentType: 'per_night' },
          }),
        ]
      : []),
  ]
}

const localName = ({ words }: HouseSeed, at: number): string => words.rooms.split('|')[at] as string

/** The English name, and the local one where there is a language for it. */
const namesOf = (seed: HouseSeed, at: number): { names?: Record<string, string> } =>
  seed.city.language === 'en' ? {} : { names: { [seed.city.language]: localName(seed, at) } }

function priceIn({ city }: HouseSeed, euros: number): { basePrice: number; step: number } {
  const [factor, step] = PRICE_LEVELS[city.currency] ?? [1, 1]
  return { basePrice: Math.max(step, Math.round((euros * factor) / step) * step), step }
}

function roomOf(
  seed: HouseSeed,
  { name, occupancy, factor }: RoomKind,
  at: number,
  { level, plans, channelIds }: { level: number; plans: readonly string[]; channelIds: readonly number[] },
  random: SeededRandom,
): SeedUnit {
  const { basePrice, step } = priceIn(seed, level * factor)
  const count = random.whole(seed.house === 'hotel' ? 6 : 2, seed.house === 'hotel' ? 60 : 14)
  const description = `${name} for up to ${occupancy.max} ${occupancy.max === 1 ? 'guest' : 'guests'}, ${random.whole(12, 48)} m²`
  return {
    name,
    ...namesOf(seed, at),
    count,
    basePrice,
    occupancy,
    ratePlans: plans,
    fields: {
      channelIds,
      descriptions: [{ text: description, languageId: 1 }],
      timeType: 'day',
      paymentType: 'per_night',
      paymentMode: 'AMOUNT',
      inventoryType: 'internal',
    },
    calendar: calendarOf({ year: seed.year, basePrice, step, count, isSouthern: seed.city.latitude < 0 }, random),
  }
}

function extraOf(
  seed: HouseSeed,
  name: string,
  at: number,
  {
    type,
    amount,
    count,
    fields,
  }: { type: 'meal' | 'extra'; amount: number; count: number; fields: Record<string, unknown> },
): SeedUnit {
  return { name, ...namesOf(seed, at), type, count, basePrice: priceIn(seed, amount).basePrice, fields }
}
