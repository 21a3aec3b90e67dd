import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')
const BIN = path.join(ROOT, 'bin/run.cjs')

export interface Ran {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  /** Standard output as JSON. */
  json<T = Record<string, unknown>>(): T
}

export interface RunOptions {
  env?: Record<string, string>
  stdin?: string
  cwd?: string
}

/** A machine with nothing on it: own config, data and home; gone at `remove`. */
export interface Machine {
  folder: string
  env: Record<string, string>
  /** Runs the built command line in a pipe, as a script would. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>
  /** Starts it and hands out the process, for signals. */
  start(
    args: readonly string[],
    options?: RunOptions,
  ): { pid: number; kill(signal: NodeJS.Signals): void; ended: Promise<Ran>; seen(pattern: RegExp): Promise<string> }
  remove(): Promise<void>
}

export async function freshMachine(): Promise<Machine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubswitch-machine-'))
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    HUBSWITCH_CONFIG_DIR: path.join(folder, 'config'),
    HUBSWITCH_DATA_DIR: path.join(folder, 'data'),
    HUBSWITCH_CACHE_DIR: path.join(folder, 'cache'),
    NO_COLOR: '1',
    // Nobody's service: nothing to be careful of.
    HUBSWITCH_WRITES_PER_MINUTE: '600000',
  }
  const start: Machine['start'] = (args, options = {}) => startProcess(args, { ...env, ...options.env }, options)
  return {
    folder,
    env,
    start,
    run: (args, options) => start(args, options).ended,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

function startProcess(
  args: readonly string[],
  env: Record<string, string>,
  { stdin = '', cwd = ROOT }: RunOptions,
): ReturnType<Machine['start']> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  const watchers = new Set<() => void>()
  const take = (add: (text: string) => void) => (chunk: string) => {
    add(chunk)
    watchers.forEach((check) => check())
  }
  child.stdout.setEncoding('utf8').on(
    'data',
    take((text) => (stdout += text)),
  )
  child.stderr.setEncoding('utf8').on(
    'data',
    take((text) => (stderr += text)),
  )
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  const ended = new Promise<Ran>((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ code, signal, stdout, stderr, json: <T>() => JSON.parse(stdout) as T })
      watchers.forEach((check) => check())
    })
  })
  return {
    pid: child.pid as number,
    kill: (signal) => void child.kill(signal),
    ended,
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = pattern.exec(stdout + stderr)
          if (found === null && child.exitCode === null) return
          watchers.delete(check)
          if (found === null) reject(new Error(`ended without ${String(pattern)}:\n${stdout}\n${stderr}`))
          else resolve(found[1] ?? found[0])
        }
        watchers.add(check)
        check()
      }),
  }
}
