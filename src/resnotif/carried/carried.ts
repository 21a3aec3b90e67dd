import { CAPTURE_LIMITS, type CapturedPart, readCapture } from '../capture/index.js'
import type { Message } from '../read/index.js'
import { descend, walkNodes, type XmlNode } from '../xml/index.js'

/** A message that stands in the Body of a SOAP envelope as text: with entities, or in CDATA. */
export interface CarriedMessage {
  /** The message by itself, with the way from its places to those of the envelope. */
  part: CapturedPart
  /** The envelope with another text in the place of the message. */
  write(text: string): string
}

const NAME = 'OTA_HotelResNotifRQ'
const CDATA = '<![CDATA['
/** Ways of writing XML as the text of an element. */
const SPELLINGS: readonly string[] = ['escaped text', 'CDATA']

/** The one message that an envelope without an element for it has as a string; undefined where there is none, or more than one. */
export function carriedIn({ text, root, notification, envelope, broken }: Message): CarriedMessage | undefined {
  if (notification !== undefined || broken !== undefined || root === undefined) return undefined
  if (envelope === 'none' || envelope === 'other' || !text.includes(NAME)) return undefined
  const body = descend(root, 'Body')
  const spans = body === undefined ? [] : [...walkNodes(body)].flatMap((node) => spanOf(node, text))
  const [span] = spans
  if (span === undefined || spans.length > 1) return undefined
  const { messages, unread } = readCapture(Buffer.from(text), CAPTURE_LIMITS)
  const [part] = messages
  if (part === undefined || messages.length > 1 || unread.length > 0) return undefined
  const [spelling] = part.wrapping
  if (spelling === undefined || part.wrapping.length > 1 || !SPELLINGS.includes(spelling)) return undefined
  const spelled = spelling === 'CDATA' ? inSections : escaped
  return { part, write: (changed) => `${text.slice(0, span.start)}${spelled(changed)}${text.slice(span.end)}` }
}

/** Where the text of an element stands that names a notification and has no elements in it. */
function spanOf({ children, startTagEnd: start }: XmlNode, text: string): { start: number; end: number }[] {
  if (children.length > 0 || start === undefined) return []
  let end = text.indexOf('<', start)
  // Sections of CDATA and comments are no tags.
  while (end >= 0 && text[end + 1] === '!') {
    const close = text.startsWith(CDATA, end) ? ']]>' : '-->'
    const behind = text.indexOf(close, end)
    end = behind < 0 ? -1 : text.indexOf('<', behind + close.length)
  }
  return end > start && text.slice(start, end).includes(NAME) ? [{ start, end }] : []
}

const inSections = (text: string): string => `${CDATA}${text.replaceAll(']]>', `]]]]>${CDATA}>`)}]]>`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
