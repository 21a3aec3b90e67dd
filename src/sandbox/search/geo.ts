/** Mean radius of the earth in km (IUGG). */
const EARTH_KM = 6371.0088

export interface Place {
  latitude: number
  longitude: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Distance over the sphere in km (haversine formula, which stays exact for short distances). */
export function distanceKm(from: Place, to: Place): number {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const a =
    half(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(to.longitude - from.longitude)
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(a)))
}

export interface Box {
  south: number
  north: number
  /** Absent where the circle meets a pole or the 180th meridian: every longitude may be inside. */
  west?: number
  east?: number
}

/** A box that holds every point within `radiusKm`; what it holds besides must be measured. */
export function boxAround(centre: Place, radiusKm: number): Box {
  const margin = 1e-6
  const reach = (radiusKm / EARTH_KM) * (180 / Math.PI) + margin
  const south = centre.latitude - reach
  const north = centre.latitude + reach
  const ratio = Math.sin(radians(Math.min(reach, 90))) / Math.cos(radians(centre.latitude))
  if (ratio >= 1) return { south, north }
  const width = Math.asin(ratio) * (180 / Math.PI) + margin
  const west = centre.longitude - width
  const east = centre.longitude + width
  return west < -180 || east > 180 ? { south, north } : { south, north, west, east }
}
