import type { Context } from '../http/index.js'
import { todayOf } from '../products/index.js'
import type { StoredProperty, StoredUnit } from '../store/index.js'

/**
 * The active rooms of a hotel (interface: `/v1/rooms`, "rooms currently bookable"). None where the hotel is not active; a room of which there
 * are 0 units only where a count for today or later says otherwise. A room without a number of units is one.
 */
export function bookableRooms({ store, now }: Pick<Context, 'store' | 'now'>, hotel: StoredProperty): StoredUnit[] {
  if (!hotel.active) return []
  const rooms = store.units.rooms(hotel.id)
  if (rooms.every(({ record }) => record.noOfSellableUnits !== 0)) return rooms
  const counted = store.cells.unitsWithCount(hotel.id, todayOf(hotel, now()))
  return rooms.filter(({ id, record }) => record.noOfSellableUnits !== 0 || counted.has(id))
}
