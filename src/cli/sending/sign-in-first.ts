import type { Command } from '@oclif/core'
import { unlessHalted } from '../../client/index.js'
import { type ErrorCode, Fault } from '../../errors.js'
import { isSignIn } from '../../outcome/index.js'
import type { ServiceCommand } from '../command/index.js'

/** A sign-in that ends so will end so again: there is no use in going on to the requests behind it. */
const SETTLED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SIGN_IN_REFUSED',
  'NO_CREDENTIALS',
  'KEYCHAIN_UNAVAILABLE',
  'FORBIDDEN',
])

/**
 * Asks whether the profile allows changes, and signs in before the first request of a push, so that a refused sign-in leaves no run behind that looks as if it had been sent. A service that does not
 * answer is left to the sending, which waits for it.
 * @returns the token; undefined where there is none yet, or none is needed
 * @throws Fault SIGN_IN_REFUSED and the like, INTERRUPTED
 */
export async function signInFirst(
  command: Pick<ServiceCommand<typeof Command>, 'connection' | 'settings' | 'allowWrites' | 'ending' | 'interruption'>,
): Promise<{ accessToken: string } | undefined> {
  await command.allowWrites()
  if (command.settings().isEmbedded) return undefined
  const { client } = await command.connection()
  try {
    return await unlessHalted(client.session.token(), command.ending())
  } catch (error) {
    // The sending finds that there is no time left: the run is kept, and can be resumed.
    if (command.ending().aborted && !command.interruption().aborted) return undefined
    const refused = refusedSignIn(error)
    if (refused !== undefined) throw refused
    if (error instanceof Fault && error.code === 'INTERRUPTED') throw error
    return undefined
  }
}

/** The fault of a sign-in that was refused, told as what it is before anything was sent; undefined for any other error. */
export function refusedSignIn(error: unknown): Fault | undefined {
  if (!(error instanceof Fault) || !isSignIn(error) || !SETTLED.has(error.code)) return undefined
  const { code, message, next, findings, facts } = error
  return new Fault(code, message, { next: `${next} Nothing was sent.`, findings, facts, cause: error })
}
