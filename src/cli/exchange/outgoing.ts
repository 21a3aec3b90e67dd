import type { PmsCredentials } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { faultOfSoapAction, type Message, postHeaders, wrapMessage } from '../../resnotif/index.js'
import { type HttpHeaders, readHttpHeaders } from './http-headers.js'
import type { PostingFlags } from './posting-flags.js'
import { secretsOf } from './secrets.js'

/** A message as it goes out. */
export interface Outgoing {
  text: string
  headers: Record<string, string>
  /** The message has a security header of its own, which was left as it is. */
  keptSecurity: boolean
  /** What must not be seen of it, nor of an answer that repeats it. */
  secrets: string[]
}

/** What the flags of posting say, checked. */
export interface Posting extends HttpHeaders {
  flags: PostingFlags
}

/**
 * Reads the flags, before anything else is done for them.
 * @throws Fault USAGE, NO_CREDENTIALS
 */
export function readPosting(flags: PostingFlags): Posting {
  const { 'soap-action': soapAction, auth, 'password-type': passwordType } = flags
  if (passwordType !== undefined && auth !== 'username-token')
    throw new Fault('USAGE', `--password-type is of a UsernameToken, and --auth is ${auth}.`, {
      next: 'Add --auth username-token, or leave out --password-type. Nothing was sent.',
    })
  const wrong = soapAction === undefined ? undefined : faultOfSoapAction(soapAction)
  if (wrong !== undefined) throw new Fault('USAGE', `--soap-action ${wrong}.`)
  return { flags, ...readHttpHeaders(flags['http-header'], flags['http-header-from']) }
}

/**
 * A message in its envelope, with the headers that go with it.
 * @throws Fault USAGE for a UsernameToken without an envelope, NO_CREDENTIALS
 */
export function writeOutgoing(
  message: Message,
  { flags, headers, secrets }: Posting,
  credentials: PmsCredentials | undefined,
): Outgoing {
  const { envelope, auth } = flags
  const security =
    auth === 'username-token' && credentials !== undefined
      ? { ...credentials, passwordType: flags['password-type'] ?? 'text' }
      : undefined
  const wrapped = wrapMessage(message, { envelope, ...(security === undefined ? {} : { security }) })
  return {
    text: wrapped.text,
    keptSecurity: wrapped.keptSecurity,
    headers: {
      ...postHeaders(wrapped.envelope, {
        basic: auth === 'basic' ? credentials : undefined,
        soapAction: flags['soap-action'],
      }),
      ...headers,
    },
    secrets: [...secretsOf(credentials), ...secrets],
  }
}
