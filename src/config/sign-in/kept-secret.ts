import { Fault } from '../../errors.js'
import { shellWord } from '../../shell-word.js'
import { configFileOf, isSameBaseUrl, type Settings } from '../profiles/index.js'
import { fieldsOf, type TokenOwner } from './token-record.js'

/** Whose secrets and tokens these settings ask for. */
export const ownerOf = ({ baseUrl }: Pick<Settings, 'baseUrl'>, partnerId: string | undefined): TokenOwner => ({
  baseUrl: baseUrl.value ?? 'embedded',
  partnerId: partnerId ?? '',
})

/** A secret as a store keeps it: bound to the address and partner that it was given for, whatever config.yaml says later. */
export function writeKeptSecret(secret: string, settings: Pick<Settings, 'baseUrl'>, partnerId: string): string {
  return JSON.stringify({ secret, ...ownerOf(settings, partnerId) })
}

/**
 * The secret of a stored text, for the address and partner that it was given for and for no other.
 * @throws Fault NO_CREDENTIALS naming both addresses or partners, never the secret
 */
export function readKeptSecret(text: string, settings: Settings): string {
  const { profile, baseUrl, partnerId } = settings
  const kept = parse(text)
  if (kept === undefined) {
    throw new Fault(
      'NO_CREDENTIALS',
      `A stored secret of profile ${profile.value} does not say which address it was given for, so it was not sent.`,
      { next: `Run "hubswitch auth login --profile ${shellWord(profile.value)}".` },
    )
  }
  const asked = ownerOf(settings, partnerId.value)
  if (!isSameBaseUrl(asked.baseUrl, kept.baseUrl))
    throw elsewhere(settings, kept.baseUrl, `${asked.baseUrl} (${baseUrl.from ?? baseUrl.source})`, 'address')
  if (partnerId.value !== undefined && asked.partnerId !== kept.partnerId)
    throw elsewhere(
      settings,
      `partner ${kept.partnerId}`,
      `${asked.partnerId} (${partnerId.from ?? partnerId.source})`,
      'partner id',
    )
  return kept.secret
}

/**
 * A secret that was given for one address never goes to another. What flag and environment say is compared before a store is opened.
 * @throws Fault NO_CREDENTIALS
 */
export function refuseOtherAddress({ baseUrl, partnerId, recorded, profile }: Settings): void {
  const next = 'Give the secret for this one in HUBSWITCH_PARTNER_SECRET, or use the profile as it is.'
  if (!isSameBaseUrl(baseUrl.value, recorded.baseUrl)) {
    throw new Fault(
      'NO_CREDENTIALS',
      `The stored secrets of profile ${profile.value} belong to ${recorded.baseUrl ?? 'another address'}, not to ${baseUrl.value ?? 'this one'} (${baseUrl.from ?? ''}).`,
      { next },
    )
  }
  if (partnerId.value !== undefined && recorded.partnerId !== undefined && partnerId.value !== recorded.partnerId) {
    throw new Fault(
      'NO_CREDENTIALS',
      `The stored secrets of profile ${profile.value} belong to partner ${recorded.partnerId}, not to ${partnerId.value} (${partnerId.from ?? ''}).`,
      { next },
    )
  }
}

function elsewhere({ profile, configDir }: Settings, kept: string, asked: string, what: string): Fault {
  return new Fault(
    'NO_CREDENTIALS',
    `The stored secrets of profile ${profile.value} belong to ${kept}, not to ${asked}. They were not sent.`,
    {
      next: `Set the ${what} back in ${configFileOf(configDir)}, or sign in anew with "hubswitch auth login --profile ${shellWord(profile.value)}".`,
    },
  )
}

function parse(text: string): { secret: string; baseUrl: string; partnerId: string } | undefined {
  const { secret, baseUrl, partnerId } = fieldsOf(text)
  return typeof secret === 'string' && typeof baseUrl === 'string' && typeof partnerId === 'string'
    ? { secret, baseUrl, partnerId }
    : undefined
}
