import type { Envelope } from './envelope.js'

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
}

/**
 * Posts a message and answers with whatever the PMS said, any status.
 * @throws Fault UNREACHABLE where it surely did not arrive; OUTCOME_UNKNOWN where it may have (cut connection, time-out)
 */
export type PostMessage = (post: MessagePost) => Promise<PostedAnswer>

const CONTENT_TYPES = { none: 'application/xml; charset=utf-8', soap11: 'text/xml; charset=utf-8', soap12: 'application/soap+xml; charset=utf-8' } as const

/** Headers that fit the envelope of a message. Wire defaults, "The reservation notification". */
export function postHeaders(envelope: Envelope, basic?: { username: string; password: string }): Record<string, string> {
  return {
    'content-type': CONTENT_TYPES[envelope],
    accept: 'application/xml, text/xml, application/soap+xml',
    ...(envelope === 'soap11' ? { soapaction: '""' } : {}),
    ...(basic === undefined ? {} : { authorization: `Basic ${Buffer.from(`${basic.username}:${basic.password}`, 'utf8').toString('base64')}` }),
  }
}
