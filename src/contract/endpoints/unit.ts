import * as z from 'zod'
import { endpoint, int32Text, LIMITS, Lookup, pageOf, partnerApi, PropertyId, ShortText, UnitId } from '../schema/index.js'
import { Unit, UnitAdd, UnitIdentifier, UnitUpdate } from './unit-fields.js'

const pageQuery = {
  page: int32Text(0).default(0).describe('Page to return; the first page is 0'),
  size: int32Text(1).default(LIMITS.pageSizeDefault).describe('Records per page'),
  propertyId: PropertyId,
}

const example = { id: 101, propertyId: 1000001, names: [{ text: 'Double room', languageId: 1 }], noOfSellableUnits: 12, basePrice: 99 }

/** Interface: "Sellable units". */
export const unit = {
  add: endpoint({
    summary: 'Add a sellable unit (room, meal or extra) to a property',
    dialect: partnerApi, method: 'POST', path: '/api/v1/sellable-unit', retry: 'never', source: 'Sellable units', successStatus: 201,
    body: UnitAdd,
    result: Unit,
    example: { body: { propertyId: 1000001, sellableUnitTypeId: 1, names: [{ text: 'Double room', languageId: 1 }], noOfSellableUnits: 12, basePrice: 99 }, result: example },
    errors: [400, 401, 403, 404],
  }),
  get: endpoint({
    summary: 'Show a sellable unit',
    dialect: partnerApi, method: 'GET', path: '/api/v1/sellable-unit/{id}', retry: 'safe', source: 'Sellable units',
    params: z.strictObject({ id: UnitId }),
    result: Unit,
    example: { params: { id: 101 }, result: example },
    errors: [400, 401, 403, 404],
  }),
  update: endpoint({
    summary: 'Update a sellable unit; names, capacities and descriptions replace the existing ones',
    dialect: partnerApi, method: 'PUT', path: '/api/v1/sellable-unit/{id}', retry: 'safe', source: 'Sellable units',
    params: z.strictObject({ id: UnitId }),
    body: UnitUpdate,
    result: Unit,
    example: { params: { id: 101 }, body: { noOfSellableUnits: 14 }, result: { ...example, noOfSellableUnits: 14 } },
    errors: [400, 401, 403, 404, 422],
  }),
  types: endpoint({
    summary: 'List the unit types',
    dialect: partnerApi, method: 'GET', path: '/api/v1/sellable-unit/sellable-unit-types', retry: 'safe', source: 'Sellable units',
    result: z.array(Lookup),
    example: { result: [{ id: 1, code: 'room', name: 'Room' }] },
    errors: [401],
  }),
  paymentTypes: endpoint({
    summary: 'List the payment types',
    dialect: partnerApi, method: 'GET', path: '/api/v1/sellable-unit/payment-types', retry: 'safe', source: 'Sellable units',
    result: z.array(Lookup),
    example: { result: [{ id: 1, code: 'per_stay', name: 'Per stay' }] },
    errors: [401],
  }),
  list: endpoint({
    summary: 'List the sellable units of a property',
    dialect: partnerApi, method: 'GET', path: '/api/v1/sellable-unit/paging/by-property', retry: 'safe', source: 'Sellable units',
    query: z.strictObject(pageQuery),
    result: pageOf(Unit),
    example: { query: { propertyId: 1000001, page: 0, size: 10 }, result: { content: [example], pageNumber: 0, pageSize: 10, totalElements: 1, totalPages: 1 } },
    errors: [400, 401, 403, 404],
  }),
  listByType: endpoint({
    summary: 'List the sellable units of one type of a property',
    dialect: partnerApi, method: 'GET', path: '/api/v1/sellable-unit/page/by-property-and-type', retry: 'safe', source: 'Sellable units',
    query: z.strictObject({ ...pageQuery, type: ShortText.describe('Unit type code, such as room') }),
    result: pageOf(Unit),
    example: {
      query: { propertyId: 1000001, type: 'room', page: 0, size: 10 },
      result: { content: [example], pageNumber: 0, pageSize: 10, totalElements: 1, totalPages: 1 },
    },
    errors: [400, 401, 403, 404],
  }),
  identifiers: endpoint({
    summary: 'List the reference ids and labels of a unit',
    dialect: partnerApi, method: 'GET', path: '/api/v1/sellable-unit/identifier/{sellableUnitId}', retry: 'safe', source: 'Sellable units',
    params: z.strictObject({ sellableUnitId: UnitId }),
    result: z.array(UnitIdentifier),
    example: { params: { sellableUnitId: 101 }, result: [{ id: 1, sellableUnitId: 101, name: 'supplierUnitId', value: '101', source: { id: 2, abbreviation: 'SUP' } }] },
    errors: [400, 401, 403, 404],
  }),
  find: endpoint({
    summary: 'Find the unit that has an id in an external system',
    dialect: partnerApi, method: 'GET', path: '/api/v1/sellable-unit/by-external-id/{source}/{id}', retry: 'safe', source: 'Sellable units',
    params: z.strictObject({
      source: ShortText.describe('Abbreviation of the external system, 1 to 255 characters'),
      id: ShortText.describe('Id in that system, 1 to 255 characters'),
    }),
    result: Unit,
    example: { params: { source: 'SUP', id: '101' }, result: example },
    errors: [400, 401, 404, 422],
  }),
}
