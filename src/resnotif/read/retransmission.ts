import { attributeOf } from '../xml/index.js'
import type { Message } from './read.js'

/** The text of a message with `RetransmissionIndicator="true"`: the same message, sent once more. Nothing else of it changes. */
export function markRetransmission({ text, notification }: Pick<Message, 'text' | 'notification'>): string {
  if (notification === undefined) return text
  const known = attributeOf(notification, 'RetransmissionIndicator')
  if (known !== undefined) return `${text.slice(0, known.place.offset)}true${text.slice(known.end)}`
  const last = notification.attributes.at(-1)
  if (last !== undefined)
    return `${text.slice(0, last.end + 1)} RetransmissionIndicator="true"${text.slice(last.end + 1)}`
  const end = (notification.startTagEnd ?? 0) - (text[(notification.startTagEnd ?? 0) - 2] === '/' ? 2 : 1)
  return `${text.slice(0, end)} RetransmissionIndicator="true"${text.slice(end)}`
}

/** Whether a message says of itself that it is sent once more. */
export function isRetransmission({ notification }: Pick<Message, 'notification'>): boolean {
  return ['true', '1'].includes(attributeOf(notification, 'RetransmissionIndicator')?.value ?? '')
}
