import { isCancellation, type MessageReservation } from '../../read/index.js'
import { valueOf, type XmlNode } from '../../xml/index.js'

export const OF_CANCELLATION =
  'is that of a cancellation: what the stay would have cost, what is still to be paid, or nothing'

/** Whether an element is of a cancelled reservation or RoomStay, whose total may be anything. @param status of the message */
export function cancelledIn({ node: reservation }: MessageReservation, status?: string): (node: XmlNode) => boolean {
  const own = valueOf(reservation, 'ResStatus')?.trim() ?? ''
  if (isCancellation(own === '' ? status : own)) return () => true
  return (node) => {
    for (let at: XmlNode | undefined = node; at !== undefined && at !== reservation; at = at.parent)
      if (at.name === 'RoomStay') return isCancellation(valueOf(at, 'RoomStayStatus'))
    return false
  }
}
