import type { StoredToken } from '../../client/index.js'

type Life = Pick<StoredToken, 'expiresAt' | 'guess'>

/** No date is further from 1970 (ECMA-262). */
const LAST_DAY_MS = 8.64e15

/** What is known of the end of a token; an end that is assumed is not shown as one that was told. */
export function tokenEnd({ expiresAt, guess }: Life): { tokenExpires: string } | { tokenLife: string } {
  if (guess !== undefined)
    return {
      tokenLife:
        guess === 'over' ? 'not known: the service says it is over already' : 'not known: the service did not say',
    }
  if (!(Math.abs(expiresAt) <= LAST_DAY_MS))
    return { tokenLife: 'not known: the service told a time that no calendar has' }
  return { tokenExpires: new Date(expiresAt).toISOString() }
}

/** The sentence for a person whose new token says that it cannot be used; undefined for one that can. */
export function warningOfEnd({ expiresAt, guess }: Life): string | undefined {
  if (guess === 'over')
    return 'The service says that the token it issued has no life left (expiresIn is 0 or less). It is used for up to an hour, unless the service refuses it.'
  if (guess !== undefined || expiresAt > Date.now() || expiresAt < -LAST_DAY_MS) return undefined
  return `The token that the service issued ended already, at ${new Date(expiresAt).toISOString()}. Check the clock of this machine and of the service.`
}
