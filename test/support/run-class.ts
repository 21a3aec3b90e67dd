import { type Command, Config } from '@oclif/core'
import { ROOT, type Ran } from './cli.js'

/** Runs a command of the source inside this process, so that no build is needed. */
export async function runClass(
  command: typeof Command & (new (argv: string[], config: Config) => Command),
  args: readonly string[],
  env: Readonly<Record<string, string>>,
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
  Object.assign(process.env, env)
  process.stdout.write = ((text: string) => (stdout += text) !== '') as typeof process.stdout.write
  process.stderr.write = ((text: string) => (stderr += text) !== '') as typeof process.stderr.write
  process.exitCode = undefined
  try {
    await command.run([...args], await Config.load({ root: ROOT }))
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
