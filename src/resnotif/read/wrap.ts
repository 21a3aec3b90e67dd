import { Fault } from '../../errors.js'
import { type Envelope, openEnvelope, SOAP_NAMESPACES, type UsernameToken } from '../build/index.js'
import { childOf, XmlBuilder } from '../xml/index.js'
import { findNode, type Message } from './read.js'

interface WrapOptions {
  /** For a message without envelope; one that has its own keeps it. */
  envelope: Envelope
  security?: UsernameToken
}

interface WrappedMessage {
  text: string
  /** The envelope that it now has. */
  envelope: Envelope
  /** The message brought a security header of its own, so none was added. */
  keptSecurity: boolean
}

const HOLD = 'message-stands-here'
const SECURITY_END = '</wsse:Security>'

/**
 * Puts a captured or built message into an envelope, or a security header into the envelope that it has; nothing else of it changes, except that the
 * declaration now says UTF-8, as it is sent.
 *
 * @throws Fault INVALID_INPUT when the text is not a notification in well-formed XML, or a security header has no envelope that it fits
 */
export function wrapMessage(message: Message, { envelope, security }: WrapOptions): WrappedMessage {
  const { text, root, broken, notification } = message
  if (broken !== undefined || root === undefined)
    throw new Fault(
      'INVALID_INPUT',
      `The message is not well-formed XML: line ${broken?.line ?? 1}, column ${broken?.column ?? 1}: ${broken?.message ?? 'nothing there'}.`,
    )
  if (notification === undefined) throw new Fault('INVALID_INPUT', 'The text contains no OTA_HotelResNotifRQ.')
  const body = text.replace(/^\ufeff/, '').replace(/^\s*(<\?xml[^>]*?\sencoding=)(["'])[^"']*\2/, '$1$2UTF-8$2')
  if (message.envelope === 'none') {
    if (envelope === 'none') {
      if (security !== undefined)
        throw new Fault('INVALID_INPUT', 'A UsernameToken needs an envelope, and the message has none.', {
          next: 'Add --envelope soap11 or soap12.',
        })
      return { text: body, envelope, keptSecurity: false }
    }
    const bare = body.replace(/^\s*<\?xml[^>]*\?>\s*/, '')
    return { text: frame(envelope, security).replace(`<${HOLD}/>`, () => bare), envelope, keptSecurity: false }
  }
  if (message.envelope === 'other') {
    if (security !== undefined)
      throw new Fault(
        'INVALID_INPUT',
        'The envelope of the message is neither SOAP 1.1 nor SOAP 1.2, so no UsernameToken can be put into it.',
      )
    return { text: body, envelope: 'none', keptSecurity: false }
  }
  const kept = { envelope: message.envelope, keptSecurity: false }
  if (security === undefined) return { ...kept, text: body }
  if (findNode(root, ({ name, parent }) => name === 'Security' && parent?.name === 'Header') !== undefined)
    return { ...kept, text: body, keptSecurity: true }
  const shift = body.length - text.length
  const header = childOf(root, 'Header')
  const made = securityHeader(message.envelope, security)
  const end = (header?.startTagEnd ?? root.startTagEnd ?? 0) + shift
  if (header === undefined) return { ...kept, text: `${body.slice(0, end)}${made.header}${body.slice(end)}` }
  if (body.slice(0, end).endsWith('/>'))
    return { ...kept, text: `${body.slice(0, header.place.offset + shift)}${made.header}${body.slice(end)}` }
  return { ...kept, text: `${body.slice(0, end)}${made.security}${body.slice(end)}` }
}

/** An envelope with a place for the message. */
function frame(envelope: Envelope, security: UsernameToken | undefined): string {
  const document = XmlBuilder.document()
  openEnvelope(document, envelope, security).ele(HOLD)
  return document.end()
}

/** The header alone, its prefix declared on it, so that it may stand in anyone's envelope. */
function securityHeader(envelope: 'soap11' | 'soap12', token: UsernameToken): { header: string; security: string } {
  const framed = frame(envelope, token)
  const security = framed.slice(framed.indexOf('<wsse:Security '), framed.indexOf(SECURITY_END) + SECURITY_END.length)
  const own = security.replace('<wsse:Security ', `<wsse:Security xmlns:soap="${SOAP_NAMESPACES[envelope]}" `)
  return { security: own, header: `<soap:Header xmlns:soap="${SOAP_NAMESPACES[envelope]}">${security}</soap:Header>` }
}
