import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { LookupName } from '../contract/fields.js'
import type { RequestLogEntry, Sandbox, SandboxOptions } from '../sandbox/index.js'

/** The one place of the command line that loads the sandbox, and only when it is needed. */

/** Stands for the sandbox in the journal: its port differs from run to run. */
export const EMBEDDED_SERVICE = 'embedded-sandbox'

export function sandboxFolder(dataDir: string): string {
  return path.join(dataDir, 'sandbox')
}

/** Starts the service in this process on a free loopback port. */
export async function startEmbedded(options: SandboxOptions): Promise<Sandbox> {
  const { startSandbox } = await import('../sandbox/index.js')
  return startSandbox(options)
}

/** The account that the sandbox profile signs in with unless another is named. Its secrets are public. */
export async function demoAccount(): Promise<{ partnerId: string; partnerSecret: string; channelCredentials: { id: number; duty_code: string; user: string } }> {
  const { DEMO_ACCOUNTS } = await import('../sandbox/accounts.js')
  const [{ partnerId, secret, channelCredentials }] = DEMO_ACCOUNTS as [(typeof DEMO_ACCOUNTS)[number]]
  return { partnerId, partnerSecret: secret, channelCredentials }
}

/** The distributor that the sandbox knows. */
export async function demoDistributor(): Promise<{ id: string; code: string }> {
  const { DEMO_DISTRIBUTOR } = await import('../sandbox/distributors.js')
  return DEMO_DISTRIBUTOR
}

/** The sandbox's own lookup lists. */
export async function sandboxLookups(list: LookupName): Promise<{ id: number; code: string; name: string }[]> {
  const { lookupList } = await import('../sandbox/lookups.js')
  return lookupList(list)
}

/** A sandbox that `sandbox start` keeps running. */
export interface RunningSandbox {
  pid: number
  url: string
}

const noteFile = (dataDir: string): string => path.join(sandboxFolder(dataDir), 'running.json')

export function noteRunning(dataDir: string, running: RunningSandbox): () => void {
  writeFileSync(noteFile(dataDir), JSON.stringify(running), { mode: 0o600 })
  return () => rmSync(noteFile(dataDir), { force: true })
}

/** The running sandbox of a data directory, or undefined where its process is gone. */
export function findRunning(dataDir: string): RunningSandbox | undefined {
  if (!existsSync(noteFile(dataDir))) return undefined
  const running = JSON.parse(readFileSync(noteFile(dataDir), 'utf8')) as RunningSandbox
  return isAlive(running.pid) ? running : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** What a person reads when the sandbox begins to serve. */
export async function sandboxWelcome(url: string, dataDir: string | undefined): Promise<string> {
  const { DEMO_ACCOUNTS, SANDBOX_LIMITS } = await import('../sandbox/index.js')
  const accounts = DEMO_ACCOUNTS.map(({ partnerId, secret, mayReadAll }) => `  ${partnerId}  secret ${secret}  ${mayReadAll ? 'reads all properties' : 'its own properties'}`)
  return [
    `Sandbox at ${url}  (${dataDir === undefined ? 'data in memory' : `data in ${dataDir}`})`,
    `Interface document: ${url}/openapi.json`,
    'Accounts:',
    ...accounts,
    'Not simulated:',
    ...SANDBOX_LIMITS.map((line) => `  ${line}`),
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}

/** One request of a served sandbox as its log shows it; why it failed, where the sandbox itself was at fault. */
export function logLine({ time, method, path: target, status, ms, account, requestId, fault }: RequestLogEntry): string {
  return [time, method, target, status, `${ms} ms`, account ?? '-', requestId ?? '-', ...(fault === undefined ? [] : [fault])].join(' ')
}
