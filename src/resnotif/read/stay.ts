import { childrenOf, valueOf, type XmlNode } from '../xml/index.js'

/** A product that a RoomStay books: its codes, and how many units where the message says so. */
export interface StayProduct {
  node: XmlNode
  roomTypeCode: string
  ratePlanCode: string
  units?: number
}

/** Hotels that are named around the RoomStays of a reservation, where nobody looks for them: in the reservation itself, or in what holds it. */
export function strayHotels(reservation: XmlNode): XmlNode[] {
  const found: XmlNode[] = []
  for (let at: XmlNode | undefined = reservation; at !== undefined; at = at.parent) {
    const holders = at === reservation ? [at, ...childrenOf(at, 'RoomStays')] : [at]
    found.push(...holders.flatMap((one) => childrenOf(one, 'BasicPropertyInfo')))
  }
  return found.filter((one) => (valueOf(one, 'HotelCode') ?? '').trim() !== '')
}
