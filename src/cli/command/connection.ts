import { dim } from 'ansis'
import type { Client, Identity, RemarkKind, TraceEvent } from '../../client/index.js'
import type { Settings } from '../../config/index.js'
import type { ChannelCredentialsInput, Overlay } from '../../contract/index.js'
import { printableLines } from '../../printable.js'
import { forgetSandboxTold, mustTellSandbox, readOverlay, type TerminalSession } from '../profile/index.js'
import { tell } from '../terminal/index.js'
import { EMBEDDED_SERVICE, embeddedPms, sandboxFolder, startEmbedded } from './embedded-sandbox.js'
import { identityOf } from './identity.js'

export { EMBEDDED_SERVICE, readOverlay }

export interface ConnectOptions {
  settings: Settings
  userAgent: string
  notice: (line: string) => void
  /** The same for what a person has to read, whatever --quiet says. */
  insist: (line: string) => void
  isDebug: boolean
  /** Who is told that the sandbox answers; nobody where a program reads the answer. */
  toldOfSandbox: TerminalSession | undefined
  /** Told what the service warns of although it did what was asked, and what it adds in words that are more than its word of success. */
  onWarning?: (text: string, kind: RemarkKind) => void
  /** Asked before each request that changes something. */
  beforeWrite?: () => Promise<void>
  /** Requests are shown instead of sent: those that change something, or all. */
  rehearses?: 'writes' | 'all' | undefined
  /** Signs in instead of the profile's own credentials. */
  identity?: Identity
  signal?: AbortSignal
}

export interface Connection {
  client: Client
  overlay: Overlay
  channelCredentials: () => Promise<ChannelCredentialsInput | undefined>
  /** Once it is closed: whether it is the embedded sandbox, and has no properties. */
  isEmptySandbox(): boolean
  close(): Promise<void>
}

/**
 * Opens the service of a profile. The profile `sandbox` starts the embedded one in this process and says so, once in a terminal session.
 * @throws Fault USAGE for a wrong address or overlay, DATA_DIRECTORY, KEYCHAIN_UNAVAILABLE
 */
export async function connect({
  settings,
  userAgent,
  notice,
  insist,
  isDebug,
  toldOfSandbox,
  onWarning,
  beforeWrite,
  rehearses,
  identity: given,
  signal,
}: ConnectOptions): Promise<Connection> {
  const overlay = await readOverlay(settings)
  const { createClient } = await import('../../client/index.js')
  const sandbox = settings.isEmbedded
    ? await startEmbedded({ dataDir: sandboxFolder(settings.dataDir), overlay }, embeddedPms(settings, userAgent))
    : undefined
  // One short line: "hubswitch sandbox status" names the folder.
  const folder = sandboxFolder(settings.dataDir)
  if (sandbox === undefined) forgetSandboxTold(folder)
  else if (toldOfSandbox !== undefined && mustTellSandbox(folder, toldOfSandbox))
    notice('Embedded sandbox, not a real service.')
  const callMs = settings.timeout.value * 1_000
  try {
    const { identity, channelCredentials } = await identityOf(settings)
    const client = createClient({
      baseUrl: sandbox?.url ?? (settings.baseUrl.value as string),
      overlay,
      identity: toldIdentity(given ?? identity, { notice, insist, seconds: settings.timeout.value }),
      channelCredentials,
      userAgent,
      timeouts: { attemptMs: callMs, headersMs: Math.max(60_000, callMs / 2) },
      ...(settings.caFile.value === undefined ? {} : { caFile: settings.caFile.value }),
      ...(isDebug ? { trace: (event) => tell(`${traceLine(event)}\n`) } : {}),
      onRetry: tellOnce(notice),
      ...(beforeWrite === undefined ? {} : { beforeWrite }),
      ...(rehearses === undefined ? {} : { rehearses }),
      onSlow: tellSlow(notice, settings.timeout.value),
      ...(onWarning === undefined ? {} : { onWarning }),
      ...(signal === undefined ? {} : { signal }),
    })
    let isEmpty = false
    return {
      client,
      overlay,
      channelCredentials,
      isEmptySandbox: () => isEmpty,
      async close() {
        await client.close()
        isEmpty = sandbox?.isEmpty() === true
        await sandbox?.close()
      },
    }
  } catch (error) {
    await sandbox?.close()
    throw error
  }
}

/** Says what a person would else not know of a sign-in: that another process makes it wait, and that its token is not kept. */
function toldIdentity(
  identity: Identity,
  { notice, insist, seconds }: { notice: (line: string) => void; insist: (line: string) => void; seconds: number },
): Identity {
  const { exclusively } = identity
  const onUnkept = ({ message }: { message: string }): void => insist(unkeptToken(message))
  if (exclusively === undefined) return { ...identity, onUnkept }
  return {
    ...identity,
    onUnkept,
    exclusively: async (work) => {
      const slow = setTimeout(
        () =>
          notice(
            `Another command of this profile has been signing in for 10 s. Still waiting for it, ${Math.min(60, seconds)} s at most (--timeout) …`,
          ),
        SLOW_MS,
      ).unref()
      try {
        return await exclusively(() => {
          clearTimeout(slow)
          return work()
        })
      } finally {
        clearTimeout(slow)
      }
    },
  }
}

/** A sign-in of another process is waited for so long without a word, like an answer. */
const SLOW_MS = 10_000

/** A token that is used and gone with this process. */
function unkeptToken(why: string): string {
  return `The access token cannot be kept: ${why} It is used by this command alone; the next one signs in again.`
}

/** A shorter wait between two attempts is not worth a line. */
const LONG_WAIT_MS = 3_000

/** Says the first time that an answer is long in coming, and what is waited for. */
function tellSlow(notice: (line: string) => void, seconds: number): (slow: { host: string; label: string }) => void {
  let isTold = false
  return ({ host, label }) => {
    if (isTold) return
    isTold = true
    notice(
      `The service at ${host} has not answered ${label} for 10 s. Still waiting, ${Math.min(60, seconds)} s at most (--timeout) …`,
    )
  }
}

/** Says the first time that there is no connection, and that it is tried again, and each time what a long wait is for: a person must not look at nothing for seconds. */
function tellOnce(
  notice: (line: string) => void,
): (retry: { host: string; words: string; waitMs: number; isConnected: boolean }) => void {
  let isTold = false
  return ({ host, words, waitMs, isConnected }) => {
    if (isConnected && waitMs >= LONG_WAIT_MS)
      return notice(
        `${words.charAt(0).toUpperCase()}${words.slice(1)}. Trying again in ${Math.ceil(waitMs / 1000)} s …`,
      )
    if (isTold || isConnected) return
    isTold = true
    notice(`The service at ${host} could not be reached: ${words}. Trying again …`)
  }
}

/** One redacted request or answer as `--debug` shows it on standard error. */
function traceLine({
  id,
  attempt,
  direction,
  method,
  url,
  headers,
  body,
  status,
  ms,
  fault,
  retryInMs,
}: TraceEvent): string {
  const arrow = { request: '→', answer: '←', fault: '×' }[direction]
  const outcome = [
    status,
    fault,
    ms === undefined ? undefined : `${Math.round(ms)} ms`,
    retryInMs === undefined ? undefined : `again in ${Math.round(retryInMs)} ms`,
  ]
  const head = [arrow, id.slice(0, 8), attempt > 1 ? `attempt ${attempt}` : undefined, method, url, ...outcome]
    .filter((part) => part !== undefined)
    .join(' ')
  const rest = [
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || body === '' ? [] : [body]),
  ]
  return dim(printableLines([head, ...rest.map((line) => `    ${line}`)].join('\n')))
}
