import type { StoreKind } from '../profiles/index.js'

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
