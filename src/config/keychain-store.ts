import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Fault } from '../errors.js'
import { KEYCHAIN_SCRIPT } from './keychain-script.js'
import type { SecretStore } from './secret-store.js'

/** Service name of every entry in the keychain; its account is `<profile>/<kind>`. */
export const KEYCHAIN_SERVICE = 'hubswitch'

/** Longest wait for the keychain in milliseconds; a locked one may never answer. */
export const KEYCHAIN_TIMEOUT_MS = 3_000

/** The Windows credential manager takes no more (2,560 bytes). The others have no limit that a secret of ours meets. */
const VALUE_BYTES_MAX: Partial<Record<NodeJS.Platform, number>> = { win32: 2_560 }

/** What the child process calls of the library. */
export type KeychainLibrary = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

export interface KeychainOptions {
  timeoutMs?: number
  /** Path of the module that stands for KeychainLibrary. */
  module?: string
  platform?: NodeJS.Platform
}

interface KeychainRequest {
  action: 'get' | 'set' | 'delete'
  account: string
  value?: string
}

/** Secrets in the keychain of the operating system, reached through a child process that is ended after 3 s. */
export function createKeychainStore(profile: string, options: KeychainOptions = {}): SecretStore {
  const bytesMax = VALUE_BYTES_MAX[options.platform ?? process.platform] ?? Number.POSITIVE_INFINITY
  const ask = (action: KeychainRequest['action'], name: string, value?: string): Promise<unknown> =>
    askKeychain({ action, account: `${profile}/${name}`, ...(value === undefined ? {} : { value }) }, options)
  return {
    kind: 'keychain',
    async get(name) {
      const value = await ask('get', name)
      return typeof value === 'string' ? value : undefined
    },
    async set(name, value) {
      if (Buffer.byteLength(value) > bytesMax) {
        await ask('delete', name)
        return false
      }
      await ask('set', name, value)
      return true
    },
    async delete(name) {
      await ask('delete', name)
    },
  }
}

async function askKeychain(request: KeychainRequest, { timeoutMs = KEYCHAIN_TIMEOUT_MS, module = keytarPath() }: KeychainOptions): Promise<unknown> {
  const output = await runChild(JSON.stringify({ module, service: KEYCHAIN_SERVICE, ...request }), timeoutMs)
  if (output === 'timeout') {
    throw unavailable(`it did not answer within ${timeoutMs / 1_000} s; it may be locked, or waiting for a prompt that nobody sees`)
  }
  const answer = readAnswer(output)
  if (answer === undefined) throw unavailable('its library crashed')
  if (answer.failed === undefined) return answer.value
  if (answer.failed === 'locked') throw unavailable('it is locked, or does not accept entries')
  const said = firstLine(answer.message ?? '', request.value)
  if (answer.failed === 'load') throw unavailable(process.platform === 'linux' ? `its library could not be loaded. On Linux it needs libsecret (package libsecret-1-0)` : `its library could not be loaded (${said})`)
  if (!hasSessionBus()) throw unavailable('this session has no D-Bus, as is usual in a container, over ssh and in cron')
  throw unavailable(`it answered: ${said}`)
}

function unavailable(why: string): Fault {
  return new Fault('KEYCHAIN_UNAVAILABLE', `The keychain cannot be used: ${why.replace(/\.$/, '')}.`)
}

/** @returns what the child wrote, or `timeout` after it was killed */
function runChild(input: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', KEYCHAIN_SCRIPT], { stdio: ['pipe', 'pipe', 'ignore'], env: childEnvironment(), windowsHide: true })
    const chunks: Buffer[] = []
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, timeoutMs)
    const end = (output: string): void => {
      clearTimeout(timer)
      resolve(output)
    }
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', () => end(''))
    child.on('close', () => end(isLate ? 'timeout' : Buffer.concat(chunks).toString('utf8')))
    // A child that dies early closes its end; what then fails to be written is told by `close`.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/** The keychain needs the session's variables; our secrets and the parent's loader options it does not. */
function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HUBSWITCH_') && name !== 'NODE_OPTIONS' && name !== 'NODE_V8_COVERAGE'))
}

function readAnswer(output: string): { value?: unknown; failed?: 'load' | 'call' | 'locked'; message?: string } | undefined {
  try {
    const parsed: unknown = JSON.parse(output)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

function firstLine(message: string, secret: string | undefined): string {
  const line = (message.split('\n')[0] ?? '').trim().slice(0, 200)
  return secret === undefined || secret === '' ? line : line.replaceAll(secret, '[secret]')
}

function hasSessionBus(): boolean {
  if (process.platform !== 'linux') return true
  const bus = process.env['DBUS_SESSION_BUS_ADDRESS']
  return (bus !== undefined && bus !== '') || existsSync(`/run/user/${process.getuid?.() ?? 0}/bus`)
}

function keytarPath(): string {
  return createRequire(import.meta.url).resolve('keytar')
}
