import * as z from '../../zod/index.js'
import {
  coordinate,
  Day,
  endpoint,
  Id32,
  Int32,
  LIMITS,
  ofLookup,
  pageOf,
  partnerApi,
  QueryBoolean,
  UniqueIds,
} from '../schema/index.js'
import { Property, PropertyRow } from './property-fields.js'

const SortRequest = z.strictObject(() => ({
  field: z.string().min(1),
  order: z.enum(['ASC', 'DESC']).optional(),
  direction: z.enum(['ASC', 'DESC']).optional(),
  priority: z.int().optional(),
}))

/** The filters that searches and counts share (interface: "Property search request"). */
const filters = () => ({
  radius: z
    .int()
    .min(0)
    .max(LIMITS.int32Max)
    .optional()
    .describe('Search distance in km; only properties inside it are included'),
  distributorType: z.array(z.string()).optional().describe('Distributor channel types, such as A, B or C'),
  propertyTypeIds: ofLookup('propertyType', UniqueIds).optional().describe('Property type ids'),
  hotelFacilitiesFiltered: ofLookup('facility', UniqueIds)
    .optional()
    .describe('Facility ids; a property must have all of them'),
  ratings: z
    .array(z.enum(['noRating', '1', '2', '3', '4', '5']))
    .optional()
    .describe('Ratings; noRating means unrated'),
})

const paging = {
  pageNumber: z.int().min(0).max(LIMITS.int32Max).optional().describe('Page to return; the first page is 0'),
  pageSize: z.int().min(1).max(LIMITS.int32Max).optional().describe('Records per page'),
  checkInDate: Day.optional().describe('Stay start, YYYY-MM-DD'),
  checkOutDate: Day.optional().describe('Stay end, YYYY-MM-DD'),
  sortRequests: z.array(SortRequest).optional().describe('Sort fields with order and priority'),
}

const centre = {
  latitude: coordinate(90).describe('Latitude of the centre'),
  longitude: coordinate(180).describe('Longitude of the centre'),
}

const maybeCentre = { latitude: centre.latitude.optional(), longitude: centre.longitude.optional() }

const listId = z.int().min(0).max(LIMITS.int32Max).describe('List id, an integer of at least 0')

const pageExample = {
  content: [{ id: 1000001, name: 'Seaview Hotel', distance: 1.2 }],
  pageNumber: 0,
  pageSize: 10,
  totalElements: 1,
  totalPages: 1,
}

/** Filter name → number of matching properties. A name is the filter's field and value, such as `ratings.4`. */
const Counts = z.record(z.string(), z.number().min(0))

const DOMAIN =
  /^(?=.{4,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u

/** Interface: "Property search and lists". */
export const propertySearch = {
  search: endpoint({
    summary: 'Search properties around a point',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/property/search-v4',
    retry: 'safe',
    source: 'Property search and lists',
    body: z.strictObject(() => ({ ...centre, ...filters(), ...paging })),
    result: pageOf(PropertyRow),
    example: { body: { latitude: '48.8566', longitude: '2.3522', radius: 10 }, result: pageExample },
    errors: [400, 401],
  }),
  searchList: endpoint({
    summary: 'Search the properties of a list',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/property/search-list-id-v4',
    retry: 'safe',
    source: 'Property search and lists',
    body: z.strictObject(() => ({ listId, ...maybeCentre, ...filters(), ...paging })),
    result: pageOf(PropertyRow),
    example: {
      body: { listId: 1, ratings: ['4', '5'] },
      result: { ...pageExample, content: [{ id: 1000001, name: 'Seaview Hotel' }] },
    },
    errors: [400, 401, 404],
  }),
  ids: endpoint({
    summary: 'Show properties by id',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/property/ids',
    retry: 'safe',
    source: 'Property search and lists',
    body: z.strictObject(() => ({ propertyIds: UniqueIds.describe('Property ids, without duplicates') })),
    result: z.array(Property),
    example: {
      body: { propertyIds: [1000001] },
      result: [{ id: 1000001, hubSwitchId: 'HS-1', code: 'SEA', name: 'Seaview Hotel', status: 'ACTIVE' }],
    },
    errors: [400, 401],
  }),
  facets: endpoint({
    summary: 'Count the properties around a point by filter',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/property/filters-count-by-geocode/v2',
    retry: 'safe',
    source: 'Property search and lists',
    body: z.strictObject(() => ({ ...centre, ...filters() })),
    result: Counts,
    example: {
      body: { latitude: '48.8566', longitude: '2.3522', radius: 10 },
      result: { 'ratings.4': 3, 'distributorType.A': 5 },
    },
    errors: [400, 401],
  }),
  facetsOfList: endpoint({
    summary: 'Count the properties of a list by filter',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/property/filter-count-by-listId/v2',
    retry: 'safe',
    source: 'Property search and lists',
    body: z.strictObject(() => ({ listId: Int32.describe('List id'), ...maybeCentre, ...filters() })),
    result: Counts,
    example: { body: { listId: 1 }, result: { 'ratings.4': 3, 'distributorType.A': 5 } },
    errors: [400, 401, 404],
  }),
  listId: endpoint({
    summary: 'Find the list id of a domain',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/property/list-id-by-domain-name/{domainName}',
    retry: 'safe',
    source: 'Property search and lists',
    params: z.strictObject(() => ({
      domainName: z
        .string()
        .regex(DOMAIN, 'must be a fully qualified domain name such as stays.example')
        .describe('Fully qualified domain name'),
    })),
    result: z.int(),
    example: { params: { domainName: 'stays.example' }, result: 1 },
    errors: [400, 401, 404],
  }),
  byChannel: endpoint({
    summary: 'List the ids of the properties connected to a channel',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/property/properties-by-channel/{channelId}',
    retry: 'safe',
    source: 'Property search and lists',
    params: z.strictObject(() => ({ channelId: Id32.describe('Channel id') })),
    result: z.array(z.int()),
    example: { params: { channelId: 3 }, result: [1000001] },
    errors: [400, 401],
  }),
  count: endpoint({
    summary: 'Count the properties',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/property/count',
    retry: 'safe',
    source: 'Property search and lists',
    query: z.strictObject(() => ({
      allPropertiesCount: QueryBoolean.default(false).describe('Include properties without a distributor type'),
    })),
    result: z.int().min(0),
    example: { query: { allPropertiesCount: true }, result: 1 },
    errors: [400, 401],
  }),
  countList: endpoint({
    summary: 'Count the properties of a list',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/property/count-list/{listId}',
    retry: 'safe',
    source: 'Property search and lists',
    params: z.strictObject(() => ({ listId: Id32.describe('List id') })),
    result: z.int().min(0),
    example: { params: { listId: 1 }, result: 1 },
    errors: [400, 401, 404],
  }),
}
