import path from 'node:path'
import type { runCommandLine } from '../../src/cli/main.js'
import { ROOT, type Ran } from './cli.js'

/** Runs commands of the build inside this process, one after the other, where a process for each would take most of the time. */
export async function runWarm(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const before = {
    env: { ...process.env },
    out: process.stdout.write,
    err: process.stderr.write,
    exitCode: process.exitCode,
  }
  let stdout = ''
  let stderr = ''
  for (const name of Object.keys(process.env)) if (name.startsWith('HUBSWITCH_')) delete process.env[name]
  Object.assign(process.env, env)
  process.stdout.write = ((text: string) => (stdout += text) !== '') as typeof process.stdout.write
  process.stderr.write = ((text: string) => (stderr += text) !== '') as typeof process.stderr.write
  process.exitCode = undefined
  try {
    const { runCommandLine: run } = (await import(path.join(ROOT, 'dist/cli/main.js'))) as {
      runCommandLine: typeof runCommandLine
    }
    await run(ROOT, [...args])
    const code = typeof process.exitCode === 'number' ? process.exitCode : 0
    return { code, signal: null, stdout, stderr, json: <T>() => JSON.parse(stdout) as T }
  } finally {
    process.stdout.write = before.out
    process.stderr.write = before.err
    process.exitCode = before.exitCode
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name]
    Object.assign(process.env, before.env)
  }
}
