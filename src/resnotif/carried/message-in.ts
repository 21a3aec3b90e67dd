import { CAPTURE_LIMITS, type CapturedPart, readCapture } from '../capture/index.js'
import { type Message, readMessage } from '../read/index.js'
import { charsetOf, type DecodedXml, decodeXml } from '../xml/index.js'
import { carriedIn } from './carried.js'

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

/** Whether a body is said to have parts, as SOAP with attachments has. */
export const isMultipart = (contentType: string | undefined): boolean => /^\s*multipart\//i.test(contentType ?? '')

/** Most bytes that are taken out of one body, packs among its parts opened. */
const UNPACKED_MAX = 40_000_000

/** The one part of a body that is a message, where it is said to have parts; undefined where there is none, or more than one. */
export function attachedIn(body: Buffer, contentType: string | undefined): CapturedPart | undefined {
  if (!isMultipart(contentType)) return undefined
  const { messages } = readCapture(body, { ...CAPTURE_LIMITS, unpackedBytes: UNPACKED_MAX }, contentType)
  const [part] = messages
  return part === undefined || messages.length > 1 || part.isWhole ? undefined : part
}

/** The message of a body: the body itself, the part of it that is one where it has attachments, or the string that an envelope carries. */
export function messageIn(body: Buffer, contentType: string | undefined): MessageIn {
  const decoded = decodeXml(body, charsetOf(contentType))
  const attached = attachedIn(body, contentType)
  if (attached !== undefined) return { ...messageOf(attached.decoded, attached), decoded }
  const whole = messageOf(decoded)
  const carried = carriedIn(whole.message)
  return { ...(carried === undefined ? whole : messageOf(carried.part.decoded, carried.part)), decoded }
}

const messageOf = (own: DecodedXml, part?: CapturedPart): Omit<MessageIn, 'decoded'> => ({
  own,
  message: readMessage(own.text),
  ...(part === undefined ? {} : { part }),
})
