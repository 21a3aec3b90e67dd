import { createHash, randomBytes } from 'node:crypto'
import type { XmlBuilder } from '../xml/index.js'
import { attributeText, elementText } from './characters.js'

export type Envelope = 'none' | 'soap11' | 'soap12'

/** A WS-Security UsernameToken. The password is the caller's; it is written into the message and nowhere else. */
export interface UsernameToken {
  username: string
  password: string
  /** `digest` sends Base64(SHA-1(nonce + created + password)) with nonce and time. Default `text`. */
  passwordType?: 'text' | 'digest'
  /** Default: 16 random bytes. */
  nonce?: Uint8Array
  /** Default: now, UTC. */
  created?: string
}

export const SOAP_NAMESPACES = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
} as const

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-'
const WSSE = `${OASIS}wssecurity-secext-1.0.xsd`
const WSU = `${OASIS}wssecurity-utility-1.0.xsd`
const PROFILE = `${OASIS}username-token-profile-1.0`

/** The element that holds the message: the document itself, or the Body of an envelope with its security header. */
export function openEnvelope(
  document: XmlBuilder,
  envelope: Envelope,
  security: UsernameToken | undefined,
): XmlBuilder {
  if (envelope === 'none') return document
  const namespace = SOAP_NAMESPACES[envelope]
  const root = document.ele(namespace, 'soap:Envelope')
  if (security !== undefined) addToken(root.ele(namespace, 'soap:Header'), security)
  return root.ele(namespace, 'soap:Body')
}

function addToken(header: XmlBuilder, token: UsernameToken): void {
  const created = token.created ?? new Date().toISOString()
  const password = elementText('password', token.password)
  const holder = header.ele(WSSE, 'wsse:Security').att('soap:mustUnderstand', '1').ele(WSSE, 'wsse:UsernameToken')
  holder.ele(WSSE, 'wsse:Username').txt(elementText('username', token.username))
  if (token.passwordType !== 'digest') {
    holder.ele(WSSE, 'wsse:Password', { Type: `${PROFILE}#PasswordText` }).txt(password)
    return
  }
  const nonce = token.nonce ?? randomBytes(16)
  const digest = createHash('sha1')
    .update(nonce)
    .update(attributeText('created', created))
    .update(password, 'utf8')
    .digest('base64')
  holder.ele(WSSE, 'wsse:Password', { Type: `${PROFILE}#PasswordDigest` }).txt(digest)
  holder
    .ele(WSSE, 'wsse:Nonce', { EncodingType: `${OASIS}soap-message-security-1.0#Base64Binary` })
    .txt(Buffer.from(nonce).toString('base64'))
  holder.ele(WSU, 'wsu:Created').txt(created)
}
