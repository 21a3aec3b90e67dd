import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Poster } from '../../client/index.js'
import { openCredentials, resolveSettings, SANDBOX_PROFILE } from '../../config/index.js'
import type { LookupName } from '../../contract/index.js'
import { isAlive } from '../../is-alive.js'
import type { DeliveryLogEntry, PmsOptions, RequestLogEntry, Sandbox, SandboxOptions } from '../../sandbox/index.js'
import { readNoteObject } from '../../given-file.js'
import { temporaryFolder, writeNote, writeReason } from '../../whole-file.js'

export type { BookingChange, BookingChanged, OutboxMessage, Sandbox, SandboxOptions } from '../../sandbox/index.js'

/** The one place of the command line that loads the sandbox, and only when it is needed. */

/** Stands for the sandbox in the journal: its port differs from run to run. */
export const EMBEDDED_SERVICE = 'embedded-sandbox'

export function sandboxFolder(dataDir: string): string {
  return path.join(dataDir, 'sandbox')
}

/** What posting notifications to a PMS needs from the command line. */
export interface EmbeddedPms extends Omit<PmsOptions, 'post'> {
  userAgent: string
  /** PEM file of further certificate authorities. */
  caFile?: string | undefined
}

/**
 * Starts the service in this process on a free loopback port.
 * @param pms how it posts notifications; without, they stay in the outbox
 */
export async function startEmbedded(options: SandboxOptions, pms?: EmbeddedPms): Promise<Sandbox> {
  const { startSandbox } = await import('../../sandbox/index.js')
  if (pms === undefined) return startSandbox(options)
  const { userAgent, caFile, ...others } = pms
  let poster: Promise<Poster> | undefined
  const open = async (): Promise<Poster> =>
    (await import('../../client/index.js')).createPoster({ userAgent, ...(caFile === undefined ? {} : { caFile }) })
  const sandbox = await startSandbox({
    ...options,
    pms: { ...others, post: async (message) => (await (poster ??= open())).post(message) },
  })
  const close = async (): Promise<void> => {
    await sandbox.close()
    await (await poster)?.close()
  }
  return { ...sandbox, close }
}

/**
 * What the sandbox needs to post, from environment and profile. Always of the profile `sandbox`: the secret of another profile's PMS is not for it.
 */
export function embeddedPms(folders: { configDir: string; dataDir: string }, userAgent: string): EmbeddedPms {
  const settings = () => resolveSettings({ flags: { profile: SANDBOX_PROFILE }, env: process.env, ...folders })
  const { value: caFile } = settings().caFile
  return {
    userAgent,
    ...(caFile === undefined ? {} : { caFile }),
    credentials: async () => openCredentials({ settings: settings(), env: process.env }).pmsCredentials(),
  }
}

/** The account that the sandbox profile signs in with unless another is named. Its secrets are public. */
export async function demoAccount(): Promise<{
  partnerId: string
  partnerSecret: string
  channelCredentials: { id: number; duty_code: string; user: string }
}> {
  const { DEMO_ACCOUNTS } = await import('../../sandbox/accounts/accounts.js')
  const [{ partnerId, secret, channelCredentials }] = DEMO_ACCOUNTS as [(typeof DEMO_ACCOUNTS)[number]]
  return { partnerId, partnerSecret: secret, channelCredentials }
}

/** What an address that other machines can reach asks for. */
export interface Exposure {
  /** By partner id; the public ones open nothing. */
  secrets: ReadonlyMap<string, string>
  /** Made for this run, to be shown once; false where they come from the environment. */
  isGenerated: boolean
}

/** The accounts whose public secrets must not serve at this address; undefined for loopback. */
export async function accountsToSecure(host: string): Promise<string[] | undefined> {
  const { DEMO_ACCOUNTS, isLoopback } = await import('../../sandbox/index.js')
  return isLoopback(host.toLowerCase()) ? undefined : DEMO_ACCOUNTS.map(({ partnerId }) => partnerId)
}

/** The distributor that the sandbox knows. */
export async function demoDistributor(): Promise<{ id: string; code: string }> {
  const { DEMO_DISTRIBUTOR } = await import('../../sandbox/accounts/distributors.js')
  return DEMO_DISTRIBUTOR
}

/** The sandbox's own lookup lists. */
export async function sandboxLookups(list: LookupName): Promise<{ id: number; code: string; name: string }[]> {
  const { lookupList } = await import('../../sandbox/ground/lookups.js')
  return lookupList(list)
}

/** A folder with a copy of the sandbox's data, for what is to be tried without changing it. It is gone when the command ends. */
export async function copiedSandbox(from: string, whenDone: (close: () => unknown) => void): Promise<string> {
  const { copyStore } = await import('../../sandbox/index.js')
  const folder = temporaryFolder('hubswitch-dry-run-', 'Nothing was changed.')
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  copyStore(from, folder)
  return folder
}

/** A sandbox that `sandbox start` keeps running. */
export interface RunningSandbox {
  pid: number
  url: string
}

const noteFile = (dataDir: string): string => path.join(sandboxFolder(dataDir), 'running.json')

const NOTE_BYTES = 4_096
/** What `sandbox start` serves at; anything else was not noted by it. */
const SERVED_AT = /^http:\/\/[\w.:[\]-]{1,300}\/?$/

/**
 * Notes that a sandbox is served, for `sandbox status`.
 * @param tell told why there is no note; it serves without one as well
 * @returns takes the note back, unless it is another's by then
 */
export function noteRunning(dataDir: string, running: RunningSandbox, tell: (line: string) => void): () => void {
  const file = noteFile(dataDir)
  try {
    writeNote(file, JSON.stringify(running))
  } catch (error) {
    tell(`${file} cannot be written: ${writeReason(error)}. "hubswitch sandbox status" will not show what is served.`)
  }
  return () => {
    if (readNoteObject(file, { bytesMax: NOTE_BYTES, ownOnly: true })?.['pid'] !== running.pid) return
    try {
      rmSync(file, { force: true })
    } catch {
      // A note of a process that has ended counts as none.
    }
  }
}

/** The running sandbox of a data directory; undefined where its process is gone, or what stands in the note is none. */
export function findRunning(dataDir: string): RunningSandbox | undefined {
  const { pid, url } = readNoteObject(noteFile(dataDir), { bytesMax: NOTE_BYTES, ownOnly: true }) ?? {}
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined
  return typeof url === 'string' && SERVED_AT.test(url) && isAlive(pid) ? { pid, url } : undefined
}

/**
 * What a person reads when the sandbox begins to serve.
 * @param exposure its secrets, where other machines can reach it
 */
export async function sandboxWelcome(url: string, dataDir: string | undefined, exposure?: Exposure): Promise<string> {
  const { DEMO_ACCOUNTS, SANDBOX_LIMITS } = await import('../../sandbox/index.js')
  const { DEMO_DISTRIBUTOR } = await import('../../sandbox/accounts/distributors.js')
  const secretOf = (partnerId: string, builtIn: string): string =>
    exposure === undefined
      ? `secret ${builtIn}`
      : exposure.isGenerated
        ? `secret ${exposure.secrets.get(partnerId) ?? ''}`
        : 'secret from the environment'
  const accounts = DEMO_ACCOUNTS.map(
    ({ partnerId, secret, mayReadAll }) =>
      `  ${partnerId}  ${secretOf(partnerId, secret)}  ${mayReadAll ? 'reads all properties' : 'its own properties'}`,
  )
  return [
    `Sandbox at ${url}  (${dataDir === undefined ? 'data in memory' : `data in ${dataDir}`})`,
    `Interface document: ${url}/openapi.json`,
    exposure === undefined
      ? 'Accounts (public; they open nothing but a sandbox):'
      : exposure.isGenerated
        ? 'Accounts (these secrets are shown once and end with this process):'
        : 'Accounts:',
    ...accounts,
    'Channel credentials, for rates and inventory:',
    ...DEMO_ACCOUNTS.map(
      ({ partnerId, channelCredentials }) => `  ${partnerId}  ${JSON.stringify(channelCredentials)}`,
    ),
    `Distributor, for products and reservations: ${DEMO_DISTRIBUTOR.id}, code ${DEMO_DISTRIBUTOR.code}`,
    'To sign in from another terminal (asks for the secret; FILE holds the channel credentials, as samples/channel-credentials.json does):',
    `  hubswitch auth login --profile rehearsal --base-url ${url} --partner-id ${DEMO_ACCOUNTS[0]?.partnerId ?? ''} --channel-credentials FILE`,
    `  hubswitch profile set rehearsal --distributor-id ${DEMO_DISTRIBUTOR.id} --distributor-code ${DEMO_DISTRIBUTOR.code}`,
    '  Or set HUBSWITCH_CHANNEL_CREDENTIALS to the JSON itself, or HUBSWITCH_CHANNEL_CREDENTIALS_FILE to the file.',
    'Not simulated, or stricter than the interface asks:',
    ...SANDBOX_LIMITS.map((line) => `  ${line}`),
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}

/** One request of a served sandbox as its log shows it; why it failed, where the sandbox itself was at fault. */
export function logLine({
  time,
  method,
  path: target,
  hotel,
  status,
  ms,
  account,
  requestId,
  fault,
}: RequestLogEntry): string {
  return [
    time,
    method,
    target,
    `hotel=${hotel ?? '-'}`,
    status,
    `${ms} ms`,
    account ?? '-',
    requestId ?? '-',
    ...(fault === undefined ? [] : [fault]),
  ].join(' ')
}

/** One attempt to deliver a notification, as the log of a served sandbox shows it. */
export function deliveryLine({ time, id, bookingId, kind, attempt, state, answer, ms }: DeliveryLogEntry): string {
  return [
    time,
    'PMS',
    `${kind} of ${bookingId}`,
    `message ${id}`,
    `attempt ${attempt}`,
    state,
    `${ms} ms`,
    answer,
  ].join(' ')
}
