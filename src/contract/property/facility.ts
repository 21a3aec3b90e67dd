import * as z from '../../zod/index.js'
import { endpoint, partnerApi, PositiveId } from '../schema/index.js'
import { FacilityFilter } from './property-records.js'

/** Interface: "Property search and lists", facility filters. */
export const facility = {
  list: endpoint({
    summary: 'List the facility filters',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/property-facility/filter',
    retry: 'safe',
    source: 'Property search and lists',
    result: z.array(FacilityFilter),
    example: { result: [{ id: 1, name: 'Wi-Fi' }] },
    errors: [401],
  }),
  get: endpoint({
    summary: 'Show a facility filter and the facilities it covers',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/property-facility/filter/{id}',
    retry: 'safe',
    source: 'Property search and lists',
    params: z.strictObject(() => ({ id: PositiveId.describe('Facility filter id, an integer of at least 1') })),
    result: FacilityFilter,
    example: { params: { id: 1 }, result: { id: 1, name: 'Wi-Fi', facilityMetadataIds: [1] } },
    errors: [400, 401, 404],
  }),
}
