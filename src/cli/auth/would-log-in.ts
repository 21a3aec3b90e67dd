import type { Settings, StoreKind } from '../../config/index.js'
import { wouldAnswer } from '../show/index.js'
import type { Answer } from '../terminal/index.js'

/**
 * What a sign-in would do, without asking for the secret or sending anything.
 * @param store where the secret would be kept; undefined for the built-in account of the sandbox
 */
export function wouldLogIn(
  { profile, baseUrl, partnerId, isEmbedded }: Settings,
  store: StoreKind | undefined,
): Answer {
  const service = isEmbedded ? 'the embedded sandbox' : (baseUrl.value ?? '')
  const partner = partnerId.value ?? (store === undefined ? 'its built-in account' : 'the partner id that is asked for')
  const kept =
    store === undefined
      ? 'Nothing would be kept.'
      : `Once the service accepts it, secret and token would be kept in the ${store === 'file' ? 'secrets file of the profile' : 'OS keychain'}, and profile ${profile.value} would be written.`
  return wouldAnswer(
    { profile: profile.value, service, partnerId: partnerId.value ?? null, store: store ?? null },
    `The sign-in would go to ${service} as ${partner}. ${kept} Nothing was sent.`,
  )
}
