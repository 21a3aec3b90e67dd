import * as z from '../../zod/index.js'
import { endpoint, partnerApi, PropertyId } from '../schema/index.js'
import { Property, PropertyCreate, PropertyUpdate } from './property-fields.js'
import { propertyReads } from './property-reads.js'
import { propertySearch } from './property-search.js'

const created = { id: 1000001, hubSwitchId: 'HS-1', code: 'SEA', name: 'Seaview Hotel', status: 'ACTIVE' }

/** Interface: "Property search and lists", "Property reads", "Property writes". */
export const property = {
  ...propertySearch,
  ...propertyReads,
  create: endpoint({
    summary: 'Create a property',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/properties',
    retry: 'lookup-first',
    source: 'Property writes',
    successStatus: 201,
    body: PropertyCreate,
    result: Property,
    example: { body: { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview Hotel' }, result: created },
    errors: [400, 401, 409],
  }),
  update: endpoint({
    summary: 'Update a property; only the fields you give change',
    dialect: partnerApi,
    method: 'PUT',
    path: '/api/v1/properties/{id}',
    retry: 'safe',
    source: 'Property writes',
    params: z.strictObject(() => ({ id: PropertyId })),
    body: PropertyUpdate,
    result: Property,
    example: {
      params: { id: 1000001 },
      body: { name: 'Seaview Grand' },
      result: { ...created, name: 'Seaview Grand' },
    },
    errors: [400, 401, 403, 404, 409],
  }),
}
