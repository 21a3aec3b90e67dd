import { z } from 'zod'
import { partnerApi } from './dialect.js'
import { endpoint } from './endpoint.js'
import { Day, Int32, LIMITS, PropertyId, pageOf } from './fields.js'
import { Property, PropertyCreate, PropertyRow, PropertyUpdate } from './property-fields.js'

const unique = <T>(items: readonly T[]): boolean => new Set(items).size === items.length
const UniqueIds = z.array(Int32).refine(unique, 'must not repeat an id').meta({ uniqueItems: true })

/** A coordinate as the interface sends it: text. */
const coordinate = (limit: number) =>
  z.string().refine((text) => text.trim() !== '' && Math.abs(Number(text)) <= limit, `must be a number from -${limit} to ${limit}`)

const SortRequest = z.strictObject({
  field: z.string().min(1),
  order: z.enum(['ASC', 'DESC']).optional(),
  direction: z.enum(['ASC', 'DESC']).optional(),
  priority: z.int().optional(),
})

/** The search request that several endpoints share (interface: "Property search request"). */
export const searchFilters = {
  radius: z.int().min(0).max(LIMITS.int32Max).optional().describe('Search distance in km; only properties inside it are included'),
  distributorType: z.array(z.string()).optional().describe('Distributor channel types, such as A, B or C'),
  propertyTypeIds: UniqueIds.optional().describe('Property type ids'),
  hotelFacilitiesFiltered: UniqueIds.optional().describe('Facility ids; a property must have all of them'),
  ratings: z.array(z.enum(['noRating', '1', '2', '3', '4', '5'])).optional().describe('Ratings; noRating means unrated'),
}

const searchPaging = {
  pageNumber: z.int().min(0).max(LIMITS.int32Max).optional().describe('Page to return; the first page is 0'),
  pageSize: z.int().min(1).max(LIMITS.int32Max).optional().describe('Records per page'),
  checkInDate: Day.optional().describe('Stay start, YYYY-MM-DD'),
  checkOutDate: Day.optional().describe('Stay end, YYYY-MM-DD'),
  sortRequests: z.array(SortRequest).optional().describe('Sort fields with order and priority'),
}

export const centre = {
  latitude: coordinate(90).describe('Latitude of the centre'),
  longitude: coordinate(180).describe('Longitude of the centre'),
}

const created = { id: 1000001, hubSwitchId: 'HS-1', code: 'SEA', name: 'Seaview Hotel', status: 'ACTIVE' }

/** Interface: "Property search and lists", "Property reads", "Property writes". */
export const property = {
  create: endpoint({
    summary: 'Create a property',
    dialect: partnerApi, method: 'POST', path: '/api/v1/properties', retry: 'lookup-first', source: 'Property writes', successStatus: 201,
    body: PropertyCreate,
    result: Property,
    example: { body: { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview Hotel' }, result: created },
    errors: [400, 401, 409],
  }),
  update: endpoint({
    summary: 'Update a property; only the fields you give change',
    dialect: partnerApi, method: 'PUT', path: '/api/v1/properties/{id}', retry: 'safe', source: 'Property writes',
    params: z.strictObject({ id: PropertyId }),
    body: PropertyUpdate,
    result: Property,
    example: { params: { id: 1000001 }, body: { name: 'Seaview Grand' }, result: { ...created, name: 'Seaview Grand' } },
    errors: [400, 401, 403, 404, 409],
  }),
  get: endpoint({
    summary: 'Show a property with its address and coordinates',
    dialect: partnerApi, method: 'GET', path: '/api/v1/properties/{id}', retry: 'safe', source: 'Property reads',
    params: z.strictObject({ id: PropertyId }),
    result: Property,
    example: { params: { id: 1000001 }, result: created },
    errors: [400, 401, 403, 404],
  }),
  search: endpoint({
    summary: 'Search properties around a point',
    dialect: partnerApi, method: 'POST', path: '/api/v1/property/search-v4', retry: 'safe', source: 'Property search and lists',
    body: z.strictObject({ ...centre, ...searchFilters, ...searchPaging }),
    result: pageOf(PropertyRow),
    example: {
      body: { latitude: '48.8566', longitude: '2.3522', radius: 10 },
      result: { content: [{ id: 1000001, name: 'Seaview Hotel', distance: 1.2 }], pageNumber: 0, pageSize: 10, totalElements: 1, totalPages: 1 },
    },
    errors: [400, 401],
  }),
}
