import { exactInteger } from '../../contract/index.js'
import { bookableRooms } from '../booking/index.js'
import { DEFAULT_LANGUAGE, lookupById, type PickText, pickTextIn } from '../ground/index.js'
import type { Handlers } from '../http/index.js'
import { hotelOf } from '../property/index.js'
import type { StoredProperty, StoredUnit } from '../store/index.js'

function occupancyOf({ capacities = [] }: StoredUnit['record']) {
  const capacity = capacities.find(({ isBlockout }) => isBlockout !== true)
  if (capacity === undefined) return undefined
  const { capacity: standard, minOccupancy: min, maxOccupancy: max } = capacity
  return { standard, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

function priceOf({ basePrice, paymentType }: StoredUnit['record'], currency: string | undefined) {
  if (basePrice === undefined) return undefined
  const mode = paymentType?.startsWith('per_person') === true ? 'per_person' : 'per_room'
  return { mode, amount: basePrice.toFixed(2), ...(currency === undefined ? {} : { currency }) }
}

/** A room of the active-rooms answer (wire default 2). Its id is the one that rates and inventory name. */
function viewRoom({ roomCode, record }: StoredUnit, hotel: StoredProperty, pickText: PickText) {
  const name = pickText(record.names)
  const description = pickText(record.descriptions)
  const occupancy = occupancyOf(record)
  const price = priceOf(record, hotel.record.homeCurrencyCode)
  return {
    id: exactInteger(roomCode),
    ...(name === undefined ? {} : { name }),
    code: record.roomType ?? roomCode,
    ...(description === undefined ? {} : { description }),
    descriptions: (record.descriptions ?? []).map(({ text, languageId }) => ({
      language: lookupById('language', languageId)?.code ?? '',
      text,
    })),
    ...(record.noOfSellableUnits === undefined ? {} : { quantity: record.noOfSellableUnits }),
    ...(occupancy === undefined ? {} : { occupancy }),
    ...(price === undefined ? {} : { price }),
  }
}

/** Interface: `/v1/rooms`: rooms currently bookable. */
export const room = {
  'room.list': ({ body: { hotel_code, language = DEFAULT_LANGUAGE } }, context) => {
    const hotel = hotelOf(context, hotel_code, 'read')
    const pickText = pickTextIn(language)
    return { hotel_code, language, rooms: bookableRooms(context, hotel).map((unit) => viewRoom(unit, hotel, pickText)) }
  },
} satisfies Pick<Handlers, 'room.list'>
