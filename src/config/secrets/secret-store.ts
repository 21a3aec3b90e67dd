import { createFileStore } from './file-store.js'
import type { StoreKind } from '../profiles/config-schema.js'
import { createKeychainStore, type KeychainOptions } from './keychain-store.js'

/** What a store keeps for a profile. */
export const SECRET_KINDS = ['partnerSecret', 'channelCredentials', 'pmsCredentials', 'token'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

/** A place for the secrets of one profile. */
export interface SecretStore {
  kind: StoreKind
  /** @throws Fault KEYCHAIN_UNAVAILABLE (keychain), NO_CREDENTIALS (a file that others can read, or is damaged) */
  get(name: SecretKind): Promise<string | undefined>
  /** False where the store cannot hold a value of this size; what it held before is then gone. */
  set(name: SecretKind, value: string): Promise<boolean>
  delete(name: SecretKind): Promise<void>
}

export interface SecretStoreOptions {
  configDir: string
  profile: string
  keychain?: KeychainOptions
}

/** Opens a store. Nothing is read, and no keychain touched, before the first call. */
export function openSecretStore(kind: StoreKind, { configDir, profile, keychain }: SecretStoreOptions): SecretStore {
  return kind === 'file' ? createFileStore(configDir, profile) : createKeychainStore(profile, keychain)
}

/** Removes everything that a store keeps for a profile. */
export async function deleteSecrets(kind: StoreKind, options: SecretStoreOptions): Promise<void> {
  const store = openSecretStore(kind, options)
  for (const name of SECRET_KINDS) await store.delete(name)
}
