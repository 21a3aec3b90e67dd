import { boundaryOf, CAPTURE_LIMITS, type CapturedPart, readCapture } from '../capture/index.js'
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
  /** Why no message could be taken out of a body that is said to have parts, as the end of a sentence. */
  notFound?: string
}

/** Whether a body is said to have parts, as SOAP with attachments has. */
export const isMultipart = (contentType: string | undefined): boolean => /^\s*multipart\//i.test(contentType ?? '')

/** Most bytes that are taken out of one body, packs among its parts opened. */
const UNPACKED_MAX = 40_000_000

/** The one message among the parts of a body, or why none could be taken out of it, as the end of a sentence. */
export type Attached = { part: CapturedPart; notFound?: undefined } | { part?: undefined; notFound: string }

/** The one part of a body that is a message, where it is said to have parts; undefined where it is not. */
export function attachedIn(body: Buffer, contentType: string | undefined): Attached | undefined {
  if (!isMultipart(contentType)) return undefined
  const { messages, unread } = readCapture(body, { ...CAPTURE_LIMITS, unpackedBytes: UNPACKED_MAX }, contentType)
  const [part] = messages
  if (messages.length > 1) return { notFound: `${messages.length} parts of its multipart body are notifications` }
  // The body by itself, whatever it is said to be.
  if (part?.isWhole === true) return undefined
  if (part !== undefined) return { part }
  const boundary = boundaryOf(contentType ?? '')
  // Whatever is missing is behind the end.
  if (boundary !== undefined && body.includes(`--${boundary}`) && !body.includes(`--${boundary}--`))
    return { notFound: 'its multipart body is cut: it has neither a whole message nor a closing boundary' }
  const [first] = unread
  return {
    notFound:
      first === undefined
        ? 'no part of its multipart body is a notification'
        : `its multipart body cannot be read (line ${first.line}: ${first.what})`,
  }
}

/** The message of a body: the body itself, the part of it that is one where it has attachments, or the string that an envelope carries. */
export function messageIn(body: Buffer, contentType: string | undefined): MessageIn {
  const decoded = decodeXml(body, charsetOf(contentType))
  const attached = attachedIn(body, contentType)
  if (attached?.part !== undefined) return { ...messageOf(attached.part.decoded, attached.part), decoded }
  const whole = messageOf(decoded)
  // What is said to have parts may have none.
  if (attached !== undefined && whole.message.notification === undefined)
    return { ...whole, decoded, notFound: attached.notFound }
  const carried = carriedIn(whole.message)
  return { ...(carried === undefined ? whole : messageOf(carried.part.decoded, carried.part)), decoded }
}

const messageOf = (own: DecodedXml, part?: CapturedPart): Omit<MessageIn, 'decoded'> => ({
  own,
  message: readMessage(own.text),
  ...(part === undefined ? {} : { part }),
})
