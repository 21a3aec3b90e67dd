import { LIMITS } from '../../contract/fields.js'
import type { CheckedInputOf } from '../../contract/index.js'
import type { Context } from '../handler.js'
import { viewPropertyRow } from '../property-view.js'
import { Refusal } from '../refusal.js'
import { SORT_FIELDS, findMatches, sortMatches, type SortField, type SortOrder } from '../search.js'

type Body = CheckedInputOf<'property.search'>['body']
type SortRequest = NonNullable<Body['sortRequests']>[number]

const isSortField = (field: string): field is SortField => (SORT_FIELDS as readonly string[]).includes(field)

function refuse(field: string, message: string): never {
  throw new Refusal(400, `${field} ${message}.`, { details: [{ field, message }] })
}

function readOrder({ field, order, direction }: SortRequest, at: number): SortOrder {
  const name = field.toLowerCase()
  if (!isSortField(name)) refuse(`sortRequests[${at}].field`, `must be one of ${SORT_FIELDS.join(', ')}`)
  if (order !== undefined && direction !== undefined && order !== direction) refuse(`sortRequests[${at}].direction`, 'contradicts order')
  return { field: name, descending: (order ?? direction) === 'DESC' }
}

/** The lowest priority sorts first; requests without one follow in the order given. */
function sortOrders(requests: readonly SortRequest[]): SortOrder[] {
  const last = Number.MAX_SAFE_INTEGER
  return requests
    .map((request, at) => ({ order: readOrder(request, at), priority: request.priority ?? last }))
    .sort((a, b) => a.priority - b.priority)
    .map(({ order }) => order)
}

/**
 * Interface: search-v4. "No filter: all properties for the geocode" is read as: every property the account may read, by distance.
 * Properties without coordinates come last, and are not inside any radius.
 */
export function searchProperties(body: Body, { store, account }: Context) {
  const { latitude, longitude, pageNumber = 0, pageSize = LIMITS.pageSizeDefault, sortRequests = [], checkInDate, checkOutDate, ...filter } = body
  if (checkInDate !== undefined && checkOutDate !== undefined && checkOutDate <= checkInDate) refuse('checkOutDate', 'must be after checkInDate')
  const orders = sortOrders(sortRequests)
  const centre = { latitude: Number(latitude), longitude: Number(longitude) }
  const matches = sortMatches(findMatches(store.db, { ...filter, centre, supplierId: account.mayReadAll ? undefined : account.id }), orders)
  const page = matches.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize)
  const distances = new Map(page.map(({ id, distance }) => [id, distance]))
  return {
    content: store.properties.byIds(page.map(({ id }) => id)).map((property) => viewPropertyRow(property, distances.get(property.id) ?? null)),
    pageNumber,
    pageSize,
    totalElements: matches.length,
    totalPages: Math.ceil(matches.length / pageSize),
  }
}
