import type { EndpointKey, Overlay, ResultOf } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import type { Parts } from '../http/index.js'
import type { Redactor } from '../shown/index.js'
import type { ClockGap } from './clock-gap.js'
import type { TokenSource } from './session.js'
import { bearerOf, expiryOf, isBearer, isSendable, issuedAt, type StoredToken } from './token-life.js'

type Send = (key: EndpointKey, parts: Parts, headers: Record<string, string>) => Promise<unknown>

/** The two calls that answer a token (interface: "Authentication endpoints"). */
export function createTokenSource(
  { overlay, redactor, clock }: { overlay: Overlay; redactor: Redactor; clock?: ClockGap },
  send: Send,
): TokenSource {
  const describe = (accessToken: string, expiresIn?: unknown): StoredToken => {
    const obtainedAt = Date.now()
    return { accessToken, obtainedAt, ...expiryOf(accessToken, expiresIn, overlay.expiresIn, obtainedAt) }
  }
  const receive = (result: unknown): StoredToken => {
    const { accessToken, expiresIn, tokenType } = result as ResultOf<'auth.login'>
    redactor.learn(accessToken)
    requireBearer(tokenType)
    clock?.hear(issuedAt(accessToken) ?? Number.NaN)
    return describe(accessToken, expiresIn)
  }
  return {
    describe: (accessToken) => describe(accessToken),
    async getToken({ partnerId, partnerSecret }) {
      redactor.learn(partnerSecret)
      const answer = await send(
        'auth.login',
        { params: {}, query: { partnerId, partnerSecret }, body: undefined },
        {},
      ).catch((error: unknown) => {
        throw signInFault(error, partnerId)
      })
      return requireSendable(receive(answer))
    },
    async refreshToken({ accessToken }) {
      redactor.learn(accessToken)
      let answer: unknown
      try {
        answer = await send(
          'auth.refresh',
          { params: {}, query: {}, body: undefined },
          { authorization: bearerOf(accessToken) },
        )
      } catch (error) {
        // An expired or withdrawn token cannot be refreshed; the session then signs in.
        if (isRefusal(error)) return error
        throw error
      }
      return requireSendable(receive(answer))
    },
  }
}

/** Sent as a bearer token, one of another type fails every call that follows: it needs a signature or a proof. */
function requireBearer(tokenType: unknown): void {
  if (isBearer(tokenType)) return
  throw new Fault(
    'REFUSED',
    'The service issued an access token that is no bearer token, and hubswitch can send no other.',
    {
      next: 'Ask whoever runs the service for bearer tokens: tokenType must be "Bearer". The token was not kept.',
      findings: [{ field: 'tokenType', value: String(tokenType).slice(0, 40), reason: 'is not "Bearer"' }],
    },
  )
}

/** A token that no header can hold fails every call that follows, so it is not kept. */
function requireSendable(token: StoredToken): StoredToken {
  if (isSendable(token.accessToken)) return token
  throw new Fault(
    'REFUSED',
    'The service issued an access token that cannot be sent: it holds blanks, line ends or characters outside ASCII.',
    {
      next: 'Ask whoever runs the service: accessToken must be the bare token, without "Bearer" before it. The token was not kept.',
    },
  )
}

/** The service answered, and the answer is no token. */
function isRefusal(error: unknown): error is Fault {
  return error instanceof Fault && ['SIGN_IN_REFUSED', 'FORBIDDEN', 'NOT_FOUND', 'REFUSED'].includes(error.code)
}

/** A service may refuse partner id and secret by any status but "there is no such address". */
function signInFault(error: unknown, partnerId: string): unknown {
  if (!isRefusal(error)) return error
  const { message, findings, facts } = error
  const status = Number(facts['status'])
  if (error.code === 'NOT_FOUND')
    return new Fault('NOT_FOUND', message, {
      next: 'There is no sign-in at this address. Check the base address of the service.',
      facts,
    })
  if (status >= 300 && status <= 399) return error
  return new Fault('SIGN_IN_REFUSED', `Sign-in of partner ${partnerId} failed. ${message}`, { findings, facts })
}
