import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNTS, startSandbox } from '../../src/sandbox/index.js'
import { ROOT } from '../support/cli.js'
import { blocksOf, type CommandLine } from '../support/command-lines.js'
import { expectExit } from '../support/expect-exit.js'
import { type Background, freshShell, type Shell } from '../support/shell.js'

/** Lines that go on until Ctrl-C, and what they show when they are ready: their address. They run to the end of their block. */
const LONG_RUNNING: Readonly<Record<string, RegExp>> = {
  'hubswitch resnotif listen': /at (http:\/\/127\.0\.0\.1:\d+)/,
  'hubswitch sandbox start': /at (http:\/\/127\.0\.0\.1:\d+)/,
}

/** Lines that are not run here, with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm run demo': 'a step of its own before the tests (.ci/run)',
  'npm test': 'runs this test',
  'npm run build && npm link': 'changes the machine; the build is what all tests run',
}

const [ACCOUNT] = DEMO_ACCOUNTS as [(typeof DEMO_ACCOUNTS)[number]]

/** Every command line of README.md and docs/, in the order in which it stands, in an empty home with the samples beside it. */
describe('command lines of the documents', () => {
  let shell: Shell
  let service: Awaited<ReturnType<typeof startSandbox>>
  beforeAll(async () => {
    shell = await freshShell()
  })
  afterAll(async () => {
    await service?.close()
    await shell.remove()
  })

  /** What a line is run as: ports that are free, and a service and a person who answer. All that differs from what is written stands here. */
  async function asRun(
    { command }: CommandLine,
    addresses: ReadonlyMap<string, string>,
  ): Promise<{ command: string; stdin?: string }> {
    let typed = command
    for (const [written, found] of addresses) typed = typed.replaceAll(written, found)
    if (typed.includes('https://service.example')) {
      service ??= await startSandbox({ dataDir: path.join(shell.home, '.local/share/hubswitch/sandbox') })
      typed = typed
        .replace('https://service.example', service.url)
        .replace('--partner-id 4711', `--partner-id ${ACCOUNT.partnerId}`)
    }
    // No terminal to ask at, and a keychain belongs to whoever runs the tests.
    if (typed.startsWith('hubswitch auth login --'))
      return { command: `${typed} --secret-stdin --store file`, stdin: ACCOUNT.secret }
    return { command: typed }
  }

  async function runBlock(lines: readonly CommandLine[]): Promise<void> {
    const started: Background[] = []
    const addresses = new Map<string, string>()
    try {
      for (const line of lines) {
        const ready = LONG_RUNNING[line.command]
        if (ready !== undefined) {
          const background = await shell.start(`${line.command} --port 0`, ready)
          started.push(background)
          addresses.set(
            line.command.includes('resnotif') ? 'http://127.0.0.1:7080' : 'http://127.0.0.1:7070',
            background.found,
          )
        } else if (NOT_RUN[line.command] === undefined) {
          const { command, stdin } = await asRun(line, addresses)
          expectExit(line, await shell.run(command, stdin === undefined ? {} : { stdin }))
        }
      }
    } finally {
      for (const { stop } of started) expect(await stop()).toBe(0)
    }
  }

  it('run as written in README.md', async () => {
    const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8')
    const blocks = blocksOf('README.md', readme)
    expect(blocks.flat().length).toBeGreaterThan(50)
    for (const block of blocks) await runBlock(block)
    await runCrontab(readme)
  })

  /** The line of a crontab, run at once: its schedule left out, its folders replaced. */
  async function runCrontab(readme: string): Promise<void> {
    const [, profile, command] = /```crontab\n(\w+=\w+)\n(?:[\d*]+ ){5} *(.+)\n```/.exec(readme) as unknown as [
      string,
      string,
      string,
    ]
    const here = command.replaceAll('/srv/pms/', 'samples/').replaceAll('/var/log/', '')
    const line = { command, exit: 0, place: 'README.md, crontab' }
    const ran = await shell.run(`${profile} ${here}`)
    expectExit(line, ran)
    expect([ran.stdout, ran.stderr]).toEqual(['', ''])
    expect(await readFile(path.join(shell.home, 'hubswitch.log'), 'utf8')).toMatch(
      / run=\d+ pid=\d+ rates push: hubswitch rates push: done\./,
    )
  }

  it('run as written in docs/', async () => {
    for (const name of (await readdir(path.join(ROOT, 'docs'))).filter(
      // The samples begin in an empty home: samples.test.ts.
      (file) => file.endsWith('.md') && file !== 'samples.md',
    )) {
      for (const block of blocksOf(`docs/${name}`, await readFile(path.join(ROOT, 'docs', name), 'utf8')))
        await runBlock(block)
    }
  })
})
