import { childOf, childrenOf, valueOf, wholeNumber, type XmlNode } from '../xml/index.js'
import { groupBy } from './products.js'

/** A room of a RoomStay as it is listed. */
interface ListedRoom {
  room?: string | undefined
  units?: number | undefined
  from?: string | undefined
}

/**
 * Rooms of a RoomStay with one unit each where their RoomRates do not tell units, and a room is listed as often for the same nights as its only RoomType has units.
 * @param rooms as `listRooms` gives them
 */
export function withSingleUnits<T extends ListedRoom>(stay: XmlNode, rooms: readonly T[]): T[] {
  const types = groupBy(childrenOf(childOf(stay, 'RoomTypes'), 'RoomType'), (one) => valueOf(one, 'RoomTypeCode') ?? '')
  const listed = groupBy(rooms, ({ room }) => room ?? '')
  const isSingle = (room: string): boolean => {
    const [own = [], [type, ...others] = []] = [listed.get(room), types.get(room)]
    const atOnce = own.filter(({ from }) => from === undefined).length
    const isSilent = own.every(({ units }) => units === undefined)
    return isSilent && others.length === 0 && wholeNumber(valueOf(type, 'NumberOfUnits')) === atOnce
  }
  const single = new Set([...listed.keys()].filter(isSingle))
  return rooms.map((one) => (single.has(one.room ?? '') ? { ...one, units: 1 } : one))
}
