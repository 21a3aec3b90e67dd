/** Tokens and the identity of requests. */

export { createChannelIdentity } from './channel-identity.js'
export { ClockGap } from './clock-gap.js'
export { createSession, type Identity, type RenewedToken, type Session } from './session.js'
export { bearerOf, claimedEnd, type StoredToken } from './token-life.js'
export { createTokenSource } from './token-source.js'
