import {
  deleteSecrets,
  isSameBaseUrl,
  type KeptToken,
  listProfiles,
  openSecretStore,
  readKeptSecret,
  SANDBOX_PROFILE,
  saveProfile,
  type SecretStore,
  type Settings,
  type StoreKind,
  tokenRecord,
  useProfile,
  writeKeptSecret,
} from '../../config/index.js'
import { Fault } from '../../errors.js'

export interface SignedIn {
  settings: Settings
  store: StoreKind
  partnerId: string
  partnerSecret: string
  token: KeptToken
  /** Undefined: those that are stored stay, where they belong to this address and partner. */
  channelCredentials: string | undefined
  /** Undefined: those that are stored stay, where the address stays. */
  pmsCredentials: string | undefined
  notice: (line: string) => void
}

/**
 * Keeps what a sign-in gave: each secret bound to the address and partner that it was given for, then the profile with all its other settings.
 * What is stored for another address is removed, what is stored in another place is moved, and both are said.
 * The first profile of a real service becomes the one that commands use.
 * @throws Fault KEYCHAIN_UNAVAILABLE, NO_CREDENTIALS
 */
export async function keepLogin({
  settings,
  store: kind,
  partnerId,
  partnerSecret,
  token,
  channelCredentials,
  pmsCredentials,
  notice,
}: SignedIn): Promise<void> {
  const { configDir, profile, baseUrl } = settings
  const profiles = listProfiles(configDir)
  const isFirst = !settings.isEmbedded && profiles.every(({ name }) => name === SANDBOX_PROFILE)
  const before = profiles.find(({ name }) => name === profile.value)
  const place = { configDir, profile: profile.value }
  const store = openSecretStore(kind, place)
  const former = before?.store === kind ? undefined : before?.store
  const stored =
    former === undefined
      ? await storedIn(store)
      : await storedIn(openSecretStore(former, place)).catch(unreadable(former, notice))
  await store.set('partnerSecret', writeKeptSecret(partnerSecret, settings, partnerId))
  const channel = channelCredentials ?? stillFor(stored.channel, { settings, partnerId, notice })
  if (channel !== undefined) await store.set('channelCredentials', writeKeptSecret(channel, settings, partnerId))
  else if (stored.channel !== undefined) await store.delete('channelCredentials')
  const isElsewhere = before?.baseUrl !== undefined && !isSameBaseUrl(before.baseUrl, baseUrl.value)
  const pms = pmsCredentials ?? (isElsewhere ? undefined : stored.pms)
  if (pms !== undefined) await store.set('pmsCredentials', pms)
  else if (stored.pms !== undefined) {
    await store.delete('pmsCredentials')
    notice(
      'The stored PMS credentials were given with another address and were removed. Give those for this one with --pms-credentials.',
    )
  }
  // Where the store does not hold a token of this size, the next command signs in for itself.
  await store.set('token', tokenRecord(token, settings, partnerId))
  await saveProfile(configDir, profile.value, {
    partnerId,
    store: kind,
    ...(baseUrl.value === undefined ? {} : { baseUrl: baseUrl.value }),
  })
  if (isFirst) await useProfile(configDir, profile.value)
  if (former !== undefined && stored.isRead) {
    await deleteSecrets(former, place)
    notice(`The secrets of profile ${profile.value} moved from ${STORE_NAMES[former]} to ${STORE_NAMES[kind]}.`)
  }
  if (isElsewhere) {
    const others = Object.keys(before).filter(
      (key) => !['name', 'isCurrent', 'baseUrl', 'partnerId', 'store'].includes(key),
    )
    notice(
      `Profile ${profile.value} moved from ${before.baseUrl} to ${baseUrl.value ?? 'another address'}.${others.length === 0 ? '' : ` It keeps its other settings: ${others.join(', ')}.`}`,
    )
  }
}

interface Stored {
  channel: string | undefined
  pms: string | undefined
  isRead: boolean
}

const STORE_NAMES: Record<StoreKind, string> = { keychain: 'the OS keychain', file: 'the secrets file' }

async function storedIn(store: SecretStore): Promise<Stored> {
  return { channel: await store.get('channelCredentials'), pms: await store.get('pmsCredentials'), isRead: true }
}

/** Leaving a store that no longer works is what another store is for. */
function unreadable(former: StoreKind, notice: SignedIn['notice']): (error: unknown) => Stored {
  return (error) => {
    if (!(error instanceof Fault)) throw error
    notice(
      `${STORE_NAMES[former].replace('the', 'The')} cannot be read: what it holds for this profile stays there. Give channel and PMS credentials again with --channel-credentials and --pms-credentials.`,
    )
    return { channel: undefined, pms: undefined, isRead: false }
  }
}

/** Channel credentials that are stored and belong to the address and partner of this sign-in. */
function stillFor(
  stored: string | undefined,
  { settings, partnerId, notice }: Pick<SignedIn, 'settings' | 'partnerId' | 'notice'>,
): string | undefined {
  if (stored === undefined) return undefined
  try {
    return readKeptSecret(stored, { ...settings, partnerId: { value: partnerId, source: 'flag' } })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    notice(
      'The stored channel credentials belong to another address or partner and were removed. Give those for this one with --channel-credentials.',
    )
    return undefined
  }
}
