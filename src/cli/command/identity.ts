import type { Identity } from '../../client/index.js'
import { type Credentials, openCredentials, type Settings } from '../../config/index.js'
import { type ChannelCredentialsInput, parseCredentials } from '../../contract/index.js'
import { demoAccount } from './embedded-sandbox.js'

/**
 * Who signs in: the credential chain of the profile. The embedded sandbox, where nothing else is given, has an account of its own.
 * @throws Fault NO_CREDENTIALS for a `…_FILE` variable that names no readable file
 */
export async function identityOf(
  settings: Settings,
): Promise<{ identity: Identity; channelCredentials: () => Promise<ChannelCredentialsInput | undefined> }> {
  const credentials = openCredentials({ settings, env: process.env })
  const given = async (): Promise<ChannelCredentialsInput | undefined> => {
    const text = await credentials.channelCredentials()
    return text === undefined ? undefined : (parseCredentials(text) ?? {})
  }
  if (!usesDemoAccount(settings, credentials)) return { identity: credentials, channelCredentials: given }
  const { partnerId, partnerSecret, channelCredentials } = await demoAccount()
  return {
    identity: { partner: async () => ({ partnerId, partnerSecret }) },
    channelCredentials: async () => (await given()) ?? channelCredentials,
  }
}

/** True where the embedded sandbox is used and nobody has signed in to it by name. */
export function usesDemoAccount(settings: Settings, credentials: Credentials): boolean {
  return (
    settings.isEmbedded &&
    credentials.sourceOf('partnerSecret') === undefined &&
    credentials.sourceOf('token') === undefined
  )
}
