import {
  CAPTURE_LIMITS,
  type CapturedPart,
  charsetOf,
  type DecodedXml,
  decodeXml,
  readCapture,
} from '../../resnotif/index.js'

/** The message of a body: the body itself, or the part of it that is one where it has attachments. */
export function messageIn(body: Buffer, contentType: string | undefined): { decoded: DecodedXml; part?: CapturedPart } {
  if (/^\s*multipart\//i.test(contentType ?? '')) {
    const { messages, unread } = readCapture(body, CAPTURE_LIMITS, contentType)
    const [part] = messages
    if (part !== undefined && messages.length === 1 && unread.length === 0 && !part.isWhole)
      return { decoded: part.decoded, part }
  }
  return { decoded: decodeXml(body, charsetOf(contentType)) }
}
