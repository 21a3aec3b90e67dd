import { formatNight, type Night, parseNight } from '../../calendar/index.js'
import { Fault } from '../../errors.js'
import { FACILITY_COUNT, lookupIdOf, lookupList } from '../ground/index.js'
import type { SeedList, SeedProperty } from '../seed/index.js'
import { type Year, yearFrom } from './calendar.js'
import { CITIES, type City } from './cities.js'
import { SeededRandom } from '../../random/index.js'
import { type House, unitsOf } from './units.js'
import { SCRIPT_WORDS } from './words-scripts.js'
import { WORDS, type Words } from './words.js'

export interface EstateOptions {
  /** How many properties. */
  properties: number
  /** The same seed makes the same estate; a larger one begins with a smaller one's properties. */
  seed: number
  /** First night of the rates, YYYY-MM-DD. */
  from: string
}

const PROPERTIES_MAX = 100_000
/** How far from its city's centre a property may be. */
const CITY_RADIUS_KM = 14
const KM_PER_DEGREE = 111.195

/** Property types with their kind of house, where the names' leads stand, and how often they occur. */
const TYPES: readonly (readonly [type: { code: string; house: House; lead: number }, weight: number])[] = [
  [{ code: 'hotel', house: 'hotel', lead: 0 }, 46],
  [{ code: 'apartment', house: 'apartment', lead: 1 }, 18],
  [{ code: 'bed_and_breakfast', house: 'guest_house', lead: 2 }, 9],
  [{ code: 'guest_house', house: 'guest_house', lead: 2 }, 9],
  [{ code: 'hostel', house: 'hostel', lead: 3 }, 8],
  [{ code: 'inn', house: 'guest_house', lead: 2 }, 4],
  [{ code: 'resort', house: 'hotel', lead: 0 }, 3],
  [{ code: 'holiday_home', house: 'apartment', lead: 1 }, 3],
]
const RYOKAN = { code: 'ryokan', house: 'guest_house', lead: 2 } as const

/** The properties of an estate, one at a time. Each depends on the seed and its number alone. */
export function* generateEstate({ properties, seed, from }: EstateOptions): Generator<SeedProperty> {
  const first = parseNight(from)
  if (first === undefined) throw new Fault('USAGE', `${from} is not a date; use YYYY-MM-DD.`)
  if (!Number.isInteger(properties) || properties < 1 || properties > PROPERTIES_MAX)
    throw new Fault('USAGE', `An estate has 1 to ${PROPERTIES_MAX} properties.`)
  const year = yearFrom(first)
  for (let number = 1; number <= properties; number += 1) yield propertyOf(seed, number, first, year)
}

/** A list for every city of the estate, at a domain name of its own. */
export function estateLists({ properties, seed }: Pick<EstateOptions, 'properties' | 'seed'>): SeedList[] {
  const members = new Map<City, string[]>()
  for (let number = 1; number <= properties; number += 1) {
    const city = cityOf(randomOf(seed, number))
    members.set(city, [...(members.get(city) ?? []), hubSwitchIdOf(seed, number)])
  }
  return [...members].map(([{ name, label }, hubSwitchIds]) => ({
    domain: `${label}.stays.example`,
    name,
    hubSwitchIds,
  }))
}

const hubSwitchIdOf = (seed: number, number: number): string => `GEN-${seed}-${String(number).padStart(6, '0')}`
const randomOf = (seed: number, number: number): SeededRandom => new SeededRandom(seed, number)
/** The first thing that is drawn for a property. */
const cityOf = (random: SeededRandom): City => random.pick(CITIES)

function propertyOf(seed: number, number: number, from: Night, year: Year): SeedProperty {
  const random = randomOf(seed, number)
  const city = cityOf(random)
  const words = (WORDS[city.language] ?? SCRIPT_WORDS[city.language]) as Words
  const type = city.language === 'ja' && random.chance(0.4) ? RYOKAN : random.weighted(TYPES)
  const rating = ratingOf(type.house, random)
  const name = nameOf(words, type.lead, random)
  const code = `${city.label.replace(/-/g, '').slice(0, 3).toUpperCase()}${String(number).padStart(5, '0')}`
  const site = `${code.toLowerCase()}.example`
  const units = unitsOf({ city, words, house: type.house, rating, year }, random)
  const rooms = units.reduce((sum, { type: kind = 'room', count }) => (kind === 'room' ? sum + count : sum), 0)
  const distributorType = random.weighted([
    ['A', 40],
    ['B', 25],
    ['C', 15],
    [undefined, 20],
  ] as const)
  return {
    hubSwitchId: hubSwitchIdOf(seed, number),
    code,
    name: name.local,
    currency: city.currency,
    timezone: city.timezone,
    propertyType: type.code,
    ...(rating === undefined ? {} : { rating }),
    ...(distributorType === undefined ? {} : { distributorType }),
    partnerId: random.chance(0.85) ? 'demo-supplier' : 'demo-operator',
    ...placeNear(city, random),
    address: {
      addressLine: `${random.pick(words.streets.split('|'))} ${random.whole(1, 140)}`,
      cityName: city.name,
      postalCode: String(random.whole(10_000, 99_999)),
      country: city.country,
    },
    facilities: facilitiesOf(random),
    images: imagesOf(site, type.house, random),
    identifiers: [
      ...(random.chance(0.8) ? [{ source: 'PMS', identifier: `PMS-${random.whole(100_000, 999_999)}` }] : []),
      ...(random.chance(0.6)
        ? [
            {
              source: 'REV',
              identifier: `r${random.whole(1_000_000, 9_999_999)}`,
              url: `https://reviews.example/${site}`,
            },
          ]
        : []),
    ],
    reviews: reviewsOf(site, from, random),
    info: infoOf(city, site, rooms, random),
    fields: fieldsOf(city, site, name, random),
    units,
  }
}

function ratingOf(house: House, random: SeededRandom): number | undefined {
  if (house === 'hotel')
    return random.weighted([
      [undefined, 8],
      [1, 4],
      [2, 14],
      [3, 34],
      [4, 30],
      [5, 10],
    ] as const)
  return random.weighted([
    [undefined, 62],
    [1, 6],
    [2, 10],
    [3, 14],
    [4, 6],
    [5, 2],
  ] as const)
}

/** A house's name in the script of its city and in Latin letters. */
function nameOf({ order, leads, cores }: Words, lead: number, random: SeededRandom): { local: string; latin: string } {
  const [leadLocal = '', leadLatin = leadLocal] = (leads.split('|')[lead] as string).split('=')
  const [coreLocal = '', coreLatin = coreLocal] = random.pick(cores.split('|')).split('=')
  if (order === 'first') return { local: `${leadLocal} ${coreLocal}`, latin: `${leadLatin} ${coreLatin}` }
  return {
    local: order === 'glued' ? `${coreLocal}${leadLocal}` : `${coreLocal} ${leadLocal}`,
    latin: `${coreLatin} ${leadLatin}`,
  }
}

function placeNear({ latitude, longitude }: City, random: SeededRandom): { latitude: number; longitude: number } {
  const [distance, bearing] = [CITY_RADIUS_KM * random.next() ** 1.5, 2 * Math.PI * random.next()]
  const north = (distance * Math.cos(bearing)) / KM_PER_DEGREE
  const east = (distance * Math.sin(bearing)) / (KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))
  return { latitude: Number((latitude + north).toFixed(6)), longitude: Number((longitude + east).toFixed(6)) }
}

function facilitiesOf(random: SeededRandom): NonNullable<SeedProperty['facilities']> {
  const ids = Array.from({ length: FACILITY_COUNT }, (_, at) => at + 1)
  return random.some(ids, random.whole(2, 16)).map((id) => ({
    id,
    sourceId: random.weighted([
      [1, 6],
      [3, 3],
      [5, 1],
    ] as const),
    ...(random.chance(0.15) ? { value: random.pick(['free of charge', 'on request', 'seasonal']) } : {}),
  }))
}

function imagesOf(site: string, house: House, random: SeededRandom): NonNullable<SeedProperty['images']> {
  const pictures = Array.from({ length: random.whole(1, 8) }, (_, at) => ({
    url: `https://images.example/${site}/${at + 1}.jpg`,
    isMain: at === 0,
  }))
  return [
    ...pictures,
    ...(random.chance(0.7) ? [{ url: `https://images.example/${site}/logo.svg`, isLogo: true }] : []),
    ...(house === 'apartment' ? [{ url: `https://images.example/${site}/plan.png`, type: 'floor_plan' }] : []),
  ]
}

function reviewsOf(site: string, from: Night, random: SeededRandom): NonNullable<SeedProperty['reviews']> {
  return Array.from({ length: random.whole(0, 2) }, (_, at) => ({
    rating: random.whole(at === 0 ? 58 : 30, at === 0 ? 98 : 50) / 10,
    ratingMax: at === 0 ? 10 : 5,
    reviewCount: random.whole(3, 2400),
    url: `https://reviews.example/${site}/${at + 1}`,
    lastUpdate: `${formatNight(from - random.whole(1, 90))}T08:00:00Z`,
  }))
}

function infoOf({ language }: City, site: string, rooms: number, random: SeededRandom): Record<string, unknown> {
  const languageId = lookupIdOf('language', language)
  return {
    website: `https://www.${site}`,
    capacity: rooms,
    capacityType: 'rooms',
    languages: [{ languageId, isMain: true }, ...(language === 'en' ? [] : [{ languageId: 1, isMain: false }])],
    ...(random.chance(0.25) ? { brandId: random.whole(1, lookupList('brand').length) } : {}),
  }
}

function fieldsOf(
  { language, country, phone }: City,
  site: string,
  { local, latin }: { local: string; latin: string },
  random: SeededRandom,
): Record<string, unknown> {
  const languageId = lookupIdOf('language', language)
  return {
    ...(latin === local ? {} : { alternativeName: latin }),
    names: [{ text: local, languageId }, ...(latin === local ? [] : [{ text: latin, languageId: 1 }])],
    emailAddress: `desk@${site}`,
    emails: [{ emailTypeId: 2, email: `reservations@${site}`, status: 'ACTIVE' }],
    phones: [
      { phoneTypeId: 1, phoneNumber: `${phone} 555 ${random.whole(1000, 9999)}`, isValidated: random.chance(0.7) },
    ],
    languageId,
    countryId: lookupIdOf('country', country),
  }
}
