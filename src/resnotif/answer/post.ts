import { Fault } from '../../errors.js'
import type { Envelope } from '../build/index.js'

/** How a notification travels to a PMS: one HTTP POST. Who makes the request is handed a function of this form. */
export interface MessagePost {
  url: string
  /** The message as it goes out, envelope included. */
  text: string
  headers: Record<string, string>
  /** Longest wait for the whole answer, milliseconds. */
  timeoutMs: number
}

export interface PostedAnswer {
  status: number
  body: string
  /** By lower-case name. */
  headers?: Record<string, string>
}

/**
 * Posts a message and answers with whatever the PMS said, any status.
 * @throws Fault UNREACHABLE where it surely did not arrive; OUTCOME_UNKNOWN where it may have (cut connection, time-out)
 */
export type PostMessage = (post: MessagePost) => Promise<PostedAnswer>

const CONTENT_TYPES = {
  none: 'application/xml; charset=utf-8',
  soap11: 'text/xml; charset=utf-8',
  soap12: 'application/soap+xml; charset=utf-8',
} as const

/**
 * Headers that fit the envelope of a message. Wire defaults, "The reservation notification".
 * @throws Fault NO_CREDENTIALS for a user name that Basic cannot carry
 */
export function postHeaders(
  envelope: Envelope,
  {
    basic,
    soapAction,
  }: { basic?: { username: string; password: string } | undefined; soapAction?: string | undefined } = {},
): Record<string, string> {
  // The name ends at the first colon of the header; a UsernameToken has a place of its own for it.
  if (basic?.username.includes(':') === true)
    throw new Fault('NO_CREDENTIALS', 'The username for the PMS has a colon, which HTTP Basic cannot carry.', {
      next: 'Sign in with --auth username-token in an envelope, or ask the PMS for another username. Nothing was sent.',
    })
  // SOAP 1.1 wants a quoted URI in a header of its own, SOAP 1.2 a parameter of the content type.
  const action = envelope === 'soap12' && (soapAction ?? '') !== '' ? `; action="${soapAction}"` : ''
  return {
    'content-type': `${CONTENT_TYPES[envelope]}${action}`,
    accept: 'application/xml, text/xml, application/soap+xml',
    // Named for a message without an envelope, it goes along all the same: some services find their way by it.
    ...(envelope === 'soap11' || (envelope === 'none' && soapAction !== undefined)
      ? { soapaction: `"${soapAction ?? ''}"` }
      : {}),
    ...(basic === undefined
      ? {}
      : { authorization: `Basic ${Buffer.from(`${basic.username}:${basic.password}`, 'utf8').toString('base64')}` }),
  }
}

/** Why a text cannot be a SOAP action, or undefined: it stands in quotes in a header. */
export function faultOfSoapAction(text: string): string | undefined {
  if (text.length > 500) return 'has more than 500 characters'
  return /^[\x21\x23-\x5b\x5d-\x7e]*$/.test(text) ? undefined : 'must be a URI without blanks, quotes and backslashes'
}
