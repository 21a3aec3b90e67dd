import { type Place, type Zone, zones } from './zones.js'

/** What a property says of where it is. */
export interface Whereabouts {
  latitude: unknown
  longitude: unknown
  timeZone: string | undefined
  /** Two letters. */
  country: string | undefined
}

/** What the parts of it say of each other. */
export interface PlaceReport {
  coordinates: { state: 'ok' | 'missing' | 'swapped' | 'unknown'; says: string }
  timeZone: { state: 'ok' | 'missing' | 'contradicts' | 'unknown'; says: string }
}

const EARTH_KM = 6_371
/** No part of a country or time zone is further from the nearest principal place of it. */
const COUNTRY_KM = 2_700
const ZONE_KM = 4_500
/** Legal time and the sun differ by less, even in the west of China (hours). */
const SUN_HOURS = 3.5
const SWAPPED_FACTOR = 3

/**
 * Holds coordinates, country and time zone against each other: swapped coordinates, another part of the world. Whether a place lies in the sea, or just beyond a
 * border, is not told: that takes a map.
 */
export function judgePlace({ latitude, longitude, timeZone, country }: Whereabouts): PlaceReport {
  const at = placeOf(latitude, longitude)
  const all = zones()
  const ofCountry = country === undefined ? [] : all.filter((zone) => zone.country === country.toUpperCase())
  const ofZone = all.filter(({ name }) => name === timeZone)
  const coordinates = judgeCoordinates(at, { latitude, longitude }, ofCountry, ofZone, country)
  // Swapped ones say nothing against the time zone: it is held against what was meant.
  const meant = coordinates.state === 'swapped' ? placeOf(longitude, latitude) : at
  return { coordinates, timeZone: judgeZone(meant, timeZone, ofZone) }
}

function judgeCoordinates(
  at: Place | undefined,
  { latitude, longitude }: { latitude: unknown; longitude: unknown },
  ofCountry: readonly Zone[],
  ofZone: readonly Zone[],
  country: string | undefined,
): PlaceReport['coordinates'] {
  const given = `${String(latitude)}, ${String(longitude)}`
  if (isNothing(latitude) || isNothing(longitude)) return { state: 'missing', says: 'There are none.' }
  if (at === undefined) {
    const turned = placeOf(longitude, latitude)
    return turned === undefined
      ? { state: 'missing', says: `${given} is no place on earth.` }
      : { state: 'swapped', says: `${given}: latitude and longitude are swapped, for no latitude is beyond 90.` }
  }
  if (at.latitude === 0 && at.longitude === 0) return { state: 'missing', says: '0, 0 is a place in the ocean.' }
  const [known, what, limit] =
    ofCountry.length > 0 ? [ofCountry, `country ${String(country)}`, COUNTRY_KM] : [ofZone, 'time zone', ZONE_KM]
  if (known.length === 0)
    return { state: 'unknown', says: `${given}; neither country nor time zone says where that should be.` }
  const far = nearestKm(at, known)
  const turned = placeOf(at.longitude, at.latitude)
  const turnedKm = turned === undefined ? Number.POSITIVE_INFINITY : nearestKm(turned, known)
  if (far > limit / 2 && turnedKm * SWAPPED_FACTOR < far)
    return {
      state: 'swapped',
      says: `${given} is ${far.toLocaleString('en')} km from its ${what}; swapped, it is ${turnedKm.toLocaleString('en')} km.`,
    }
  return far > limit
    ? { state: 'missing', says: `${given} is ${far.toLocaleString('en')} km from its ${what}.` }
    : { state: 'ok', says: `${given}.` }
}

function judgeZone(
  at: Place | undefined,
  timeZone: string | undefined,
  ofZone: readonly Zone[],
): PlaceReport['timeZone'] {
  if (timeZone === undefined) return { state: 'missing', says: 'There is none: which night is "today" is not known.' }
  const offsets = offsetsOf(timeZone)
  if (offsets === undefined) return { state: 'missing', says: `${timeZone} is no time zone.` }
  if (at === undefined || (at.latitude === 0 && at.longitude === 0))
    return { state: 'unknown', says: `${timeZone}; without coordinates it cannot be compared.` }
  const sun = at.longitude / 15
  const gap = Math.min(...offsets.map((hours) => Math.abs(around(hours - sun))))
  const far = ofZone.length === 0 ? 0 : nearestKm(at, ofZone)
  if (gap > SUN_HOURS || far > ZONE_KM)
    return {
      state: 'contradicts',
      says: `${timeZone}, but the coordinates lie ${far > ZONE_KM ? `${far.toLocaleString('en')} km from it` : `${gap.toFixed(0)} hours away from it`}.`,
    }
  return { state: 'ok', says: `${timeZone}.` }
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

function placeOf(latitude: unknown, longitude: unknown): Place | undefined {
  const [lat, lng] = [Number(latitude), Number(longitude)]
  return Number.isFinite(lat) && Number.isFinite(lng) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? { latitude: lat, longitude: lng }
    : undefined
}

/** Kilometres to the nearest of some places, whole. */
function nearestKm(from: Place, places: readonly Place[]): number {
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
const around = (hours: number): number => ((((hours + 12) % 24) + 24) % 24) - 12

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
