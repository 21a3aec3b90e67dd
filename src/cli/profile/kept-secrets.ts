import { isSameBaseUrl, type ListedProfile } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { shellWord } from '../../shell-word.js'

/**
 * A secret that was given for one address or partner never goes to another without a new sign-in.
 * @param before the profile as it is; undefined where it is new
 * @throws Fault USAGE with the command that signs in to the new one
 */
export function refuseSecretsElsewhere(
  before: ListedProfile | undefined,
  { baseUrl, partnerId }: { baseUrl: string | undefined; partnerId: string | undefined },
): void {
  if (before?.store === undefined) return
  const isMoved = baseUrl !== undefined && !isSameBaseUrl(baseUrl, before.baseUrl)
  const isOther = partnerId !== undefined && before.partnerId !== undefined && partnerId !== before.partnerId
  if (!isMoved && !isOther) return
  const owner = isMoved ? (before.baseUrl ?? 'another address') : `partner ${before.partnerId ?? ''}`
  const flags = `${isMoved ? ` --base-url ${shellWord(baseUrl)}` : ''}${isOther ? ` --partner-id ${shellWord(partnerId)}` : ''}`
  throw new Fault('USAGE', `Profile ${before.name} holds secrets for ${owner}. Nothing was changed.`, {
    next: `Sign in anew with "hubswitch auth login --profile ${shellWord(before.name)}${flags}", or remove the secrets first with "hubswitch auth logout --profile ${shellWord(before.name)}".`,
  })
}
