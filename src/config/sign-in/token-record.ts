import { isSameBaseUrl } from '../profiles/index.js'

/** A token as a store keeps it; times in epoch milliseconds. */
export interface KeptToken {
  accessToken: string
  expiresAt: number
  obtainedAt: number
  /** The end is assumed: the service did not tell it (`unsaid`), or told a life of nothing (`over`). */
  guess?: 'unsaid' | 'over'
}

/** Whose token it is: one of another address or partner is never used. */
export interface TokenOwner {
  baseUrl: string
  partnerId: string
}

export function writeToken(
  { accessToken, expiresAt, obtainedAt, guess }: KeptToken,
  { baseUrl, partnerId }: TokenOwner,
): string {
  return JSON.stringify({
    accessToken,
    expiresAt,
    obtainedAt,
    ...(guess === undefined ? {} : { guess }),
    baseUrl,
    partnerId,
  })
}

/** Undefined for a record that is damaged or belongs to someone else: then a new token is fetched. */
export function readToken(text: string | undefined, owner: TokenOwner): KeptToken | undefined {
  if (text === undefined) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { accessToken, expiresAt, obtainedAt, guess, baseUrl, partnerId } = parsed as Record<string, unknown>
  if (typeof accessToken !== 'string' || typeof expiresAt !== 'number' || typeof obtainedAt !== 'number')
    return undefined
  return typeof baseUrl === 'string' && isSameBaseUrl(baseUrl, owner.baseUrl) && partnerId === owner.partnerId
    ? { accessToken, expiresAt, obtainedAt, ...(guess === 'unsaid' || guess === 'over' ? { guess } : {}) }
    : undefined
}
