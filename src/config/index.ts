/** Profiles, settings, and where secrets are kept. */

export {
  ACCESS_KINDS,
  AD_HOC_PROFILE,
  faultOfProfileName,
  hindranceInConfig,
  isSameBaseUrl,
  type ListedProfile,
  listProfiles,
  readTimeout,
  removeProfile,
  resolveSettings,
  SANDBOX_PROFILE,
  saveProfile,
  type Setting,
  type SettingFlags,
  type Settings,
  type SettingSources,
  type StoreKind,
  useProfile,
} from './profiles/index.js'
export { deleteSecrets, openSecretStore, removeSecretsFile, type SecretStore } from './secrets/index.js'
export {
  type Credentials,
  type KeptToken,
  openCredentials,
  type PmsCredentials,
  readKeptSecret,
  readPmsCredentials,
  readVariable,
  type SecretSource,
  tokenRecord,
  writeKeptSecret,
} from './sign-in/index.js'

/** Profiles, settings, and where secrets are kept. */
