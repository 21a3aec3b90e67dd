import type { Night } from './night.js'

/** What is known of one night of a stay in one product. An absent rule restricts nothing; an absent price or count is none. */
export interface StayNight {
  night: Night
  closed?: boolean | undefined
  closedToArrival?: boolean | undefined
  closedToDeparture?: boolean | undefined
  /** Nights; counts for a stay that begins on this night. */
  minStay?: number | undefined
  maxStay?: number | undefined
  /** Decimal text. */
  price?: string | undefined
  /** Units free on this night. */
  available?: number | undefined
}

type StayRule = 'closed' | 'closedToArrival' | 'closedToDeparture' | 'minStay' | 'maxStay' | 'noPrice' | 'noInventory'

/** A rule that forbids a stay, and the night on which it does; for `closedToDeparture` that is the day of departure. */
export interface StayObstacle {
  rule: StayRule
  night: Night
  /** Nights that minStay or maxStay asks for. */
  limit?: number
}

/**
 * Whether a stay may be sold: every obstacle in the order of nights, none where it may. Length of stay is judged by the
 * limits of the arrival night alone, departure by the rule of the day after the last night.
 * @param nights the nights slept, consecutive, at least one
 * @param departure the day of departure
 * @throws RangeError where there is no night
 */
export function checkStay(
  nights: readonly StayNight[],
  departure: Pick<StayNight, 'closedToDeparture'>,
): StayObstacle[] {
  const [arrival] = nights
  if (arrival === undefined) throw new RangeError('a stay has at least one night')
  const { night, closedToArrival, minStay, maxStay } = arrival
  const obstacles: StayObstacle[] = []
  if (closedToArrival === true) obstacles.push({ rule: 'closedToArrival', night })
  if (minStay !== undefined && nights.length < minStay) obstacles.push({ rule: 'minStay', night, limit: minStay })
  if (maxStay !== undefined && nights.length > maxStay) obstacles.push({ rule: 'maxStay', night, limit: maxStay })
  for (const each of nights) {
    if (each.closed === true) obstacles.push({ rule: 'closed', night: each.night })
    if (each.price === undefined) obstacles.push({ rule: 'noPrice', night: each.night })
    if ((each.available ?? 0) < 1) obstacles.push({ rule: 'noInventory', night: each.night })
  }
  if (departure.closedToDeparture === true) obstacles.push({ rule: 'closedToDeparture', night: night + nights.length })
  return obstacles
}
