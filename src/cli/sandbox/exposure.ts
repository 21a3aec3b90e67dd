import { randomBytes } from 'node:crypto'
import { Fault } from '../../errors.js'
import { accountsToSecure, type Exposure } from '../command/index.js'

/** The variable that holds the secret of an exposed sandbox. */
const SECRET_VARIABLE = 'HUBSWITCH_SANDBOX_SECRET'
const SECRET_CHARACTERS_MIN = 16
const SECRET_BYTES = 18

/**
 * Secrets for a sandbox that other machines can reach: those built in are public. Undefined for loopback, where they serve.
 * @throws Fault USAGE for a secret in the environment that is too short
 */
export async function exposureOf(host: string, env: NodeJS.ProcessEnv): Promise<Exposure | undefined> {
  const partnerIds = await accountsToSecure(host)
  if (partnerIds === undefined) return undefined
  const given = env[SECRET_VARIABLE]
  if (given !== undefined && given.length < SECRET_CHARACTERS_MIN) {
    throw new Fault(
      'USAGE',
      `${SECRET_VARIABLE} has ${given.length} characters; a sandbox that other machines can reach needs at least ${SECRET_CHARACTERS_MIN}.`,
      { next: `Set a longer one, or unset it: then one is made and shown once.` },
    )
  }
  return {
    secrets: new Map(
      partnerIds.map((partnerId) => [partnerId, given ?? randomBytes(SECRET_BYTES).toString('base64url')]),
    ),
    isGenerated: given === undefined,
  }
}

/** The warning of an exposed sandbox. */
export function exposureWarning(host: string, { isGenerated }: Exposure): string {
  const where = isGenerated ? 'new ones are shown below, once' : `the secret is that of ${SECRET_VARIABLE}`
  return `Warning: other machines can reach this sandbox (--host ${host}), and everything travels unencrypted. The public secrets do not work here; ${where}. Keep invented data in it only.`
}
