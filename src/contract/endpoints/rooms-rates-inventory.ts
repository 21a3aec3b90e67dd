import * as z from '../../zod/index.js'
import {
  alsoGivenAs,
  alsoNamed,
  Amount,
  AnyId,
  channelApi,
  ChannelCredentials,
  CurrencyCode,
  Day,
  endpoint,
  WEEKDAYS,
  WideId,
} from '../schema/index.js'

/** A room of the `/v1/rooms` answer (wire default 2). */
export const Room = z.looseObject(() => ({
  id: alsoNamed(AnyId, 'room_id'),
  name: alsoNamed(z.string().optional(), 'room_name'),
  code: z.string().optional(),
  description: z.string().optional(),
  descriptions: z.array(z.looseObject({ language: z.string().optional(), text: z.string().optional() })).optional(),
  quantity: alsoNamed(z.number().optional(), 'available', 'units'),
  occupancy: z
    .looseObject({ standard: z.number().optional(), min: z.number().optional(), max: z.number().optional() })
    .optional(),
  price: z
    .looseObject({ mode: z.string().optional(), amount: z.string().optional(), currency: z.string().optional() })
    .optional(),
}))

const hotel = { credentials: ChannelCredentials, hotel_code: WideId.describe('Hotel code, an integer') }

/** One entry of `room_settings` (wire default 3): absent leaves alone, present sets, `false` included. */
export const RoomSetting = z.strictObject(() => ({
  room_id: WideId.optional(),
  rate_plan_id: WideId.optional(),
  from: Day,
  to: Day,
  days: z.array(z.enum(WEEKDAYS)).min(1).optional(),
  price: Amount.optional(),
  currency: CurrencyCode.optional(),
  min_stay: z.int().min(1).max(2_147_483_647).optional(),
  max_stay: z.int().min(1).max(2_147_483_647).optional(),
  closed: z.boolean().optional(),
  closed_to_arrival: z.boolean().optional(),
  closed_to_departure: z.boolean().optional(),
}))

/** One entry of `availabilities` (wire default 4): an absolute count for every night of the range. */
export const Availability = z.strictObject(() => ({
  room_id: WideId,
  from: Day,
  to: Day,
  availability: z.int().min(0).max(2_147_483_647),
}))

const credentialsExample = { id: 123, duty_code: '…', user: '15786' }

/** Interface: "Rooms, rates, inventory (`/v1` family)". */
export const room = {
  list: endpoint({
    summary: 'List the active rooms of a hotel',
    dialect: channelApi,
    method: 'POST',
    path: '/v1/rooms',
    retry: 'safe',
    source: 'Rooms, rates, inventory',
    body: z.strictObject(() => ({
      ...hotel,
      language: z.string().min(1).optional().describe('Language of names and descriptions, such as en'),
    })),
    // A bare list is all that the answer is about.
    result: alsoGivenAs(
      z.looseObject(() => ({ hotel_code: AnyId.optional(), language: z.string().optional(), rooms: z.array(Room) })),
      (value) => (Array.isArray(value) && value.length > 0 ? { rooms: value } : value),
    ),
    example: {
      body: { credentials: credentialsExample, hotel_code: 1000001, language: 'en' },
      result: { hotel_code: 1000001, language: 'en', rooms: [{ id: 101, name: 'Double room', quantity: 12 }] },
    },
    errors: [401],
  }),
}

export const rates = {
  push: endpoint({
    summary: 'Set rates and restrictions of rooms for date ranges',
    dialect: channelApi,
    method: 'POST',
    path: '/v1/room_settings',
    retry: 'safe',
    source: 'Rooms, rates, inventory',
    body: z.strictObject(() => ({ ...hotel, room_settings: z.array(RoomSetting).min(1) })),
    result: z.looseObject(() => ({})),
    example: {
      body: {
        credentials: credentialsExample,
        hotel_code: 1000001,
        room_settings: [{ room_id: 101, from: '2026-12-01', to: '2026-12-31', price: '120.00', min_stay: 2 }],
      },
      result: {},
    },
    errors: [401],
  }),
}

export const inventory = {
  push: endpoint({
    summary: 'Set how many units of rooms are free for date ranges',
    dialect: channelApi,
    method: 'POST',
    path: '/v1/inventory',
    retry: 'safe',
    source: 'Rooms, rates, inventory',
    body: z.strictObject(() => ({ ...hotel, availabilities: z.array(Availability).min(1) })),
    result: z.looseObject(() => ({})),
    example: {
      body: {
        credentials: credentialsExample,
        hotel_code: 1000001,
        availabilities: [{ room_id: 101, from: '2026-12-01', to: '2026-12-31', availability: 5 }],
      },
      result: {},
    },
    errors: [401],
  }),
}
