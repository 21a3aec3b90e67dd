import type { ReservationBody } from './booking.js'

type Line = ReservationBody['rooms'][number]

/** Guests from this age on are adults. */
const ADULT_AGE = 18

/**
 * Who sleeps in each unit of a line, in groups of units with the same guests: the price of a unit may depend on it. Undefined where that cannot be told,
 * because nobody says who sleeps where.
 */
export function unitGuests(body: ReservationBody, line: Line): { guests: GuestCounts; units: number }[] | undefined {
  const { units = 1 } = line
  const counted =
    line.guestCounts ?? (line.guests !== undefined && line.guests.length > 0 ? countsOf(line.guests) : undefined)
  if (counted === undefined) return body.rooms.length === 1 ? shared(body.totalGuestCounts, units) : undefined
  // Names may be given for some of the guests only.
  const whole =
    body.rooms.length === 1 && guestCount(body.totalGuestCounts) > guestCount(counted) ? body.totalGuestCounts : counted
  return shared(whole, units) ?? byUnit(line, units)
}

/** Whether the guests of a line that name no unit could be divided over its units in several ways. One guest for each unit that has none is one way. */
export function isDivisionOpen({
  units = 1,
  guests = [],
}: {
  units?: number | undefined
  guests?: readonly { unit?: number | undefined }[] | undefined
}): boolean {
  const named = new Set(guests.flatMap(({ unit }) => (unit === undefined ? [] : [unit])))
  const unsaid = guests.filter(({ unit }) => unit === undefined).length
  return units > 1 && unsaid > Math.max(units - named.size, 0)
}

function shared(guests: GuestCounts, units: number): { guests: GuestCounts; units: number }[] | undefined {
  const counts = [guests.adults, ...(guests.children ?? []).map(({ count }) => count)]
  if (counts.some((count) => count % units !== 0)) return undefined
  const children = (guests.children ?? []).map(({ age, count }) => ({ age, count: count / units }))
  return [{ guests: { adults: guests.adults / units, ...(children.length === 0 ? {} : { children }) }, units }]
}

function byUnit({ guests = [] }: Line, units: number): { guests: GuestCounts; units: number }[] | undefined {
  if (guests.some(({ unit }) => unit === undefined)) return undefined
  const groups = Array.from({ length: units }, (_, at) => guests.filter(({ unit }) => unit === at + 1))
  return groups.some((group) => group.length === 0)
    ? undefined
    : groups.map((group) => ({ guests: countsOf(group), units: 1 }))
}

function countsOf(guests: NonNullable<Line['guests']>): GuestCounts {
  const ages = new Map<number, number>()
  let adults = 0
  for (const { age } of guests) {
    if (age === undefined || age >= ADULT_AGE) adults += 1
    else ages.set(age, (ages.get(age) ?? 0) + 1)
  }
  const children = [...ages].sort(([a], [b]) => a - b).map(([age, count]) => ({ age, count }))
  return { adults, ...(children.length === 0 ? {} : { children }) }
}

function guestCount({ adults, children = [] }: GuestCounts): number {
  return children.reduce((sum, { count }) => sum + count, adults)
}

export interface GuestCounts {
  adults: number
  children?: { age: number; count: number }[]
}
