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

/** The fields of a JSON object; none where the text is no such thing. */
export function fieldsOf(text = ''): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as Record<string, unknown> | null) }
  } catch {
    return {}
  }
}

/** Undefined for a record that is damaged or belongs to someone else: then a new token is fetched. */
export function readToken(text: string | undefined, owner: TokenOwner): KeptToken | undefined {
  const { accessToken, expiresAt, obtainedAt, guess, baseUrl, partnerId } = fieldsOf(text)
  if (typeof accessToken !== 'string' || typeof expiresAt !== 'number' || typeof obtainedAt !== 'number')
    return undefined
  return typeof baseUrl === 'string' && isSameBaseUrl(baseUrl, owner.baseUrl) && partnerId === owner.partnerId
    ? { accessToken, expiresAt, obtainedAt, ...(guess === 'unsaid' || guess === 'over' ? { guess } : {}) }
    : undefined
}
