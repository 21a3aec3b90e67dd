import { type CheckedInputOf, LIMITS } from '../../contract/index.js'
import { LookupChecks, LookupReader, Refusal } from '../ground/index.js'
import type { Context } from '../http/index.js'
import { openStayFilter, readStayDates, type StayDates } from '../products/index.js'
import { viewPropertyRow } from '../property/index.js'
import {
  findMatches,
  type Place,
  type SearchFilter,
  SORT_FIELDS,
  sortedPage,
  type SortField,
  type SortOrder,
} from '../search/index.js'

type PagedBody = Omit<CheckedInputOf<'property.searchList'>['body'], 'listId'>
type FilterBody = Omit<CheckedInputOf<'property.facetsOfList'>['body'], 'listId'>
type SortRequest = NonNullable<PagedBody['sortRequests']>[number]

const isSortField = (field: string): field is SortField => (SORT_FIELDS as readonly string[]).includes(field)

function refuse(field: string, message: string): never {
  throw new Refusal(400, `${field} ${message}.`, { details: [{ field, message }] })
}

function readOrder({ field, order, direction }: SortRequest, at: number): SortOrder {
  const name = field.toLowerCase()
  if (!isSortField(name)) refuse(`sortRequests[${at}].field`, `must be one of ${SORT_FIELDS.join(', ')}`)
  if (order !== undefined && direction !== undefined && order !== direction)
    refuse(`sortRequests[${at}].direction`, 'contradicts order')
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

/** A centre is both coordinates or neither; a radius wants one. */
function centreOf({ latitude, longitude, radius }: FilterBody): Place | undefined {
  if (latitude !== undefined && longitude !== undefined)
    return { latitude: Number(latitude), longitude: Number(longitude) }
  if (latitude !== undefined) refuse('longitude', 'is required beside latitude')
  if (longitude !== undefined) refuse('latitude', 'is required beside longitude')
  if (radius !== undefined) refuse('radius', 'needs latitude and longitude')
  return undefined
}

/**
 * The filter of a request over what the account may read.
 * @throws Refusal 400 for half a centre, a radius without one, an id that names nothing
 */
export function filterOf(body: FilterBody, { account }: Context, listId?: number): SearchFilter {
  const checks = new LookupChecks()
  checks.ids('propertyType', 'propertyTypeIds', body.propertyTypeIds)
  checks.ids('facility', 'hotelFacilitiesFiltered', body.hotelFacilitiesFiltered)
  checks.done()
  const { radius, distributorType, propertyTypeIds, hotelFacilitiesFiltered, ratings } = body
  const supplierId = account.mayReadAll ? undefined : account.id
  return {
    centre: centreOf(body),
    radius,
    distributorType,
    propertyTypeIds,
    hotelFacilitiesFiltered,
    ratings,
    supplierId,
    listId,
  }
}

/** The stay that a request names: both days or neither. */
function stayOf({ checkInDate, checkOutDate }: PagedBody): StayDates | undefined {
  if (checkInDate !== undefined && checkOutDate !== undefined) return readStayDates({ checkInDate, checkOutDate })
  if (checkInDate !== undefined) refuse('checkOutDate', 'is required beside checkInDate')
  if (checkOutDate !== undefined) refuse('checkInDate', 'is required beside checkOutDate')
  return undefined
}

/**
 * Interface: search-v4, search-list-id-v4. "No filter: all properties for the geocode" is read as: every property the account may
 * read, by distance. Properties without coordinates come last, and are not inside any radius. With a stay, only those that sell something
 * for it, and `price` is the lowest price of that stay.
 * @param listId only members of this list
 */
export async function searchProperties(body: PagedBody, context: Context, listId?: number) {
  const { store } = context
  const { pageNumber = 0, pageSize = LIMITS.pageSizeDefault, sortRequests = [] } = body
  const stay = stayOf(body)
  const orders = sortOrders(sortRequests)
  const hasPrices = orders.some(({ field }) => field === 'price')
  const filter = filterOf(body, context, listId)
  const keepFree = stay === undefined ? undefined : await openStayFilter(stay, context, { hasPrices })
  const found = findMatches(store.index, filter, { hasPrices: hasPrices && stay === undefined })
  const matches = keepFree === undefined ? found : keepFree(found)
  const page = sortedPage(matches, orders, pageNumber * pageSize, (pageNumber + 1) * pageSize)
  const distances = new Map(page.map(({ id, distance }) => [id, distance]))
  const lookups = new LookupReader()
  return {
    content: store.properties
      .byIds(page.map(({ id }) => id))
      .map((property) => viewPropertyRow(property, distances.get(property.id) ?? null, lookups)),
    pageNumber,
    pageSize,
    totalElements: matches.length,
    totalPages: Math.ceil(matches.length / pageSize),
  }
}
