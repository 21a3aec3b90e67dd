import { parseNight } from '../../calendar/index.js'
import { WEEKDAYS } from '../../contract/index.js'
import { FACILITY_COUNT, IDENTIFIER_SOURCES, lookupIdOf, lookupList, type LookupName } from '../ground/index.js'

/** Says what is wrong with a value, or undefined where nothing is. */
export type Rule = (value: unknown) => string | undefined

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const text: Rule = (value) => (typeof value === 'string' && value !== '' ? undefined : 'must be text')
const flag: Rule = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false')
const between =
  (low: number, high: number): Rule =>
  (value) =>
    typeof value === 'number' && value >= low && value <= high ? undefined : `must be a number from ${low} to ${high}`
const wholeBetween =
  (low: number, high: number): Rule =>
  (value) =>
    Number.isInteger(value) && Number(value) >= low && Number(value) <= high
      ? undefined
      : `must be an integer from ${low} to ${high}`
const amount: Rule = (value) =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value) ? undefined : 'must be a number of at least 0'
const INT32_MAX = 2_147_483_647
const count = wholeBetween(0, INT32_MAX)
const object: Rule = (value) => (isObject(value) ? undefined : 'must be an object')
const oneOf =
  (codes: readonly string[]): Rule =>
  (value) =>
    codes.includes(String(value)) ? undefined : `must be one of ${codes.join(', ')}`
const inList =
  (list: LookupName): Rule =>
  (value) =>
    typeof value === 'string' && lookupIdOf(list, value) !== undefined
      ? undefined
      : `must be a code such as ${lookupList(list)
          .slice(0, 3)
          .map(({ code }) => code)
          .join(', ')}`
const each =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) ? value.map(rule).find((wrong) => wrong !== undefined) : 'must be a list'
const objects = each(object)

/** An integer that `/v1` requests name; in quotes where a double cannot hold it. */
const code: Rule = (value) => {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? undefined : 'must be an integer; write a long one in quotes'
  return /^(0|[1-9]\d{0,18})$/.test(String(value)) ? undefined : 'must be an integer of at most 19 digits'
}

/** An amount that the interface can carry: at most twelve digits and four decimals. */
const price: Rule = (value) =>
  typeof value === 'number' && /^\d{1,12}(\.\d{1,4})?$/.test(String(value))
    ? undefined
    : 'must be an amount such as 120 or 99.5'
const night: Rule = (value) =>
  typeof value === 'string' && parseNight(value) !== undefined ? undefined : 'must be a day, YYYY-MM-DD'
const domain: Rule = (value) =>
  typeof value === 'string' && /^(?:[\p{L}\p{N}-]{1,63}\.){1,40}[\p{L}\p{N}-]{1,63}$/u.test(value)
    ? undefined
    : 'must be a domain name such as lisboa.stays.example'
const facilityId = wholeBetween(1, FACILITY_COUNT)

/** What the fields of each part must be. A field that no rule names is not known. */
export const RULES = {
  address: { addressLine: text, cityName: text, postalCode: text, country: inList('country') },
  occupancy: { standard: count, min: count, max: count },
  plan: { name: text, planCode: code },
  unitIdentifier: {
    source: oneOf(IDENTIFIER_SOURCES.map(({ abbreviation }) => abbreviation)),
    name: text,
    value: text,
  },
  nights: {
    from: night,
    to: night,
    days: each(oneOf(WEEKDAYS)),
    price,
    minStay: count,
    maxStay: count,
    closed: flag,
    closedToArrival: flag,
    closedToDeparture: flag,
    availability: count,
  },
  facility: {
    id: facilityId,
    sourceId: wholeBetween(1, IDENTIFIER_SOURCES.length),
    value: (value: unknown) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? undefined : 'must be text, a number, true or false',
  },
  image: { url: text, isMain: flag, isLogo: flag, type: inList('mediaType') },
  // The other sources' ids follow from the property itself.
  identifier: { source: oneOf(['PMS', 'REV']), identifier: text, url: text },
  review: {
    source: oneOf(IDENTIFIER_SOURCES.map(({ abbreviation }) => abbreviation)),
    rating: amount,
    ratingMax: amount,
    reviewCount: count,
    url: text,
    lastUpdate: text,
  },
  list: { domain, name: text, hubSwitchIds: each(text) },
  unit: {
    roomCode: code,
    name: text,
    names: object,
    type: inList('unitType'),
    count,
    basePrice: amount,
    occupancy: object,
    ratePlans: each((plan) => (isObject(plan) ? undefined : text(plan))),
    identifiers: objects,
    calendar: objects,
    fields: object,
  },
  property: {
    hotelCode: code,
    name: text,
    code: text,
    hubSwitchId: text,
    status: text,
    latitude: between(-90, 90),
    longitude: between(-180, 180),
    address: object,
    currency: inList('currency'),
    timezone: text,
    partnerId: text,
    distributorType: text,
    rating: wholeBetween(1, 5),
    propertyType: inList('propertyType'),
    facilityIds: each(facilityId),
    facilities: objects,
    images: objects,
    identifiers: objects,
    reviews: objects,
    info: object,
    fields: object,
    units: objects,
  },
} as const satisfies Record<string, Record<string, Rule>>

/** Wrong with a name of a unit in some language. */
export function faultOfName(language: string, name: unknown): string | undefined {
  return lookupIdOf('language', language) === undefined ? 'names no language that exists' : text(name)
}
