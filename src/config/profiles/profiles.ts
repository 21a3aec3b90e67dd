import { isMap } from 'yaml'
import { Fault } from '../../errors.js'
import { nearest } from '../../nearest.js'
import { plainAddress } from '../../service-address.js'
import { shellWord } from '../../shell-word.js'
import { type Config, editConfig, readConfig } from './config-file.js'
import { faultOfProfileName, type Profile, profileEntry } from './config-schema.js'

/** The profile that stands for the embedded service. */
export const SANDBOX_PROFILE = 'sandbox'

/** The profile that exists while an address is given by flag or environment alone. */
export const AD_HOC_PROFILE = 'env'

export interface ListedProfile extends Profile {
  name: string
  /** Used where no profile is named. */
  isCurrent: boolean
}

/** What saveProfile sets; `null` takes a value away, an absent one stays. */
type ProfileChanges = { [K in keyof Profile]?: Profile[K] | null }

/** All profiles, the embedded sandbox first. */
export function listProfiles(configDir: string): ListedProfile[] {
  const { profiles, current = SANDBOX_PROFILE } = readConfig(configDir)
  const { [SANDBOX_PROFILE]: sandbox = {}, ...others } = profiles
  return [[SANDBOX_PROFILE, sandbox] as const, ...Object.entries(others)].map(([name, profile]) => ({
    name,
    isCurrent: name === current,
    ...profile,
  }))
}

/**
 * Creates or changes a profile.
 * @throws Fault USAGE when the name or a value is not accepted
 */
export async function saveProfile(configDir: string, name: string, changes: ProfileChanges): Promise<void> {
  checkName(name)
  if (name === SANDBOX_PROFILE && typeof changes.baseUrl === 'string') {
    throw new Fault('USAGE', 'The profile sandbox is the embedded service and has no address.', {
      next: 'Choose another name for this address.',
    })
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null && value !== undefined))
  const checked = profileEntry().safeParse(given)
  if (!checked.success) {
    const findings = checked.error.issues.map((issue) => ({
      field: issue.path.join('.') || name,
      reason: issue.code === 'unrecognized_keys' ? `does not have ${issue.keys.join(', ')}` : issue.message,
    }))
    throw new Fault(
      'USAGE',
      `Profile ${name}: ${findings[0]?.field ?? ''} ${findings[0]?.reason ?? 'is not accepted'}.`,
      { findings },
    )
  }
  const kept = typeof changes.baseUrl === 'string' ? { ...changes, baseUrl: plainAddress(changes.baseUrl) } : changes
  await editConfig(configDir, (config) => {
    const { document } = config
    if (!document.hasIn(['profiles', name]) || !Object.hasOwn(config.profiles, name)) setMap(config, name)
    for (const [key, value] of Object.entries(kept)) {
      if (value === null) document.deleteIn(['profiles', name, key])
      else if (value !== undefined) document.setIn(['profiles', name, key], document.createNode(value))
    }
  })
}

/**
 * Makes a profile the one used where none is named.
 * @throws Fault USAGE when it does not exist
 */
export async function useProfile(configDir: string, name: string): Promise<void> {
  await editConfig(configDir, (config) => {
    requireProfile(config, name)
    config.document.setIn(['current'], name)
  })
}

/**
 * Removes a profile from the configuration. Its secrets are not touched: see deleteSecrets.
 * @throws Fault USAGE when it does not exist
 */
export async function removeProfile(configDir: string, name: string): Promise<void> {
  await editConfig(configDir, (config) => {
    if (!Object.hasOwn(config.profiles, name)) requireProfile(config, name)
    config.document.deleteIn(['profiles', name])
    if (config.current === name) config.document.deleteIn(['current'])
  })
}

/** @throws Fault USAGE naming the profiles there are */
export function requireProfile({ profiles }: Pick<Config, 'profiles'>, name: string): Profile {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : name === SANDBOX_PROFILE ? {} : undefined
  if (found !== undefined) return found
  checkName(name)
  const known = [...new Set([SANDBOX_PROFILE, ...Object.keys(profiles)])]
  const near = nearest(name, known)
  throw new Fault('USAGE', `There is no profile ${name}.`, {
    next: `${near === undefined ? '' : `Did you mean ${near}? `}Profiles: ${known.join(', ')}. "hubswitch auth login --profile ${shellWord(name)} --base-url ADDRESS" creates one.`,
    facts: { profile: name },
  })
}

function checkName(name: string): void {
  const fault = faultOfProfileName(name)
  if (fault !== undefined) throw new Fault('USAGE', `A profile name ${fault}.`)
  if (name === AD_HOC_PROFILE)
    throw new Fault('USAGE', `The profile name ${AD_HOC_PROFILE} stands for an address given by HUBSWITCH_BASE_URL.`, {
      next: 'Choose another name.',
    })
}

function setMap({ document }: Config, name: string): void {
  if (!isMap(document.get('profiles', true))) document.setIn(['profiles'], document.createNode({}))
  document.setIn(['profiles', name], document.createNode({}))
}
