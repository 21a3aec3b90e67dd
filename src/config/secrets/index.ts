/** Where secrets are kept: the keychain or a private file. */

export { removeSecretsFile } from './file-store.js'
export type { KeychainOptions } from './keychain-store.js'
export type { SecretKind, SecretStore } from './secret-kinds.js'
export { deleteSecrets, openSecretStore } from './secret-store.js'
