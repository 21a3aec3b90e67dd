import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { bold, dim, green, red, yellow } from 'ansis'
import { AD_HOC_PROFILE, hindranceInConfig, type Settings } from '../../config/index.js'
import { EXIT, Fault } from '../../errors.js'
import { hindranceInData, type Target } from '../../journal/index.js'
import { columns, count, list } from '../show/index.js'
import { type Answer, printable } from '../terminal/index.js'
import { bounded, type Check, failOf, ok } from './check.js'
import { journalChecks, lockChecks, profileFileChecks } from './kept.js'
import { checkCompiled, checkDisk, checkFiles, checkFolder, checkNode } from './machine.js'
import { mappingChecks } from './mapping.js'
import { credentialChecks, keychainCheck } from './secrets.js'
import { checksOfProbe } from './service.js'
import { type SignedIn, signInCheck, signInNotTried } from './sign-in.js'

export interface DoctorInput {
  /** @throws Fault where the configuration is wrong */
  settings: () => Settings
  target: () => Target
  folders: { configDir: string; dataDir: string }
  userAgent: string
  /** Signs in as the next command would. */
  signIn: () => Promise<SignedIn>
  /** Leaves that out. */
  mayNotSignIn?: boolean
  /** Looks at this machine alone. */
  isOffline: boolean
}

/** Limits of one probe, milliseconds. */
const LOCAL_MS = 10_000
const NETWORK_MS = 8_000
const SIGN_IN_MS = 15_000
/** Beyond what the probe of the network gives itself. */
const GRACE_MS = 2_000

/** Looks at everything that a command needs: this machine, the profile, the service. Changes nothing; exits with 8 if anything fails. */
export async function doctor(input: DoctorInput): Promise<Answer> {
  const { folders } = input
  const uid = process.getuid?.()
  const env = process.env
  const settings = settingsOf(input)
  const profile = settings instanceof Fault ? undefined : settings
  const local = (check: string, work: () => Promise<readonly Check[]> | readonly Check[]): Promise<readonly Check[]> =>
    bounded(check, LOCAL_MS, work)
  const dataFolder = checkFolder('data-dir', folders.dataDir, { variable: 'HUBSWITCH_DATA_DIR', uid })
  const credentials = profile === undefined ? Promise.resolve([]) : credentialChecks(profile)
  // It is looked at within its limit.
  credentials.catch(() => undefined)
  const found = await Promise.all([
    local('node', () => [checkNode(process.version)]),
    local('config-dir', () => [
      checkFiles(
        checkFolder('config-dir', folders.configDir, {
          variable: 'HUBSWITCH_CONFIG_DIR',
          uid,
          // In a container variables say everything, and there is no place for profiles.
          isSoft: profile?.profile.value === AD_HOC_PROFILE && !existsSync(folders.configDir),
        }),
        () => hindranceInConfig(folders.configDir),
      ),
    ]),
    local('data-dir', () => [checkFiles(dataFolder, () => hindranceInData(folders.dataDir))]),
    local('cache-dir', () => [
      checkCompiled(
        checkFolder('cache-dir', cacheFolder(env), { variable: 'HUBSWITCH_CACHE_DIR', uid, isSoft: true }),
        cacheFolder(env),
        uid,
      ),
    ]),
    local('disk', () => [checkDisk(folders.dataDir)]),
    [settings instanceof Fault ? failOf('profile', settings) : ok('profile', wordsOf(settings))],
    ...(profile === undefined
      ? []
      : [
          local('overlay', () => profileFileChecks(profile)),
          local('credentials', () => credentials),
          local('keychain', async () => [await keychainCheck(profile)]),
          networkChecks(profile, input, credentials),
        ]),
    // What is kept in a folder that cannot be used is not looked at: the folder is what is to be corrected.
    ...(dataFolder.state === 'fail'
      ? []
      : [
          local('locks', () => lockChecks(folders.dataDir)),
          local('journal', () => journalChecks(folders.dataDir, profile === undefined ? undefined : input.target())),
          local('mapping', () => mappingChecks(folders.dataDir, profile === undefined ? undefined : input.target())),
        ]),
  ])
  return answerOf(found.flat(), profile)
}

function settingsOf({ settings }: DoctorInput): Settings | Fault {
  try {
    return settings()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

function wordsOf({ profile, isEmbedded, baseUrl, access }: Settings): string {
  const limits = access.value === 'full' ? '' : `, ${access.value}`
  return `${profile.value}: ${isEmbedded ? 'the embedded sandbox' : (baseUrl.value ?? '')}${limits}.`
}

/** The service, and behind it the sign-in, where there is something to sign in with. */
async function networkChecks(
  settings: Settings,
  { isOffline, userAgent, signIn, mayNotSignIn }: DoctorInput,
  credentials: Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  const found = isOffline ? [] : await serviceChecks(settings, userAgent)
  const mayTry = (await credentials.catch(() => [])).some(
    ({ check, state }) => check === 'credentials' && state !== 'fail',
  )
  if (settings.isEmbedded || !mayTry) return found
  if (isOffline) return [signInNotTried('--offline was given')]
  if (mayNotSignIn === true) return [...found, signInNotTried('--no-sign-in was given')]
  if (found.some(({ check, state }) => check === 'service' && state !== 'fail'))
    return [...found, ...(await bounded('sign-in', SIGN_IN_MS, async () => [await signInCheck(signIn)]))]
  return [...found, signInNotTried('the service cannot be reached')]
}

function serviceChecks(settings: Settings, userAgent: string): Promise<readonly Check[]> {
  return bounded('service', NETWORK_MS + GRACE_MS, async () => {
    if (settings.isEmbedded) return [ok('service', 'The sandbox runs inside each command; no network is needed.')]
    const { probeService } = await import('../../client/index.js')
    const probe = await probeService(settings.baseUrl.value ?? '', {
      caFile: settings.caFile.value,
      userAgent,
      timeoutMs: NETWORK_MS,
      env: process.env,
    })
    return checksOfProbe(probe, process.platform)
  })
}

/** Where compiled code is kept between starts, as bin/compile-cache.js finds it. */
function cacheFolder(env: NodeJS.ProcessEnv): string {
  const set = env['HUBSWITCH_CACHE_DIR']
  if (set !== undefined && set !== '') return set
  if (process.platform === 'win32') return path.join(env['LOCALAPPDATA'] ?? homedir(), 'hubswitch', 'Cache')
  const caches = env['XDG_CACHE_HOME']
  if (process.platform !== 'darwin' && caches !== undefined && caches !== '') return path.join(caches, 'hubswitch')
  return path.join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'hubswitch')
}

function answerOf(checks: readonly Check[], profile: Settings | undefined): Answer {
  const counts = { ok: 0, warn: 0, fail: 0, unknown: 0 }
  for (const { state } of checks) counts[state] += 1
  const data = { profile: profile?.profile.value ?? null, ...counts, checks }
  const answer = list(data, checks, columns('state', 'check', 'says', 'next'), '')
  return {
    ...answer,
    view: { ...answer.view, picture: () => pictureOf(checks, counts) } as Answer['view'],
    exitCode: counts.fail > 0 ? EXIT.findings : EXIT.ok,
  }
}

const MARKS = { ok: green('ok  '), warn: yellow('warn'), fail: red('FAIL'), unknown: dim('?   ') }

function pictureOf(checks: readonly Check[], { warn, fail, unknown }: Record<Check['state'], number>): string {
  const width = Math.max(...checks.map(({ check }) => check.length))
  const lines = checks.flatMap(({ check, state, says, next }) => [
    `${MARKS[state]}  ${check.padEnd(width)}  ${printable(says)}`,
    ...(next ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `      ${' '.repeat(width)}  ${dim('→')} ${printable(line)}`),
  ])
  const untried = unknown === 0 ? '' : ` ${count(unknown, 'line')} (?) not tried.`
  const end =
    fail === 0 && warn === 0
      ? `${unknown === 0 ? 'Everything' : 'What was tried'} is in order.${untried}`
      : `${count(fail, 'failure')}, ${count(warn, 'warning')}.${untried}`
  return [...lines, bold(end)].join('\n')
}
