import { formatNight, type Night } from '../../calendar/index.js'
import type { SeedNights } from '../seed/index.js'
import type { SeededRandom } from '../../random/index.js'

/** Nights of a generated calendar: a year from its first day. */
export const CALENDAR_NIGHTS = 365

/** Price of a night beside the base price, January first, on the northern half of the earth. */
const MONTHS = [0.78, 0.8, 0.9, 1.02, 1.12, 1.24, 1.38, 1.4, 1.15, 1, 0.85, 1.05] as const

const WEEK = ['mon', 'tue', 'wed', 'thu', 'sun'] as const
const WEEKEND = ['fri', 'sat'] as const

export interface Year {
  /** Every day of it, YYYY-MM-DD. */
  days: readonly string[]
  /** Its calendar months, 1 to 12; the first and the last are cut where the year is. */
  months: { month: number; from: string; to: string }[]
}

export interface RoomCalendar {
  year: Year
  basePrice: number
  /** Prices are multiples of it. */
  step: number
  /** Rooms of the kind. */
  count: number
  isSouthern: boolean
}

/** A year of rates, restrictions and inventory of one room: seasons by month, dearer weekends, a few closed or crowded stretches. */
export function calendarOf(room: RoomCalendar, random: SeededRandom): SeedNights[] {
  return [
    ...seasons(room, random),
    ...closures(room, random),
    ...arrivalRules(room, random),
    ...busyStretches(room, random),
  ]
}

/**
 * The year that begins with a night, made once for a whole estate.
 * @param first its first night
 */
export function yearFrom(first: Night): Year {
  const days = Array.from({ length: CALENDAR_NIGHTS }, (_, at) => formatNight(first + at))
  const months: Year['months'] = []
  for (const day of days) {
    const month = Number(day.slice(5, 7))
    const last = months.at(-1)
    if (last?.month === month) last.to = day
    else months.push({ month, from: day, to: day })
  }
  return { days, months }
}

function seasons({ year, basePrice, step, isSouthern }: RoomCalendar, random: SeededRandom): SeedNights[] {
  const weekendFactor = 1.05 + random.next() * 0.25
  const hasWeekendStays = random.chance(0.6)
  return year.months.flatMap(({ month, from, to }) => {
    const season = MONTHS[(month - 1 + (isSouthern ? 6 : 0)) % 12] as number
    const price = basePrice * season * (0.96 + random.next() * 0.08)
    const minStay = hasWeekendStays && season > 1 ? random.whole(2, 3) : 1
    return [
      { from, to, days: WEEK, price: rounded(price, step), minStay: 1 },
      { from, to, days: WEEKEND, price: rounded(price * weekendFactor, step), minStay },
    ]
  })
}

const rounded = (price: number, step: number): number => Math.max(step, Math.round(price / step) * step)

function stretch(
  { year: { days } }: RoomCalendar,
  random: SeededRandom,
  longest: number,
): { from: string; to: string } {
  const nights = random.whole(1, longest)
  const first = random.whole(0, days.length - nights)
  return { from: days[first] as string, to: days[first + nights - 1] as string }
}

function closures(room: RoomCalendar, random: SeededRandom): SeedNights[] {
  return Array.from({ length: random.whole(0, 2) }, () => ({ ...stretch(room, random, 6), closed: true }))
}

function arrivalRules(room: RoomCalendar, random: SeededRandom): SeedNights[] {
  return [
    ...(random.chance(0.3) ? [{ ...stretch(room, random, 3), closedToArrival: true }] : []),
    ...(random.chance(0.3) ? [{ ...stretch(room, random, 3), closedToDeparture: true }] : []),
    ...(random.chance(0.2) ? [{ ...stretch(room, random, 60), maxStay: random.pick([7, 14, 28]) }] : []),
  ]
}

/** Stretches with few rooms left, or none. On other nights every room of the kind is free. */
function busyStretches(room: RoomCalendar, random: SeededRandom): SeedNights[] {
  return Array.from({ length: random.whole(2, 5) }, () => ({
    ...stretch(room, random, 9),
    availability: random.chance(0.35) ? 0 : random.whole(1, Math.max(1, Math.floor(room.count / 4))),
  }))
}
