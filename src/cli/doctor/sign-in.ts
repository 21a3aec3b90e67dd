import { Fault } from '../../errors.js'
import { type Check, failOf, ok, unknown } from './check.js'

/** Who was signed in, and by what: a token that was kept or given, or the secret. */
export interface SignedIn {
  partnerId: string
  name?: string | undefined
  by: 'token' | 'renewed token' | 'secret'
}

const HOW: Readonly<Record<SignedIn['by'], string>> = {
  token: 'The service took the token; no secret was needed, so none was tried',
  'renewed token': 'The service took the credentials and gave a new token',
  secret: 'The service took the secret and gave a token',
}
const NEXT = '"hubswitch auth whoami" tries it.'

/** Signs in as the next command would, and asks who that is. */
export async function signInCheck(signIn: () => Promise<SignedIn>): Promise<Check> {
  try {
    const { partnerId, name, by } = await signIn()
    return ok('sign-in', `${HOW[by]}: partner ${partnerId}${name === undefined ? '' : ` (${name})`}.`)
  } catch (error) {
    if (error instanceof Fault) return failOf('sign-in', error)
    throw error
  }
}

/** @param why what stands in the way of trying it */
export const signInNotTried = (why: string): Check => unknown('sign-in', `Not tried: ${why}.`, NEXT)
