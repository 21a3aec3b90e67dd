import type { StoreKind } from '../profiles/index.js'
import { createFileStore } from './file-store.js'
import { createKeychainStore, type KeychainOptions } from './keychain-store.js'
import { SECRET_KINDS, type SecretStore } from './secret-kinds.js'

interface SecretStoreOptions {
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
