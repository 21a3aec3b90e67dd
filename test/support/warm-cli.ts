import { createRequire } from 'node:module'
import path from 'node:path'
import type { forgetSecrets, runCommandLine, Start } from '../../src/cli/main.js'
import { ROOT, type Ran } from './cli.js'

/** Runs commands of the build inside this process, one after the other, where a process for each would take most of the time. */
export async function runWarm(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { columns }: { columns?: number | undefined } = {},
): Promise<Ran> {
  const before = {
    env: { ...process.env },
    out: process.stdout.write,
    err: process.stderr.write,
    exitCode: process.exitCode,
  }
  let stdout = ''
  let stderr = ''
  for (const name of Object.keys(process.env)) if (name.startsWith('HUBSWITCH_')) delete process.env[name]
  // On a terminal of a machine where nobody can be asked and nothing turns.
  Object.assign(process.env, env, columns === undefined ? {} : { CI: 'true' })
  const ends = columns === undefined ? [] : ([process.stdout, process.stderr] as const)
  const sizes = ends.map(({ isTTY, columns: before }) => ({ isTTY, columns: before }))
  for (const end of ends) Object.assign(end, { isTTY: true, columns })
  process.stdout.write = ((text: string) => (stdout += text) !== '') as typeof process.stdout.write
  process.stderr.write = ((text: string) => (stderr += text) !== '') as typeof process.stderr.write
  process.exitCode = undefined
  try {
    const { load, loadCommand } = createRequire(import.meta.url)(path.join(ROOT, 'bin/chunks.cjs')) as {
      load: (id: string) => { forgetSecrets: typeof forgetSecrets; runCommandLine: typeof runCommandLine }
      loadCommand: NonNullable<Start['loadCommand']>
    }
    const { forgetSecrets: forget, runCommandLine: runOne } = load('cli/main')
    // What another test file has taught the build is no secret of this process.
    forget()
    await runOne(ROOT, [...args], { loadCommand })
    const code = typeof process.exitCode === 'number' ? process.exitCode : 0
    return { code, signal: null, stdout, stderr, json: <T>() => JSON.parse(stdout) as T }
  } finally {
    for (const [at, end] of ends.entries()) Object.assign(end, sizes[at])
    process.stdout.write = before.out
    process.stderr.write = before.err
    process.exitCode = before.exitCode
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name]
    Object.assign(process.env, before.env)
  }
}
