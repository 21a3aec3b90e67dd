import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, ROOT } from '../../support/cli.js'

const BIN = path.join(ROOT, 'bin/run.cjs')
/** Everything that some shell would act on. */
const EVIL = '$(touch pwned) `touch pwned`;touch pwned|x\'y"z\\!1 &*'

const SHELLS = [
  { name: 'bash', command: 'bash --norc --noprofile -i', load: 'source <(hubswitch completion bash)' },
  {
    name: 'zsh',
    command: 'zsh -f -i',
    load: 'autoload -Uz compinit; compinit -u -D; source <(hubswitch completion zsh)',
  },
  { name: 'fish', command: 'fish -N', load: 'hubswitch completion fish | source' },
]
const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

let machine: Machine
let work = ''
let env: Record<string, string> = {}

beforeAll(async () => {
  machine = await freshMachine()
  work = path.join(machine.folder, 'work')
  const bin = path.join(machine.folder, 'bin')
  for (const folder of [work, bin, machine.env['HUBSWITCH_DATA_DIR'] as string]) mkdirSync(folder)
  // Completes as the program does, and tells what it was called with.
  writeFileSync(
    path.join(bin, 'hubswitch'),
    `#!/bin/sh\ncase "$1" in __complete|completion) exec '${process.execPath}' '${BIN}' "$@";; esac\nfor word in "$@"; do printf 'ARG<%s>\\n' "$word"; done\n`,
  )
  chmodSync(path.join(bin, 'hubswitch'), 0o755)
  writeFileSync(
    path.join(machine.env['HUBSWITCH_DATA_DIR'] as string, 'names.json'),
    JSON.stringify({ sandbox: { property: [{ id: EVIL, name: '$(touch pwned) %F{red}\u001b[2J' }] } }),
  )
  env = { ...machine.env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, TERM: 'dumb' }
})
afterAll(() => machine.remove())

/** Types keys on a terminal; each but the first once the words before it have been seen. */
function typed(command: string, keys: readonly { keys: string; until: string }[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['-qfec', command, '/dev/null'], {
      env,
      cwd: work,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let seen = ''
    let from = 0
    let at = 0
    const step = (): void => {
      const next = keys[at]
      if (next === undefined) child.stdin.end()
      else child.stdin.write(next.keys)
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen += text
      const until = keys[at]?.until
      if (until === undefined || !seen.slice(from).includes(until)) return
      from = seen.length
      at += 1
      step()
    })
    child.on('error', reject).on('close', () => resolve(seen))
    step()
  })
}

describe('completion on a terminal', () => {
  for (const { name, command, load } of SHELLS)
    it.skipIf(!has(name) || !has('script'))(
      `${name} completes flags, values and ids, and a name that it would act on is harmless`,
      { timeout: 30_000 },
      async () => {
        const seen = await typed(command, [
          { keys: `${load}; echo re""ady\r`, until: 'ready' },
          { keys: 'hubswitch property get \t\r', until: 'ARG<get>' },
          { keys: 'hubswitch rates push --ov\tl\t\r', until: 'ARG<--overlap>' },
          { keys: 'hubswitch run list --output=ya\t\r', until: 'ARG<--output' },
          { keys: 'echo do""ne; exit\r', until: 'done' },
        ])
        const given = [...seen.matchAll(/ARG<(.*)>/g)].map(([, word]) => word)
        expect(given.join('\n')).toBe(
          ['property get', 'rates push --overlap last-wins', 'run list --output=yaml']
            .map((line) => line.replaceAll(' ', '\n'))
            .join('\n')
            .replace('get', `get\n${EVIL}`),
        )
        expect(readdirSync(work)).toEqual([])
      },
    )
})
