import type { Overlay } from '../../contract/index.js'
import { Fault } from '../../errors.js'

/** A bearer token and its life; times in epoch milliseconds of this machine's clock. */
export interface StoredToken {
  accessToken: string
  expiresAt: number
  obtainedAt: number
  /** What is not known of `expiresAt`: `unsaid`, the service did not tell the life; `over`, it told a life of nothing. An hour is assumed either way. */
  guess?: LifeGuess
}

export type LifeGuess = 'unsaid' | 'over'

/** A token is renewed this long before it expires. */
export const RENEW_EARLY_MS = 60_000

/** The sample lifetime of the interface, for a token that says nothing of its life. The 401 path mends a wrong guess. */
const LIFETIME_UNKNOWN_MS = 3_600_000

/** Clocks further apart than this make a token's own times useless here, but not its lifetime. */
const CLOCK_SKEW_MS = 60_000

/**
 * When a token expires, in epoch milliseconds (wire default 28). The token's own `exp` claim wins; else `expiresIn` is a time, or is
 * read by the overlay's unit, or by its magnitude: 1e12 and more epoch ms, 1e9 epoch s, 1e6 a lifetime in ms, else in s.
 */
export function expiryOf(
  accessToken: string,
  expiresIn: unknown,
  unit: Overlay['expiresIn'],
  now: number,
): { expiresAt: number; guess?: LifeGuess } {
  const { exp, iat } = claimsOf(accessToken)
  if (exp !== undefined)
    return {
      expiresAt: iat !== undefined && Math.abs(iat - now) > CLOCK_SKEW_MS && exp > iat ? now + (exp - iat) : exp,
    }
  const day =
    typeof expiresIn === 'string' && INSTANT.test(expiresIn.trim()) ? Date.parse(expiresIn.trim()) : Number.NaN
  if (Number.isFinite(day)) return { expiresAt: day }
  const value = typeof expiresIn === 'string' && expiresIn.trim() !== '' ? Number(expiresIn) : expiresIn
  if (typeof value !== 'number' || !Number.isFinite(value))
    return { expiresAt: now + LIFETIME_UNKNOWN_MS, guess: 'unsaid' }
  // Some services say 0 or -1 and mean "no end". Taken at its word, every call would sign in anew.
  if (value <= 0) return { expiresAt: now + LIFETIME_UNKNOWN_MS, guess: 'over' }
  return { expiresAt: countedFrom(now, value, unit) }
}

/** A day and a time with its zone: without one it could be hours off. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i

function countedFrom(now: number, value: number, unit: Overlay['expiresIn']): number {
  if (unit === 'seconds') return now + value * 1_000
  if (unit === 'milliseconds') return now + value
  if (value >= 1e12) return value
  if (unit === 'epoch' || value >= 1e9) return value * 1_000
  return now + (value >= 1e6 ? value : value * 1_000)
}

/** Whether a token may still be used without renewal. A life shorter than two minutes is used to its half. */
export function isFresh(token: StoredToken, now: number): boolean {
  const early = Math.min(RENEW_EARLY_MS, Math.max(0, token.expiresAt - token.obtainedAt) / 2)
  return now < token.expiresAt - early
}

/** When a token says that it ends, in epoch milliseconds of the clock that issued it; undefined for one that says nothing. */
export function claimedEnd(accessToken: string): number | undefined {
  return claimsOf(accessToken).exp
}

/** When a token says that it was issued, likewise. */
export function issuedAt(accessToken: string): number | undefined {
  return claimsOf(accessToken).iat
}

/** `exp` and `iat` of a JWT in epoch milliseconds; nothing for a token of another kind. The signature is the service's affair. */
function claimsOf(accessToken: string): { exp?: number; iat?: number } {
  const payload = accessToken.split('.')[1]
  if (payload === undefined) return {}
  try {
    const { exp, iat } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
    return { ...epochMs('exp', exp), ...epochMs('iat', iat) }
  } catch {
    return {}
  }
}

/** Some services write the numbers as text. */
function epochMs(name: 'exp' | 'iat', given: unknown): { exp?: number; iat?: number } {
  const seconds =
    typeof given === 'string' && /^\s{0,9}\d{1,16}(?:\.\d{1,9})?\s{0,9}$/.test(given) ? Number(given) : given
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) return {}
  return { [name]: seconds >= 1e12 ? seconds : seconds * 1_000 }
}

/** Whether a token of this type is sent as a bearer token, the only kind there is here; one without a type is, and a JWT says what the token is made of. */
export const isBearer = (tokenType: unknown): boolean =>
  typeof tokenType !== 'string' ||
  tokenType.trim() === '' ||
  /bearer|^\s{0,9}jwt\s{0,9}$/i.test(tokenType.slice(0, 100))

/** Whether a header can hold the token: visible ASCII. */
export const isSendable = (accessToken: string): boolean => /^[\x21-\x7e]+$/.test(accessToken)

/**
 * The header that signs a call.
 * @throws Fault NO_CREDENTIALS where the token holds what no header can: anything but visible ASCII
 */
export function bearerOf(accessToken: string): string {
  if (isSendable(accessToken)) return `Bearer ${accessToken}`
  throw new Fault(
    'NO_CREDENTIALS',
    'The access token cannot be sent: it holds blanks, line ends or characters outside ASCII, or is empty.',
    {
      next: 'Set HUBSWITCH_ACCESS_TOKEN, or the file that HUBSWITCH_ACCESS_TOKEN_FILE names, to the token as it was issued, on one line, or run "hubswitch auth login". The request was not sent.',
    },
  )
}
