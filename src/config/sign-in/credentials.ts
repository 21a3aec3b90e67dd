import { type ErrorCode, Fault } from '../../errors.js'
import { lossOf } from '../../foreign-text.js'
import { firstCharacters, isPlainlyPath, learnGiven } from '../../redaction/index.js'
import { readNamedFile, type Settings, type StoreKind } from '../profiles/index.js'
import { type KeychainOptions, openSecretStore, type SecretKind, type SecretStore } from '../secrets/index.js'
import { ownerOf, readKeptSecret, refuseOtherAddress } from './kept-secret.js'
import { SIGN_IN_WAIT_MS, signInAlone } from './sign-in-lock.js'
import { type KeptToken, readToken, writeToken } from './token-record.js'

type Environment = Readonly<Record<string, string | undefined>>

/** Where a secret comes from; never the secret. */
export interface SecretSource {
  source: 'env' | StoreKind
  /** Variable, or path of the file that a variable names. */
  from?: string
}

export interface PmsCredentials {
  username: string
  password: string
}

/** What the client needs to sign in: environment first, then the one store that login recorded. */
export interface Credentials {
  partner(): Promise<{ partnerId: string; partnerSecret: string } | undefined>
  fixedToken?: string
  /** Only where the partner secret lies in a store; else tokens stay in memory. */
  loadToken?(): Promise<KeptToken | undefined>
  saveToken?(token: KeptToken): Promise<void>
  /** Holds a lock that all processes of this profile share. */
  exclusively?<T>(work: () => Promise<T>): Promise<T>
  /** The JSON object that `/v1/*` wants in the body, as text: every digit of it is sent as it was given. */
  channelCredentials(): Promise<string | undefined>
  /** What a PMS wants of whoever sends it notifications. */
  pmsCredentials(): Promise<PmsCredentials | undefined>
  /** Where each secret would be taken from, without touching a keychain. */
  sourceOf(name: SecretKind): SecretSource | undefined
}

const VARIABLES: Record<SecretKind, string> = {
  partnerSecret: 'HUBSWITCH_PARTNER_SECRET',
  token: 'HUBSWITCH_ACCESS_TOKEN',
  channelCredentials: 'HUBSWITCH_CHANNEL_CREDENTIALS',
  pmsCredentials: 'HUBSWITCH_PMS_CREDENTIALS',
}

/**
 * The credential chain of a profile. Nothing is read from a store before it is needed.
 * @throws Fault NO_CREDENTIALS when a `…_FILE` variable names a file that cannot be read
 */
export function openCredentials({
  settings,
  env,
  keychain,
}: {
  settings: Settings
  env: Environment
  keychain?: KeychainOptions
}): Credentials {
  const { configDir, dataDir, profile, partnerId, store: kind } = settings
  const given = {
    partnerSecret: readVariable(env, VARIABLES.partnerSecret, 'NO_CREDENTIALS'),
    token: readVariable(env, VARIABLES.token, 'NO_CREDENTIALS'),
    channelCredentials: readVariable(env, VARIABLES.channelCredentials, 'NO_CHANNEL_CREDENTIALS'),
    pmsCredentials: readVariable(env, VARIABLES.pmsCredentials, 'NO_CREDENTIALS'),
  }
  for (const one of Object.values(given)) learnGiven(one?.value)
  const store =
    kind.value === undefined
      ? undefined
      : openSecretStore(kind.value, {
          configDir,
          profile: profile.value,
          ...(keychain === undefined ? {} : { keychain }),
        })
  const fromStore = async (name: SecretKind): Promise<string | undefined> => {
    if (store === undefined) return undefined
    refuseOtherAddress(settings)
    const kept = await store.get(name)
    // What a PMS wants goes to the PMS, wherever the service is.
    const secret = kept === undefined || name === 'pmsCredentials' ? kept : readKeptSecret(kept, settings)
    learnGiven(secret)
    return secret
  }
  const tokenMemory =
    given.token !== undefined || given.partnerSecret !== undefined || store === undefined
      ? {}
      : storedTokens(store, settings)
  return {
    ...(given.token === undefined ? {} : { fixedToken: given.token.value }),
    ...tokenMemory,
    // Tokens that stay in memory are of no use to others: nobody waits for them.
    ...('saveToken' in tokenMemory
      ? {
          exclusively: <T>(work: () => Promise<T>): Promise<T> =>
            signInAlone({ dataDir, profile: profile.value, waitMs: signInWaitMs(settings) }, work),
        }
      : {}),
    async partner() {
      const partnerSecret =
        given.partnerSecret?.value ?? (given.token === undefined ? await fromStore('partnerSecret') : undefined)
      if (partnerSecret !== undefined && partnerId.value !== undefined)
        return { partnerId: partnerId.value, partnerSecret }
      if (given.token !== undefined) return undefined
      if (partnerSecret !== undefined)
        throw new Fault('NO_CREDENTIALS', 'There is a partner secret, but no partner id.', {
          next: 'Set HUBSWITCH_PARTNER_ID, or run "hubswitch auth login".',
        })
      if (partnerId.value === undefined && kind.value === undefined) return undefined
      throw new Fault(
        'NO_CREDENTIALS',
        `There is no secret for ${partnerId.value === undefined ? `profile ${profile.value}` : `partner ${partnerId.value}`}.`,
      )
    },
    async channelCredentials() {
      if (given.channelCredentials !== undefined)
        return checkCredentialsJson(given.channelCredentials.value, given.channelCredentials.from)
      const stored = await fromStore('channelCredentials')
      return stored === undefined ? undefined : checkCredentialsJson(stored, `The ${kind.value ?? 'store'}`)
    },
    async pmsCredentials() {
      if (given.pmsCredentials !== undefined)
        return readPmsCredentials(given.pmsCredentials.value, given.pmsCredentials.from)
      const stored = await fromStore('pmsCredentials')
      return stored === undefined ? undefined : readPmsCredentials(stored, `The ${kind.value ?? 'store'}`)
    },
    sourceOf(name) {
      const variable = given[name]
      if (variable !== undefined) return { source: 'env', from: variable.from }
      return kind.value === undefined ? undefined : { source: kind.value }
    },
  }
}

/** How long the sign-in of another process is waited for: no longer than for an answer. */
function signInWaitMs({ timeout }: Pick<Settings, 'timeout'>): number {
  return Math.min(SIGN_IN_WAIT_MS, timeout.value * 1_000)
}

/** A token as the store keeps it for the next command of this partner at this address. */
export function tokenRecord(token: KeptToken, settings: Pick<Settings, 'baseUrl'>, partnerId: string): string {
  return writeToken(token, ownerOf(settings, partnerId))
}

function storedTokens(store: SecretStore, settings: Settings): Pick<Credentials, 'loadToken' | 'saveToken'> {
  const owner = ownerOf(settings, settings.partnerId.value)
  return {
    loadToken: async () => readToken(await store.get('token'), owner),
    saveToken: async (token) => void (await store.set('token', writeToken(token, owner))),
  }
}

/**
 * A secret of the environment: a variable, or the file that `…_FILE` names.
 * @throws Fault `code` where that file cannot be read, USAGE where both are set
 */
export function readVariable(
  env: Environment,
  name: string,
  code: ErrorCode,
): { value: string; from: string } | undefined {
  const [value, file] = [env[name], env[`${name}_FILE`]].map((text) => (text === '' ? undefined : text))
  if (value !== undefined && file !== undefined)
    throw new Fault('USAGE', `Both ${name} and ${name}_FILE are set.`, { next: 'Keep one of them.' })
  if (value !== undefined) return { value, from: name }
  if (file === undefined) return undefined
  const isPath = isPlainlyPath(file)
  const shown = firstCharacters(file, PATH_SHOWN)
  let text: string
  try {
    // An editor's byte order mark is no part of the secret.
    text = readNamedFile(file)
      .replace(/^\ufeff/, '')
      .replace(/(?<![\r\n])[\r\n]+$/, '')
  } catch (error) {
    const reason =
      typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason'
    if (!isPath)
      throw new Fault(code, `${name}_FILE names no file that is there.`, {
        next: `It must be the path of a file, not the secret itself. If it holds the secret, set ${name} instead.`,
      })
    throw new Fault(code, `${name}_FILE names ${shown}, which cannot be read (${reason}).`, {
      next: `Correct ${name}_FILE, or make the file readable.`,
    })
  }
  if (text.includes('\0'))
    throw new Fault(code, `${name}_FILE names ${shown}, which holds a NUL character: it is not the text of a secret.`, {
      next: `Write the value into ${shown} as UTF-8 text.`,
    })
  // What is no UTF-8 was read as this sign, and would go out as another secret.
  if (text.includes('\ufffd'))
    throw new Fault(code, `${name}_FILE names ${shown}, which is not UTF-8 text.`, {
      next: `Save ${shown} as UTF-8. Nothing was sent.`,
    })
  if (text === '')
    throw new Fault(code, `${name}_FILE names ${shown}, which is empty.`, { next: `Write the value into ${shown}.` })
  return { value: text, from: `${name}_FILE` }
}

/** Characters of a path that a message shows. */
const PATH_SHOWN = 300

/** The fields are the service's affair. */
function checkCredentialsJson(text: string, from: string): string {
  readSecretObject(
    text,
    (what) =>
      new Fault('NO_CHANNEL_CREDENTIALS', `${from} ${what}.`, {
        next: 'It must be the JSON object that you were given, such as {"id": 123, "duty_code": "…", "user": "…"}.',
      }),
  )
  return text
}

/**
 * Reads the credentials for a PMS from their text; `from` says where it stood, for the fault.
 * @throws Fault NO_CREDENTIALS that never quotes the text
 */
export function readPmsCredentials(text: string, from: string): PmsCredentials {
  const fault = (what: string): Fault =>
    new Fault('NO_CREDENTIALS', `${from} ${what}.`, {
      next: 'It must be a JSON object such as {"username": "…", "password": "…"}.',
    })
  const { username, password } = readSecretObject(text, fault)
  if (typeof username !== 'string' || username === '' || typeof password !== 'string' || password === '')
    throw fault('holds no username and password')
  return { username, password }
}

/** The parser's message would quote the secret, so only the fault itself is told. */
function readSecretObject(text: string, fault: (what: string) => Fault): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw fault('does not hold valid JSON')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw fault('does not hold a JSON object')
  const loss = lossOf(parsed)
  if (loss !== undefined) throw fault(loss)
  return parsed as Record<string, unknown>
}
