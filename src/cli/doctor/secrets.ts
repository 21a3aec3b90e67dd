import { openSecretStore, type Settings } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { credentialReport } from '../auth/index.js'
import { type Check, fail, failOf, ok, unknown, warn } from './check.js'

/** Who would sign in, with what, and how long its token lives; never a secret itself. */
export async function credentialChecks(settings: Settings): Promise<Check[]> {
  let report: Record<string, unknown>
  let refused: Check | undefined
  try {
    report = await credentialReport(settings)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    report = error.facts
    refused = failOf('credentials', error)
  }
  const { partnerId, partnerSecret, accessToken, channelCredentials } = report
  const says = [
    partnerId === undefined ? undefined : `partner ${String(partnerId)}`,
    partnerSecret === undefined ? undefined : `secret: ${String(partnerSecret)}`,
    accessToken === undefined ? undefined : `token: ${String(accessToken)}`,
  ].filter((part) => part !== undefined)
  return [
    refused ?? ok('credentials', `Found: ${says.join(', ')}.`),
    ...(refused === undefined
      ? [tokenCheck(report), channelCheck(channelCredentials, partnerSecret === 'built in')]
      : []),
  ]
}

function tokenCheck({ accessToken, partnerSecret, tokenExpires, tokenState }: Record<string, unknown>): Check {
  if (accessToken === undefined)
    return ok(
      'token',
      partnerSecret === 'built in' ? 'Got anew by each command.' : 'None is kept; the next command signs in.',
    )
  if (tokenState === 'expired') {
    const at = `The token expired ${String(tokenExpires)}`
    return partnerSecret === undefined || String(partnerSecret).startsWith('not used') || partnerSecret === 'none'
      ? fail(
          'token',
          `${at}, and no secret is there to get another.`,
          'Set HUBSWITCH_ACCESS_TOKEN to a new one, or run "hubswitch auth login".',
        )
      : ok('token', `${at}; the next command signs in again.`)
  }
  return tokenExpires === undefined
    ? ok('token', 'There is one; its end is not known, the service says when it is over.')
    : ok('token', `There is one, valid until ${String(tokenExpires)} as it says itself.`)
}

function channelCheck(held: unknown, isBuiltIn: boolean): Check {
  const words = String(held ?? 'none')
  if (words.startsWith('not usable'))
    return fail(
      'channel-credentials',
      `${words}.`.replace(/\.\.$/, '.'),
      'Run "hubswitch auth login --channel-credentials FILE".',
    )
  return words === 'none'
    ? warn(
        'channel-credentials',
        'None: rooms, rates, inventory and the list of products want them.',
        'Run "hubswitch auth login --channel-credentials FILE", or set HUBSWITCH_CHANNEL_CREDENTIALS_FILE.',
      )
    : isBuiltIn
      ? ok('channel-credentials', 'Built in.')
      : unknown(
          'channel-credentials',
          `Found, from ${words}; not tried, which takes a hotel.`,
          '"hubswitch room list HOTEL" tries them.',
        )
}

/** Whether the keychain answers, where this profile keeps its secrets in it. */
export async function keychainCheck({ store, configDir, profile }: Settings): Promise<Check> {
  if (store.value !== 'keychain')
    return ok(
      'keychain',
      `Not used by this profile${store.value === 'file' ? ', which keeps its secrets in a file' : ''}.`,
    )
  await openSecretStore('keychain', { configDir, profile: profile.value }).get('partnerSecret')
  return ok('keychain', 'It answers.')
}
