import * as z from '../../zod/index.js'
import { endpoint, partnerApi, PositiveId, PropertyId, Unpadded } from '../schema/index.js'
import { Property } from './property-fields.js'
import { PropertyInfo } from './property-info.js'
import {
  DataFile,
  ExternalReview,
  Facility,
  Media,
  PropertyWithFacilities,
  PropertyWithMedia,
  Sitemap,
  SourceIdentifier,
} from './property-records.js'

const params = z.strictObject(() => ({ id: PropertyId }))
const FileName = z
  .string()
  .regex(/^[^/\\]+$/, 'must be a file name, without a folder')
  .describe('Name of the file')

const read = { id: 1000001, hubSwitchId: 'HS-1', code: 'SEA', name: 'Seaview Hotel', status: 'ACTIVE' }
const picture = {
  id: 1,
  propertyId: 1000001,
  url: 'https://images.example/seaview.jpg',
  mediaType: { id: 1, code: 'image', name: 'Image' },
  isMain: true,
  isLogo: false,
  sortOrder: 1,
}
const wifi = { id: 1, facilityMetadataId: 1, code: 'wifi', name: 'Wi-Fi', categoryName: 'Internet' }
const hub = { id: 1, abbreviation: 'HUB', name: 'External integration system' }

const ERRORS = [400, 401, 403, 404] as const

/** Interface: "Property reads". A supplier reads its own properties; with permission to read all, any. */
export const propertyReads = {
  get: endpoint({
    summary: 'Show a property with its address and coordinates',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/{id}',
    retry: 'safe',
    source: 'Property reads',
    params,
    result: Property,
    example: { params: { id: 1000001 }, result: read },
    errors: ERRORS,
  }),
  withMainMedia: endpoint({
    summary: 'Show a property with its main media',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/with-main-media/{id}',
    retry: 'safe',
    source: 'Property reads',
    params,
    result: PropertyWithMedia,
    example: { params: { id: 1000001 }, result: { ...read, media: [picture] } },
    errors: ERRORS,
  }),
  withFacilities: endpoint({
    summary: 'Show a property with its facilities',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/with-facility-data/{id}',
    retry: 'safe',
    source: 'Property reads',
    params,
    result: PropertyWithFacilities,
    example: { params: { id: 1000001 }, result: { ...read, facilities: [wifi] } },
    errors: ERRORS,
  }),
  withInfoAndReviews: endpoint({
    summary: 'Show a property with its information and external reviews',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/property-with-property-info-and-external-reviews/{id}',
    retry: 'safe',
    source: 'Property reads',
    params,
    result: z.looseObject(() => ({
      ...Property.shape,
      propertyInfo: PropertyInfo.partial({ propertyId: true }).nullish(),
      externalReviews: z.array(ExternalReview).nullish(),
    })),
    example: {
      params: { id: 1000001 },
      result: {
        ...read,
        propertyInfo: { propertyId: 1000001, timezone: 'Europe/Lisbon' },
        externalReviews: [{ rating: 8.7, ratingMax: 10, reviewCount: 214 }],
      },
    },
    errors: ERRORS,
  }),
  identifiers: endpoint({
    summary: 'List the ids of a property in source systems',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/identifier/{propertyId}',
    retry: 'safe',
    source: 'Property reads',
    params: z.strictObject(() => ({ propertyId: PropertyId })),
    result: z.array(SourceIdentifier),
    example: { params: { propertyId: 1000001 }, result: [{ propertyId: 1000001, identifier: 'HS-1', source: hub }] },
    errors: ERRORS,
  }),
  facilities: endpoint({
    summary: 'List the facilities of a property',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/facility-data/{id}',
    retry: 'safe',
    source: 'Property reads',
    params,
    result: z.array(Facility),
    example: { params: { id: 1000001 }, result: [wifi] },
    errors: ERRORS,
  }),
  facilitiesOfSource: endpoint({
    summary: 'List the facilities of a property as one source system knows them',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/facility-data-by-id-and-identifier-source-id/{id}/{identifierSourceId}',
    retry: 'safe',
    source: 'Property reads',
    params: z.strictObject(() => ({
      id: PropertyId,
      identifierSourceId: PositiveId.describe('Identifier source id, an integer of at least 1'),
    })),
    result: z.array(Facility),
    example: { params: { id: 1000001, identifierSourceId: 1 }, result: [wifi] },
    errors: ERRORS,
  }),
  getByHubId: endpoint({
    summary: 'Show the property that has this id in the external integration system',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/hubswitch-property-id/{id}',
    retry: 'safe',
    source: 'Property reads',
    params: z.strictObject(() => ({
      id: Unpadded.describe('Id in the external integration system, 1 to 255 characters'),
    })),
    result: Property,
    example: { params: { id: 'HS-1' }, result: read },
    errors: ERRORS,
  }),
  logos: endpoint({
    summary: 'List the logos of a property',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/logo/{propertyId}',
    retry: 'safe',
    source: 'Property reads',
    params: z.strictObject(() => ({ propertyId: PropertyId })),
    result: z.array(Media),
    example: { params: { propertyId: 1000001 }, result: [{ ...picture, isMain: false, isLogo: true }] },
    errors: ERRORS,
  }),
  sitemap: endpoint({
    summary: 'Show the properties of a sitemap file, with addresses, e-mails and images',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/sitemap/{fileName}',
    retry: 'safe',
    source: 'Property reads',
    bare: true,
    params: z.strictObject(() => ({ fileName: FileName })),
    result: Sitemap,
    example: {
      params: { fileName: 'sitemap-1.json' },
      result: {
        fileName: 'sitemap-1.json',
        properties: [{ id: 1000001, name: 'Seaview Hotel', addresses: [], emails: [], images: [] }],
      },
    },
    errors: [400, 401, 404],
  }),
  details: endpoint({
    summary: 'Show the decoded content of a property data file',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/properties/details/{fileName}',
    retry: 'safe',
    source: 'Property reads',
    bare: true,
    params: z.strictObject(() => ({ fileName: FileName })),
    result: DataFile,
    example: {
      params: { fileName: 'property-1000001.json' },
      result: { fileName: 'property-1000001.json', data: read, executionTime: 3 },
    },
    errors: ERRORS,
  }),
}
