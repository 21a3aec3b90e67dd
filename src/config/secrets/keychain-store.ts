import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Fault } from '../../errors.js'
import { KEYCHAIN_SCRIPT } from './keychain-script.js'
import type { SecretStore } from './secret-kinds.js'

/** Service name of every entry in the keychain; its account is `<profile>/<kind>`. */
const KEYCHAIN_SERVICE = 'hubswitch'

/** Longest wait for the answer of the keychain in milliseconds; a locked one may never answer. */
const KEYCHAIN_TIMEOUT_MS = 3_000

/** Longest wait until the library is loaded. A busy machine is not a locked keychain. */
const START_TIMEOUT_MS = 30_000

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

async function askKeychain(
  request: KeychainRequest,
  { timeoutMs = KEYCHAIN_TIMEOUT_MS, module = keytarPath() }: KeychainOptions,
): Promise<unknown> {
  const output = await runChild(JSON.stringify({ module, service: KEYCHAIN_SERVICE, ...request }), timeoutMs)
  if (output === 'not started') throw unavailable(`its library was not loaded within ${START_TIMEOUT_MS / 1_000} s`)
  if (output === 'timeout')
    throw unavailable(
      `it did not answer within ${timeoutMs / 1_000} s; it may be locked, or waiting for a prompt that nobody sees`,
      UNLOCK,
    )
  const answer = readAnswer(output)
  if (answer === undefined) throw unavailable('its library crashed')
  if (answer.failed === undefined) return answer.value
  const said = firstLine(answer.message ?? '', request.value)
  if (answer.failed === 'load')
    // Where there is no bus, the library would not help either.
    throw (
      busFault() ??
      unavailable(
        process.platform === 'linux'
          ? `its library could not be loaded. On Linux it needs libsecret (package libsecret-1-0)`
          : `its library could not be loaded (${said})`,
      )
    )
  // A prompt that is closed, or cannot be shown, leaves the keychain as it was.
  if (/locked|dismissed|user interaction is not allowed/i.test(said)) throw unavailable('it is locked', UNLOCK)
  if (answer.failed === 'probe') throw unavailable(`it is locked, or does not accept entries (${said})`, UNLOCK)
  const bus = busFault()
  if (bus !== undefined) throw bus
  throw unavailable(`it answered: ${said}`)
}

const OTHERWISE =
  'Or run "hubswitch auth login --store file" to keep the secret in a file only you can read. Environment variables work without either.'

/** How a person unlocks it. The password is no argument of a command, and its line end no part of it. */
const UNLOCK: string =
  {
    linux: `Log in to the desktop. Where there is none, with GNOME Keyring: read -rs P && printf %s "$P" | gnome-keyring-daemon --replace --unlock --components=secrets; unset P\n${OTHERWISE}`,
    darwin: `Unlock it with: security unlock-keychain\n${OTHERWISE}`,
  }[process.platform as string] ?? `Unlock it by logging in to this machine.\n${OTHERWISE}`

function unavailable(why: string, next?: string): Fault {
  return new Fault(
    'KEYCHAIN_UNAVAILABLE',
    `The keychain cannot be used: ${why.replace(/\.$/, '')}.`,
    next === undefined ? {} : { next },
  )
}

/** A session without the address of a bus, as libsecret looks for it. */
function busFault(): Fault | undefined {
  if (process.platform !== 'linux') return undefined
  const { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder } = process.env
  if ((address ?? '') !== '' || (folder !== undefined && existsSync(join(folder, 'bus')))) return undefined
  const own = `/run/user/${process.getuid?.() ?? 0}/bus`
  if (existsSync(own))
    return unavailable(
      'this session does not know the D-Bus of the desktop, as is usual in cron',
      `Set DBUS_SESSION_BUS_ADDRESS=unix:path=${own} beside the command.\n${OTHERWISE}`,
    )
  return unavailable(
    'this session has no D-Bus, as is usual in a container, over ssh and in cron',
    `Set HUBSWITCH_PARTNER_ID and HUBSWITCH_PARTNER_SECRET_FILE.\n${OTHERWISE}`,
  )
}

/** @returns what the child wrote, or, after it was killed, `timeout`, or `not started` where its library was never asked */
function runChild(input: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', KEYCHAIN_SCRIPT], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: childEnvironment(),
      windowsHide: true,
    })
    const chunks: Buffer[] = []
    let late: 'not started' | 'timeout' | undefined
    const killAfter = (ms: number, why: typeof late): NodeJS.Timeout =>
      setTimeout(() => {
        late = why
        child.kill('SIGKILL')
      }, ms)
    let timer = killAfter(START_TIMEOUT_MS, 'not started')
    const end = (output: string): void => {
      clearTimeout(timer)
      resolve(output)
    }
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunks.length === 0) {
        clearTimeout(timer)
        timer = killAfter(timeoutMs, 'timeout')
      }
      chunks.push(chunk)
    })
    child.on('error', () => end(''))
    child.on('close', () => end(late ?? Buffer.concat(chunks).toString('utf8')))
    // A child that dies early closes its end; what then fails to be written is told by `close`.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/** The keychain needs the session's variables; our secrets and the parent's loader options it does not. */
function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('HUBSWITCH_') && name !== 'NODE_OPTIONS' && name !== 'NODE_V8_COVERAGE',
    ),
  )
}

function readAnswer(
  output: string,
): { value?: unknown; failed?: 'load' | 'call' | 'probe'; message?: string } | undefined {
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

function keytarPath(): string {
  return createRequire(import.meta.url).resolve('keytar')
}
