import type { Place, Zone } from './zones.js'

/** What the place of a property says of its time zone. */
export interface ZoneReport {
  /** `contradicts`: it cannot be that one; `doubtful`: another one is likely. */
  state: 'ok' | 'missing' | 'contradicts' | 'doubtful' | 'unknown'
  says: string
  /** The zone that is meant, only where no other one comes into question. */
  likely?: string
}

const EARTH_KM = 6_371
/** No part of a time zone is further from the principal place of it. */
export const ZONE_KM = 4_500
/** Legal time and the sun differ by less, even in the west of China (hours). */
const SUN_HOURS = 3.5
/** A principal place is near where it is not much further than the nearest one. */
const NEAR_FACTOR = 2
const NEAR_KM = 300
/** A zone of the country itself may reach further: Shanghai's is kept 4,000 km west of it. */
const OWN_FACTOR = 4

/**
 * Holds a time zone against the place of a property: by the sun, by the clocks of its country, and by those that are kept nearby.
 * @param around the zones of the country that the place lies in, or all where that is not known
 */
export function judgeZone(
  at: Place | undefined,
  timeZone: string | undefined,
  { ofZone, around, country }: { ofZone: readonly Zone[]; around: readonly Zone[]; country: string | undefined },
): ZoneReport {
  const isSomewhere = at !== undefined && (at.latitude !== 0 || at.longitude !== 0)
  const near = isSomewhere ? nearZones(at, around) : []
  const likely = oneClock(near) ? { likely: near[0]?.name ?? '' } : {}
  if (timeZone === undefined)
    return { state: 'missing', says: 'There is none: which night is "today" is not known.', ...likely }
  const offsets = offsetsOf(timeZone)
  if (offsets === undefined) return { state: 'missing', says: `${timeZone} is no time zone.`, ...likely }
  if (!isSomewhere) return { state: 'unknown', says: `${timeZone}; without coordinates it cannot be compared.` }
  const sun = at.longitude / 15
  const gap = Math.min(...offsets.map((hours) => Math.abs(aroundClock(hours - sun))))
  const far = ofZone.length === 0 ? 0 : nearestKm(at, ofZone)
  const farText = `${far.toLocaleString('en')} km from it`
  if (gap > SUN_HOURS || far > ZONE_KM) {
    const apart = far > ZONE_KM ? farText : `${gap.toFixed(0)} hours away from it`
    return { state: 'contradicts', says: `${timeZone}, but the coordinates lie ${apart}.`, ...likely }
  }
  const clock = offsets.join()
  if (near.some(({ name }) => name === timeZone || clockOf(name) === clock))
    return { state: 'ok', says: `${timeZone}.` }
  if (country !== undefined && !around.some(({ name }) => name === timeZone || clockOf(name) === clock))
    return { state: 'contradicts', says: `${timeZone}, but no part of country ${country} keeps its time.`, ...likely }
  const nearest = near[0] === undefined ? 0 : nearestKm(at, near)
  const isOwn = country !== undefined && around.some(({ name }) => name === timeZone)
  if (isOwn && far <= OWN_FACTOR * nearest + NEAR_KM) return { state: 'ok', says: `${timeZone}.` }
  return {
    state: 'doubtful',
    says: `${timeZone}, but the coordinates lie ${far === 0 ? 'where another time is kept' : farText}: ${near[0]?.name ?? ''} is nearer.`,
    ...likely,
  }
}

/** The zones whose principal places are about as near as the nearest one, which comes first. */
function nearZones(at: Place, zones: readonly Zone[]): Zone[] {
  const byDistance = zones.map((zone) => ({ zone, km: kmBetween(at, zone) })).toSorted((a, b) => a.km - b.km)
  const nearest = byDistance[0]?.km ?? 0
  return byDistance.filter(({ km }) => km <= Math.max(NEAR_FACTOR * nearest, NEAR_KM)).map(({ zone }) => zone)
}

/** True where the clocks of all of them show the same the whole year. */
function oneClock(zones: readonly Zone[]): boolean {
  return zones.length > 0 && new Set(zones.map(({ name }) => clockOf(name))).size === 1
}

const clockOf = (timeZone: string): string => offsetsOf(timeZone)?.join() ?? ''

/** Kilometres to the nearest of some places, whole. */
export function nearestKm(from: Place, places: readonly Place[]): number {
  return Math.round(Math.min(...places.map((to) => kmBetween(from, to))))
}

function kmBetween(a: Place, b: Place): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const part =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(part)))
}

/** Hours that differ by a whole day are the same hour. */
const aroundClock = (hours: number): number => ((((hours + 12) % 24) + 24) % 24) - 12

/** Hours that a zone is ahead of UTC, in January and in July; undefined where this platform knows no such zone. */
function offsetsOf(timeZone: string): number[] | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    return [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)].map((at) => {
      const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{1,2}):(\d{2})/.exec(name) ?? []
      return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
    })
  } catch {
    return undefined
  }
}
