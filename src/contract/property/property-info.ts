import * as z from '../../zod/index.js'
import {
  coordinate,
  DateTime,
  endpoint,
  identity,
  Int32,
  LanguageId,
  link,
  LookupPart,
  ofLookup,
  partnerApi,
  PropertyId,
  word,
} from '../schema/index.js'
import { GeoCode } from './property-fields.js'

const numeric = (limit: number) => z.union([z.number().min(-limit).max(limit), coordinate(limit)])

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const Address = z.strictObject(() => ({
  addressType: word(z.string()).optional().describe('Such as GEOCODE'),
  addressLine: z.string().optional(),
  cityName: z.string().optional(),
  postalCode: identity(z.string()).optional(),
  countryId: ofLookup('country', Int32).optional(),
  stateId: Int32.optional(),
  regionId: Int32.optional(),
  cityId: Int32.optional(),
}))

/** Units of `capacity` (interface: "Property information"). */
export const CAPACITY_TYPES = ['rooms', 'units', 'beds'] as const

/** Body of `POST` and `PUT /api/v1/properties/info` (interface: "Property information"). */
export const PropertyInfoBody = z.strictObject(() => ({
  propertyId: PropertyId.describe('Property that the information belongs to'),
  website: link(z.string()).optional().describe('Official website'),
  geoCode: z
    .strictObject({ latitude: numeric(90), longitude: numeric(180) })
    .optional()
    .describe('Coordinates'),
  brandId: ofLookup('brand', Int32).optional().describe('Brand id'),
  timezone: word(z.string().refine(isTimeZone, 'must be a time zone name such as Europe/Vienna'))
    .optional()
    .describe('Time zone name, such as Europe/Vienna'),
  taxpayerId: identity(z.string()).optional().describe('Tax identification number'),
  capacity: z.int().min(0).optional().describe('Capacity, in the unit that capacityType names'),
  capacityType: z.enum(CAPACITY_TYPES).optional().describe('Unit of the capacity'),
  isExist: z.boolean().optional().describe('Whether the property existed before the request'),
  propertyTypeId: ofLookup('propertyType', Int32).optional().describe('Property type id'),
  websiteUrlReachable: z.boolean().optional().describe('Whether the website was reachable'),
  websiteUrlReachabilityLastUpdate: DateTime.optional().describe('Time of the last reachability check'),
  languages: z
    .array(z.strictObject({ languageId: LanguageId, isMain: z.boolean().optional() }))
    .optional()
    .describe('Languages spoken'),
  addresses: z.array(Address).optional().describe('Addresses'),
}))

/** Property information as the service answers it (wire default 11). */
export const PropertyInfo = z.looseObject(() => ({
  propertyId: z.number(),
  website: z.string().nullish(),
  geoCode: GeoCode.nullish(),
  brandId: z.number().nullish(),
  brand: LookupPart.nullish(),
  timezone: z.string().nullish(),
  taxpayerId: z.string().nullish(),
  capacity: z.number().nullish(),
  capacityType: z.string().nullish(),
  isExist: z.boolean().nullish(),
  propertyTypeId: z.number().nullish(),
  propertyType: LookupPart.nullish(),
  languages: z
    .array(
      z.looseObject({
        languageId: z.number().optional(),
        isMain: z.boolean().nullish(),
        language: LookupPart.nullish(),
      }),
    )
    .nullish(),
  addresses: z.array(z.looseObject({})).nullish(),
}))

/** Fields of the body that report what the service found out; a description of a property leaves them out. */
export const INFO_REPORTED = ['isExist', 'websiteUrlReachable', 'websiteUrlReachabilityLastUpdate'] as const

const stored = {
  propertyId: 1000001,
  website: 'https://seaview.example',
  timezone: 'Europe/Lisbon',
  geoCode: { latitude: 38.7, longitude: -9.1 },
}

/** Interface: "Property reads" (info) and "Property writes" (info). */
export const propertyInfo = {
  get: endpoint({
    summary: 'Show the information of a property',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/info/{id}',
    retry: 'safe',
    source: 'Property reads',
    params: z.strictObject(() => ({ id: PropertyId })),
    result: PropertyInfo,
    example: { params: { id: 1000001 }, result: stored },
    errors: [400, 401, 403, 404],
  }),
  set: endpoint({
    summary: 'Store the information of a property: create it, or update it if there is some',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/properties/info',
    retry: 'safe',
    source: 'Property writes',
    body: PropertyInfoBody,
    result: PropertyInfo,
    example: { body: stored, result: stored },
    errors: [400, 401, 403, 404],
  }),
  update: endpoint({
    summary: 'Update the information of a property; only the fields you give change',
    dialect: partnerApi,
    method: 'PUT',
    path: '/api/v1/properties/info',
    retry: 'safe',
    source: 'Property writes',
    body: PropertyInfoBody,
    result: PropertyInfo,
    example: {
      body: { propertyId: 1000001, capacity: 40, capacityType: 'rooms' },
      result: { ...stored, capacity: 40, capacityType: 'rooms' },
    },
    errors: [400, 401, 403, 404],
  }),
}
