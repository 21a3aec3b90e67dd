import type { Caller, Loose } from './sandbox.js'

/** Checks of searches that do not trust the service: distances by another formula, facets by searching for each value, pages by remembering rows. */

export interface Place {
  latitude: number
  longitude: number
}

/** Deterministic numbers in [0, 1). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Distance in km as the angle between two vectors from the centre of the earth. */
export function distanceByVectors(a: Place, b: Place): number {
  const vector = ({ latitude, longitude }: Place) => {
    const [lat, lon] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
    return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)] as const
  }
  const [u, v] = [vector(a), vector(b)]
  const cross = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
  return 6371.0088 * Math.atan2(cross, u[0] * v[0] + u[1] * v[1] + u[2] * v[2])
}

interface Row {
  id: number
  distance: number | null
}

const SEARCH = '/api/v1/property/search-v4'
const FACETS = '/api/v1/property/filters-count-by-geocode/v2'
const TOLERANCE_KM = 0.01

async function ask(caller: Caller, path: string, body: object): Promise<Loose> {
  const reply = await caller.post(path, body)
  if (reply.status !== 200) throw new Error(`${path} ${JSON.stringify(body)}: ${reply.status} ${reply.text}`)
  return reply.body['result'] as Loose
}

const at = ({ latitude, longitude }: Place) => ({ latitude: String(latitude), longitude: String(longitude) })
const rowsOf = (page: Loose) => page['content'] as unknown as Row[]

export interface Outcome {
  /** How much was compared. */
  checked: Record<string, number>
  /** Every disagreement in words; none is the wish. */
  disagreements: string[]
}

/**
 * (a) Searches around centres: who is inside the radius, and how far, by the other formula. What lies within the tolerance of the
 * radius itself is left to the service.
 * @param places where each property is, by id
 */
export async function checkDistances(
  caller: Caller,
  places: ReadonlyMap<number, Place>,
  centres: readonly (Place & { radius: number })[],
): Promise<Outcome> {
  const disagreements: string[] = []
  const checked = { searches: 0, distances: 0, worstMetres: 0 }
  for (const { radius, ...centre } of centres) {
    const found = new Map(
      rowsOf(await ask(caller, SEARCH, { ...at(centre), radius, pageSize: 100_000 })).map((row) => [
        row.id,
        row.distance,
      ]),
    )
    checked.searches += 1
    for (const [id, place] of places) {
      const expected = distanceByVectors(centre, place)
      const told = found.get(id)
      if (Math.abs(expected - radius) > TOLERANCE_KM && (told !== undefined) !== expected <= radius)
        disagreements.push(
          `property ${id}: ${expected} km, radius ${radius}, ${told === undefined ? 'not found' : 'found'}`,
        )
      if (told === undefined) continue
      const off = told === null ? Number.POSITIVE_INFINITY : Math.abs(told - expected)
      checked.distances += 1
      checked.worstMetres = Math.max(checked.worstMetres, off * 1000)
      if (off > TOLERANCE_KM) disagreements.push(`property ${id}: told ${told} km, is ${expected} km`)
      found.delete(id)
    }
    if (found.size > 0)
      disagreements.push(...[...found.keys()].filter((id) => !places.has(id)).map((id) => `property ${id} is nobody's`))
  }
  return { checked, disagreements }
}

type Filter = Record<string, unknown>

/** A request with some of every filter. */
export function randomFilter(random: () => number, centres: readonly Place[]): Filter {
  const some = <T>(values: readonly T[], share: number): T[] => values.filter(() => random() < share)
  const centre = centres[Math.floor(random() * centres.length)] as Place
  const longitude = centre.longitude + random() - 0.5
  return {
    ...at({ latitude: centre.latitude + random() - 0.5, longitude: Math.max(-180, Math.min(180, longitude)) }),
    ...(random() < 0.7 ? { radius: [20, 150, 800, 3000, 20_000][Math.floor(random() * 5)] } : {}),
    ...(random() < 0.6 ? { ratings: some(['noRating', '1', '2', '3', '4', '5'], 0.4) } : {}),
    ...(random() < 0.5 ? { distributorType: some(['A', 'B', 'C', 'none such'], 0.5) } : {}),
    ...(random() < 0.5 ? { propertyTypeIds: some([1, 2, 3, 4, 5, 6, 8, 11, 12], 0.5) } : {}),
    ...(random() < 0.6
      ? {
          hotelFacilitiesFiltered: some(
            Array.from({ length: 16 }, (_, id) => id + 1),
            0.12,
          ),
        }
      : {}),
  }
}

const NUMERIC = new Set(['propertyTypeIds', 'hotelFacilitiesFiltered'])

/** (b) Each number of the facets against a search that chooses the value. */
export async function checkFacets(caller: Caller, filters: readonly Filter[]): Promise<Outcome> {
  const disagreements: string[] = []
  const checked = { filters: 0, numbers: 0, notNought: 0, slowestMs: 0 }
  for (const filter of filters) {
    const began = performance.now()
    const facets = (await ask(caller, FACETS, filter)) as unknown as Record<string, number>
    checked.slowestMs = Math.max(checked.slowestMs, performance.now() - began)
    checked.filters += 1
    for (const [key, told] of Object.entries(facets)) {
      const [field, text] = [key.slice(0, key.indexOf('.')), key.slice(key.indexOf('.') + 1)]
      const value = NUMERIC.has(field) ? Number(text) : text
      const chosen =
        field === 'hotelFacilitiesFiltered' ? [...new Set([...((filter[field] as unknown[]) ?? []), value])] : [value]
      const total = Number((await ask(caller, SEARCH, { ...filter, [field]: chosen, pageSize: 1 }))['totalElements'])
      checked.numbers += 1
      if (told > 0) checked.notNought += 1
      if (total !== told)
        disagreements.push(`${key} of ${JSON.stringify(filter)}: facets say ${told}, search finds ${total}`)
    }
  }
  return { checked, disagreements }
}

/** (c) Pages by id while properties are added between them: every row that was there at the start comes once. */
export async function checkPaging(
  caller: Caller,
  startIds: readonly number[],
  pageSize: number,
  add: (page: number) => Promise<void>,
): Promise<Outcome> {
  const seen: number[] = []
  let pages = 0
  for (; ; pages += 1) {
    const page = await ask(caller, SEARCH, {
      latitude: '0',
      longitude: '0',
      pageNumber: pages,
      pageSize,
      sortRequests: [{ field: 'id', order: 'ASC' }],
    })
    if (rowsOf(page).length === 0) break
    seen.push(...rowsOf(page).map(({ id }) => id))
    if (seen.length < startIds.length) await add(pages)
  }
  const distinct = new Set(seen)
  const lost = startIds.filter((id) => !distinct.has(id))
  const disagreements = [
    ...(lost.length > 0 ? [`lost: ${lost.join(', ')}`] : []),
    ...(distinct.size === seen.length ? [] : [`${seen.length - distinct.size} rows came twice`]),
  ]
  return { checked: { pages, rows: seen.length, added: seen.length - startIds.length }, disagreements }
}
