import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { Ran } from './cli.js'
import { runWarm } from './warm-cli.js'

/** A machine with nothing on it, for commands inside this process; gone when the tests of the file have run. */
export interface WarmMachine {
  folder: string
  env: Readonly<Record<string, string>>
  run(...args: string[]): Promise<Ran>
}

/** @param name what the folder is called by */
export function warmMachine(name: string): WarmMachine {
  const folder = mkdtempSync(path.join(tmpdir(), `hubswitch-${name}-`))
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  const env = {
    HUBSWITCH_CONFIG_DIR: path.join(folder, 'config'),
    HUBSWITCH_DATA_DIR: path.join(folder, 'data'),
    NO_COLOR: '1',
  }
  return { folder, env, run: (...args) => runWarm(args, env) }
}
