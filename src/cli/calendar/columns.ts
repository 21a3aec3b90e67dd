import { STATE_UNKNOWN } from '../../contract/index.js'
import type { StayCheck } from '../../push/index.js'
import { columns, valueAt } from '../show/index.js'
import type { Column } from '../terminal/index.js'
import { reasonsOf } from './check-view.js'

/** The columns of each kind of record, as `--columns` names them. */

export const lookupColumns = columns('id', 'code', 'name')

export const propertyColumns = [
  ...columns(
    'id',
    'hubSwitchId',
    'code',
    'name',
    'alternativeName',
    'status',
    'isDeletedBySupplier',
    'isPermanentlyClosed',
    'forTesting',
  ),
  ...columns('emailAddress', 'phones', 'addresses', 'geoCode', 'homeCurrencyCode', 'distributorType', 'supplier'),
  ...columns('legalCompanyName', 'vatNumber', 'billingAddress', 'names'),
]

export const propertyListColumns: Column[] = [
  ...columns('id', 'hubSwitchId', 'code', 'name'),
  { name: 'city', value: (row) => valueAt(row, 'addresses.0.cityName') },
  ...columns('status', 'distributorType'),
]

export const infoColumns = columns(
  'propertyId',
  'website',
  'timezone',
  'geoCode',
  'propertyType',
  'brand',
  'capacity',
  'capacityType',
  'taxpayerId',
  'isExist',
  'languages',
  'addresses',
  'websiteUrlReachable',
  'websiteUrlReachabilityLastUpdate',
)

const source: Column = {
  name: 'source',
  value: (row) => valueAt(row, 'source.abbreviation') ?? valueAt(row, 'source.id'),
}

export const identifierColumns: Column[] = [source, ...columns('identifier', 'url')]
export const unitIdentifierColumns: Column[] = [...columns('id', 'name', 'value'), source]
export const mediaColumns = columns('id', 'url', 'mediaType', 'isMain', 'isLogo', 'sortOrder')
export const facilityColumns = columns('id', 'code', 'name', 'categoryName', 'value')
export const facilityFilterColumns = columns('id', 'name')

export const sitemapColumns: Column[] = [
  ...columns('id', 'name', 'addresses', 'emails'),
  { name: 'images', align: 'right', value: ({ images }) => (Array.isArray(images) ? images.length : '') },
]

export const searchColumns: Column[] = [
  ...columns('id', 'name'),
  { name: 'city', value: (row) => valueAt(row, 'addresses.0.cityName') },
  ...columns('rating', 'propertyType', 'distributorType'),
  {
    name: 'distance',
    align: 'right',
    value: ({ distance }) => (typeof distance === 'number' ? `${distance.toFixed(2)} km` : ''),
  },
]

const unitName: Column = { name: 'name', value: (row) => valueAt(row, 'names.0.text') }
const unitType: Column = {
  name: 'type',
  value: (row) => valueAt(row, 'sellableUnitType.code') ?? valueAt(row, 'sellableUnitTypeId'),
}

export const unitColumns: Column[] = [
  ...columns('id'),
  unitName,
  unitType,
  { name: 'units', align: 'right', value: ({ noOfSellableUnits }) => noOfSellableUnits },
  { name: 'basePrice', align: 'right', value: ({ basePrice }) => basePrice },
  ...columns('paymentType', 'minLengthOfStay', 'maxLengthOfStay'),
]

export const unitRecordColumns: Column[] = [
  ...columns('id', 'propertyId', 'supplierUnitId'),
  unitName,
  unitType,
  ...columns(
    'noOfSellableUnits',
    'basePrice',
    'basePriceBeforeTax',
    'roomType',
    'mealType',
    'timeType',
    'paymentType',
    'paymentMode',
    'inventoryType',
  ),
  ...columns(
    'isExtra',
    'isMandatory',
    'limited',
    'minLengthOfStay',
    'maxLengthOfStay',
    'capacities',
    'descriptions',
    'names',
    'channelIds',
    'price',
  ),
]

export const roomColumns: Column[] = [
  ...columns('id', 'code', 'name'),
  { name: 'quantity', align: 'right', value: ({ quantity }) => quantity },
  { name: 'occupancy', value: (row) => occupancy(valueAt(row, 'occupancy.min'), valueAt(row, 'occupancy.max')) },
  {
    name: 'price',
    align: 'right',
    value: (row) => [valueAt(row, 'price.amount'), valueAt(row, 'price.currency')].filter(Boolean).join(' '),
  },
]

function occupancy(min: unknown, max: unknown): string {
  if (min === undefined || max === undefined) return String(max ?? min ?? '')
  return min === max ? String(max) : `${String(min)}–${String(max)}`
}

export const productColumns: Column[] = [
  ...columns('id', 'name', 'category'),
  { name: 'room', value: (row) => valueAt(row, 'room.id') },
  { name: 'plan', value: (row) => valueAt(row, 'rate_plan.id') },
  {
    name: 'price',
    align: 'right',
    value: (row) => [valueAt(row, 'price.amount'), valueAt(row, 'price.currency')].filter(Boolean).join(' '),
  },
  { name: 'minStay', align: 'right', value: (row) => valueAt(row, 'booking_rules.min_stay') },
]

export const ratePlanColumns: Column[] = [
  ...columns('id', 'propertyId', 'names'),
  {
    name: 'units',
    value: ({ sellableUnits }) =>
      Array.isArray(sellableUnits) ? sellableUnits.map((unit) => valueAt(unit, 'sellableUnitId')) : '',
  },
  ...columns(
    'price',
    'stopSell',
    'closedToArrival',
    'closedToDeparture',
    'minLengthOfStay',
    'maxLengthOfStay',
    'cancellationPolicyIds',
  ),
]

export const reservationColumns: Column[] = [
  ...columns('bookingId', 'channelBookingId'),
  { name: 'status', value: ({ status }) => (status === STATE_UNKNOWN ? 'not in the answer' : status) },
  ...columns('propertyId', 'checkInDate', 'checkOutDate'),
  {
    name: 'booker',
    isPersonal: true,
    value: (row) => [valueAt(row, 'booker.firstName'), valueAt(row, 'booker.lastName')].filter(Boolean).join(' '),
  },
  {
    name: 'rooms',
    value: ({ rooms }) =>
      Array.isArray(rooms)
        ? rooms.map(
            (line) =>
              `${String(valueAt(line, 'units') ?? 1)} × ${String(valueAt(line, 'roomId') ?? '?')}/${String(valueAt(line, 'ratePlanId') ?? '?')}`,
          )
        : '',
  },
  {
    name: 'total',
    align: 'right',
    value: ({ totalPrice, currencyCode }) => [totalPrice, currencyCode].filter(Boolean).join(' '),
  },
  {
    name: 'delivery',
    value: (row) => (valueAt(row, 'delivery.partial') === true ? 'partial' : valueAt(row, 'delivery.state')),
  },
]

export const attemptColumns: Column[] = [
  { name: 'at', value: ({ createdAt }) => new Date(Number(createdAt)).toISOString() },
  // What was asked of it last and not answered is more than what was seen before.
  {
    name: 'state',
    value: ({ state, confirmSentAt }) =>
      confirmSentAt !== undefined && String(state).trim().toLowerCase() === 'pending' ? 'confirm open' : state,
  },
  ...columns('bookingId', 'channelId'),
  {
    name: 'summary',
    value: ({ summary, expectedTotal }) =>
      expectedTotal === undefined ? summary : `${String(summary)}, expected at ${String(expectedTotal)}`,
  },
  { name: 'seen', value: ({ seenAt }) => (seenAt === undefined ? '' : new Date(Number(seenAt)).toISOString()) },
]

export const checkColumns: Column[] = [
  ...columns('room', 'plan', 'checkIn', 'checkOut'),
  { name: 'sellable', value: ({ answer }) => answer },
  {
    name: 'nearest',
    value: (row) => [valueAt(row, 'nearest.checkIn'), valueAt(row, 'nearest.checkOut')].filter(Boolean).join(' to '),
  },
  { name: 'why', isWhole: true, value: (row) => reasonsOf(row as unknown as StayCheck).join('; ') },
]

export const partnerColumns = columns('id', 'partnerId', 'name', 'isActive', 'roles', 'readAllProperties')
