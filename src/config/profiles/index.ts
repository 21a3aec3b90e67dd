/** The configuration file, its profiles and the settings that follow from them. */

export { isSameBaseUrl } from './base-url.js'
export { configFileOf, hindranceInConfig } from './config-file.js'
export { ACCESS_KINDS, faultOfProfileName, type StoreKind } from './config-schema.js'
export { readNamedFile } from './named-file.js'
export { readOwnedFile } from './owned-file.js'
export { writePrivateFile } from './private-file.js'
export {
  AD_HOC_PROFILE,
  type ListedProfile,
  listProfiles,
  removeProfile,
  SANDBOX_PROFILE,
  saveProfile,
  useProfile,
} from './profiles.js'
export {
  readTimeout,
  resolveSettings,
  type Setting,
  type SettingFlags,
  type Settings,
  type SettingSources,
} from './settings.js'
