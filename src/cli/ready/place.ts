import { judgeZone, nearestKm, ZONE_KM, type ZoneReport } from './place-zone.js'
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
  timeZone: ZoneReport
}

/** No part of a country is further from the nearest principal place of it. */
const COUNTRY_KM = 2_700
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
  // A country that the coordinates do not lie in says nothing of the zone.
  const isInside = meant !== undefined && ofCountry.length > 0 && nearestKm(meant, ofCountry) <= COUNTRY_KM
  const timeZoneReport = judgeZone(meant, timeZone, {
    ofZone,
    around: isInside ? ofCountry : all,
    country: isInside ? country?.toUpperCase() : undefined,
  })
  return { coordinates, timeZone: timeZoneReport }
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

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

function placeOf(latitude: unknown, longitude: unknown): Place | undefined {
  const [lat, lng] = [Number(latitude), Number(longitude)]
  return Number.isFinite(lat) && Number.isFinite(lng) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? { latitude: lat, longitude: lng }
    : undefined
}
