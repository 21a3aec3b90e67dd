import { isAbsolute, join, resolve } from 'node:path'
import { Fault } from '../../errors.js'
import { firstCharacters, isPlainlyHarmless } from '../../redaction/index.js'
import { plainAddress } from '../../service-address.js'
import { shellWord } from '../../shell-word.js'
import { faultOfBaseUrl, mayBeSameService } from './base-url.js'
import { faultOfEstate } from './estate-address.js'
import { type Config, readConfig } from './config-file.js'
import {
  ACCESS_KINDS,
  type AccessKind,
  faultOfLimit,
  faultOfProfileName,
  faultOfTimeout,
  faultOfTimeZone,
  type LimitName,
  type Profile,
  STORE_KINDS,
  type StoreKind,
} from './config-schema.js'
import { AD_HOC_PROFILE, requireProfile, SANDBOX_PROFILE } from './profiles.js'

/** A value that knows where it comes from: a flag, an environment variable, config.yaml, or the built-in default. */
export interface Setting<T> {
  value: T
  source: 'flag' | 'env' | 'file' | 'default'
  /** Name of the flag or variable, or path of the file. */
  from?: string
}

export interface Settings {
  profile: Setting<string>
  /** True for the profile `sandbox`: the service runs inside this process and has no address. */
  isEmbedded: boolean
  baseUrl: Setting<string | undefined>
  partnerId: Setting<string | undefined>
  /** Where login keeps the secrets of this profile. */
  store: Setting<StoreKind | undefined>
  /** Absolute path of the wire overlay. */
  wire: Setting<string | undefined>
  /** Absolute path of a PEM file with further certificate authorities. */
  caFile: Setting<string | undefined>
  /** Who asks for products and books. */
  distributorId: Setting<string | undefined>
  distributorCode: Setting<string | undefined>
  /** Says which day it is at the properties. */
  timeZone: Setting<string | undefined>
  /** Engine of an estate that is sent to from many machines; only the environment may have a password in it. */
  estate: Setting<string | undefined>
  /** What commands may change at the service. */
  access: Setting<AccessKind>
  /** Longest time for one call and its repeats, in seconds. */
  timeout: Setting<number>
  limits: {
    /** Largest request body in bytes. */
    bodyBytes: Setting<number>
    /** Requests in flight, over all hotels. */
    concurrency: Setting<number>
    /** Requests a second; undefined = no limit of our own. */
    ratePerSecond: Setting<number | undefined>
    /** Writes of one property and kind a minute, never exceeded; undefined = begins slowly and is learned. */
    writesPerMinute: Setting<number | undefined>
    /** What stops a push that looks like an accident; undefined = not guarded. */
    priceFloor: Setting<number | undefined>
    priceCeiling: Setting<number | undefined>
    /** Per cent. */
    maxChange: Setting<number>
    maxClosing: Setting<number>
    maxShrink: Setting<number>
    maxAgeHours: Setting<number | undefined>
    /** Bounds of one request beside its bytes; undefined = none. */
    entriesPerRequest: Setting<number | undefined>
    monthsPerRequest: Setting<number | undefined>
    /** Whether entries may carry weekdays. */
    weekdayMasks: Setting<boolean>
    /** Whether the bodies of a push are sent in gzip. */
    gzip: Setting<boolean>
  }
  /** What config.yaml holds for the profile: stored secrets belong to this address and partner, and to no other. */
  recorded: { baseUrl: string | undefined; partnerId: string | undefined }
  configDir: string
  dataDir: string
}

/** The values of some settings, as far as there are any. */
type Values<S> = { [Name in keyof S]?: (S[Name] extends Setting<infer T> ? T : never) | undefined }

/** Values of flags, as far as a command has them. */
export type SettingFlags = Values<
  Omit<Settings, 'access' | 'isEmbedded' | 'limits' | 'recorded' | 'configDir' | 'dataDir'> & Settings['limits']
>

export interface SettingSources {
  flags: SettingFlags
  env: Readonly<Record<string, string | undefined>>
  /** Where config.yaml is. */
  configDir: string
  /** Where the journal is. */
  dataDir: string
  /** For login: the named profile need not exist yet. */
  mayCreateProfile?: boolean
}

/** Seconds. */
const DEFAULT_TIMEOUT = 120

const DEFAULT_LIMITS = {
  bodyBytes: 1_500_000,
  concurrency: 8,
  maxChange: 400,
  maxClosing: 50,
  maxShrink: 50,
} as const

/**
 * Resolves every setting: flag, then environment, then config.yaml, then default. An address given without a profile
 * makes the profile `env`, which knows nothing of the file: secrets of a configured profile are never sent to it.
 * @throws Fault USAGE naming the flag, variable, or file and line of a wrong value
 */
export function resolveSettings(sources: SettingSources): Settings {
  const { flags } = sources
  const env = (name: string): string | undefined => (sources.env[name] === '' ? undefined : sources.env[name])
  const configDir = resolve(sources.configDir)
  const dataDir = resolve(sources.dataDir)
  const config = readConfig(configDir)
  const profile = chooseProfile(flags, env, config)
  const isNew =
    sources.mayCreateProfile === true &&
    faultOfProfileName(profile.value) === undefined &&
    !Object.hasOwn(config.profiles, profile.value)
  const entry: Profile = profile.value === AD_HOC_PROFILE || isNew ? {} : requireProfile(config, profile.value)
  const isEmbedded = profile.value === SANDBOX_PROFILE
  if (isEmbedded && flags.baseUrl !== undefined) {
    throw new Fault('USAGE', 'The profile sandbox is the embedded service and takes no --base-url.', {
      next: 'Leave out --profile sandbox to reach that address, or leave out --base-url.',
    })
  }

  const pick = <T>(
    flag: T | undefined,
    flagName: string,
    variable: string,
    fromFile: T | undefined,
    read: (text: string) => T,
  ): Setting<T | undefined> => {
    if (flag !== undefined) return { value: flag, source: 'flag', from: flagName }
    const text = env(variable)
    if (text !== undefined) return { value: read(text), source: 'env', from: variable }
    return fromFile === undefined
      ? { value: undefined, source: 'default' }
      : { value: fromFile, source: 'file', from: config.file }
  }
  const asIs = (text: string): string => text
  const path = (setting: Setting<string | undefined>): Setting<string | undefined> => {
    if (setting.value === undefined || isAbsolute(setting.value)) return setting
    return { ...setting, value: setting.source === 'file' ? join(configDir, setting.value) : resolve(setting.value) }
  }
  const limit = (name: LimitName, flagName: string, variable: string): Setting<number | undefined> => {
    const found = pick(flags[name], flagName, variable, entry.limits?.[name], Number)
    const fault = found.value === undefined ? undefined : faultOfLimit(name, found.value)
    if (fault !== undefined) throw new Fault('USAGE', `${found.from ?? name} ${fault}.`)
    return found
  }
  const withDefault = <T>(setting: Setting<T | undefined>, value: T): Setting<T> => ({
    ...setting,
    value: setting.value ?? value,
  })

  return {
    profile,
    isEmbedded,
    baseUrl: isEmbedded
      ? { value: undefined, source: 'default' }
      : checkBaseUrl(pick(flags.baseUrl, '--base-url', 'HUBSWITCH_BASE_URL', entry.baseUrl, asIs), profile.value),
    partnerId: pick(flags.partnerId, '--partner-id', 'HUBSWITCH_PARTNER_ID', entry.partnerId, asIs),
    store: pick(flags.store, '--store', 'HUBSWITCH_STORE', entry.store, readStoreKind),
    wire: path(pick(flags.wire, '--wire', 'HUBSWITCH_WIRE', entry.wire, asIs)),
    caFile: path(pick(flags.caFile, '--ca-file', 'HUBSWITCH_CA_FILE', entry.caFile, asIs)),
    distributorId: pick(flags.distributorId, '--distributor-id', 'HUBSWITCH_DISTRIBUTOR_ID', entry.distributorId, asIs),
    distributorCode: pick(
      flags.distributorCode,
      '--distributor-code',
      'HUBSWITCH_DISTRIBUTOR_CODE',
      entry.distributorCode,
      asIs,
    ),
    timeZone: checkTimeZone(pick(flags.timeZone, '--time-zone', 'HUBSWITCH_TIME_ZONE', entry.timeZone, asIs)),
    estate: checkEstate(pick(flags.estate, '--estate', 'HUBSWITCH_ESTATE', entry.estate, asIs)),
    access: strictest(
      keptAccess(
        config,
        entry,
        profile.value === AD_HOC_PROFILE ? (flags.baseUrl ?? env('HUBSWITCH_BASE_URL')) : undefined,
      ),
      env('HUBSWITCH_ACCESS'),
    ),
    timeout: withDefault(
      pick(flags.timeout, '--timeout', 'HUBSWITCH_TIMEOUT', entry.timeout, (text) =>
        readTimeout('HUBSWITCH_TIMEOUT', text),
      ),
      DEFAULT_TIMEOUT,
    ),
    limits: {
      bodyBytes: withDefault(limit('bodyBytes', '--body-bytes', 'HUBSWITCH_BODY_BYTES'), DEFAULT_LIMITS.bodyBytes),
      concurrency: withDefault(
        limit('concurrency', '--concurrency', 'HUBSWITCH_CONCURRENCY'),
        DEFAULT_LIMITS.concurrency,
      ),
      ratePerSecond: limit('ratePerSecond', '--rate', 'HUBSWITCH_RATE'),
      writesPerMinute: limit('writesPerMinute', '--writes-per-minute', 'HUBSWITCH_WRITES_PER_MINUTE'),
      priceFloor: limit('priceFloor', '--price-floor', 'HUBSWITCH_PRICE_FLOOR'),
      priceCeiling: limit('priceCeiling', '--price-ceiling', 'HUBSWITCH_PRICE_CEILING'),
      maxChange: withDefault(limit('maxChange', '--max-change', 'HUBSWITCH_MAX_CHANGE'), DEFAULT_LIMITS.maxChange),
      maxClosing: withDefault(limit('maxClosing', '--max-closing', 'HUBSWITCH_MAX_CLOSING'), DEFAULT_LIMITS.maxClosing),
      maxShrink: withDefault(limit('maxShrink', '--max-shrink', 'HUBSWITCH_MAX_SHRINK'), DEFAULT_LIMITS.maxShrink),
      maxAgeHours: limit('maxAgeHours', '--max-age', 'HUBSWITCH_MAX_AGE_HOURS'),
      entriesPerRequest: limit('entriesPerRequest', '--entries', 'HUBSWITCH_ENTRIES_PER_REQUEST'),
      monthsPerRequest: limit('monthsPerRequest', '--split', 'HUBSWITCH_MONTHS_PER_REQUEST'),
      weekdayMasks: withDefault(
        pick(
          flags.weekdayMasks,
          '--weekday-masks',
          'HUBSWITCH_WEEKDAY_MASKS',
          entry.limits?.weekdayMasks,
          readYesNo('HUBSWITCH_WEEKDAY_MASKS'),
        ),
        false,
      ),
      gzip: withDefault(
        pick(flags.gzip, '--gzip', 'HUBSWITCH_GZIP', entry.limits?.gzip, readYesNo('HUBSWITCH_GZIP')),
        false,
      ),
    },
    recorded: { baseUrl: entry.baseUrl, partnerId: entry.partnerId },
    configDir,
    dataDir,
  }
}

/** What config.yaml allows: of the profile, or where there is none, of every profile of that address, so that naming an address gets round no profile. */
function keptAccess(config: Config, entry: Profile, address: string | undefined): Setting<AccessKind> {
  const kept =
    address === undefined
      ? [entry]
      : Object.values(config.profiles).filter(({ baseUrl }) => mayBeSameService(baseUrl, address))
  const [value] = kept
    .flatMap(({ access }) => access ?? [])
    .toSorted((a, b) => ACCESS_KINDS.indexOf(b) - ACCESS_KINDS.indexOf(a))
  return value === undefined ? { value: 'full', source: 'default' } : { value, source: 'file', from: config.file }
}

/**
 * The environment may forbid what the file allows, and never the other way round: a line of a script must not open what a person has closed.
 * @throws Fault USAGE
 */
function strictest(kept: Setting<AccessKind>, text: string | undefined): Setting<AccessKind> {
  if (text === undefined) return kept
  const given = ACCESS_KINDS.find((known) => known === text)
  if (given === undefined) throw new Fault('USAGE', 'HUBSWITCH_ACCESS must be full, production or read-only.')
  return ACCESS_KINDS.indexOf(given) > ACCESS_KINDS.indexOf(kept.value)
    ? { value: given, source: 'env', from: 'HUBSWITCH_ACCESS' }
    : kept
}

const TIMEOUT_UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600 }

/**
 * The time limit of a request in seconds: `90`, `90s`, `2m`.
 * @param name flag or variable, for the message
 * @throws Fault USAGE
 */
export function readTimeout(name: string, text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,4})([smh]?)$/.exec(text.trim()) ?? []
  const seconds = amount === '' ? 0 : Number(amount) * (TIMEOUT_UNITS[unit] ?? 0)
  if (faultOfTimeout(seconds) === undefined) return seconds
  throw new Fault('USAGE', `${name} must be a time from 1s to 1h, such as 90s or 2m${notValue(text)}.`)
}

/** What was given instead, where that may be shown. */
function notValue(text: string): string {
  return isPlainlyHarmless(text) ? `, not "${firstCharacters(text, 40)}"` : ''
}

/** @throws Fault USAGE */
function readYesNo(variable: string): (text: string) => boolean {
  return (text) => {
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
    throw new Fault('USAGE', `${variable} must be true or false${notValue(text)}.`)
  }
}

function chooseProfile(
  flags: SettingFlags,
  env: (name: string) => string | undefined,
  config: Config,
): Setting<string> {
  if (flags.profile !== undefined) return { value: flags.profile, source: 'flag', from: '--profile' }
  const named = env('HUBSWITCH_PROFILE')
  if (named !== undefined && flags.baseUrl === undefined)
    return { value: named, source: 'env', from: 'HUBSWITCH_PROFILE' }
  if (flags.baseUrl !== undefined) return { value: AD_HOC_PROFILE, source: 'flag', from: '--base-url' }
  if (env('HUBSWITCH_BASE_URL') !== undefined)
    return { value: AD_HOC_PROFILE, source: 'env', from: 'HUBSWITCH_BASE_URL' }
  if (config.current !== undefined) return { value: config.current, source: 'file', from: config.file }
  return { value: SANDBOX_PROFILE, source: 'default' }
}

function checkBaseUrl(setting: Setting<string | undefined>, profile: string): Setting<string | undefined> {
  if (setting.value === undefined) {
    throw new Fault('USAGE', `The profile ${profile} has no base address.`, {
      next: `Run "hubswitch profile set ${shellWord(profile)} --base-url ADDRESS", or set HUBSWITCH_BASE_URL.`,
    })
  }
  const fault = faultOfBaseUrl(setting.value)
  if (fault !== undefined) throw new Fault('USAGE', `${setting.from ?? 'The base address'} ${fault}.`)
  // In another spelling it would be another service to all that is kept about it.
  return { ...setting, value: plainAddress(setting.value) }
}

function checkEstate(setting: Setting<string | undefined>): Setting<string | undefined> {
  const { value, source, from = 'estate' } = setting
  // What is in the environment is seen by nobody else: it may hold a password.
  const shown = source === 'env' && value !== undefined && URL.canParse(value) ? withoutPassword(value) : value
  const fault = shown === undefined ? undefined : faultOfEstate(shown)
  if (fault !== undefined) throw new Fault('USAGE', `${from} ${fault}.`, { next: 'Nothing was sent.' })
  return setting
}

function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  return url.href
}

function checkTimeZone(setting: Setting<string | undefined>): Setting<string | undefined> {
  const fault = setting.value === undefined ? undefined : faultOfTimeZone(setting.value)
  if (fault !== undefined) throw new Fault('USAGE', `${setting.from ?? 'The time zone'} ${fault}.`)
  return setting
}

function readStoreKind(text: string): StoreKind {
  const kind = STORE_KINDS.find((known) => known === text)
  if (kind === undefined) throw new Fault('USAGE', 'HUBSWITCH_STORE must be keychain or file.')
  return kind
}
