import { attributeOf, valueOf, type XmlNode } from '../xml/index.js'
import type { Message } from './read.js'

/** ResStatus of a message: its own, else that of its first reservation; undefined where neither tells. */
export function statusIn({
  notification,
  reservations,
}: Pick<Message, 'notification' | 'reservations'>): string | undefined {
  return [notification, reservations[0]?.node]
    .map((node) => valueOf(node, 'ResStatus'))
    .find((value) => value !== undefined && value.trim() !== '')
}

/** ResStatus that holds for all of a message: its own, or the one that all of its reservations have. */
export function statusOf({
  notification,
  reservations,
}: Pick<Message, 'notification' | 'reservations'>): string | undefined {
  const own = valueOf(notification, 'ResStatus')
  if (own !== undefined && own.trim() !== '') return own
  const statuses = new Set(reservations.map(({ node }) => valueOf(node, 'ResStatus')))
  return statuses.size === 1 ? [...statuses][0] : undefined
}

/** Whether a word is that of a cancellation: Cancel of a message, Cancelled of a stay. */
export const isCancellation = (status: string | undefined): boolean =>
  /^\s{0,20}cancel/i.test(status?.slice(0, 60) ?? '')

/** Whether an element is of a cancelled reservation or of a cancelled RoomStay. */
export function isCancelledAt(node: XmlNode): boolean {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) {
    if (at.name === 'RoomStay' && isCancellation(valueOf(at, 'RoomStayStatus'))) return true
    const status = valueOf(at, 'ResStatus')?.trim() ?? ''
    if ((at.name === 'HotelReservation' || at.name === 'OTA_HotelResNotifRQ') && status !== '')
      return isCancellation(status)
  }
  return false
}

/** The text of a message with this ResStatus, where it has none. Nothing else of it changes. */
export function markStatus(
  { text, notification }: Pick<Message, 'text' | 'notification'>,
  status: 'Commit' | 'Modify' | 'Cancel',
): string {
  if (notification === undefined) return text
  const known = attributeOf(notification, 'ResStatus')
  if (known !== undefined) return `${text.slice(0, known.place.offset)}${status}${text.slice(known.end)}`
  const at =
    (notification.attributes.at(-1)?.end ??
      notification.place.offset +
        (notification.prefix === '' ? 0 : notification.prefix.length + 1) +
        notification.name.length) + 1
  return `${text.slice(0, at)} ResStatus="${status}"${text.slice(at)}`
}
