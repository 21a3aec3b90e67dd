import type { Fault } from '../../errors.js'

/** Whether a fault is about getting a token rather than about the request that wanted one. */
export function isSignIn({ code, facts }: Fault): boolean {
  const { endpoint } = facts
  return (
    code === 'SIGN_IN_REFUSED' ||
    code === 'NO_CREDENTIALS' ||
    code === 'KEYCHAIN_UNAVAILABLE' ||
    (typeof endpoint === 'string' && endpoint.startsWith('auth.'))
  )
}
