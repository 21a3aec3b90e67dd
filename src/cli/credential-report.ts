import { type SecretSource, type Setting, type Settings, openCredentials } from '../config/index.js'
import { Fault } from '../errors.js'
import { demoAccount } from './embedded-sandbox.js'
import { usesDemoAccount } from './identity.js'

/** Where a value comes from, in words: `env HUBSWITCH_PROFILE`, `file …/config.yaml`, `default`. */
function sourceText({ source, from }: { source: Setting<unknown>['source'] | 'keychain'; from?: string }): string {
  return from === undefined ? source : `${source} ${from}`
}

/**
 * Who would sign in where, and where each secret comes from; never a secret itself.
 * @throws Fault NO_CREDENTIALS where there is nothing to sign in with
 */
export async function credentialReport(settings: Settings): Promise<Record<string, unknown>> {
  const credentials = openCredentials({ settings, env: process.env })
  const { access, profile, baseUrl, partnerId, isEmbedded } = settings
  const where = { profile: profile.value, profileFrom: sourceText(profile), service: isEmbedded ? 'embedded sandbox' : baseUrl.value, access: access.value, accessFrom: sourceText(access) }
  if (usesDemoAccount(settings, credentials)) {
    return { ...where, partnerId: (await demoAccount()).partnerId, partnerSecret: 'built in', channelCredentials: 'built in' }
  }
  const [secret, token, channel, pms] = (['partnerSecret', 'token', 'channelCredentials', 'pmsCredentials'] as const).map((name) => credentials.sourceOf(name))
  if (secret === undefined && token === undefined) throw new Fault('NO_CREDENTIALS', `There is nothing to sign in with for profile ${profile.value}.`, { facts: where })
  const kept = await credentials.loadToken?.()
  const [secretFrom, channelFrom, pmsFrom] = await Promise.all([heldIn(secret, credentials.partner), heldIn(channel, credentials.channelCredentials), heldIn(pms, credentials.pmsCredentials)])
  return {
    ...where,
    partnerId: partnerId.value,
    partnerSecret: secret === undefined ? undefined : secretFrom,
    accessToken: token?.source === 'env' ? sourceText(token) : undefined,
    channelCredentials: channelFrom,
    pmsCredentials: pmsFrom,
    tokenExpires: kept === undefined ? undefined : new Date(kept.expiresAt).toISOString(),
  }
}

/** A store is named only where it holds this secret. A variable is named even where its content is of no use: the command that needs it says why. */
async function heldIn(source: SecretSource | undefined, read: () => Promise<unknown>): Promise<string> {
  if (source === undefined) return 'none'
  if (source.source === 'env') return sourceText(source)
  try {
    return (await read()) === undefined ? 'none' : sourceText(source)
  } catch (error) {
    if (error instanceof Fault) return `not usable: ${error.message}`
    throw error
  }
}
