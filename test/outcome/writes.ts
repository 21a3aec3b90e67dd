import type { EndpointKey } from '../../src/contract/map/map.js'

/** Every write of the interface with a request, and a record as a service that did it would answer it. Written from the interface. */
export interface WriteCase {
  key: EndpointKey
  input: { params?: Record<string, unknown>; body: Record<string, unknown> }
  /** What a service that did it answers. */
  record: Record<string, unknown>
  /** Fields whose value must be the one of the request, with another value each. */
  strangers: Record<string, unknown>
  /** `new`: a record with an id of its own must come. `state`: a reservation in a state must come. `word`: the service's word is enough. */
  needs: 'new' | 'state' | 'word'
  /** States that were asked for; and those in which it surely failed. */
  wanted?: string[]
  failed?: string[]
  /** `/v1` family: `success` decides, sent in batches. */
  isBatch?: true
}

const room = { roomId: 101, ratePlanId: 501, units: 2 }
const stay = { propertyId: 1000001, channelBookingId: 'HS-7', checkInDate: '2027-07-01', checkOutDate: '2027-07-03' }
const booking = {
  ...stay,
  totalGuestCounts: { adults: 2 },
  booker: { firstName: 'Ada', lastName: 'Lovelace' },
  rooms: [room],
}
const GONE = ['rejected', 'Declined', 'CANCELLED', 'canceled', 'failed', 'expired']

export const WRITES: readonly WriteCase[] = [
  {
    key: 'property.create',
    needs: 'new',
    input: { body: { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview', vatNumber: 'X1' } },
    record: { id: 1000007, hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview' },
    strangers: { hubSwitchId: 'HS-2', code: 'LAKE', name: 'Lakeview', status: 'INACTIVE', vatNumber: '' },
  },
  {
    key: 'property.update',
    needs: 'word',
    input: { params: { id: 1000001 }, body: { name: 'New', code: 'N' } },
    record: { id: 1000001, hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'N', name: 'New' },
    strangers: { id: 1000002, name: 'Old', code: 'O' },
  },
  {
    key: 'propertyInfo.set',
    needs: 'word',
    input: { body: { propertyId: 1000001, timezone: 'Europe/Lisbon', capacity: 40 } },
    record: { propertyId: 1000001, timezone: 'Europe/Lisbon', capacity: 40 },
    strangers: { propertyId: 1000009, timezone: 'Europe/Vienna', capacity: 12 },
  },
  {
    key: 'propertyInfo.update',
    needs: 'word',
    input: { body: { propertyId: 1000001, capacity: 40 } },
    record: { propertyId: 1000001, capacity: 40 },
    strangers: { propertyId: 1000009, capacity: 12 },
  },
  {
    key: 'unit.add',
    needs: 'new',
    input: { body: { propertyId: 1000001, sellableUnitTypeId: 1, noOfSellableUnits: 12, basePrice: 99 } },
    record: { id: 101, propertyId: 1000001, sellableUnitTypeId: 1, noOfSellableUnits: 12, basePrice: 99 },
    strangers: { propertyId: 1000002, sellableUnitTypeId: 2, noOfSellableUnits: 1, basePrice: 98.5 },
  },
  {
    key: 'unit.update',
    needs: 'word',
    input: { params: { id: 101 }, body: { noOfSellableUnits: 14 } },
    record: { id: 101, propertyId: 1000001, noOfSellableUnits: 14 },
    strangers: { id: 102, noOfSellableUnits: 12 },
  },
  {
    key: 'ratePlan.create',
    needs: 'new',
    input: {
      body: {
        propertyId: 1000001,
        names: [{ text: 'Flexible', languageId: 1 }],
        minLengthOfStay: 2,
        sellableUnits: [{ sellableUnitId: 101 }, { sellableUnitId: 102 }],
      },
    },
    record: {
      id: 501,
      propertyId: 1000001,
      minLengthOfStay: 2,
      sellableUnits: [
        { sellableUnitId: 102, quantity: 1 },
        { sellableUnitId: 101, quantity: 1 },
      ],
    },
    strangers: {
      propertyId: 1000002,
      minLengthOfStay: 3,
      sellableUnits: [],
      names: [{ text: 'Other', languageId: 1 }],
    },
  },
  {
    key: 'reservation.create',
    needs: 'state',
    wanted: ['pending', 'Pending', 'CONFIRMED', 'confirmed'],
    failed: GONE,
    input: { body: booking },
    record: { bookingId: '900001', ...stay, status: 'pending', totalPrice: '240.00', rooms: [room] },
    strangers: {
      propertyId: 1000002,
      channelBookingId: 'HS-8',
      checkInDate: '2027-07-02',
      checkOutDate: '2027-07-09',
      rooms: [{ ...room, roomId: 102 }],
    },
  },
  {
    key: 'reservation.confirm',
    needs: 'state',
    wanted: ['confirmed', 'CONFIRMED', ' Confirmed '],
    failed: [...GONE, 'pending', 'on_request', 'On-Request', 'modified', 'no_show'],
    input: { body: { bookingId: '900001' } },
    record: { bookingId: '900001', ...stay, status: 'confirmed' },
    strangers: { bookingId: '111' },
  },
  {
    key: 'reservation.card',
    needs: 'word',
    input: {
      body: {
        bookingId: '900001',
        card: { holderName: 'Ada', number: '0'.repeat(16), expiryMonth: 12, expiryYear: 2030 },
      },
    },
    record: { bookingId: '900001', status: 'pending', card: { holderName: 'Ada', maskedNumber: '************0000' } },
    strangers: { bookingId: '111' },
  },
  {
    key: 'rates.push',
    needs: 'word',
    isBatch: true,
    input: {
      body: {
        hotel_code: '1000001',
        room_settings: [{ room_id: 101, from: '2027-07-01', to: '2027-07-09', price: '120.00' }],
      },
    },
    record: {},
    strangers: { hotel_code: 999 },
  },
  {
    key: 'inventory.push',
    needs: 'word',
    isBatch: true,
    input: {
      body: {
        hotel_code: '1000001',
        availabilities: [{ room_id: 101, from: '2027-07-01', to: '2027-07-09', availability: 5 }],
      },
    },
    record: {},
    strangers: { hotel_code: '1000002' },
  },
]
