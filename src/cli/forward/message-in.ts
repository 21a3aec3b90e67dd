import {
  CAPTURE_LIMITS,
  type CapturedPart,
  carriedIn,
  charsetOf,
  type DecodedXml,
  decodeXml,
  type Message,
  readCapture,
  readMessage,
} from '../../resnotif/index.js'

/** What a body is, and the message in it. */
export interface MessageIn {
  /** The whole body as text. */
  decoded: DecodedXml
  /** The message: the body itself, or the part of it that is one. */
  own: DecodedXml
  message: Message
  /** The part that the message is of the body. */
  part?: CapturedPart
}

/** The message of a body: the body itself, the part of it that is one where it has attachments, or the string that an envelope carries. */
export function messageIn(body: Buffer, contentType: string | undefined): MessageIn {
  const decoded = decodeXml(body, charsetOf(contentType))
  if (/^\s*multipart\//i.test(contentType ?? '')) {
    const { messages, unread } = readCapture(body, CAPTURE_LIMITS, contentType)
    const [part] = messages
    if (part !== undefined && messages.length === 1 && unread.length === 0 && !part.isWhole)
      return { ...messageOf(part.decoded, part), decoded }
  }
  const whole = messageOf(decoded)
  const carried = carriedIn(whole.message)
  return { ...(carried === undefined ? whole : messageOf(carried.part.decoded, carried.part)), decoded }
}

const messageOf = (own: DecodedXml, part?: CapturedPart): Omit<MessageIn, 'decoded'> => ({
  own,
  message: readMessage(own.text),
  ...(part === undefined ? {} : { part }),
})
